import Foundation

/// Reactions and media as JSON; keys are those of the records' `Codable`.
package enum RecordCoding {
  /// Maximum bytes of the names of those who reacted to a message: an export may name one person
  /// millions of times by an id of a few bytes.
  private static let mostAuthorBytes = 1 << 20

  package static func encode(_ reactions: [ReactionRecord], with writer: JSONWriter) -> String? {
    guard !reactions.isEmpty else { return nil }
    var room = mostAuthorBytes
    writer.beginArray()
    for reaction in reactions {
      writer.beginObject()
      writer.field("emoji", reaction.emoji)
      writer.field("count", Int64(reaction.count))
      writer.key("authors")
      writer.beginArray()
      for author in reaction.authors {
        room -= author.utf8.count
        // The count includes those that are not named.
        guard room >= 0 else { break }
        writer.string(author)
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    return writer.take()
  }

  package static func encode(_ media: [MediaRecord], with writer: JSONWriter) -> String? {
    guard !media.isEmpty else { return nil }
    writer.beginArray()
    for item in media {
      writer.beginObject()
      writer.field("kind", item.kind.rawValue)
      if let path = item.path { writer.field("path", path) }
      if let path = item.thumbnailPath { writer.field("thumbnailPath", path) }
      if let type = item.mimeType { writer.field("mimeType", type) }
      if let name = item.fileName { writer.field("fileName", name) }
      if let size = item.size { writer.field("size", size) }
      if let width = item.width { writer.field("width", Int64(width)) }
      if let height = item.height { writer.field("height", Int64(height)) }
      if let duration = item.duration, duration.isFinite { writer.field("duration", duration) }
      if let note = item.note { writer.field("note", note) }
      if let hash = item.blurHash { writer.field("blurHash", hash) }
      writer.endObject()
    }
    writer.endArray()
    return writer.take()
  }

  /// Keys are sorted, so that equal posts are equal text.
  package static func encode(_ post: PostRecord?) -> String? {
    guard let post else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(post)).map { String(decoding: $0, as: UTF8.self) }
  }

  package static func decodePost(_ json: String?) -> PostRecord? {
    json.flatMap { try? JSONDecoder().decode(PostRecord.self, from: Data($0.utf8)) }
  }

  package static func decode<Record: Decodable>(_ json: String?, as: Record.Type = Record.self)
    -> [Record]
  {
    guard let json else { return [] }
    return (try? JSONDecoder().decode([Record].self, from: Data(json.utf8))) ?? []
  }
}
