import Foundation

/// Files of this machine's words in the cache folder: made again where they are lost.
enum WordFile {
  /// - Returns: nil for none, for one that is larger than any of ours, and for one that is no
  ///   words.
  static func read(_ file: URL, atMost byteLimit: Int) -> [UInt32]? {
    guard let data = try? Data(contentsOf: file, options: .alwaysMapped),
      data.count <= byteLimit, data.count.isMultiple(of: 4)
    else { return nil }
    return [UInt32](unsafeUninitializedCapacity: data.count / 4) { buffer, count in
      count = data.copyBytes(to: buffer) / 4
    }
  }

  /// Whole or not at all; failing costs the next launch some time, and nothing else.
  static func write(_ words: [UInt32], to file: URL) {
    try? words.withUnsafeBytes { Data($0) }.write(to: file, options: .atomic)
  }
}
