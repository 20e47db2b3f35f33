import LugeArchive
import LugeCore

/// Replaces a conversation whose line is damaged or missing; its name is derived from its messages.
struct LostConversation {
  private(set) var record: ConversationRecord
  /// Names of the first authors.
  private var names: [String] = []
  private var authors: Set<String> = []

  private static let mostNames = 3
  private static let mostAuthors = 1000

  /// - Parameters:
  ///   - first: the first of its messages.
  ///   - number: number of this conversation among the lost ones of the file.
  init(_ first: MessageRecord, number: Int, in source: any ByteSource) {
    // The same key for the same file, so that importing it again adds nothing.
    var hash = StableHash()
    hash.combine(Int64(number))
    hash.combine(first.time.seconds)
    hash.combine(first.sourceKey.utf8)
    hash.combine(first.text.string.utf8)
    record = ConversationRecord(
      key: "lost:\(hash.hexadecimal)", name: source.fileName, kind: .personal,
      mediaRoot: source.context.mediaRoot)
    note(first)
  }

  mutating func note(_ message: MessageRecord) {
    guard let author = message.author, authors.count < Self.mostAuthors,
      authors.insert(author.key).inserted
    else { return }
    if authors.count > 2 { record.kind = .group }
    guard names.count < Self.mostNames else { return }
    names.append(author.name)
    record.name = names.joined(separator: ", ")
  }

  /// Returns what can still be read of a conversation's damaged line; nil for any other line.
  ///
  /// - Returns: its key and its name, if they are complete.
  static func salvaged(from line: UnsafeBufferPointer<UInt8>) -> (key: String?, name: String?)? {
    let isOne =
      line.slice(0..<64).contains(subsequence: #""conversation""#.utf8)
      || line.contains(subsequence: #""kind":"#.utf8)
        && ![#""time":"#, #""text":"#].contains { line.contains(subsequence: $0.utf8) }
    return isOne ? (text(of: "key", in: line), text(of: "name", in: line)) : nil
  }

  /// Returns the text, if it has no escapes, after a field's name.
  private static func text(of field: String, in line: UnsafeBufferPointer<UInt8>) -> String? {
    let bytes = line.slice(0..<4096)
    let opening = Array("\"\(field)\":\"".utf8)
    guard
      let start = bytes.indices.first(where: { bytes.slice($0..<bytes.count).starts(with: opening) }
      )
    else { return nil }
    let rest = bytes.slice(start + opening.count..<bytes.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")), end > 0,
      !rest[..<end].contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 })
    else { return nil }
    return String(validating: rest[..<end], as: UTF8.self)
  }
}
