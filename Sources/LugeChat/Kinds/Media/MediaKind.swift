import LugeCore
import LugeEngine

/// Files of a message: pictures as a grid, stickers and round videos without a bubble, everything
/// else as a line with an icon.
public struct MediaKind: BubbleBlockKind {
  public static let name: KindName = "media"
  /// Maximum number of lines; hostile messages have thousands.
  static let lineLimit = 100

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.media.isEmpty else { return [] }
    var blocks: [any BubbleBlock] = []
    let pictures = message.media.filter(\.isPicture)
    if !pictures.isEmpty { blocks.append(PictureGridBlock(media: pictures)) }
    var lines = 0
    for (index, medium) in message.media.enumerated() where !medium.isPicture {
      guard lines < Self.lineLimit else { break }
      lines += 1
      if medium.isBare {
        blocks.append(BarePictureBlock(medium: medium))
      } else if medium.playsInRow, let playable = Playable(medium, index, of: message) {
        blocks.append(AudioBlock(medium: medium, playable: playable))
      } else if let poll = medium.poll, !poll.answers.isEmpty {
        blocks.append(PollBlock(poll: poll))
      } else {
        blocks.append(MediaLineBlock(medium: medium))
      }
    }
    return blocks
  }
}

extension ChatMedia {
  var placeholderMark: ImagePlaceholder.Mark {
    switch kind.form {
    case .picture: kind.isBare ? .none : .photo
    case .animation, .video: mayMove || isMissing ? .photo : .playable
    case .sound, .document, .words: .file
    }
  }

  func placeholder(_ context: BlockContext) -> ImagePlaceholder {
    let font = context.base.font(context.style.type.secondary)
    return ImagePlaceholder(
      fill: context.style.colors.picturePlaceholder, mark: placeholderMark, preview: preview,
      words: context.strings.problems.words(
        font: font, isVideo: placeholderMark == .playable))
  }

  /// Returns the text for screen readers: "Photo", "Voice message, 0:12".
  func spoken(_ strings: ChatStrings) -> String {
    let name = fileName.map { Clipping.singleLine($0) } ?? ""
    return [strings.media[kind], name, strings.duration(duration) ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns the region whose click shows the picture, or opens the file.
  ///
  /// - Parameter label: name for screen readers.
  func openRegion(_ rect: Rect, label: String = "") -> [HitRegion] {
    if isViewable, let imageKey { return [HitRegion(rect, .openImage(imageKey), label: label)] }
    return path.map { [HitRegion(rect, .openFile($0), label: label)] } ?? []
  }

  /// Returns the row layer that shows the animated picture.
  func rowLayer(_ rect: Rect, _ radii: CornerRadii) -> [RowLayer] {
    guard mayMove, let imageKey else { return [] }
    return [RowLayer(key: imageKey, rect: rect, radii: radii)]
  }
}
