import CQtShim
public import LugeCore

/// Painted part of a window: provides its pixels for painting, and reports its events.
///
/// All closures run on the main actor, inside the application's loop. Closures that return a `Bool`
/// return whether they handled the event; other events go to the window.
@MainActor
public final class Surface {
  /// Position and size of a surface.
  public struct Geometry: Hashable, Sendable {
    public var size: PixelSize
    /// Device pixels from the window's upper edge to the surface's.
    public var top = 0
    /// Device pixels per point.
    public var scale: Double
  }

  public enum Cursor: Hashable, Sendable { case arrow, hand, text }

  public var onPaint: (@MainActor (SurfacePixels) -> Void)?
  /// Closure called before the first paint, and whenever size or scale have changed.
  public var onGeometry: (@MainActor (Geometry) -> Void)?
  public var onWheel: (@MainActor (WheelEvent) -> Bool)?
  public var onPointer: (@MainActor (PointerEvent) -> Bool)?
  public var onKey: (@MainActor (KeyEvent) -> Bool)?
  public var onTouch: (@MainActor ([TouchEvent]) -> Bool)?
  public var onPinch: (@MainActor (PinchEvent) -> Bool)?
  /// Closure called when the surface gets or loses the focus; its second argument is whether that
  /// was by a key.
  public var onFocus: (@MainActor (_ hasFocus: Bool, _ isByKeys: Bool) -> Void)?
  public var onVisibility: (@MainActor (Bool) -> Void)?
  /// Closure called when local files are dragged over the surface, or dropped on it.
  public var onFiles: (@MainActor (_ paths: [String], _ isDrop: Bool) -> Bool)?
  /// Closure that is asked before ``onFiles``, for a field beside the surface that takes files, and
  /// the text that is shown while they are dragged. If it returns false, ``onFiles`` is asked.
  public var fieldFiles:
    (words: String, take: @MainActor (_ paths: [String], _ isDrop: Bool) -> Bool)?

  /// Closure called when a screen reader acts on one of ``setAccessibleItems(_:)``, by index.
  public var onAccessibleAction: (@MainActor (Int, AccessibleAction) -> Void)?
  /// Closure called when a screen reader sets a slider, by index and value.
  public var onAccessibleValue: (@MainActor (Int, Double) -> Void)?
  /// Closure called when a screen reader asks for the items; ``setAccessibleItems(_:)`` can wait
  /// until then.
  public var onAccessibleAsk: (@MainActor () -> Void)?
  /// Closure that returns the rectangle of a character of an item's name, by the item's index and
  /// the offset in UTF-16 units; nil: unknown.
  var onAccessiblePlace: (@MainActor (_ index: Int, _ offset: Int) -> Rect?)?
  /// Closure that returns the offset of the character at a point, by the item's index; nil: none.
  var onAccessibleOffset: (@MainActor (_ index: Int, _ point: Point) -> Int?)?

  public private(set) var geometry = Geometry(size: .zero, scale: 1)
  let handle: OpaquePointer
  /// Handle that keeps the widget behind `handle` alive.
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

  /// Requests a paint soon; several requests are joined.
  public func update() { lq_surface_update(handle) }

  /// Paints before it returns, if the surface is visible.
  public func repaint() { lq_surface_repaint(handle) }

  /// Frame rate of the screen that shows the surface; 60 if unknown.
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

  /// Sets whether a press of the pointer gives the surface the focus.
  public func setClickFocus(_ takesFocus: Bool) {
    lq_surface_set_click_focus(handle, takesFocus)
  }

  /// Gives the surface the focus as by a key: the focused part is then highlighted.
  public func focusByKeys() { lq_surface_focus_by_keys(handle) }

  public var hasFocus: Bool { lq_surface_has_focus(handle) }

  /// Sets the surface's name for screen readers.
  public func setAccessibleName(_ name: String) {
    lq_surface_set_accessible_name(handle, name)
  }

  /// Sets the description of its content for screen readers; "": none.
  public func setAccessibleDescription(_ words: String) {
    lq_surface_set_accessible_description(handle, words)
  }

  /// Sets the tooltip; "": none.
  public func setToolTip(_ words: String) { lq_surface_set_tool_tip(handle, words) }

  /// Number of paints directly into the window's memory, and of paints through a copy.
  public var paintCounts: (direct: UInt64, copied: UInt64) {
    var direct: UInt64 = 0
    var copied: UInt64 = 0
    lq_surface_paint_counts(handle, &direct, &copied)
    return (direct, copied)
  }

  /// Sets the geometry that the surface will have when shown; the window system reports it only for
  /// visible surfaces.
  public func readGeometry() { take(Geometry(lq_surface_geometry(handle))) }

  /// Passes files to what takes them: the field beside the surface, or the program.
  fileprivate func takeFiles(_ paths: [String], _ isDrop: Bool) -> Bool {
    if let fieldFiles, fieldFiles.take(paths, isDrop) {
      lq_surface_set_drop_words(handle, fieldFiles.words)
      return true
    }
    lq_surface_set_drop_words(handle, "")
    return onFiles?(paths, isDrop) ?? false
  }

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
      top: Int(geometry.pixel_top), scale: geometry.device_pixel_ratio)
  }
}

extension Surface {
  /// C callbacks; each surface fills in `context`.
  nonisolated static var callbacks: lq_surface_callbacks {
    lq_surface_callbacks(
      context: nil,
      paint: { context, pixels in
        guard let pixels = pixels?.pointee, let base = pixels.pixels else { return }
        nonisolated(unsafe) let target = SurfacePixels(
          base: base, stride: Int(pixels.stride),
          size: PixelSize(width: Int(pixels.width), height: Int(pixels.height)))
        onMain(context, as: Surface.self) { $0.onPaint?(target) }
      },
      geometry: { context, geometry in
        guard let geometry = geometry.map({ Geometry($0.pointee) }) else { return }
        onMain(context, as: Surface.self) { $0.take(geometry) }
      },
      wheel: { context, event in
        guard let event = event?.pointee else { return false }
        return onMain(context, as: Surface.self, default: false) {
          $0.onWheel?(WheelEvent(event, scale: $0.geometry.scale)) ?? false
        }
      },
      pointer: { context, event in
        guard let event = event?.pointee else { return false }
        return onMain(context, as: Surface.self, default: false) {
          PointerEvent(event, scale: $0.geometry.scale).flatMap($0.onPointer ?? { _ in false })
            ?? false
        }
      },
      key: { context, event in
        guard let event = event.map({ KeyEvent($0.pointee) }) else { return false }
        return onMain(context, as: Surface.self, default: false) { $0.onKey?(event) ?? false }
      },
      touch: { context, points, count in
        let raw = Array(UnsafeBufferPointer(start: points, count: Int(count)))
        return onMain(context, as: Surface.self, default: false) { surface in
          surface.onTouch?(
            raw.compactMap { TouchEvent($0, scale: surface.geometry.scale) }) ?? false
        }
      },
      pinch: { context, x, y, factor in
        onMain(context, as: Surface.self, default: false) { surface in
          guard factor.isFinite, factor > 0 else { return false }
          let scale = surface.geometry.scale
          return surface.onPinch?(
            PinchEvent(position: Point(x: x * scale, y: y * scale), factor: factor)) ?? false
        }
      },
      focus: { context, hasFocus, isByKeys in
        onMain(context, as: Surface.self) { $0.onFocus?(hasFocus, isByKeys) }
      },
      visibility: { context, isVisible in
        onMain(context, as: Surface.self) { $0.onVisibility?(isVisible) }
      },
      files: { context, paths, count, isDrop in
        let strings = UnsafeBufferPointer(start: paths, count: Int(count)).compactMap {
          $0.map { String(cString: $0) }
        }
        return onMain(context, as: Surface.self, default: false) {
          $0.takeFiles(strings, isDrop)
        }
      },
      accessible_act: { context, index, action in
        onMain(context, as: Surface.self) {
          $0.onAccessibleAction?(Int(index), AccessibleAction(action))
        }
      },
      accessible_set: { context, index, value in
        onMain(context, as: Surface.self) { $0.onAccessibleValue?(Int(index), value) }
      },
      accessible_ask: { context in onMain(context, as: Surface.self) { $0.onAccessibleAsk?() } },
      accessible_place: { context, index, offset, place in
        let found = onMain(context, as: Surface.self, default: [Double]()) { surface in
          guard let rect = surface.onAccessiblePlace?(Int(index), Int(offset)) else { return [] }
          return [rect.x, rect.y, rect.width, rect.height].map { $0 / surface.geometry.scale }
        }
        guard let place, found.count == 4 else { return false }
        for (side, length) in found.enumerated() { place[side] = length }
        return true
      },
      accessible_offset: { context, index, x, y in
        onMain(context, as: Surface.self, default: -1) { surface in
          let scale = surface.geometry.scale
          let point = Point(x: x * scale, y: y * scale)
          return surface.onAccessibleOffset?(Int(index), point).map { Int32(clamping: $0) } ?? -1
        }
      })
  }
}
