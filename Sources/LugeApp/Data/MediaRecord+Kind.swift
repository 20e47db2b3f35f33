import LugeArchive
import LugeChat

/// Kinds of media in the window: a further kind is a line here.
extension MediaRecord.Kind {
  /// The kind that lists show, and an emoji before its text in previews.
  private var traits: (shown: ChatMedia.Kind, sign: String) {
    switch self {
    case .photo: (.photo, "📷")
    case .video: (.video, "🎬")
    case .animation: (.animation, "🎬")
    case .sticker: (.sticker, "📷")
    case .audio: (.audio, "🎵")
    case .voice: (.voice, "🎤")
    case .videoMessage: (.videoMessage, "🎬")
    case .file: (.file, "📄")
    case .contact: (.contact, "👤")
    case .location: (.location, "📍")
    case .poll: (.poll, "📊")
    case .call: (.call, "📞")
    case .other: (.other, "📄")
    }
  }

  var shown: ChatMedia.Kind { traits.shown }
  var sign: String { traits.sign }
  /// Name in the user's language.
  var name: String { ChatStrings.ofReader.media[shown] }
}
