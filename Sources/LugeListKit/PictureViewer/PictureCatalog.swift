public import LugeCore

/// One of a list's pictures.
public struct PictureEntry: Hashable, Sendable {
  /// The item that shows it, by its name and its place in the list.
  public var item: ItemID
  public var position: Int
  public var key: ImageKey
  public var fileName: String?
  /// As the list's source knows it; what the picture says of itself counts for more.
  public var pixelSize: PixelSize?

  public init(
    item: ItemID, position: Int, key: ImageKey, fileName: String? = nil,
    pixelSize: PixelSize? = nil
  ) {
    self.item = item
    self.position = position
    self.key = key
    self.fileName = fileName
    self.pixelSize = pixelSize
  }
}

/// Texts around a picture.
public struct PictureWords: Hashable, Sendable {
  /// Who sent it, or what it is.
  public var title: String
  /// When.
  public var detail: String
  public var caption: String

  public init(title: String = "", detail: String = "", caption: String = "") {
    self.title = title
    self.detail = detail
    self.caption = caption
  }
}

/// Facts about a picture, requested when it is shown.
public struct PictureDetails: Hashable, Sendable {
  public var words: PictureWords
  /// Preview shown until the picture is there.
  public var preview: BlurHash?

  public init(words: PictureWords = PictureWords(), preview: BlurHash? = nil) {
    self.words = words
    self.preview = preview
  }
}

/// The pictures that a ``PictureViewer`` leads through. Asked on background threads; may block.
public protocol PictureCatalog: Sendable {
  /// All pictures that can be looked at, in the order of the list that shows them.
  func entries() throws -> [PictureEntry]
  func details(of entry: PictureEntry) -> PictureDetails
}
