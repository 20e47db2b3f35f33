import LugeCore

/// Two versions of one message, from exports of different days.
extension MessageRecord {
  /// Whether this version is newer than another one, as far as the message itself tells: nothing
  /// follows a deletion, and an edited message follows the one before the edit.
  ///
  /// - Returns: nil if it does not tell.
  func isNewer(than other: MessageRecord) -> Bool? {
    if (kind == .deleted) != (other.kind == .deleted) { return kind == .deleted }
    if let edited, let known = other.edited, edited.certainty == known.certainty,
      edited.seconds != known.seconds
    {
      return edited.seconds > known.seconds
    }
    return isEdited == other.isEdited ? nil : isEdited
  }

  /// Takes the files that another version has and that this one's export omitted.
  ///
  /// - Parameter isThere: whether the file at a path exists.
  mutating func keepFiles(of other: MessageRecord, where isThere: (String) -> Bool) {
    guard kind != .deleted else { return }
    if media.count == other.media.count {
      for (index, known) in other.media.enumerated() {
        guard let path = known.path, !MediaRecord.isAddress(path), media[index].lacksFile,
          media[index].mayBeSameFile(as: known), isThere(path)
        else { continue }
        media[index] = known
      }
    }
    guard text.string == other.text.string, text.spans.count == other.text.spans.count else {
      return
    }
    for (index, known) in other.text.spans.enumerated() {
      guard text.spans[index].range == known.range,
        case .customEmoji(let own) = text.spans[index].attribute, !Self.isEmojiFile(own),
        case .customEmoji(let path) = known.attribute, Self.isEmojiFile(path), isThere(path)
      else { continue }
      text.spans[index] = known
    }
  }

  /// Number of reactions.
  var reactionCount: Int { reactions.reduce(0) { $0.addingClamped($1.count) } }
}

extension MediaRecord {
  /// Whether a path is a web address.
  package static func isAddress(_ path: String) -> Bool { path.contains("://") }

  /// Whether the export names no file, or only its web address.
  fileprivate var lacksFile: Bool { path.map(Self.isAddress) ?? true }

  /// Whether nothing that both know about the file differs.
  fileprivate func mayBeSameFile(as other: MediaRecord) -> Bool {
    func agrees<Value: Equatable>(_ value: (MediaRecord) -> Value?) -> Bool {
      guard let own = value(self), let its = value(other) else { return true }
      return own == its
    }
    return kind == other.kind && agrees { $0.size } && agrees { $0.width } && agrees { $0.height }
      && agrees { $0.fileName }
  }
}
