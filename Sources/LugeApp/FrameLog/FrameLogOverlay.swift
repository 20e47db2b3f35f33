import LugeCore
import LugeEngine
import LugeImages
import LugeListKit
import LugePaint
import LugeQt

/// The frame log over a list: the last frames as bars, caches with their limits, queues, and the
/// most expensive rows in view. Shows developers where a frame's time went.
@MainActor
final class FrameLogOverlay {
  private static let widest = 360.0
  /// Margin around the panel, points.
  private static let gap = 12.0
  private static let graphHeight = 64.0
  /// Seconds between two updates of the figures.
  private static let period = 0.25

  private weak var surface: ListSurface?
  private let panel = FrameLogPanel()
  private let clock: FrameClock
  private let pictures: ImagePipeline

  // MARK: Mutable State (main actor)
  private var bitmap: Bitmap?
  private var lastLook = -Double.infinity
  private var isDrawing = false
  /// Whether the next frame only shows the panel: updating the panel after it would never end.
  private var isOwnFrame = false

  init(_ surface: ListSurface, clock: FrameClock, pictures: ImagePipeline) {
    self.surface = surface
    self.clock = clock
    self.pictures = pictures
    surface.overlays = { [weak self] in self?.overlays($0) ?? [] }
    surface.bars = { [weak self] in self?.bars($0) ?? [] }
  }

  isolated deinit {
    surface?.overlays = nil
    surface?.bars = nil
  }

  private var unit: Double { surface?.area.surface.geometry.scale ?? 1 }
  private var room: Int { surface?.area.surface.geometry.size.width ?? 0 }
  /// Width of the panel, points; less in a narrow list.
  private var width: Double {
    max(1, min(Self.widest, Double(room) / unit - 2 * Self.gap))
  }
  private var left: Int { max(0, room - Int((width + Self.gap) * unit)) }

  private func overlays(_ engine: ListEngine) -> [Overlay] {
    look(engine)
    return bitmap.map { [Overlay($0, x: left, y: Int(Self.gap * unit))] } ?? []
  }

  private func look(_ engine: ListEngine) {
    if isOwnFrame {
      isOwnFrame = false
      return
    }
    let now = FrameClock.now
    guard !isDrawing, now - lastLook >= Self.period || bitmap == nil else { return }
    lastLook = now
    isDrawing = true
    panel.draw(
      FrameLogFigures(engine, missed: clock.missedTotal, pictures: .init(pictures)),
      width: max(1, Int(width * unit)),
      top: Int(Self.graphHeight * unit), unit: unit
    ) { [weak self] bitmap in
      guard let self else { return }
      self.bitmap = bitmap
      isDrawing = false
      isOwnFrame = true
      surface?.requestFrame()
    }
  }

  private func bars(_ engine: ListEngine) -> [Highlight] {
    guard bitmap != nil else { return [] }
    return FrameLogGraph(
      left: Double(left) + FrameLogPanel.margin * unit, top: Self.gap * unit,
      width: (width - 2 * FrameLogPanel.margin) * unit, height: Self.graphHeight * unit, unit: unit
    ).bars(engine.frameLog.frames)
  }
}
