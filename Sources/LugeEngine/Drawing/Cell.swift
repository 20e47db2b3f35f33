import LugeCore

/// The reusable holder of a row on screen: its bitmaps, and the surroundings of its row layers.
///
/// A cell is taken from the pool when a row comes in and filled when the row is shown. It keeps its
/// bitmaps while the row is in view, whatever the cache evicts.
final class Cell {
  let reuseIdentifier: ReuseIdentifier
  /// Bitmaps of the row's slices; nil for a slice that is not drawn yet.
  var slices: [DrawnBitmap?] = []
  var contentKey: CellContentKey?
  /// Placeholder for slices that are not drawn; made when first needed.
  var skeleton: RowSkeleton?
  /// Number of the frame that last showed the cell.
  var lastFrame = 0

  init(reuseIdentifier: ReuseIdentifier) { self.reuseIdentifier = reuseIdentifier }
}

/// Everything that a cell's bitmaps depend on: if it changes, they are drawn again.
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

/// Bitmap of a slice, and the generation of pictures it was drawn with.
struct DrawnBitmap: Sendable {
  let bitmap: Bitmap
  /// Surroundings of each row layer in the slice, in their order.
  let surroundings: [LayerSurroundings]
  let generation: Int
  /// Seconds that the drawing took.
  var seconds: Float = 0

  var byteCount: Int { surroundings.reduce(bitmap.byteCount) { $0 + $1.byteCount } }
}

/// Identifies a slice of a row's bitmap.
struct BitmapKey: Hashable, Sendable {
  var content: CellContentKey
  var slice: Int

  /// Hashes a single combined value, because keys of one row rarely differ in anything else and
  /// each further value would cost as much again.
  func hash(into hasher: inout Hasher) {
    hasher.combine(
      content.row.word ^ content.revision.rawValue &* 0xC2B2_AE3D_27D4_EB4F
        &+ UInt64(truncatingIfNeeded: slice))
  }
}

/// Cells on screen by row, and idle ones by reuse identifier.
struct CellPool {
  private(set) var onScreen: [RowID: Cell] = [:]
  /// Idle cells by kind. An array, because there are few kinds, and hashing their names would cost
  /// more.
  private var idle: [(kind: ReuseIdentifier, cells: [Cell])] = []
  /// Number of cells ever made; it does not grow while scrolling.
  private(set) var created = 0

  /// Returns the row's cell, made or reused.
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

  /// Returns the cells of rows that this frame did not show to the pool.
  mutating func recycle(notShownIn frame: Int) {
    // Collect first: removing while iterating would copy the table.
    let gone = onScreen.compactMap { $0.value.lastFrame == frame ? nil : $0.key }
    for id in gone { recycle(id) }
  }

  /// Returns a row's cell to the pool, if it has one.
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
