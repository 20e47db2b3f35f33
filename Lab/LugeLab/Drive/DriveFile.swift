import Foundation
import LugeChat
import LugeCore

/// A file of the measuring protocol: a JSON array of messages, read element by element.
final class DriveFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let mediaFolder: String

  init(path: String, mediaFolder: String) throws(DriveError) {
    self.path = path
    self.mediaFolder = mediaFolder
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .notReadable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Continues an index by up to so many bytes; false at the end of the file.
  func scan(into index: inout JSONArrayIndex, from offset: inout UInt64, bytes limit: Int)
    throws(DriveError) -> Bool
  {
    let chunk = 1 << 20
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: chunk)
    defer { buffer.deallocate() }
    var rest = limit
    while rest > 0 {
      let count = pread(descriptor, buffer, min(chunk, rest), off_t(offset))
      guard count >= 0 else {
        throw .notReadable(path: path, reason: String(cString: strerror(errno)))
      }
      if count == 0 {
        guard index.isComplete else { throw .truncated(path: path) }
        return false
      }
      try index.scan(UnsafeBufferPointer(start: buffer, count: count), at: offset)
      offset += UInt64(count)
      rest -= count
    }
    return true
  }

  /// Parses elements.
  func messages(at positions: Range<Int>, in index: JSONArrayIndex) throws(DriveError)
    -> [ChatMessage]
  {
    guard !positions.isEmpty else { return [] }
    let (range, skip) = index.bytes(for: positions)
    var data = Data([0x5B])
    var offset = range.lowerBound
    while offset < range.upperBound {
      var part = Data(count: Int(range.upperBound - offset))
      let count = part.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      guard count > 0 else { throw .truncated(path: path) }
      data.append(part.prefix(count))
      offset += UInt64(count)
    }
    while let last = data.last, last != 0x7D { data.removeLast() }
    data.append(0x5D)
    let parsed: [Message]
    do {
      parsed = try JSONDecoder().decode([Message].self, from: data)
    } catch {
      throw .malformed(position: positions.lowerBound, reason: "\(error)")
    }
    guard parsed.count >= skip + positions.count else { throw .truncated(path: path) }
    return parsed[skip..<skip + positions.count].map { $0.chatMessage(mediaFolder) }
  }

  private struct Message: Decodable {
    var messageId: Int64
    var direction: String
    var message: String?
    var mediaItems: [String]?
    var author: String?
    var date: Int64?

    func chatMessage(_ mediaFolder: String) -> ChatMessage {
      ChatMessage(
        id: ItemID(messageId), author: DriveFile.author(author ?? ""),
        isOutgoing: direction == "out", time: date ?? 0, text: StyledText(message ?? ""),
        media: (mediaItems ?? []).map { name in
          ChatMedia(
            kind: name.hasSuffix(".gif") ? .animation : .photo,
            imageKey: ImageKey("\(mediaFolder)/\(name)"), path: "\(mediaFolder)/\(name)",
            fileName: name)
        })
    }
  }

  static func author(_ name: String) -> ChatAuthor {
    var hash: Int64 = 5381
    for byte in name.utf8 { hash = hash &* 33 &+ Int64(byte) }
    return ChatAuthor(id: hash, name: name, colorIndex: Int(truncatingIfNeeded: hash & 0xFF))
  }
}
