import LugeArchive

/// The JSON of a script that assigns it: `window.YTD.tweets.part0 = [ … ]`.
final class AssignmentSource: ByteSource {
  let name: String
  let context: SourceContext
  var size: Int64? { source.size }

  private let source: any ByteSource
  /// Number of bytes before the JSON.
  private(set) var headLength: Int64 = 0
  /// Bytes of the first block after the assignment.
  private var pending: [UInt8] = []
  private var hasBegun = false

  private static let longestHead = 1024

  init(_ source: any ByteSource) {
    self.source = source
    name = source.name
    context = source.context
  }

  /// Returns the assignment's target; nil if the bytes do not begin with an assignment.
  static func target(of prefix: some Sequence<UInt8>) -> String? {
    var head: [UInt8] = []
    for byte in prefix.prefix(longestHead) {
      if byte == UInt8(ascii: "=") {
        let text = String(decoding: head, as: UTF8.self)
        return text.trimmingPrefix { $0.isWhitespace || $0 == "\u{FEFF}" }
          .prefix { !$0.isWhitespace }.description
      }
      head.append(byte)
    }
    return nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    if !hasBegun {
      hasBegun = true
      var head: [UInt8] = []
      while head.count < Self.longestHead, !head.contains(UInt8(ascii: "=")) {
        let count = try source.read(into: buffer)
        guard count > 0 else { break }
        head += buffer[..<count]
      }
      guard let sign = head.firstIndex(of: UInt8(ascii: "=")), sign < Self.longestHead else {
        throw .unknownFormat(path: name, hint: "It does not begin as the files of such an archive.")
      }
      headLength = Int64(sign + 1)
      pending = Array(head[(sign + 1)...])
    }
    guard !pending.isEmpty else { return try source.read(into: buffer) }
    let count = min(buffer.count, pending.count)
    buffer.copyBytes(from: pending[..<count])
    pending.removeFirst(count)
    return count == 0 ? try source.read(into: buffer) : count
  }
}
