import LugeCore

extension MessageRecord {
  /// Returns the message with the paths of its files replaced; web addresses stay.
  func mappingFiles(_ name: (String) -> String) -> MessageRecord {
    func file(_ path: String) -> String { MediaRecord.isAddress(path) ? path : name(path) }
    var message = self
    for index in message.media.indices {
      message.media[index].path = message.media[index].path.map(file)
      message.media[index].thumbnailPath = message.media[index].thumbnailPath.map(file)
    }
    for index in message.text.spans.indices {
      guard case .customEmoji(let id) = message.text.spans[index].attribute, Self.isEmojiFile(id)
      else { continue }
      message.text.spans[index].attribute = .customEmoji(id: file(id))
    }
    if let avatar = message.post?.avatar { message.post?.avatar = file(avatar) }
    if let image = message.post?.link?.image { message.post?.link?.image = file(image) }
    return message
  }

  /// Whether the id of an emoji is a path. Other ids are numbers, or say that the file was omitted.
  static func isEmojiFile(_ id: String) -> Bool {
    [".webp", ".png"].contains { id.lowercased().hasSuffix($0) }
  }

  /// Paths of its files.
  var files: [String] {
    var files: [String] = []
    _ = mappingFiles {
      files.append($0)
      return $0
    }
    return files
  }
}
