import LugeCore

extension MediaRecord.Kind {
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

  /// Whether its note is its content. For other kinds, a note replaces a file ("<Media omitted>"),
  /// with the same text thousands of times.
  var isSpoken: Bool { self == .audio || form == .words }
}

extension MediaRecord {
  /// Whether it is listed and counted among pictures, videos, recordings and files. A picture
  /// without a file is not: only its conversation shows why it is missing.
  public var isListed: Bool {
    guard kind.form.isFile, kind != .sticker else { return false }
    return kind != .photo && kind != .animation || path != nil || thumbnailPath != nil
  }
}
