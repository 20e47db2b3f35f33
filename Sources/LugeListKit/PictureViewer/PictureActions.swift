public import LugeCore
public import LugeImages
public import LugeQt
import LugeWords

/// Actions on the file of a picture or a video: copy it, save it, open it in another program.
@MainActor
public final class PictureActions {
  private let images: ImagePipeline
  private let originals: KeptOriginals
  /// Parent of the dialog that asks where to save.
  private unowned let window: Window
  private let opener: ForeignOpener
  /// Shows a short message about the result.
  public var onNote: (@MainActor (String) -> Void)? {
    didSet { opener.onNote = onNote }
  }

  public init(images: ImagePipeline, originals: KeptOriginals, window: Window) {
    self.images = images
    self.originals = originals
    self.window = window
    opener = ForeignOpener(window: window)
  }

  /// Copies a picture at its full size, once it is decoded, rather than as a thumbnail.
  ///
  /// - Parameters:
  ///   - size: size according to the list's source; the picture's own header takes precedence.
  ///   - shown: copied if the picture cannot be decoded.
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

  /// Copies a picture's file, local or downloaded, to a place that the user chooses.
  ///
  /// - Parameters:
  ///   - name: suggested file name; nil: derived from the file or address.
  ///   - isVideo: whether the dialog calls it a video.
  public func save(_ key: ImageKey, name: String? = nil, isVideo: Bool = false) {
    let file = file(key)
    let title = isVideo ? localized("Save Video") : localized("Save Picture")
    Task { @MainActor [weak self] in
      let suggested = await file.name(or: name)
      let target = await self?.window.askForFiles(
        .saveFile, title: title, path: suggested
      ).first
      guard let target else { return }
      self?.onNote?(await file.save(to: target) ?? localized("Saved"))
    }
  }

  /// Shows a picture in another program: a local file in its place, only where its key may lead; a
  /// downloaded one as a copy. Asks first if the file is in fact a program.
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
