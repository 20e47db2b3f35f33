package import LugeCore

/// Properties of the kinds of media. Their names are in ``ChatStrings/MediaNames``.
extension ChatMedia.Kind {
  package var form: MediaForm {
    switch self {
    case .photo, .sticker: .picture
    case .animation: .animation
    case .video, .videoMessage: .video
    case .audio, .voice: .sound
    case .file: .document
    case .contact, .location, .poll, .call, .other: .words
    }
  }

  /// Shape in the round icon of its line.
  var glyph: MediaGlyph {
    switch self {
    case .contact, .call: .person
    case .location: .pin
    case .poll: .bars
    default: form.isPlayable ? .play : .page
    }
  }

  /// Whether its picture is shown without a bubble.
  var isBare: Bool { self == .sticker || self == .videoMessage }
}
