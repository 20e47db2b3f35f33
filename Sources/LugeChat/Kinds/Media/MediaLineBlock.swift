import LugeCore
import LugeEngine

/// File, voice message, contact or missing picture as a line: an icon, its name, and details. A
/// file with a thumbnail shows it in place of the icon.
struct MediaLineBlock: BubbleBlock {
  let medium: ChatMedia
  /// Text after the details; empty for none.
  var source = ""

  var keepsDistance: Bool { true }

  static func layout(_ block: MediaLineBlock, in context: BlockContext) -> BlockLayout {
    let medium = block.medium
    let metrics = context.style.media
    let type = context.style.type
    let strings = context.strings
    let gap = context.px(10)
    let side = context.px(medium.hasThumbnail ? metrics.thumbnailSize : metrics.fileIconSize)
    // In a very narrow list the text is more important than the icon.
    let hasMark = context.maxWidth >= 2 * side + gap
    let indent = hasMark ? side + gap : 0
    let room = max(1, min(context.maxWidth - indent, context.px(metrics.fileTextWidth)))

    let title = title(medium, strings)
    let details = details(medium, strings, block.source)
    let name = context.line(title, points: type.text, weight: .medium, maxWidth: room)
    let facts =
      details.isEmpty ? nil : context.line(details, points: type.secondary, maxWidth: room)
    // A note may be the only content of a location or a poll, so it gets lines of its own.
    let note = note(medium).map {
      context.layout(
        StyledText($0), points: type.secondary, maxWidth: room, maxLines: 20)
    }

    let rows = [name, facts, note].compactMap { $0 }
    let textHeight = rows.reduce(0) { $0 + $1.size.height }
    let height = max(hasMark ? side : 0, textHeight)
    let width = min(indent + (rows.map(\.size.width).max() ?? 0), context.maxWidth)
    var list = DrawList()
    if hasMark { mark(medium, side, context, into: &list) }
    var y = (height - textHeight) / 2
    var labels: [RowText] = []
    // A search finds the file's name, which is this line.
    let hasName = medium.fileName != nil && medium.kind != .voice
    for row in rows {
      list.append(
        .plainText(
          row, x: indent, y: y,
          color: row.request == name.request ? context.colors.text : context.colors.secondary))
      if row.request == note?.request || hasName && row.request == name.request {
        labels.append(RowText(row, origin: Point(x: Double(indent), y: Double(y))))
      }
      y += row.size.height
    }
    var result = BlockLayout(
      size: PixelSize(width: width, height: height), drawList: list,
      hitRegions: medium.openRegion(
        Rect(x: 0, y: 0, width: width, height: height),
        label: [title, details].filter { !$0.isEmpty }.joined(separator: " · ")),
      accessibleText: [strings.media[medium.kind], title, details, note?.request.text.string ?? ""]
        .reduce(into: [String]()) { if !$1.isEmpty, $0.last != $1 { $0.append($1) } }
        .joined(separator: ", "),
      trailerSpace: .lastLine(endX: min(indent + (rows.last?.size.width ?? 0), width)))
    result.labels = labels
    return result
  }

  static func title(_ medium: ChatMedia, _ strings: ChatStrings) -> String {
    let name = medium.fileName.map { Clipping.singleLine($0) } ?? ""
    // File names of voice messages are meaningless.
    if !name.isEmpty, medium.kind != .voice { return name }
    let kind = medium.kind == .file ? strings.files.name(of: medium) : nil
    return kind ?? strings.media[medium.kind]
  }

  static func details(
    _ medium: ChatMedia, _ strings: ChatStrings, _ source: String = ""
  ) -> String {
    return [
      strings.duration(medium.duration), strings.byteSize(medium.byteSize),
      medium.isLeftOut && !strings.fileMissing.isEmpty ? strings.fileMissing : nil,
      source.isEmpty ? nil : source,
    ]
    .compactMap { $0 }.joined(separator: " · ")
  }

  private static func note(_ medium: ChatMedia) -> String? {
    guard let note = medium.note, !note.isEmpty else { return nil }
    return Clipping.prefix(note, bytes: Clipping.sentenceLimit)
  }

  private static func mark(
    _ medium: ChatMedia, _ side: Int, _ context: BlockContext, into list: inout DrawList
  ) {
    let circle = Rect(x: 0, y: 0, width: side, height: side)
    if medium.hasThumbnail {
      var placeholder = medium.placeholder(context)
      // There is no space for the reason; the viewer shows it.
      placeholder.words = nil
      let radii = CornerRadii(min(Double(context.px(8)), Double(side) / 2))
      list.append(.image(medium.imageKey, circle, radii, placeholder: placeholder))
      return
    }
    // What is not there is no button: its sign stands on a faint ground.
    let isThere = !medium.isLeftOut && !medium.isMissing
    let (ground, ink) =
      isThere
      ? (context.colors.accent, context.colors.onAccent)
      : (context.colors.pill, context.colors.secondary)
    list.append(
      .roundedRectangle(circle, CornerRadii(Double(side) / 2), fill: ground, stroke: nil))
    list.append(
      .path(
        medium.kind.glyph.path(in: circle), fill: ink, stroke: nil))
  }
}

extension ChatMedia {
  /// Whether its file is not there, as where an export has left it out.
  fileprivate var isLeftOut: Bool {
    kind.form.isFile && path == nil && imageKey == nil && note?.isEmpty != false
  }

  /// Whether it is a file with a preview picture.
  fileprivate var hasThumbnail: Bool { kind == .file && imageKey != nil }
}
