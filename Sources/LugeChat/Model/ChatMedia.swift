public import LugeCore

/// A file or a piece of structured content that belongs to a message.
public struct ChatMedia: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case photo, video, animation, sticker, audio, voice, videoMessage, file, contact, location,
      poll, call, other
  }

  public var kind: Kind
  /// The picture to show (for a video, its first frame); nil when there is none.
  public var imageKey: ImageKey?
  /// What a click opens; nil when there is no file to speak of.
  public var path: String?
  /// Whether it is known that there is no file at ``path``: what cannot be played does not look as
  /// if it could.
  public var isMissing = false
  public var fileName: String?
  /// As its source says it, such as "application/pdf".
  public var mimeType: String?
  /// Bytes.
  public var byteSize: Int64?
  /// Size of the picture itself in its own pixels, as its source claims.
  public var pixelSize: PixelSize?
  /// A blurred stand-in for the picture.
  public var preview: BlurHash?
  /// Seconds.
  public var duration: Double?
  /// How loud a recording is, from its beginning to its end, 0 to 255; empty where its source does
  /// not say. However many there are, as many are drawn as fit.
  public var waveform: [UInt8] = []
  /// What the source says instead of a file ("not included"), or the content of kinds without one.
  public var note: String?
  /// What ``note`` says, where its parts are known: answers are shown with their shares then.
  public var poll: ChatPoll?

  public init(
    kind: Kind, imageKey: ImageKey? = nil, path: String? = nil, fileName: String? = nil,
    mimeType: String? = nil, byteSize: Int64? = nil, pixelSize: PixelSize? = nil,
    preview: BlurHash? = nil,
    duration: Double? = nil, note: String? = nil
  ) {
    self.kind = kind
    self.imageKey = imageKey
    self.path = path
    self.fileName = fileName
    self.mimeType = mimeType
    self.byteSize = byteSize
    self.pixelSize = pixelSize
    self.preview = preview
    self.duration = duration
    self.note = note
  }

  /// Shown as a picture in the grid; everything else, and pictures that are missing, is a line.
  public var isPicture: Bool {
    guard imageKey != nil else { return false }
    switch kind {
    case .photo, .video, .animation: return true
    case .sticker, .videoMessage, .audio, .voice, .file, .contact, .location, .poll, .call, .other:
      return false
    }
  }

  /// A picture that may move by itself in the list, as far as its name tells: what its file really
  /// holds is known when it is decoded.
  public var mayMove: Bool {
    guard let source = imageKey?.source, kind == .photo || kind == .animation || kind == .sticker
    else { return false }
    let name = source.suffix(8).lowercased()
    // Of the many PNGs only those that are said to move are looked into.
    return [".gif", ".webp", ".apng"].contains(where: name.hasSuffix)
      || kind == .animation && name.hasSuffix(".png")
  }

  /// A picture that can be looked at by itself; videos are for a player.
  public var isViewable: Bool {
    imageKey != nil
      && (kind == .photo || kind == .sticker || kind == .animation && mayMove || isPictureFile)
  }

  /// A picture that was sent as a file: what is shown of it is the file itself.
  public var isPictureFile: Bool {
    kind == .file && imageKey != nil && imageKey?.source == path
  }

  /// Shown without a bubble around it.
  public var isBare: Bool { imageKey != nil && (kind == .sticker || kind == .videoMessage) }

  /// Sound that is played where it stands.
  public var playsInRow: Bool {
    (kind == .voice || kind == .audio) && path != nil && !isMissing
  }

  /// Has a length in time that a reader can play.
  public var isPlayable: Bool {
    switch kind {
    case .video, .animation, .audio, .voice, .videoMessage: true
    case .photo, .sticker, .file, .contact, .location, .poll, .call, .other: false
    }
  }
}
