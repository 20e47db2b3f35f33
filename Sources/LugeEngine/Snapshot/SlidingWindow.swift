public import LugeCore
import Synchronization

/// A row with its layout. A class, so that iterating over rows does not copy them.
public final class RealizedRow: Sendable {
  public let model: any RowModel
  /// Identifier, copied from the model, because frames read it often, and reading the model's is a
  /// dynamic call.
  let id: RowID
  let revision: Revision
  let reuseIdentifier: ReuseIdentifier
  public let layout: RowLayout
  /// Pictures that the row shows, collected once at layout.
  let images: [ImageUse]
  /// Row layers that are heavy views.
  let heavyViews: [RowLayer]
  /// Whether a heavy view hides all of the row's own drawing.
  let isCoveredByView: Bool
  /// Whether the row was laid out with its spoilers shown.
  let isDisclosed: Bool
  /// Seconds that the layout took.
  let layoutSeconds: Float

  init(model: any RowModel, in context: LayoutContext, now: () -> Double) {
    let start = now()
    self.model = model
    id = model.id
    revision = model.revision
    reuseIdentifier = type(of: model).reuseIdentifier
    isDisclosed = context.isDisclosed
    layout = model.layout(in: context)
    images = layout.drawList.images
    heavyViews = layout.rowLayers.filter { $0.content != nil }
    let whole = Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height)
    isCoveredByView = heavyViews.contains { $0.rect == whole }
    layoutSeconds = Float(now() - start)
  }
}

/// An item whose rows are laid out ("realized").
struct RealizedItem: Sendable {
  let id: ItemID
  var rows: [RealizedRow]
  /// Sum of the rows' heights.
  let height: Int
  let kinds: Kinds
  /// Number of the environment (width, scale, style) that the layouts were made for.
  let layoutVersion: UInt32
  let isDisclosed: Bool
  /// Number of rows whose previous layouts were reused.
  let keptRows: Int

  /// Kinds of content in an item's rows. Kept here, because reading the rows of hundreds of items
  /// would miss the processor's cache.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let images = Kinds(rawValue: 1)
    static let views = Kinds(rawValue: 2)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of rows: [RealizedRow]) {
      var kinds: Kinds = []
      for row in rows {
        if !row.images.isEmpty { kinds.insert(.images) }
        if !row.heavyViews.isEmpty { kinds.insert(.views) }
      }
      self = kinds
    }
  }

  /// Returns the sum of the rows' heights, limited to what a ``HeightIndex`` takes, so that sums
  /// over a screen do not overflow.
  private static func height(of rows: [RealizedRow]) -> Int {
    rows.reduce(0) { $0.addingClamped(max(0, $1.layout.size.height)) }
      .clamped(to: 0...Int(Int32.max))
  }

  init(
    id: ItemID, models: [any RowModel], context: LayoutContext, layoutVersion: UInt32,
    now: () -> Double
  ) {
    self.id = id
    rows = models.map { RealizedRow(model: $0, in: context, now: now) }
    height = Self.height(of: rows)
    kinds = Kinds(of: rows)
    self.layoutVersion = layoutVersion
    isDisclosed = context.isDisclosed
    keptRows = 0
  }

  /// Makes an item, reusing the layouts of unchanged rows: the same revision, laid out for the same
  /// environment.
  init(
    _ item: ItemRows, reusing old: RealizedItem?, context: LayoutContext, layoutVersion: UInt32,
    now: () -> Double
  ) {
    let known =
      old?.layoutVersion == layoutVersion && old?.isDisclosed == context.isDisclosed
      ? old?.rows ?? [] : []
    isDisclosed = context.isDisclosed
    id = item.id
    var kept = 0
    rows = item.rows.map { model in
      guard
        let same = known.first(where: {
          $0.model.id == model.id && $0.model.revision == model.revision
        })
      else { return RealizedRow(model: model, in: context, now: now) }
      kept += 1
      return same
    }
    keptRows = kept
    height = Self.height(of: rows)
    kinds = Kinds(of: rows)
    self.layoutVersion = layoutVersion
  }

  /// Returns the item laid out for another environment.
  func laidOutAgain(
    in context: LayoutContext, layoutVersion: UInt32, now: () -> Double
  ) -> RealizedItem {
    var context = context
    context.isDisclosed = isDisclosed
    return RealizedItem(
      id: id, models: rows.map(\.model), context: context, layoutVersion: layoutVersion, now: now)
  }
}

/// Range of items in memory: around the view, bounded, trimmed far from it.
struct SlidingWindow: Sendable {
  private(set) var range: Range<Int> = 0..<0
  private var items: [RealizedItem] = []
  /// Number that changes whenever items in memory change, move or are removed; not when items are
  /// added. Windows that were made separately never share one.
  private(set) var stamp = SlidingWindow.nextStamp()

  private static let stamps = Atomic<UInt64>(0)
  private static func nextStamp() -> UInt64 {
    stamps.wrappingAdd(1, ordering: .relaxed).newValue
  }

  init() {}

  init(_ items: [RealizedItem], at lower: Int) {
    self.items = items
    range = items.isEmpty ? 0..<0 : lower..<lower + items.count
  }

  var isEmpty: Bool { items.isEmpty }

  subscript(position: Int) -> RealizedItem {
    @inline(__always) get { items[position - range.lowerBound] }
    set {
      items[position - range.lowerBound] = newValue
      stamp = Self.nextStamp()
    }
  }

  /// Returns the height of an item in memory that is laid out for an environment; nil for others.
  /// Reads only this number from the item, because it is called many times per frame.
  @inline(__always)
  func height(at position: Int, layoutVersion: UInt32) -> Int? {
    guard range.contains(position) else { return nil }
    let index = position - range.lowerBound
    return items[index].layoutVersion == layoutVersion ? items[index].height : nil
  }

  /// Returns an item's height, the number of the environment that it was laid out for, and its
  /// kinds of content; nil for items that are not in memory.
  @inline(__always)
  func facts(at position: Int) -> (height: Int, layoutVersion: UInt32, kinds: RealizedItem.Kinds)? {
    guard range.contains(position) else { return nil }
    let index = position - range.lowerBound
    return (items[index].height, items[index].layoutVersion, items[index].kinds)
  }

  /// Adds items that overlap or adjoin the window; others replace it.
  mutating func merge(_ new: [RealizedItem], at lower: Int) {
    let newRange = lower..<lower + new.count
    guard !isEmpty, newRange.lowerBound <= range.upperBound, newRange.upperBound >= range.lowerBound
    else {
      range = newRange
      items = new
      stamp = Self.nextStamp()
      return
    }
    let before =
      range.lowerBound..<max(range.lowerBound, min(range.upperBound, newRange.lowerBound))
    let after = min(range.upperBound, max(range.lowerBound, newRange.upperBound))..<range.upperBound
    if before.isEmpty, after.count == items.count {
      items.insert(contentsOf: new, at: 0)
    } else if after.isEmpty, before.count == items.count {
      items.append(contentsOf: new)
    } else {
      stamp = Self.nextStamp()
      items =
        Array(items[before.offset(by: -range.lowerBound)]) + new
        + Array(items[after.offset(by: -range.lowerBound)])
    }
    let lowerBound = min(range.lowerBound, newRange.lowerBound)
    range = lowerBound..<lowerBound + items.count
  }

  /// Keeps only positions inside the range.
  mutating func trim(to kept: Range<Int>) {
    let clamped = range.clamped(to: kept)
    guard clamped != range else { return }
    items = Array(items[clamped.offset(by: -range.lowerBound)])
    stamp = Self.nextStamp()
    range = items.isEmpty ? 0..<0 : clamped
  }
}

extension Range<Int> {
  func offset(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
