import LugeCore

extension MediaGlyph {
  init(_ kind: ChatMedia.Kind) {
    self =
      switch kind {
      case .video, .animation, .videoMessage, .audio, .voice: .play
      case .photo, .sticker, .file, .other: .page
      case .contact, .call: .person
      case .location: .pin
      case .poll: .bars
      }
  }
}
