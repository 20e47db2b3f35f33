public import LugeCore

extension ListEngine {
  /// Screens' worth of drawn rows that are kept: what is in view, ahead and behind, and some way
  /// back for who turns around. With more, the rows of a long fling are drawn into memory that was not
  /// used before, which costs as much as drawing them does (see ``LugeCore/Bitmap``).
  static let screensKept = 7

  /// The viewport's size and what layouts depend on. The line at the reader's eye stays where it
  /// is; a list at its end stays at its end.
  public func setViewport(_ size: PixelSize, environment newEnvironment: LayoutEnvironment) {
    let isFirst = viewport == .zero
    guard size != viewport || newEnvironment != environment else { return }
    isDirty = true
    onInput?(.viewport(size))
    let screen = max(1, size.width * size.height * 4)
    bitmaps.byteLimit = min(configuration.bitmapByteLimit, Self.screensKept * screen)
    if isFirst {
      viewport = size
      environment = newEnvironment
      layoutVersion += 1
      snapshot.heights.estimate = max(
        1, Int(configuration.estimatedItemHeight * newEnvironment.unit))
      return
    }
    let relayout = newEnvironment != environment
    if !relayout, size.height != viewport.height, configuration.follow.growingComposer == .never {
      followsEnd = false
    }
    if relayout, !followsEnd, lineAnchor == nil { lineAnchor = lineAtEye() }
    viewport = size
    environment = newEnvironment
    if relayout {
      cutMotion()
      layoutVersion += 1
      forgetHeights()
      cancelLoads { _ in true }
      // What the lane was asked to draw has other lines now.
      ask(for: [])
      frameBeforeRelayout = frameNumber
      holdsOldLayouts = true
    }
    withLanesTools { settleAfterHeightChange() }
  }

  /// Frames of one width after which a window counts as no longer pulled.
  private static let framesToSettle = 8

  /// Whether the window is not being pulled.
  var isWidthSettled: Bool { frameNumber - frameBeforeRelayout > Self.framesToSettle }

  /// No height holds in another environment. A tree of a million heights is tens of thousands of blocks of
  /// memory, and giving them back one by one takes longer than a frame: another thread does.
  private func forgetHeights() {
    surveyTicket.wantNone()
    let old = snapshot.heights
    snapshot.heights.invalidate(0..<snapshot.count)
    guard old.exactCount >= Self.heightsLetGoOfAtOnce else { return }
    Self.background.async { withExtendedLifetime(old) {} }
  }

  /// Exact heights that a frame can let go of without anybody noticing.
  private static let heightsLetGoOfAtOnce = 10_000

  /// Puts the anchor where it belongs after heights in view may have changed.
  func settleAfterHeightChange() {
    guard snapshot.count > 0, viewport.height > 0 else { return }
    if followsEnd {
      anchor = endAnchor()
    } else if let line = lineAnchor, restore(line) {
      normalizeAnchor()
    } else {
      normalizeAnchor()
    }
  }

  /// A third of the way down the viewport: the first line of text from there on.
  func lineAtEye() -> LineAnchor? {
    let eye = viewport.height / 3
    var best: LineAnchor?
    forEachVisibleRow { position, row, y in
      for line in row.layout.lines {
        let top = y + line.top
        if best == nil || top <= eye {
          best = LineAnchor(position: position, part: row.model.id.part, key: line.key, y: top)
        }
      }
      if row.layout.lines.isEmpty, best == nil || y <= eye {
        best = LineAnchor(position: position, part: row.model.id.part, key: Int.min, y: y)
      }
    }
    return best
  }

  private func restore(_ line: LineAnchor) -> Bool {
    guard let anchor = anchor(at: line) else { return false }
    self.anchor = anchor
    return true
  }

  /// The anchor that puts a line where it belongs; nil while its item is not held.
  func anchor(at line: LineAnchor) -> Anchor? {
    guard line.position < snapshot.count, snapshot.item(at: line.position) != nil else {
      return nil
    }
    _ = itemHeight(line.position)
    var y = 0
    for row in snapshot.window[line.position].rows {
      if row.model.id.part == line.part {
        let mark = row.layout.lines.last { $0.key <= line.key }
        return Anchor(position: line.position, offset: y + (mark?.top ?? 0) - line.y)
      }
      y += row.layout.size.height
    }
    return nil
  }

  func layOutOnTheSpot(_ position: Int) {
    let item = tools.layOut(
      snapshot.window[position], in: environment, layoutVersion: layoutVersion)
    snapshot.replace(item, at: position, layoutVersion: layoutVersion)
  }

  /// Calls the body for every row that is at least partly in view, top to bottom.
  func forEachVisibleRow(_ body: (_ position: Int, _ row: RealizedRow, _ y: Int) -> Void) {
    forEachSeenRow { position, row, y, _ in body(position, row, y) }
  }

  /// As ``forEachVisibleRow(_:)``, with the height that is seen: less than the layout's while the
  /// row takes its room.
  func forEachSeenRow(
    _ body: (_ position: Int, _ row: RealizedRow, _ y: Int, _ height: Int) -> Void
  ) {
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < snapshot.count {
      let height = itemHeight(position)
      if let item = snapshot.item(at: position) {
        var top = y + leadingHeight(of: item)
        let end = top + ownHeight(of: item)
        for row in item.rows where top < end || row.layout.size.height == 0 {
          let seen = min(row.layout.size.height, max(0, end - top))
          if top + seen > 0, top < viewport.height { body(position, row, top, seen) }
          top += row.layout.size.height
        }
      }
      y += height
      position += 1
    }
  }
}
