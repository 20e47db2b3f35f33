import LugeArchive
import LugeCore

/// Splits a mailbox into messages.
///
/// A message begins with a line `From …` that has a date and is followed by a header: such a line
/// within a text is followed by more text. `Content-Length` is ignored.
final class MailboxSplitter {
  /// Maximum bytes of one message without its attachments.
  static let limit = 16 << 20
  /// Maximum bytes kept of a base64 attachment, which is not decoded.
  private static let encodedLimit = 1 << 20

  struct Message {
    /// Headers and body, each line with LF.
    var bytes: [UInt8] = []
    /// Number of its first line, from 1.
    var line = 1
    /// Time in the line `From …`.
    var time: Timestamp?
    /// Whether the message is longer than `bytes`.
    var isCut = false
    /// Offsets at which lines of an attachment were dropped, with the number of bytes.
    var dropped: [(at: Int, bytes: Int64)] = []
  }

  private let lines: LineReader
  private let headersOnly: Bool

  // MARK: Mutable State (owned by the one thread that reads)

  private var message: Message?
  /// A line `From …` that the next line will confirm or not.
  private var candidate: (bytes: [UInt8], line: Int)?
  private var isInHeaders = true
  /// Number of bytes of consecutive base64 lines.
  private var encoded = 0

  init(_ source: any ByteSource, headersOnly: Bool = false) {
    lines = LineReader(source)
    self.headersOnly = headersOnly
  }

  var bytesRead: Int64 { lines.bytesRead }

  func next() throws(ArchiveError) -> Message? {
    while let line = try lines.next() {
      var finished: Message?
      if let from = candidate {
        candidate = nil
        if MailHeaders.name(line.bytes) != nil || ByteScanner(line.bytes).starts(with: ">From ") {
          finished = message
          begin(from.bytes, line: from.line)
        } else {
          from.bytes.withUnsafeBufferPointer { append($0) }
        }
      }
      if Self.isSeparator(line.bytes) {
        candidate = (Array(line.bytes), line.number)
      } else if message != nil || !line.bytes.trimmed().isEmpty {
        if message == nil { begin(nil, line: line.number) }
        append(line.bytes)
        if line.isCut { message?.isCut = true }
      }
      if let finished { return finished }
    }
    if let from = candidate {
      candidate = nil
      from.bytes.withUnsafeBufferPointer { append($0) }
    }
    defer { message = nil }
    return message
  }

  private func begin(_ from: [UInt8]?, line: Int) {
    message = Message(
      line: line, time: from?.withUnsafeBufferPointer { Self.time($0.slice(5..<$0.count)) })
    isInHeaders = true
    encoded = 0
  }

  private func append(_ line: UnsafeBufferPointer<UInt8>) {
    guard message != nil else { return }
    if isInHeaders {
      if line.isEmpty { isInHeaders = false }
    } else if headersOnly {
      return
    }
    guard (message?.bytes.count ?? 0) + line.count < Self.limit else {
      message?.isCut = true
      return
    }
    if Self.isEncoded(line) {
      encoded += line.count
      if encoded > Self.encodedLimit {
        let place = message?.bytes.count ?? 0
        if message?.dropped.last?.at == place, let last = message?.dropped.indices.last {
          message?.dropped[last].bytes += Int64(line.count)
        } else {
          message?.dropped.append((place, Int64(line.count)))
        }
        return
      }
    } else {
      encoded = 0
    }
    // Writers of mailboxes put `>` before lines that would begin a message.
    var quoted = 0
    while quoted < line.count, line[quoted] == UInt8(ascii: ">") { quoted += 1 }
    let isEscaped = quoted > 0 && ByteScanner(line, from: quoted).starts(with: "From ")
    message?.bytes.append(contentsOf: line.slice((isEscaped ? 1 : 0)..<line.count))
    message?.bytes.append(0x0A)
  }

  /// Whether a line is long and consists of base64 characters only.
  private static func isEncoded(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.count >= 60
      && line.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
      }
  }

  /// Whether a line is like `From ann@x.org Sat Jan  3 01:05:34 1996`.
  static func isSeparator(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count < 512, ByteScanner(line).starts(with: "From ") else { return false }
    return time(line.slice(5..<line.count)) != nil
  }

  /// Returns the time at the end of the line.
  private static func time(_ line: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    // The sender comes first, and may contain digits: `From 1234567@xxx Sat Jan …`.
    var start = 0
    while start < line.count {
      while start < line.count, line[start] == 0x20 { start += 1 }
      var scanner = ByteScanner(line, from: start)
      if let word = EnglishDateWords.word(&scanner), EnglishDateWords.isWeekday(word),
        line.count - start < 48
      {
        guard let (date, time) = IRCDay.parse(line.slice(start..<line.count)), let time else {
          return nil
        }
        let seconds = time.hour * 3600 + time.minute * 60 + (time.second ?? 0)
        return Timestamp(
          seconds: Int64(date.daysSince1970) * 86_400 + Int64(seconds), certainty: .zoneUnknown)
      }
      while start < line.count, line[start] != 0x20 { start += 1 }
    }
    return nil
  }
}
