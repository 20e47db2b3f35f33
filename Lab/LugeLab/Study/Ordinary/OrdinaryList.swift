import LugeCore
import LugeImages
import LugePaint
import LugeText

/// A list of cells as programs without Luge have it: all of it on the main thread, in the frame in
/// which it is needed. What it does well is said by its switches.
@MainActor
final class OrdinaryList: StudyList {
  private let messages: [StudyMessage]
  private let style: StudyStyle
  private let switches: OrdinarySwitches
  private let pictures: any OrdinaryPictureSource
  private let scheme = ColorScheme.light
  private let text: PangoText
  private let tally = OrdinaryTally()
  private var preparer: RowPreparer?
  private var size = PixelSize.zero
  private var heights: [Int] = []
  private var total = 0
  private var offset = 0
  /// The first message in view, and where it begins.
  private var first = 0
  private var firstTop = 0
  private var cells: [Int: OrdinaryCell] = [:]
  private var spare: [OrdinaryCell.Kind: [OrdinaryCell]] = [:]

  /// Rows that are prepared before and after those in view: about two screens.
  private static let rowsAhead = 28

  /// Estimated height of a row before it was shown, with automatic heights.
  private static let estimate = 56

  init(
    messages: [StudyMessage], style: StudyStyle, switches: OrdinarySwitches,
    pictures: any OrdinaryPictureSource
  ) {
    self.messages = messages
    self.style = style
    self.switches = switches
    self.pictures = pictures
    // A text that comes again is shaped again: the study has three texts, and no ordinary program
    // keeps all that it has shaped.
    text = PangoText(usesFastPath: switches.usesFastText, keepsPieces: false)
  }

  /// Work done so far.
  var work: OrdinaryWork {
    var work = tally.work
    let counts = text.statistics
    work.paragraphsFromWords = counts.fastParagraphs
    work.textsShaped = counts.shapedPieces
    return work
  }

  /// Whether all rows are ready that a thread was asked to prepare.
  var isPrepared: Bool { preparer?.isReady ?? true }

  func open(_ size: PixelSize, at time: Double) {
    self.size = size
    heights =
      switches.heights == .automatic
      ? messages.map { _ in Self.estimate } : messages.map(height)
    total = heights.reduce(0, +)
    guard switches.preparesRows else { return }
    preparer = RowPreparer(messages, style, width: size.width, scheme)
    preparer?.want(0..<min(messages.count, Self.rowsAhead), visible: 0..<1)
  }

  // MARK: Scrolling

  var position: (now: Double, max: Double) {
    (Double(offset), Double(max(0, total - size.height)))
  }

  func scroll(by pixels: Int) { offset = min(max(0, offset + pixels), max(0, total - size.height)) }

  // MARK: Frames

  func frame(at time: Double) -> StudyFrame {
    while first > 0, firstTop > offset {
      first -= 1
      firstTop -= heights[first]
    }
    while first < messages.count - 1, firstTop + heights[first] <= offset {
      firstTop += heights[first]
      first += 1
    }
    var top = firstTop
    var index = first
    while index < messages.count, top < offset + size.height {
      if cells[index] == nil { show(index) }
      top += heights[index]
      index += 1
    }
    let visible = first..<index
    for gone in Array(cells.keys) where !visible.contains(gone) { remove(gone) }
    preparer?.want(
      max(0, first - Self.rowsAhead)..<min(messages.count, index + Self.rowsAhead),
      visible: visible)
    let stepped = animate(at: time)
    return StudyFrame(
      rows: visible.count, animationFrames: stepped, waited: pictures.takeWaited())
  }

  var pictureFrames: [Rect] {
    var y = firstTop - offset
    var index = first
    var found: [Rect] = []
    while index < messages.count, y < size.height, let cell = cells[index] {
      for view in cell.pictures where !view.isHidden {
        found.append(view.frame.offsetBy(x: 0, y: Double(y)))
      }
      y += heights[index]
      index += 1
    }
    return found
  }

  /// Number of frames of animations that take the place of others.
  private func animate(at time: Double) -> Int {
    var moving: Set<ImageRequest> = []
    for cell in cells.values {
      for view in cell.pictures where !view.isHidden {
        guard let picture = view.picture, picture.isAnimated else { continue }
        let size = PixelSize(width: Int(view.frame.width), height: Int(view.frame.height))
        moving.insert(ImageRequest(picture.key, size: size))
      }
    }
    let (changed, stepped) = pictures.advance(to: time, visible: moving)
    guard !changed.isEmpty else { return stepped }
    for cell in cells.values
    where cell.message?.pictures.contains(where: { changed.contains($0.key) }) == true {
      cell.drawn = nil
    }
    return stepped
  }

  private func show(_ index: Int) {
    let message = messages[index]
    // Tables ask for the height, and then have the cell lay itself out.
    switch switches.heights {
    case .automatic, .computed:
      let height = height(of: message)
      total += height - heights[index]
      heights[index] = height
    case .remembered: break
    }
    let kind = style == .plain ? .text : OrdinaryCell.kind(of: message, switches.layout)
    let cell = spare[kind]?.popLast() ?? make(kind)
    if let ready = preparer?.row(index) {
      tally.work.layoutsTaken += 1
      cell.show(message, ready.layout, label: ready.label)
    } else {
      let layout = layout(of: message)
      let label =
        switches.keepsRows
        ? nil : layout.text.map { OrdinaryPainter.layer($0.layout, with: text, scheme) }
      if label != nil { tally.work.labelsDrawn += 1 }
      cell.show(message, layout, label: label)
    }
    cells[index] = cell
  }

  private func make(_ kind: OrdinaryCell.Kind) -> OrdinaryCell {
    tally.work.cellsMade += 1
    return OrdinaryCell(kind: kind)
  }

  private func remove(_ index: Int) {
    guard let cell = cells.removeValue(forKey: index), switches.reusesCells else { return }
    spare[cell.kind, default: []].append(cell)
  }

  private func layout(of message: StudyMessage) -> StudyLayout {
    if switches.layout == .solved, let solved = solved(message) { return solved }
    tally.work.layoutsCalculated += 1
    if message.pictures.isEmpty || style == .plain { tally.work.textsMeasured += 1 }
    return StudyLayout.make(message, style, width: size.width, text: text)
  }

  /// Nil for rows of plain text, which have no constraints.
  private func solved(_ message: StudyMessage) -> StudyLayout? {
    guard style == .bubbles,
      let solved = ConstraintLayout.make(message, width: size.width, text: text)
    else { return nil }
    // A label is measured at its own width and then at the one that it got.
    tally.work.systemsSolved += message.pictures.isEmpty ? 2 : 1
    if message.pictures.isEmpty { tally.work.textsMeasured += 2 }
    return solved
  }

  /// Automatic heights are a table's own: the constraints of a cell are put up and solved until its
  /// content fits, however the cell is placed that is shown then. Others come from a function that
  /// only measures.
  private func height(of message: StudyMessage) -> Int {
    tally.work.heightsComputed += 1
    if switches.heights == .automatic, let solved = solved(message) { return solved.height }
    if message.pictures.isEmpty || style == .plain { tally.work.textsMeasured += 1 }
    return StudyLayout.make(message, style, width: size.width, text: text).height
  }

  // MARK: Painting

  func paint(on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int) {
    CairoPixels.draw(on: base, size: size, stride: stride, isOpaque: false) { cairo in
      let painter = OrdinaryPainter(
        cairo: cairo, text: text, corners: switches.corners, scheme: scheme, tally: tally)
      // A drawn row covers what is beside it as well, so only what is below the last one is filled.
      if !switches.keepsRows { painter.fill(StudyLayout.background) }
      var y = firstTop - offset
      var index = first
      while index < messages.count, y < size.height {
        guard let cell = cells[index] else { break }
        if switches.keepsRows {
          painter.draw(row(cell), at: y, StudyLayout.background, width: size.width)
        } else {
          painter.draw(cell, at: y, picture: pictures.bitmap(of:size:))
        }
        y += heights[index]
        index += 1
      }
      if switches.keepsRows, y < size.height {
        painter.fill(StudyLayout.background, from: y, in: size)
      }
    }
  }

  /// Returns the row's bitmap, opaque and no wider than what the row shows.
  private func row(_ cell: OrdinaryCell) -> Bitmap {
    if let drawn = cell.drawn { return drawn }
    tally.work.rowsDrawn += 1
    let width = min(max(1, size.width), cell.contentWidth)
    let bitmap = Bitmap(size: PixelSize(width: width, height: max(1, cell.height)))
    bitmap.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      CairoPixels.draw(
        on: base, size: bitmap.size, stride: bitmap.size.width, isOpaque: false
      ) { cairo in
        let painter = OrdinaryPainter(
          cairo: cairo, text: text, corners: switches.corners, scheme: scheme, tally: tally)
        painter.fill(StudyLayout.background)
        painter.draw(cell, at: 0, picture: pictures.bitmap(of:size:))
      }
    }
    cell.drawn = bitmap
    return bitmap
  }
}
