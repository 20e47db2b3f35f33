public import LugeCore

/// A file, or structured content, of a message.
public struct ChatMedia: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case photo, video, animation, sticker, audio, voice, videoMessage, file, contact, location,
      poll, call, other
  }

  public var kind: Kind
  /// Picture to show (for a video, its first frame); nil without a picture.
  public var imageKey: ImageKey?
  /// Path of the file that a click opens; nil without a file.
  public var path: String?
  /// Whether the file at ``path`` is known to be missing; then it gets no play button.
  public var isMissing = false
  public var fileName: String?
  /// MIME type from the source, such as "application/pdf".
  public var mimeType: String?
  /// Size of the file in bytes.
  public var byteSize: Int64?
  /// Size of the picture in its own pixels, from the source.
  public var pixelSize: PixelSize?
  /// Blurred placeholder of the picture.
  public var preview: BlurHash?
  /// Duration in seconds.
  public var duration: Double?
  /// Loudness of a recording, from beginning to end, 0 to 255; empty if unknown. Any number of
  /// values; as many as fit are drawn.
  public var waveform: [UInt8] = []
  /// Text of the source in place of a file ("not included"), or the content of kinds without a
  /// file.
  public var note: String?
  /// Content of ``note``, if it is a poll whose parts are known: its answers are shown with their
  /// shares.
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

  /// Whether it is shown as a picture in the grid; everything else, and missing pictures, is shown
  /// as a line.
  public var isPicture: Bool { imageKey != nil && kind.form.isVisual && !kind.isBare }

  /// Whether the picture may be animated, judged by its name; whether it is becomes known when its
  /// file is decoded.
  public var mayMove: Bool {
    guard let source = imageKey?.source, kind.form == .picture || kind.form == .animation else {
      return false
    }
    let name = source.suffix(8).lowercased()
    // PNG files may be animated only if their name or kind says so.
    return [".gif", ".webp", ".apng"].contains(where: name.hasSuffix)
      || kind == .animation && name.hasSuffix(".png")
  }

  /// Whether the picture viewer can show it; videos need a player.
  public var isViewable: Bool {
    imageKey != nil
      && (kind.form == .picture || kind.form == .animation && mayMove || isPictureFile)
  }

  /// Whether it is a picture that was sent as a file: the file itself is shown.
  public var isPictureFile: Bool {
    kind == .file && imageKey != nil && imageKey?.source == path
  }

  /// Whether it is shown without a bubble.
  public var isBare: Bool { imageKey != nil && kind.isBare }

  /// Whether it is audio that is played within its row.
  public var playsInRow: Bool {
    kind.form == .sound && path != nil && !isMissing
  }

  /// Whether it has a duration and can be played.
  public var isPlayable: Bool { kind.form.isPlayable }
}
