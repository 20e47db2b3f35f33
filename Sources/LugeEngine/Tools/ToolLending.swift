import LugeCore

/// Tools for what has to be laid out or drawn within a frame: the lane's own, borrowed for as long
/// as the frame needs them, or others that were made ready on another thread.
final class ToolLending {
  /// How far a frame is with borrowing its lane's tools.
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
  /// Seconds that the lane may be waited for; see ``lend(for:waiting:_:)``.
  private var patience = 0.0
  /// The last environment that tools were warmed for, and the number of that request.
  private var warmEnvironment: LayoutEnvironment?
  private var warmNumber = 0
  private var isWarming = false
  /// Items that were laid out within frames.
  private(set) var itemsLaidOut = 0
  /// What the present frame took for that, seconds.
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

  /// Whether there are tools that a frame can use at once.
  var arePrepared: Bool { prepared != nil }

  /// Whether ``prepare(_:_:examples:deliver:)`` has anything to do. Asking the lane takes its lock:
  /// once the tools are there, frames do not.
  var areWanted: Bool { prepared == nil && !isPreparing && lane.backlog == 0 }

  // MARK: Within a frame

  /// Seconds that a frame at a new width waits for the lane to put its tools down, which it does
  /// after the row that it draws. Without them the engine's own tools would have to learn what is
  /// in view, and that takes longer.
  private static let relayoutPatience = 0.005

  /// Lets the body borrow the lane's tools for what it has to lay out and draw. They go back at its
  /// end.
  ///
  /// - Parameter isRelayout: whether what is in view was laid out for another environment a moment
  ///   ago.
  func lend(for environment: LayoutEnvironment, isRelayout: Bool, _ body: () -> Void) {
    // Tools that were warmed for this environment know what is in view; the lane's know it in
    // another.
    guard case .none = loan, warmEnvironment == nil || warmEnvironment != environment else {
      return body()
    }
    loan = .allowed
    patience = isRelayout ? Self.relayoutPatience : 0
    body()
    if case .borrowed = loan { lane.takeToolsBack() }
    loan = .none
  }

  /// The lane's own tools within ``lend(for:isRelayout:_:)``, otherwise those of the engine's own
  /// thread. Making the latter here costs the search for fonts within a frame, which
  /// ``prepare(_:)`` avoids.
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

  /// What laying out has taken since this was last asked.
  func takeLayoutSeconds() -> Double {
    defer { layoutSeconds = 0 }
    return layoutSeconds
  }

  // MARK: Beside frames

  /// Makes tools on another thread and has them lay out and draw what is in view, so that the fonts
  /// it needs are found before a frame asks for them. Once they are there, or on their way, nothing
  /// happens.
  ///
  /// - Parameters:
  ///   - examples: the rows in view; asked for only when they are needed.
  ///   - deliver: called on another thread; the tools have to come back by ``take(_:)``.
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

  /// Takes tools that ``prepare(_:_:examples:deliver:)`` has made, unless a frame had to make its
  /// own.
  func take(_ handover: Handover<any LaneTools>) {
    if prepared == nil { prepared = handover.tools }
  }

  /// Has tools made for an environment that comes next.
  ///
  /// - Parameters:
  ///   - examples: the rows in view; with none, whatever was asked for before counts no more.
  ///   - deliver: called on another thread, with a number; both have to come back by
  ///     ``take(_:number:)``.
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

  /// Takes tools that were warmed.
  ///
  /// - Returns: whether they are those that were asked for last.
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
