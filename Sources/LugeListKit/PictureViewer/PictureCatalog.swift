public import LugeCore

/// One picture of a list.
public struct PictureEntry: Hashable, Sendable {
  /// The item that shows it, and the item's position in the list.
  public var item: ItemID
  public var position: Int
  public var key: ImageKey
  public var fileName: String?
  /// Size according to the list's source; the picture's own header takes precedence.
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
  /// Sender of the picture, or what it is.
  public var title: String
  /// Date and time.
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
  /// Preview shown until the picture is loaded.
  public var preview: BlurHash?

  public init(words: PictureWords = PictureWords(), preview: BlurHash? = nil) {
    self.words = words
    self.preview = preview
  }
}

/// The pictures that a ``PictureViewer`` shows. Called on background threads; may block.
public protocol PictureCatalog: Sendable {
  /// Returns all pictures that can be viewed, in the order of the list that shows them.
  func entries() throws -> [PictureEntry]
  func details(of entry: PictureEntry) -> PictureDetails
}
