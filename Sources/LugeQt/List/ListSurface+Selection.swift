import LugeCore
import LugeEngine
import LugePaint

/// State of a press that selects text as it moves, and of the clicks before it.
struct SelectionGesture {
  /// Maximum seconds between the presses of a multiple click.
  static let clickInterval = 0.4
  /// Pixels per second that the list scrolls for each pixel of the pointer's distance from its
  /// edge.
  static let scrollRate = 12.0

  /// Whether the pointer selects while it is held.
  var isMarking = false
  var clicks = 0
  /// Whether the first click did something: further ones would undo it, or select what moved under
  /// the pointer.
  var hasActed = false
  var last: (position: Point, time: Double)?

  /// Counts a press, and returns its number within a multiple click.
  mutating func press(at position: Point, time: Double, slop: Double) -> Int {
    if let last, time - last.time < Self.clickInterval, abs(position.x - last.position.x) <= slop,
      abs(position.y - last.position.y) <= slop
    {
      clicks += 1
    } else {
      (clicks, hasActed) = (1, false)
    }
    last = (position, time)
    return clicks
  }
}

extension ListSurface {
  /// Begins to select text, if the press does so.
  ///
  /// - Returns: whether the press was handled, so that it is no click.
  func beginMarking(_ event: PointerEvent) -> Bool {
    guard engine.tracksText else { return false }
    let slop = PointerState.slop * scale
    let clicks = marking.press(at: event.position, time: event.time, slop: slop)
    if clicks > 1, marking.hasActed { return true }
    if event.modifiers.contains(.shift), engine.selection != nil {
      marking.isMarking = true
      engine.extendSelection(to: event.position)
    } else if clicks == 2, !engine.isText(at: event.position),
      let hit = engine.hit(at: event.position), onDoubleClick?(hit) == true
    {
      return true
    } else if clicks == 2 || clicks == 3 {
      marking.isMarking = true
      engine.beginSelection(at: event.position, by: clicks == 2 ? .word : .paragraph)
    } else {
      return false
    }
    requestFrame()
    return true
  }

  /// Extends the selection, because the pointer moved while its button is held.
  func mark(_ event: PointerEvent) {
    guard engine.tracksText, event.buttons.contains(.left) else { return }
    if !marking.isMarking {
      let slop = PointerState.slop * scale
      guard let press = pointer.press,
        abs(event.position.x - press.position.x) > slop
          || abs(event.position.y - press.position.y) > slop
      else { return }
      marking.isMarking = true
      engine.beginSelection(at: press.position, by: .character)
    }
    engine.extendSelection(to: event.position)
    requestFrame()
  }

  /// Ends selecting.
  ///
  /// - Returns: whether the release ended a selection and is no click.
  func endMarking() -> Bool {
    guard marking.isMarking else { return false }
    marking.isMarking = false
    pointer.press = nil
    if let selection = engine.selection, !selection.isEmpty { onSelect?(selection) }
    requestFrame()
    return true
  }

  /// Sets, at a click, the point from which a click with Shift selects.
  func putCaret(at position: Point) {
    clearSelection()
    if engine.tracksText { engine.beginSelection(at: position, by: .character) }
  }

  public func clearSelection() {
    marking.isMarking = false
    engine.clearSelection()
    requestFrame()
  }

  /// Scrolls while the pointer is held beyond an edge.
  ///
  /// - Returns: whether scrolling continues.
  func scrollForMarking(to time: Double) -> Bool {
    defer { lastMarkingTime = marking.isMarking ? time : nil }
    guard marking.isMarking, let position = pointer.position else { return false }
    let height = Double(surface.geometry.size.height)
    // The pointer cannot leave a window that touches the screen's edge, so its last pixel counts,
    // too.
    let beyond =
      position.y <= 0
      ? min(position.y, -8) : position.y >= height - 1 ? max(8, position.y - height) : 0
    guard beyond != 0 else { return false }
    let elapsed = min(0.1, max(0, time - (lastMarkingTime ?? time)))
    let limit = 4 * height
    let speed = min(max(beyond * SelectionGesture.scrollRate, -limit), limit)
    let pixels = Int((speed * elapsed).rounded(.awayFromZero))
    if pixels != 0 { engine.scroll(by: pixels) }
    engine.extendSelection(
      to: Point(x: position.x, y: min(max(position.y, 0), max(0, height - 1))))
    return true
  }

  /// Opacity of the selection's colour over a picture, which has no background to be coloured and
  /// must stay visible.
  private static let pictureVeil: UInt8 = 120

  /// Returns the highlights over the rows: matches, the selection, and those that the program adds.
  func marks() -> [Highlight] {
    let scheme = engine.colorScheme
    let find = options.findColor.resolved(scheme)
    let selected = options.selectionColor.resolved(scheme)
    let current = options.currentFindColor.resolved(scheme)
    var marks = engine.matchRectangles.map { Highlight($0, color: find, mode: .ground) }
    marks += engine.currentMatchRectangles.map { Highlight($0, color: current, mode: .ground) }
    marks += engine.selectionRectangles.map { Highlight($0, color: selected, mode: .ground) }
    var veil = selected
    veil.alpha = Self.pictureVeil
    marks += engine.selectedImages.map { picture in
      var mark = Highlight(picture.rect, color: veil)
      mark.radii = picture.radii
      return mark
    }
    marks += highlights?(engine) ?? []
    marks += itemUnderPointer() + pressedRegion()
    return marks + focusRing() + cursorRing() + dimming()
  }
}
