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
    if kind == .location, let address = mapAddress {
      return [HitRegion(rect, .openLink(address), label: label)]
    }
    return path.map { [HitRegion(rect, .openFile($0), label: label)] } ?? []
  }

  /// Address of a map of the place whose coordinates a line of the note has, as exports and rooms
  /// write them: "52.5, 13.4". Nil without them.
  var mapAddress: String? {
    guard let note = note.map({ Clipping.prefix($0, bytes: Clipping.sentenceLimit) }) else {
      return nil
    }
    for line in note.split(whereSeparator: \.isNewline) {
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.drop(while: { $0 == " " }) }
      guard numbers.count == 2,
        numbers.allSatisfy({ $0.utf8.allSatisfy(Self.isOfNumber) && $0.utf8.count < 25 }),
        let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
        abs(latitude) <= 90, abs(longitude) <= 180
      else { continue }
      let place = "\(numbers[0])/\(numbers[1])"
      return
        "https://www.openstreetmap.org/?mlat=\(numbers[0])&mlon=\(numbers[1])#map=16/\(place)"
    }
    return nil
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  /// Returns the row layer that shows the animated picture.
  func rowLayer(_ rect: Rect, _ radii: CornerRadii) -> [RowLayer] {
    guard mayMove, let imageKey else { return [] }
    return [RowLayer(key: imageKey, rect: rect, radii: radii)]
  }
}
