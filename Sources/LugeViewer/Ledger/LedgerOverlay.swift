import LugeCore
import LugeEngine
import LugeImages
import LugePaint
import LugeQt

/// The ledger over a list: the last frames as bars, caches against their limits, queues, and the
/// costliest rows in view. For whoever wants to know where a frame went.
@MainActor
final class LedgerOverlay {
  private static let widest = 360.0
  /// Left free around the panel, points.
  private static let gap = 12.0
  private static let graphHeight = 64.0
  private static let barWidth = 2
  /// Seconds between two looks at the figures.
  private static let period = 0.25

  private weak var surface: ListSurface?
  private let panel = LedgerPanel()
  private let clock: FrameClock
  private let pictures: ImagePipeline

  // MARK: Mutable State (main actor)
  private var bitmap: Bitmap?
  private var lastLook = -Double.infinity
  private var isDrawing = false
  /// Whether the next frame is only there to show the panel: looking again at it would never end.
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
  /// Points; less in a narrow list.
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
      LedgerFigures(engine, missed: clock.missedTotal, pictures: .init(pictures)),
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

  /// A bar a frame, newest at the right; the line is a 60th of a second.
  private func bars(_ engine: ListEngine) -> [Highlight] {
    guard bitmap != nil else { return [] }
    let budget = 1.0 / 60
    let height = Self.graphHeight * unit
    let bottom = Self.gap * unit + height
    let barWidth = Double(Self.barWidth) * unit
    let room = max(0, Int((width - 16) * unit / barWidth))
    let frames = engine.ledger.frames.suffix(room)
    let start = Double(left) + 8 * unit
    var bars = frames.enumerated().map { index, frame in
      let part = min(1, frame.total / budget)
      let tall = max(1, part * height * 0.9)
      let color =
        frame.blankPixels > 0 ? 0xE5_4B4B : frame.outlines > 0 ? 0xE5_B84B : 0x4B_C0_8A as UInt32
      return Highlight(
        Rect(
          x: start + Double(room - frames.count + index) * barWidth, y: bottom - tall,
          width: barWidth, height: tall),
        color: RGBA(color))
    }
    bars.append(
      Highlight(
        Rect(
          x: start, y: bottom - height * 0.9, width: Double(room) * barWidth,
          height: max(1, unit)), color: RGBA(0xE5_4B4B, alpha: 160)))
    return bars
  }
}
