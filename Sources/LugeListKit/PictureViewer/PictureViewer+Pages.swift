import LugeCore
import LugeImages
import LugeQt

/// Page of the viewer: a picture with all texts and buttons around it.
extension PictureViewer {
  /// Seconds that a page that is not whole is waited for.
  private static let patience = 0.15

  /// A picture shows with all that stands around it: a caption of another one beside it is wrong,
  /// even for a frame.
  func beginPage() {
    pageBegan = FrameClock.now
    readDetails(of: entry)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(Self.patience))
      self?.requestFrame()
    }
  }

  var isPatienceOver: Bool { FrameClock.now - pageBegan >= Self.patience }

  /// Whether the words are there, and the picture or what says most about it for now.
  var isPageWhole: Bool {
    isPatienceOver
      || drawnChrome?.chrome.entry == entry
        && (zoom != nil && standing != nil || loader.problem(of: entry) != nil)
  }

  /// The picture, or the same one at another size.
  private var standing: Bitmap? {
    animation?.frame ?? loader.best(for: entry) ?? loader.standIn(for: entry)
  }

  var page: PictureStage {
    PictureStage(
      scheme: scheme, rect: zoom?.rect, picture: standing,
      // Words stand on the ground, not on a blur of any colour.
      preview: loader.problem(of: entry) == nil ? previewBitmap() : nil,
      isMoving: motion != nil || drag?.isMoving == true,
      chrome: drawnChrome?.chrome.entry == entry ? drawnChrome : nil)
  }

  /// Moves an animated picture to a time and asks for the frame of its next change.
  func animate(at time: Double) {
    let name = entry.key.source.lowercased()
    let mayMove = [".gif", ".webp", ".apng", ".png"].contains(where: name.hasSuffix)
    guard isAnimating, mayMove, let size = loader.fittedSize(of: entry) else {
      animation?.show(nil, at: time)
      return
    }
    let player = animation ?? ViewerAnimation { [weak self] in self?.requestFrame() }
    animation = player
    if let next = player.show(ImageRequest(entry.key, size: size), at: time) {
      subscription?.requestFrame(at: next)
    }
  }

  /// Whether there is a preview to show until the picture is there.
  package var hasPreview: Bool { details[entry]?.preview != nil }

  private func previewBitmap() -> Bitmap? {
    guard let hash = details[entry]?.preview else { return nil }
    if let preview, preview.entry == entry { return preview.bitmap }
    let size = PixelSize(width: 32, height: 32)
    let pixels = hash.pixels(size)
    guard pixels.count == 32 * 32 else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    preview = (entry, bitmap)
    return bitmap
  }
}
