import Foundation

@testable import LugeLab

/// What a lab's JSON says.
func reported(_ json: String) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
}
