import CQtShim
public import LugeCore

/// A painted part of a window: hands out its pixels and reports what happens to it.
///
/// All closures run on the main actor, inside the application's loop. Closures that return a `Bool`
/// say whether they took the event; what they leave goes on to the window.
@MainActor
public final class Surface {
  /// Where and how large a surface is.
  public struct Geometry: Hashable, Sendable {
    public var size: PixelSize
    /// Device pixels a point.
    public var scale: Double

    public init(size: PixelSize, scale: Double) {
      self.size = size
      self.scale = scale
    }
  }

  public enum Cursor: Hashable, Sendable { case arrow, hand, text }

  public var onPaint: (@MainActor (SurfacePixels) -> Void)?
  /// Before the first paint, and whenever size or scale changed.
  public var onGeometry: (@MainActor (Geometry) -> Void)?
  public var onWheel: (@MainActor (WheelEvent) -> Bool)?
  public var onPointer: (@MainActor (PointerEvent) -> Bool)?
  public var onKey: (@MainActor (KeyEvent) -> Bool)?
  public var onTouch: (@MainActor ([TouchEvent]) -> Bool)?
  public var onPinch: (@MainActor (PinchEvent) -> Bool)?
  /// The focus came, by keys rather than by pointer or program; or it went.
  public var onFocus: (@MainActor (_ hasFocus: Bool, _ isByKeys: Bool) -> Void)?
  public var onVisibility: (@MainActor (Bool) -> Void)?
  /// Local files over the surface, and whether they were dropped or still hover.
  public var onFiles: (@MainActor (_ paths: [String], _ isDrop: Bool) -> Bool)?

  /// A screen reader did something with one of ``setAccessibleItems(_:)``, by index.
  public var onAccessibleAction: (@MainActor (Int, AccessibleAction) -> Void)?
  /// A screen reader asks what is there: ``setAccessibleItems(_:)`` may be put off until then.
  public var onAccessibleAsk: (@MainActor () -> Void)?

  public private(set) var geometry = Geometry(size: .zero, scale: 1)
  let handle: OpaquePointer
  /// Keeps the widget behind `handle` alive.
  let owner: WindowHandle
  private var shownCursor = Cursor.arrow

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    geometry = Geometry(lq_surface_geometry(handle))
    var callbacks = Self.callbacks
    callbacks.context = Unmanaged.passUnretained(self).toOpaque()
    lq_surface_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_surface_set_callbacks(handle, nil) }

  /// Paints soon, however often it is asked.
  public func update() { lq_surface_update(handle) }

  /// Paints before it returns, if the surface can be seen.
  public func repaint() { lq_surface_repaint(handle) }

  /// Frames a second of the screen that shows the surface; 60 where the screen doesn't say.
  public var refreshRate: Double {
    let rate = lq_surface_refresh_rate(handle)
    return rate >= 24 && rate <= 1000 ? rate : 60
  }

  public var cursor: Cursor {
    get { shownCursor }
    set {
      guard newValue != shownCursor else { return }
      shownCursor = newValue
      switch newValue {
      case .arrow: lq_surface_set_cursor(handle, LQ_CURSOR_ARROW)
      case .hand: lq_surface_set_cursor(handle, LQ_CURSOR_HAND)
      case .text: lq_surface_set_cursor(handle, LQ_CURSOR_TEXT)
      }
    }
  }

  public func focus() { lq_surface_focus(handle) }

  /// Whether a press of the pointer gives it the keys.
  public func setClickFocus(_ takesFocus: Bool) {
    lq_surface_set_click_focus(handle, takesFocus)
  }

  /// Gives it the keys as a key does: what has them then shows it.
  public func focusByKeys() { lq_surface_focus_by_keys(handle) }

  public var hasFocus: Bool { lq_surface_has_focus(handle) }

  /// What a screen reader calls the surface.
  public func setAccessibleName(_ name: String) {
    lq_surface_set_accessible_name(handle, name)
  }

  /// What a screen reader says of what is on the surface now; "" for nothing.
  public func setAccessibleDescription(_ words: String) {
    lq_surface_set_accessible_description(handle, words)
  }

  /// What is shown when the pointer rests on the surface; "" for nothing.
  public func setToolTip(_ words: String) { lq_surface_set_tool_tip(handle, words) }

  /// Paints that wrote into the window's own memory, and paints that went through a copy.
  public var paintCounts: (direct: UInt64, copied: UInt64) {
    var direct: UInt64 = 0
    var copied: UInt64 = 0
    lq_surface_paint_counts(handle, &direct, &copied)
    return (direct, copied)
  }

  /// Takes over the size that the surface will have when it is shown; the window system reports
  /// only what is shown.
  public func readGeometry() { take(Geometry(lq_surface_geometry(handle))) }

  func take(_ geometry: Geometry) {
    self.geometry = geometry
    onGeometry?(geometry)
  }
}

extension Surface.Geometry {
  init(_ geometry: lq_geometry) {
    self.init(
      size: PixelSize(
        width: Int(geometry.pixel_width), height: Int(geometry.pixel_height)),
      scale: geometry.device_pixel_ratio)
  }
}
