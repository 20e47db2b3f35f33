public import LugeCore

/// Handler of input on the rows of a kind. The kind itself only lays out and draws, on lanes; its
/// interactor belongs to the list and may change what it shows.
///
/// Only ``perform(_:on:)`` is required. A region whose actions an interactor handles is drawn
/// pressed while it is held, is reached with Left and Right from the list's cursor, and is a button
/// for screen readers, without further code.
@MainActor
public protocol RowInteractor: AnyObject {
  /// Type of the actions that this interactor handles; it receives no others.
  associatedtype Action: RowAction

  /// Handles a click, a tap, Enter or Space, or a screen reader's press.
  func perform(_ action: Action, on hit: ListHit)
  /// Returns the hint of the region under the pointer; nil for no hint.
  func hint(for action: Action, on hit: ListHit) -> String?
  /// Returns the name of the region for screen readers and in menus, if it changes while the row
  /// does not; nil for the region's own label.
  func label(for action: Action) -> String?
  /// Returns the value that the region sets, such as a recording's position; nil for a region that
  /// is a button. Screen readers present it as a slider, and set it by ``set(_:for:)``.
  func value(for action: Action) -> RowValue?
  func set(_ value: Double, for action: Action)
  /// Returns entries that the region adds at the top of its message's menu.
  func menuEntries(for action: Action, on hit: ListHit) -> [RowMenuEntry]
  /// Handles a finger or the pointer's button held down on the region for ``LongPress/seconds``.
  ///
  /// - Returns: false to do nothing special: a finger then opens the message's menu, and the
  ///   button's release counts as a click.
  func longPress(_ action: Action, on hit: ListHit) -> Bool
  /// Handles that the pointer entered the region, or left it.
  func hover(_ action: Action, isOver: Bool, on hit: ListHit)
  /// Handles moves of the pointer with its button held on the region.
  ///
  /// - Returns: for ``RowDrag/Phase/began``, whether to handle the drag; otherwise it selects text,
  ///   and there are no further calls.
  func drag(_ action: Action, _ drag: RowDrag, on hit: ListHit) -> Bool
}

extension RowInteractor {
  public func hint(for action: Action, on hit: ListHit) -> String? { nil }
  public func label(for action: Action) -> String? { nil }
  public func value(for action: Action) -> RowValue? { nil }
  public func set(_ value: Double, for action: Action) {}
  public func menuEntries(for action: Action, on hit: ListHit) -> [RowMenuEntry] { [] }
  public func longPress(_ action: Action, on hit: ListHit) -> Bool { false }
  public func hover(_ action: Action, isOver: Bool, on hit: ListHit) {}
  public func drag(_ action: Action, _ drag: RowDrag, on hit: ListHit) -> Bool { false }
}

/// A value between 0 and a limit that a region shows and sets.
public struct RowValue: Hashable, Sendable {
  public var now: Double
  public var limit: Double
  /// Smallest sensible change of the value.
  public var step: Double

  public init(_ now: Double, limit: Double, step: Double) {
    self.now = now
    self.limit = limit
    self.step = step
  }
}

/// Duration after which a press counts as long.
public enum LongPress {
  public static let seconds = 0.5
}

/// A drag that began on a region.
public struct RowDrag: Hashable, Sendable {
  public enum Phase: Hashable, Sendable { case began, moved, ended, cancelled }

  public var phase: Phase
  /// Point from the region's upper left, device pixels; may be outside of it.
  public var start: Point
  public var position: Point
  /// Size of the region, device pixels.
  public var width: Double
  public var height: Double

  public init(phase: Phase, start: Point, position: Point, width: Double, height: Double) {
    self.phase = phase
    self.start = start
    self.position = position
    self.width = width
    self.height = height
  }
}

/// An entry of a message's menu.
public struct RowMenuEntry {
  public var title: String
  public var isEnabled: Bool
  public var run: @MainActor () -> Void

  public init(_ title: String, isEnabled: Bool = true, run: @escaping @MainActor () -> Void) {
    self.title = title
    self.isEnabled = isEnabled
    self.run = run
  }
}

/// The interactors of a list. Each receives the actions of its own type; if several have the same
/// type, the last one added receives them.
@MainActor
public final class RowInteractors {
  private var all: [any RowInteractor] = []

  public init() {}

  /// Adds an interactor, which lives as long as the list.
  public func add(_ interactor: some RowInteractor) { all.insert(interactor, at: 0) }

  /// Whether an interactor handles an action.
  public func takes(_ action: HitRegion.Action) -> Bool {
    guard case .typed(let action) = action else { return false }
    return all.contains { $0.takes(action) }
  }

  /// Has the hit's action performed.
  ///
  /// - Returns: false when no interactor handles the action.
  @discardableResult
  public func perform(_ hit: ListHit) -> Bool {
    first(for: hit.action) { $0.perform(any: $1, hit) } != nil
  }

  public func hint(for hit: ListHit) -> String? {
    first(for: hit.action) { $0.hint(any: $1, hit) } ?? nil
  }

  public func label(for action: HitRegion.Action) -> String? {
    first(for: action) { $0.label(any: $1) } ?? nil
  }

  public func value(for action: HitRegion.Action) -> RowValue? {
    first(for: action) { $0.value(any: $1) } ?? nil
  }

  /// Sets the value of a region.
  ///
  /// - Parameter value: clamped to the limits of the region's value.
  public func set(_ value: Double, for action: HitRegion.Action) {
    guard value.isFinite, let limit = self.value(for: action)?.limit else { return }
    _ = first(for: action) { $0.set(any: $1, min(max(value, 0), limit)) }
  }

  public func menuEntries(for hit: ListHit) -> [RowMenuEntry] {
    first(for: hit.action) { $0.menuEntries(any: $1, hit) } ?? []
  }

  /// Returns the menu entries of an item's part, for a menu opened without pointing at it.
  public func menuEntries(
    for part: ItemContents.Part, of contents: ItemContents
  ) -> [RowMenuEntry] {
    menuEntries(
      for: ListHit(
        position: contents.position, row: part.row, action: part.action,
        copyText: contents.copyText))
  }

  public func longPress(_ hit: ListHit) -> Bool {
    first(for: hit.action) { $0.longPress(any: $1, hit) } ?? false
  }

  public func hover(_ hit: ListHit, isOver: Bool) {
    _ = first(for: hit.action) { $0.hover(any: $1, isOver: isOver, hit) }
  }

  public func drag(_ hit: ListHit, _ drag: RowDrag) -> Bool {
    first(for: hit.action) { $0.drag(any: $1, drag, hit) } ?? false
  }

  /// Calls the closure with the interactor of an action.
  ///
  /// - Returns: nil when no interactor handles the action.
  private func first<Result>(
    for action: HitRegion.Action?, _ body: (any RowInteractor, AnyRowAction) -> Result
  ) -> Result? {
    guard case .typed(let action)? = action,
      let interactor = all.first(where: { $0.takes(action) })
    else { return nil }
    return body(interactor, action)
  }
}

/// The interactor's functions for an action of any type; they ignore other types than the
/// interactor's own.
extension RowInteractor {
  fileprivate func takes(_ action: AnyRowAction) -> Bool { action.value is Action }

  fileprivate func perform(any action: AnyRowAction, _ hit: ListHit) {
    if let action = action.value as? Action { perform(action, on: hit) }
  }

  fileprivate func hint(any action: AnyRowAction, _ hit: ListHit) -> String? {
    (action.value as? Action).flatMap { hint(for: $0, on: hit) }
  }

  fileprivate func label(any action: AnyRowAction) -> String? {
    (action.value as? Action).flatMap { label(for: $0) }
  }

  fileprivate func value(any action: AnyRowAction) -> RowValue? {
    (action.value as? Action).flatMap { value(for: $0) }
  }

  fileprivate func set(any action: AnyRowAction, _ value: Double) {
    if let action = action.value as? Action { set(value, for: action) }
  }

  fileprivate func menuEntries(any action: AnyRowAction, _ hit: ListHit) -> [RowMenuEntry] {
    (action.value as? Action).map { menuEntries(for: $0, on: hit) } ?? []
  }

  fileprivate func longPress(any action: AnyRowAction, _ hit: ListHit) -> Bool {
    (action.value as? Action).map { longPress($0, on: hit) } ?? false
  }

  fileprivate func hover(any action: AnyRowAction, isOver: Bool, _ hit: ListHit) {
    if let action = action.value as? Action { hover(action, isOver: isOver, on: hit) }
  }

  fileprivate func drag(any action: AnyRowAction, _ drag: RowDrag, _ hit: ListHit) -> Bool {
    (action.value as? Action).map { self.drag($0, drag, on: hit) } ?? false
  }
}
