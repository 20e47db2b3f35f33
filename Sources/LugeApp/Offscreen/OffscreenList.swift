public import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
import LugePaint

/// Draws a list into memory without a window, with the same engine and compositor.
public enum OffscreenList {
  /// Scroll position of the picture.
  public enum Place: Sendable, Hashable {
    case newest
    case oldest
    case position(Int)
  }

  /// Shows a list at a place, and returns the pixels once everything in view is drawn.
  ///
  /// - Parameters:
  ///   - size: size of the viewport in points.
  ///   - scale: device pixels per point.
  /// - Throws: ``ViewerError/source(reason:)`` if the source failed.
  public static func render(
    _ provider: any RowProvider, configuration: EngineConfiguration, size: PixelSize,
    scale: Double, zoom: Double = 1, scheme: ColorScheme, place: Place,
    fontFamily: String = "Noto Sans"
  ) throws(ViewerError) -> Bitmap {
    let pixels = PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    var configuration = configuration
    // A frame may take any time: whatever is missing may be drawn in it.
    configuration.drawBudget = 60
    let pictures = ListPictures(
      ImagePipeline(
        loader: ListPictures.files, fetcher: PermittedFetcher(HTTPImageFetcher())))
    let engine = ListEngine(
      provider: provider, configuration: configuration,
      tools: PaintTools.factory(images: pictures))
    pictures.serve(engine)
    var failure: EngineError?
    engine.onFailure = { failure = $0 }
    engine.setColorScheme(scheme)
    engine.setViewport(
      pixels,
      environment: LayoutEnvironment(
        width: pixels.width, scale: scale, zoom: zoom, fontFamily: fontFamily))
    switch place {
    case .newest: engine.scrollToEnd()
    case .oldest: engine.scrollToStart()
    case .position(let position): engine.jump(to: position)
    }
    let plan = settle(engine, pictures, until: { failure != nil })
    if let failure { throw .source(reason: failure.description) }
    return compose(plan, size: pixels)
  }

  /// Timeout for pictures, seconds; missing ones stay placeholders.
  private static let pictureTime = 20.0

  /// Runs frames on a simulated clock until nothing in view is missing.
  private static func settle(
    _ engine: ListEngine, _ pictures: ListPictures, until isOver: () -> Bool
  ) -> FramePlan {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(pictureTime)
    var time = 0.0
    var plan = engine.frame(at: time)
    while !engine.isSettled || plan.blankPixels > 0
      || !pictures.isComplete && clock.now < deadline
    {
      if !engine.needsFrame || plan.blankPixels > 0 { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      plan = engine.frame(at: time)
      if isOver() { break }
    }
    return plan
  }

  private static func compose(_ plan: FramePlan, size: PixelSize) -> Bitmap {
    let bitmap = Bitmap(size: size)
    Compositor.compose(plan, into: bitmap)
    return bitmap
  }
}

/// Errors of the window, described for the user.
public enum ViewerError: Error, Sendable, Hashable, CustomStringConvertible {
  case source(reason: String)
  case window(reason: String)

  public var description: String {
    switch self {
    case .source(let reason), .window(let reason): reason
    }
  }
}
