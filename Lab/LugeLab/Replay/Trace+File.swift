import Foundation
public import LugeApp

extension Trace {
  /// - Throws: `LabError.unusable` for a file that can't be read, is no trace, or has sizes out of
  ///   all proportion.
  public init(path: String) throws(LabError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try LabFile.decode(Trace.self, path: path, with: decoder)
    guard (0...10_000_000).contains(messages), (1...20_000).contains(width),
      (1...20_000).contains(height), (0...86_400).contains(seconds)
    else {
      throw .unusable(path: path, reason: "a size is out of all proportion")
    }
    guard version ?? 1 <= Trace.latestVersion else {
      throw .unusable(path: path, reason: "it was recorded by a newer version of Luge")
    }
  }
}
