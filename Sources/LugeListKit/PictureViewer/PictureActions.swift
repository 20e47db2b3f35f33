public import LugeCore
public import LugeImages
public import LugeQt
import LugeWords

/// Actions on the file of a picture or a video: copy it, save it, open it in another program.
@MainActor
public final class PictureActions {
  private let images: ImagePipeline
  private let originals: KeptOriginals
  /// For the dialogue that asks for a place.
  private unowned let window: Window
  private let opener: ForeignOpener
  /// Says in passing how it went.
  public var onNote: (@MainActor (String) -> Void)? {
    didSet { opener.onNote = onNote }
  }

  public init(images: ImagePipeline, originals: KeptOriginals, window: Window) {
    self.images = images
    self.originals = originals
    self.window = window
    opener = ForeignOpener(window: window)
  }

  /// Copies a picture as large as it is, once it is decoded: the clipboard is no place for a
  /// thumbnail.
  ///
  /// - Parameters:
  ///   - size: as the list's source knows it; the picture itself knows better.
  ///   - shown: put there when it cannot be decoded.
  public func copy(_ key: ImageKey, size: PixelSize? = nil, shown: Bitmap? = nil) {
    let (images, file) = (images, file(key))
    Task { @MainActor [weak self] in
      var picture: Bitmap?
      let known = await file.size() ?? size
      if let size = known.flatMap({ PictureLevels(picture: $0, fitted: $0).sizes.last }) {
        picture = try? await images.image(for: ImageRequest(key, size: size))
      }
      guard let picture = picture ?? shown else {
        self?.onNote?(
          images.failure(of: key)?.explanation ?? localized("There is no picture to copy"))
        return
      }
      let path = await file.path()
      Clipboard.set(picture, path: path)
      self?.onNote?(localized("Copied"))
    }
  }

  /// Copies a picture's file to where the user says, be it a file or one that was fetched.
  ///
  /// - Parameters:
  ///   - name: what it is called; nil leaves that to its file or address.
  ///   - isVideo: what the dialogue calls it.
  public func save(_ key: ImageKey, name: String? = nil, isVideo: Bool = false) {
    let file = file(key)
    let title = isVideo ? localized("Save the video") : localized("Save the picture")
    Task { @MainActor [weak self] in
      let suggested = await file.name(or: name)
      let target = await self?.window.askForFiles(
        .saveFile, title: title, path: suggested
      ).first
      guard let target else { return }
      self?.onNote?(await file.save(to: target) ?? localized("Saved"))
    }
  }

  /// Shows a picture in another program: a file where it lies, and only where its key may lead; a
  /// copy of one that was fetched. What turns out to be no picture but a program asks first.
  public func open(_ key: ImageKey) {
    guard key.filePath == nil else { return opener.open(file: key) }
    let file = file(key)
    Task { @MainActor [weak self] in
      switch await file.openable() {
      case .success(let path): self?.opener.open(file: ImageKey(path))
      case .failure(let problem): self?.onNote?(problem.words)
      }
    }
  }

  private func file(_ key: ImageKey) -> OriginalPicture {
    OriginalPicture(
      key: key, originals: originals, folder: Desktop.path(of: .cache).map { "\($0)/opened" })
  }
}
