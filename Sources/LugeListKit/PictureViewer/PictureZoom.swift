package import LugeCore

/// Size and centre of a picture in the viewer. All lengths are device pixels of the viewer.
///
/// A picture smaller than its area is centred in it; a larger one covers it, so that no edge of the
/// picture is inside. This holds after every change.
package struct PictureZoom: Equatable, Sendable {
  /// Size of the picture in its own pixels.
  package let picture: PixelSize
  /// Area into which the picture is fitted.
  package private(set) var area: Rect
  /// Device pixels per pixel of the picture.
  package private(set) var zoom = 1.0
  package private(set) var center: Point
  /// Device pixels per point: a small picture is shown with as many points as it has pixels.
  private let scale: Double

  package init(picture: PixelSize, area: Rect, scale: Double) {
    self.picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
    self.area = Rect(
      x: area.x, y: area.y, width: max(1, area.width), height: max(1, area.height))
    self.scale = max(0.1, scale)
    center = Point(x: area.midX, y: area.midY)
    zoom = fitZoom
  }

  /// The zoom at which the whole picture is visible.
  package var fitZoom: Double {
    min(area.width / Double(picture.width), area.height / Double(picture.height), scale)
  }

  package var maximumZoom: Double { max(fitZoom * 8, scale * 4) }

  package var isFitted: Bool { zoom <= fitZoom * 1.001 }

  /// Rectangle of the picture; in whole pixels when it is fitted, so that it is drawn without blur.
  package var rect: Rect {
    let width = Double(picture.width) * zoom
    let height = Double(picture.height) * zoom
    guard isFitted else {
      return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
    let size = PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    return Rect(
      x: (center.x - Double(size.width) / 2).rounded(),
      y: (center.y - Double(size.height) / 2).rounded(), width: Double(size.width),
      height: Double(size.height))
  }

  /// Zooms while the point of the picture under `point` stays there.
  package mutating func zoom(by factor: Double, about point: Point) {
    guard factor.isFinite, factor > 0 else { return }
    set(zoom: zoom * factor, about: point)
  }

  package mutating func set(zoom wanted: Double, about point: Point) {
    let next = min(max(wanted, fitZoom), maximumZoom)
    let ratio = next / zoom
    zoom = next
    center = Point(
      x: point.x + (center.x - point.x) * ratio, y: point.y + (center.y - point.y) * ratio)
    clamp()
  }

  package mutating func pan(x: Double, y: Double) {
    center = Point(x: center.x + x, y: center.y + y)
    clamp()
  }

  package mutating func fit() {
    zoom = fitZoom
    clamp()
  }

  /// Switches between the whole picture and its own pixels (or a clear enlargement, if all of them
  /// fit).
  package mutating func toggle(at point: Point) {
    if isFitted { set(zoom: max(scale, fitZoom * 2.5), about: point) } else { fit() }
  }

  /// Sets the area; a picture that was fitted stays fitted.
  package mutating func setArea(_ new: Rect) {
    let wasFitted = isFitted
    let (dx, dy) = (new.midX - area.midX, new.midY - area.midY)
    area = Rect(x: new.x, y: new.y, width: max(1, new.width), height: max(1, new.height))
    center = Point(x: center.x + dx, y: center.y + dy)
    zoom = wasFitted ? fitZoom : min(max(zoom, fitZoom), maximumZoom)
    clamp()
  }

  /// Returns a zoom between this one and another of the same picture.
  ///
  /// - Parameter part: 0 for this one, 1 for the other.
  package func towards(_ goal: PictureZoom, part: Double) -> PictureZoom {
    guard part < 1 else { return goal }
    var between = self
    between.area = goal.area
    // Equal factors in equal times look even; the centre moves so that the point under the pointer
    // stays.
    between.zoom = zoom * exponential(goal.zoom / zoom, part)
    let way = goal.zoom - zoom
    let done = abs(way) > zoom * 1e-6 ? (between.zoom - zoom) / way : part
    between.center = Point(
      x: center.x + (goal.center.x - center.x) * done,
      y: center.y + (goal.center.y - center.y) * done)
    return between
  }

  private mutating func clamp() {
    func clamped(_ middle: Double, _ length: Double, _ low: Double, _ high: Double) -> Double {
      length <= high - low
        ? (low + high) / 2 : min(max(middle, high - length / 2), low + length / 2)
    }
    center = Point(
      x: clamped(center.x, Double(picture.width) * zoom, area.x, area.maxX),
      y: clamped(center.y, Double(picture.height) * zoom, area.y, area.maxY))
  }
}
