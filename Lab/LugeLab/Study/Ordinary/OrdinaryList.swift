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
  /// Without Luge's own way of measuring.
  private let text = PangoText(usesFastPath: false)

  private var size = PixelSize.zero
  private var heights: [Int] = []
  private var total = 0
  private var offset = 0
  /// The first message in view, and where it begins.
  private var first = 0
  private var firstTop = 0
  private var cells: [Int: OrdinaryCell] = [:]
  private var spare: [OrdinaryCell.Kind: [OrdinaryCell]] = [:]

  /// What a row counts for before it has shown, where heights are automatic.
  private static let estimate = 56

  init(
    messages: [StudyMessage], style: StudyStyle, switches: OrdinarySwitches,
    pictures: any OrdinaryPictureSource
  ) {
    self.messages = messages
    self.style = style
    self.switches = switches
    self.pictures = pictures
  }

  func open(_ size: PixelSize) {
    self.size = size
    heights =
      switches.heights == .automatic
      ? messages.map { _ in Self.estimate } : messages.map(height)
    total = heights.reduce(0, +)
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
    animate(at: time)
    return StudyFrame()
  }

  private func animate(at time: Double) {
    var moving: Set<ImageRequest> = []
    for cell in cells.values {
      for view in cell.pictures where !view.isHidden {
        guard let picture = view.picture, picture.isAnimated else { continue }
        let size = PixelSize(width: Int(view.frame.width), height: Int(view.frame.height))
        moving.insert(ImageRequest(picture.key, size: size))
      }
    }
    let changed = pictures.advance(to: time, visible: moving)
    guard !changed.isEmpty else { return }
    for cell in cells.values
    where cell.message?.pictures.contains(where: { changed.contains($0.key) }) == true {
      cell.drawn = nil
    }
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
    let cell = spare[kind]?.popLast() ?? OrdinaryCell(kind: kind)
    cell.show(message, layout(of: message)) { OrdinaryPainter.layer($0, with: text, scheme) }
    cells[index] = cell
  }

  private func remove(_ index: Int) {
    guard let cell = cells.removeValue(forKey: index), switches.reusesCells else { return }
    spare[cell.kind, default: []].append(cell)
  }

  private func layout(of message: StudyMessage) -> StudyLayout {
    if switches.layout == .solved, style == .bubbles,
      let solved = ConstraintLayout.make(message, width: size.width, text: text)
    {
      return solved
    }
    return StudyLayout.make(message, style, width: size.width, text: text)
  }

  /// Automatic heights are those of whole layouts; others come from a function that only measures.
  private func height(of message: StudyMessage) -> Int {
    guard switches.heights != .automatic else { return layout(of: message).height }
    return StudyLayout.make(message, style, width: size.width, text: text).height
  }

  // MARK: Painting

  func paint(on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int) {
    CairoPixels.draw(on: base, size: size, stride: stride, isOpaque: false) { cairo in
      let painter = OrdinaryPainter(
        cairo: cairo, usesOffscreenGroups: switches.usesOffscreenGroups, scheme: scheme)
      painter.fill(StudyLayout.background)
      var y = firstTop - offset
      var index = first
      while index < messages.count, y < size.height {
        guard let cell = cells[index] else { break }
        if switches.keepsRows {
          painter.draw(row(cell), at: y)
        } else {
          painter.draw(cell, at: y, picture: picture)
        }
        y += heights[index]
        index += 1
      }
    }
  }

  private func picture(_ picture: StudyPicture, _ size: PixelSize) -> Bitmap? {
    pictures.bitmap(of: picture, size: size)
  }

  private func row(_ cell: OrdinaryCell) -> Bitmap {
    if let drawn = cell.drawn { return drawn }
    let bitmap = Bitmap(size: PixelSize(width: max(1, size.width), height: max(1, cell.height)))
    bitmap.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      CairoPixels.draw(
        on: base, size: bitmap.size, stride: bitmap.size.width, isOpaque: false
      ) { cairo in
        let painter = OrdinaryPainter(
          cairo: cairo, usesOffscreenGroups: switches.usesOffscreenGroups, scheme: scheme)
        painter.fill(StudyLayout.background)
        painter.draw(cell, at: 0, picture: picture)
      }
    }
    cell.drawn = bitmap
    return bitmap
  }
}
