import LugeCore

/// Functions that mix values into rows' revisions. Each row mixes only values that it shows, so
/// that a like changes only the row with the heart.
extension RevisionMix {
  mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }
  mutating func add(_ value: Int64) { add(UInt64(bitPattern: value)) }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  mutating func add(_ text: StyledText) {
    add(text.string)
    for span in text.spans {
      add(span.range.lowerBound)
      add(span.range.upperBound)
      add(span.attribute)
    }
  }

  private mutating func add(_ attribute: StyledText.Attribute) {
    switch attribute {
    case .bold: add(1)
    case .italic: add(2)
    case .underline: add(3)
    case .strike: add(4)
    case .code: add(5)
    case .preformatted(let language):
      add(6)
      add(language)
    case .spoiler: add(7)
    case .blockquote: add(8)
    case .link(let target):
      add(9)
      add(target)
    case .mention(let id):
      add(10)
      add(id)
    case .hashtag: add(11)
    case .customEmoji(let id):
      add(12)
      add(id)
    case .other(let name):
      add(13)
      add(name)
    case .image(let image):
      add(14)
      add(image.key.source)
      for length in [image.width, image.height, image.descent] { add(length.bitPattern) }
    case .size(let factor):
      add(15)
      add(factor.bitPattern)
    }
  }

  mutating func add(_ author: PostAuthor) {
    add(author.id)
    add(author.name)
    add(author.handle)
    add(author.avatar?.source)
  }

  mutating func add(_ medium: PostMedia) {
    add(UInt64(medium.kind.rawValue))
    add(medium.imageKey?.source)
    add(medium.path)
    add(medium.pixelSize?.width ?? 0)
    add(medium.pixelSize?.height ?? 0)
    add(Int(clamping: (medium.duration ?? -1) * 10))
    add(medium.caption)
    add(medium.preview != nil)
  }
}
