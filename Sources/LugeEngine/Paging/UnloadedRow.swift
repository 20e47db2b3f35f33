public import LugeCore

/// A place in a list where items are not loaded.
public enum UnloadedPlace: Sendable, Hashable {
  /// Before the first and after the last loaded item.
  case before, after
  /// Between loaded items, with the gap's number.
  case gap(Int)

  init(_ edge: PageEdge) { self = edge == .before ? .before : .after }
}

/// The state shown in place of items that are not loaded.
public struct UnloadedState: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    case loading
    /// Loading failed for this reason, a text for the user.
    case failed(String)
  }

  public var place: UnloadedPlace
  public var phase: Phase
  /// Reason of the previous failure; nil if there was none. While it loads again, the row keeps the
  /// height of that text.
  public var lastReason: String?

  public init(place: UnloadedPlace, phase: Phase, lastReason: String? = nil) {
    self.place = place
    self.phase = phase
    self.lastReason = lastReason
  }
}

/// Texts of ``UnloadedRow``.
public struct UnloadedWords: Sendable, Hashable {
  public var loading: String
  public var failed: String
  public var retry: String

  public init(
    loading: String = "Loading …", failed: String = "This could not be loaded",
    retry: String = "Try again"
  ) {
    self.loading = loading
    self.failed = failed
    self.retry = retry
  }
}

/// Row in place of items that are not loaded, at an end or in a gap: says that they are loading, or
/// why that failed. A failed row reacts everywhere with ``retryAction(_:)``, which the program
/// passes to ``PagedList/perform(_:)``.
public struct UnloadedRow: RowModel {
  public static let reuseIdentifier: ReuseIdentifier = "luge.unloaded"

  public let state: UnloadedState
  public let words: UnloadedWords

  public init(_ state: UnloadedState, words: UnloadedWords = UnloadedWords()) {
    self.state = state
    self.words = words
  }

  public var id: RowID { RowID(item: Self.item(state.place), part: 0) }

  public var revision: Revision {
    // The hash may differ between processes: bitmaps do not outlive the process.
    func hash(_ reason: String) -> UInt64 { UInt64(bitPattern: Int64(reason.hashValue)) << 1 }
    return switch state.phase {
    case .loading: Revision(state.lastReason.map(hash) ?? 0)
    case .failed(let reason): Revision(hash(reason) | 1)
    }
  }

  /// Returns the identifier of such a row; all are reserved.
  package static func item(_ place: UnloadedPlace) -> ItemID {
    switch place {
    case .before: .reserved(0)
    case .after: .reserved(1)
    case .gap(let number): .reserved(2 &+ number)
    }
  }

  public static func retryAction(_ place: UnloadedPlace) -> HitRegion.Action {
    switch place {
    case .before: .custom("luge.retry.before")
    case .after: .custom("luge.retry.after")
    case .gap(let number): .custom("luge.retry.gap.\(number)")
    }
  }

  public static func layout(_ row: UnloadedRow, in context: LayoutContext) -> RowLayout {
    let quiet = ThemeColor(0x6B_7680, dark: 0x8A_96A0)
    let accent = ThemeColor(0x1A_73C8, dark: 0x6A_B3F3)
    let padding = context.px(12)
    let width = max(1, context.width - 2 * Int(padding))
    func lines(_ words: String, _ weight: FontSpec.Weight = .regular) -> TextLayout {
      context.text.layout(
        TextRequest(
          StyledText(words), font: context.font(14, weight: weight), maxWidth: width, maxLines: 3,
          alignment: .center))
    }
    let gap = context.px(4)
    func failed(_ reason: String) -> (spoken: String, texts: [TextLayout]) {
      let what = reason.isEmpty ? row.words.failed : "\(row.words.failed): \(reason)"
      return ("\(what). \(row.words.retry)", [lines(what), lines(row.words.retry, .semibold)])
    }
    func stacked(_ texts: [TextLayout]) -> Double {
      texts.reduce(-gap) { $0 + Double($1.size.height) + gap }
    }
    let texts: [TextLayout]
    let spoken: String
    let room: Double
    switch row.state.phase {
    case .loading:
      texts = [lines(row.words.loading)]
      spoken = row.words.loading
      // At an end of the list the row must not change its height: a failure, and loading after it,
      // take the same space.
      room = max(stacked(texts), stacked(failed(row.state.lastReason ?? "").texts))
    case .failed(let reason):
      (spoken, texts) = failed(reason)
      room = stacked(texts)
    }
    let height = max(Int((room + 2 * padding).rounded(.up)), Int(context.px(64)))
    var y = ((Double(height) - stacked(texts)) / 2).rounded()
    var commands: [DrawCommand] = []
    for (index, layout) in texts.enumerated() {
      let color = index == 0 ? quiet : accent
      let x = ((Double(context.width) - Double(layout.size.width)) / 2).rounded()
      commands.append(.text(layout, at: Point(x: x, y: y), color: color, linkColor: color))
      y += Double(layout.size.height) + gap
    }
    let size = PixelSize(width: context.width, height: height)
    var regions: [HitRegion] = []
    if case .failed = row.state.phase {
      regions.append(
        HitRegion(
          Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)),
          retryAction(row.state.place)))
    }
    return RowLayout(
      size: size, drawList: DrawList(commands), hitRegions: regions, accessibleText: spoken)
  }
}

/// Entry of a paged list: an item of the source, or a row where none are loaded.
public enum PagedEntry<Item: Sendable>: Sendable {
  /// A row in place of unloaded items, with the item held back there, if any: the rows of its
  /// neighbour depend on it although it has no rows of its own yet.
  case unloaded(UnloadedState, heldBack: Item? = nil)
  case item(Item)
}

/// Rows of a paged list: the program's factory makes those of items, ``UnloadedRow`` the rest. The
/// factory sees the items before and after a gap, and an outermost one whose page failed, as if
/// nothing were beyond; when the page has come, the item's rows are made again.
public struct PagedRowFactory<Base: RowFactory>: RowFactory {
  let base: Base
  let words: UnloadedWords

  public func rows(
    for entry: PagedEntry<Base.Item>, previous: PagedEntry<Base.Item>?,
    next: PagedEntry<Base.Item>?
  ) -> [any RowModel] {
    func item(_ entry: PagedEntry<Base.Item>?) -> Base.Item? {
      switch entry {
      case .item(let item): item
      case .unloaded(_, let heldBack): heldBack
      case nil: nil
      }
    }
    switch entry {
    case .unloaded(let state, _): return [UnloadedRow(state, words: words)]
    case .item(let item_): return base.rows(for: item_, previous: item(previous), next: item(next))
    }
  }
}
