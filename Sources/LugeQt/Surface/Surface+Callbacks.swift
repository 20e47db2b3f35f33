import CQtShim
import LugeCore

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
          $0.onFiles?(strings, isDrop) ?? false
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
      accessible_ask: { context in onMain(context, as: Surface.self) { $0.onAccessibleAsk?() } })
  }
}
