import Foundation

@testable import LugeLab

/// Parses a lab's JSON.
func reported(_ json: String) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
}
