import LugeCore

/// The reusable holder of a row on screen: its bitmaps, and what is around its live layers.
///
/// Cells are taken from the pool when a row comes in (dequeue), and filled when it is shown
/// (will-display); what they hold stays alive while the row is in view, whatever the cache evicts.
final class Cell {
  let reuseIdentifier: ReuseIdentifier
  /// One entry a slice of the row; nil is not drawn yet.
  var slices: [DrawnBitmap?] = []
  var contentKey: CellContentKey?
  /// What stands for slices that are not drawn; made when there is one.
  var skeleton: RowSkeleton?
  /// The frame that last showed the cell.
  var lastFrame = 0

  init(reuseIdentifier: ReuseIdentifier) { self.reuseIdentifier = reuseIdentifier }
}

/// What a cell's bitmaps show: any difference means drawing anew.
struct CellContentKey: Hashable, Sendable {
  var row: RowID
  var revision: Revision
  var layoutVersion: UInt32
  var scheme: ColorScheme
  var isDisclosed = false
}

extension CellContentKey {
  init(of row: RealizedRow, _ style: DrawnStyle) {
    self.init(
      row: row.id, revision: row.revision, layoutVersion: style.layoutVersion,
      scheme: style.scheme, isDisclosed: row.isDisclosed)
  }

  var style: DrawnStyle { DrawnStyle(layoutVersion: layoutVersion, scheme: scheme) }
}

/// Pixels of a slice, and the generation of pictures that they were drawn in.
struct DrawnBitmap: Sendable {
  let bitmap: Bitmap
  /// Of the slice's live layers, in their order.
  let surroundings: [LayerSurroundings]
  let generation: Int
  /// What drawing took.
  var seconds: Float = 0

  var byteCount: Int { surroundings.reduce(bitmap.byteCount) { $0 + $1.byteCount } }
}

/// A slice of a row's picture.
struct BitmapKey: Hashable, Sendable {
  var content: CellContentKey
  var slice: Int

  /// One word, for each costs the hasher as much again. The rest differs for few keys of a row.
  func hash(into hasher: inout Hasher) {
    hasher.combine(
      content.row.word ^ content.revision.rawValue &* 0xC2B2_AE3D_27D4_EB4F
        &+ UInt64(truncatingIfNeeded: slice))
  }
}

/// Cells on screen by row, and idle ones by reuse identifier.
struct CellPool {
  private(set) var onScreen: [RowID: Cell] = [:]
  /// Few kinds, so they are looked through: their names' hashes would cost more.
  private var idle: [(kind: ReuseIdentifier, cells: [Cell])] = []
  /// Cells ever made; stays flat while scrolling.
  private(set) var created = 0

  /// The row's cell, made or reused.
  mutating func dequeue(_ id: RowID, _ reuseIdentifier: ReuseIdentifier, frame: Int) -> Cell {
    if let cell = onScreen[id] {
      if cell.reuseIdentifier == reuseIdentifier {
        cell.lastFrame = frame
        return cell
      }
      recycle(id)
    }
    let cell: Cell
    if let kind = idle.firstIndex(where: { $0.kind == reuseIdentifier }),
      let reused = idle[kind].cells.popLast()
    {
      cell = reused
    } else {
      cell = Cell(reuseIdentifier: reuseIdentifier)
      created += 1
    }
    cell.lastFrame = frame
    onScreen[id] = cell
    return cell
  }

  /// Takes back the cells of rows that this frame did not show.
  mutating func recycle(notShownIn frame: Int) {
    // Told apart first: taken out while it is walked over, the table would be copied.
    let gone = onScreen.compactMap { $0.value.lastFrame == frame ? nil : $0.key }
    for id in gone { recycle(id) }
  }

  /// Takes back a row's cell, if it has one.
  mutating func recycle(_ id: RowID) {
    guard let cell = onScreen.removeValue(forKey: id) else { return }
    cell.slices.removeAll(keepingCapacity: true)
    cell.contentKey = nil
    cell.skeleton = nil
    if let kind = idle.firstIndex(where: { $0.kind == cell.reuseIdentifier }) {
      idle[kind].cells.append(cell)
    } else {
      idle.append((cell.reuseIdentifier, [cell]))
    }
  }
}
