import LugeCore

/// Provides tools for rows that are laid out or drawn within a frame: the lane's, borrowed for as
/// long as the frame needs them, or others prepared on another thread.
final class ToolLending {
  /// State of borrowing the lane's tools.
  private enum Loan {
    case none, allowed, refused
    case borrowed(any LaneTools)
  }

  private let lane: any Lane
  private let runtime: EngineRuntime
  private let factory: LaneToolsFactory
  private let background: ThemeColor

  // MARK: Mutable State (the engine's thread)

  private var prepared: (any LaneTools)?
  private var isPreparing = false
  private var loan = Loan.none
  /// Seconds to wait for the lane; see ``lend(for:isRelayout:_:)``.
  private var patience = 0.0
  /// Last environment that tools were warmed for, and the number of that request.
  private var warmEnvironment: LayoutEnvironment?
  private var warmNumber = 0
  private var isWarming = false
  /// Number of items laid out within frames.
  private(set) var itemsLaidOut = 0
  /// Seconds that the current frame spent on layout.
  private var layoutSeconds = 0.0

  init(
    lane: any Lane, runtime: EngineRuntime, factory: @escaping LaneToolsFactory,
    background: ThemeColor
  ) {
    self.lane = lane
    self.runtime = runtime
    self.factory = factory
    self.background = background
  }

  /// Whether a frame can use prepared tools at once.
  var arePrepared: Bool { prepared != nil }

  /// Whether ``prepare(_:_:examples:deliver:)`` has anything to do. Takes the lane's lock only
  /// until the tools are prepared.
  var areWanted: Bool { prepared == nil && !isPreparing && lane.backlog == 0 }

  // MARK: Within a frame

  /// Seconds that a frame at a new width waits for the lane's tools, which the lane gives up after
  /// the row that it is drawing. Without them the engine's own tools would have to cache what is in
  /// view first, which takes longer.
  private static let relayoutPatience = 0.005

  /// Runs a closure with the lane's tools, which are returned at its end.
  ///
  /// - Parameter isRelayout: whether the rows in view have just been laid out for another
  ///   environment.
  func lend(for environment: LayoutEnvironment, isRelayout: Bool, _ body: () -> Void) {
    // Tools warmed for this environment have cached what is in view; the lane's have cached it for
    // another one.
    guard case .none = loan, warmEnvironment == nil || warmEnvironment != environment else {
      return body()
    }
    loan = .allowed
    patience = isRelayout ? Self.relayoutPatience : 0
    body()
    if case .borrowed = loan { lane.takeToolsBack() }
    loan = .none
  }

  /// Tools: the lane's within ``lend(for:isRelayout:_:)``, otherwise those of the engine's thread.
  /// Making the latter here means a search for fonts within a frame, which
  /// ``prepare(_:_:examples:deliver:)`` avoids.
  var tools: any LaneTools {
    switch loan {
    case .none, .refused: break
    case .borrowed(let tools): return tools
    case .allowed:
      if let tools = lane.lendTools(within: patience) {
        loan = .borrowed(tools)
        return tools
      }
      loan = .refused
    }
    if let prepared { return prepared }
    let tools = factory()
    prepared = tools
    return tools
  }

  /// Lays an item out again.
  func layOut(
    _ item: RealizedItem, in environment: LayoutEnvironment, layoutVersion: UInt32
  ) -> RealizedItem {
    let context = LayoutContext(environment: environment, text: tools.text)
    let start = runtime.now()
    let made = item.laidOutAgain(in: context, layoutVersion: layoutVersion, now: runtime.now)
    layoutSeconds += runtime.now() - start
    itemsLaidOut += 1
    return made
  }

  /// Returns the seconds of layout since the last call, and resets them.
  func takeLayoutSeconds() -> Double {
    defer { layoutSeconds = 0 }
    return layoutSeconds
  }

  // MARK: Outside of frames

  /// Makes tools on another thread, which lay out and draw what is in view, so that the fonts it
  /// needs are loaded before a frame needs them. Does nothing if that has been done or is under
  /// way.
  ///
  /// - Parameters:
  ///   - examples: returns the rows in view; called only when they are needed.
  ///   - deliver: called on another thread; pass the tools to ``take(_:)``.
  func prepare(
    _ environment: LayoutEnvironment, _ scheme: ColorScheme, examples: () -> [any RowModel],
    deliver: @escaping @Sendable (Handover<any LaneTools>) -> Void
  ) {
    guard areWanted else { return }
    let examples = examples()
    guard !examples.isEmpty else { return }
    isPreparing = true
    let preparation = preparation(environment, scheme, examples)
    runtime.later(0) { deliver(preparation.run()) }
  }

  /// Takes tools made by ``prepare(_:_:examples:deliver:)``, unless a frame had to make its own.
  func take(_ handover: Handover<any LaneTools>) {
    if prepared == nil { prepared = handover.tools }
  }

  /// Makes tools for an environment that will be set next.
  ///
  /// - Parameters:
  ///   - examples: the rows in view; if there are none, the previous request is cancelled.
  ///   - deliver: called on another thread, with a number; pass both to ``take(_:number:)``.
  /// - Returns: whether tools are being made.
  func warm(
    _ environment: LayoutEnvironment, _ scheme: ColorScheme, examples: [any RowModel],
    deliver: @escaping @Sendable (Handover<any LaneTools>, Int) -> Void
  ) -> Bool {
    warmNumber += 1
    isWarming = !examples.isEmpty
    guard isWarming else { return false }
    warmEnvironment = environment
    let (number, preparation) = (warmNumber, preparation(environment, scheme, examples))
    runtime.later(0) { deliver(preparation.run(), number) }
    return true
  }

  /// Takes warmed tools.
  ///
  /// - Returns: whether they belong to the last request.
  func take(_ handover: Handover<any LaneTools>, number: Int) -> Bool {
    guard number == warmNumber, isWarming else { return false }
    isWarming = false
    prepared = handover.tools
    return true
  }

  private func preparation(
    _ environment: LayoutEnvironment, _ scheme: ColorScheme, _ examples: [any RowModel]
  ) -> ToolsPreparation {
    ToolsPreparation(
      factory: factory, environment: environment, scheme: scheme, background: background,
      examples: examples)
  }
}

/// Makes tools and uses them once on real rows, so that fonts are found and loaded.
struct ToolsPreparation: Sendable {
  let factory: LaneToolsFactory
  let environment: LayoutEnvironment
  let scheme: ColorScheme
  let background: ThemeColor
  let examples: [any RowModel]

  func run() -> Handover<any LaneTools> {
    let tools = factory()
    let context = LayoutContext(environment: environment, text: tools.text)
    for row in examples {
      let layout = row.layout(in: context)
      let slice = RowSlices.range(0, of: layout.size.height)
      guard !slice.isEmpty else { continue }
      _ = tools.paint(layout, slice: slice, scheme: scheme, background: background)
    }
    return Handover(tools)
  }
}
