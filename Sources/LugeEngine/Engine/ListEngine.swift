import Dispatch
import Glibc
public import LugeCore
import Synchronization

/// A list: takes a provider of rows, a viewport and scrolling, and says frame by frame what to show.
///
/// The engine belongs to the thread that made it (a window's main thread, or any thread of a
/// program without a window); it is not `Sendable` and holds no locks. Fetching, making rows,
/// layout and drawing happen on a lane; results come through a mailbox that ``frame(at:)`` empties.
/// It knows no platform and no clock but the times it is given.
public final class ListEngine {
  // MARK: Fixed

  public let configuration: EngineConfiguration
  let runtime: EngineRuntime
  let lane: any Lane
  let mailbox: Mailbox<LaneResult>
  let toolsFactory: LaneToolsFactory

  // MARK: Mutable state (all owned by the engine's thread)

  let state: ListState
  var pendingJump: PendingJump?
  /// The latest of the jumps that wait for the pending one.
  var nextJump: PendingJump?
  /// What the pending jump will show; takes the window's place when it is complete.
  var staged = SlidingWindow()
  var loads: [LoadTicket: PendingLoad] = [:]
  var nextTicket = 0
  var updates: [PendingUpdate] = []
  /// What the first update needs, made and laid out, by position in its state; nil while nothing was
  /// asked for it.
  var stagedUpdate: [Int: RealizedItem]?
  /// Run when nothing takes or gives up room any more.
  var motionCompletions: [() -> Void] = []
  var bitmaps: ByteLimitedCache<BitmapKey, DrawnBitmap>
  var cells = CellPool()
  /// Heavy views; nil until there is one.
  var livePool: LiveViewPool?
  /// Pictures of heavy views that came.
  var livePictures = 0
  /// What the last frame showed, while the next one may show the same elsewhere.
  var shown: ShownStretch?
  /// Of the plan that is being made.
  var planning = StretchPlanning()
  var frameNumber = 0
  var lastWishes: [DrawWish] = []
  /// Pixels scrolled since the lane was last told what to draw.
  var scrolledSinceWishes = 0
  /// Pixels ahead of the viewport for which it was told then.
  var wishesReach = 0
  /// Whether something came that may have to be drawn.
  var areWishesDue = true
  var images = ImageLedger()
  var lastImageWishes: [ImageWish] = []
  /// Whether the last frame showed a row that is older than one of its pictures.
  var isShowingOutdated = false
  var isDirty = true
  var flash: Flash?
  /// Seconds that drawing a slice takes, smoothed.
  var drawEstimate = 0.0
  /// What the reader has marked; see ``beginSelection(at:by:)``.
  public internal(set) var selection: TextSelection?
  /// What is searched for: finds in view are named in ``findRectangles``.
  public var textQuery: TextQuery? { didSet { if textQuery != oldValue { isDirty = true } } }
  /// The find that the reader was led to: ``currentFindRectangles`` says where it is.
  public var currentFind: FindPlace? { didSet { if currentFind != oldValue { isDirty = true } } }
  /// Whether the lane works out where the characters in view stand, for links, selection and finds;
  /// for lists that a pointer reaches.
  public var tracksText = false
  var geometries = GeometryBoard()
  var survey: HeightSurvey?
  /// Threads that help the lane while all of a long list is measured.
  var surveyHelpers: [any Lane] = []
  /// Where heights are kept; to be set before the first frame. For lists that are not updated.
  public var heightStore: (any HeightStore)?
  var heightKeeping = HeightKeeping()
  var surveyNumber = 0
  let surveyTicket = SurveyTicket()
  /// Pixels a second, smoothed; positive towards the end.
  var velocity = 0.0
  var scrolledSinceFrame = 0
  var lastFrameTime: Double?
  /// After a failure nothing is asked until the retry message arrives.
  var isWaitingToRetry = false
  var counts = EngineStatistics()
  /// What the last frames did and what they could not show.
  public internal(set) var ledger = EngineLedger()
  let tools: ToolLending
  /// Waits for tools that know another environment; see ``warm(_:ready:)``.
  var whenWarm: ((ListEngine) -> Void)?
  /// How the rows of the last frame were drawn.
  var lastDrawnStyle: DrawnStyle?
  /// The last frame before the environment became another.
  var frameBeforeRelayout = -1_000
  /// Whether items beside the view may still be laid out for an environment before this one.
  var holdsOldLayouts = false
  /// Live rows, and whatever else is to be brought up to date once a frame; runs at its start.
  public let updateScheduler = UpdateScheduler()
  /// Run at the start of each frame: sources that watch where the reader is.
  var frameHooks: [(ListEngine) -> Void] = []
  var waitingForConditions: [(condition: () -> Bool, body: (ListEngine) -> Void)] = []
  /// Called when a source fails, with words for people; the engine tries again by itself.
  public var onFailure: ((EngineError) -> Void)?
  /// Called within ``frame(at:)`` when the pictures that are in view or will be have become others:
  /// all of them, the nearest first. Has to return at once; answers come by ``imageArrivals``.
  public var onImageWishes: (([ImageWish]) -> Void)?
  /// Told of everything that is done to the list from outside; a recording is made of it.
  public var onInput: ((EngineInput) -> Void)?
  /// What decoding a picture took, where that is known; asked by ``rowCosts`` only.
  public var imageCost: ((ImageKey) -> ImageCost?)?

  /// - Parameters:
  ///   - tools: makes measuring and drawing tools; called once on each thread that needs them.
  ///   - runtime: threads and the monotonic clock, unless it runs in virtual time.
  ///   - wake: called from any thread when results wait: have ``frame(at:)`` called soon.
  public init(
    provider: any RowProvider, configuration: EngineConfiguration = .init(),
    tools: @escaping LaneToolsFactory, runtime: EngineRuntime = .live,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.configuration = configuration
    self.runtime = runtime
    toolsFactory = tools
    mailbox = Mailbox(due: runtime.due, wake: wake)
    lane = runtime.makeLane("luge-lane", tools)
    self.tools = ToolLending(
      lane: lane, runtime: runtime, factory: tools, background: configuration.background)
    state = ListState(provider: provider, configuration: configuration) { [lent = self.tools] in
      lent.layOut($0, in: $1, layoutVersion: $2)
    }
    bitmaps = ByteLimitedCache(byteLimit: configuration.bitmapByteLimit)
    if state.count > 0 {
      pendingJump =
        state.followsEnd
        ? PendingJump(position: state.count - 1, alignment: .offset(Int.max))
        : PendingJump(position: 0, alignment: .top)
    }
    let mailbox = mailbox
    updateScheduler.onRequest = { mailbox.post(.nudge) }
  }

  deinit {
    for load in loads.values { load.task.cancel() }
    lane.stop()
    for helper in surveyHelpers { helper.stop() }
  }

  /// Number of items.
  public var count: Int { state.count }

  /// Whether a frame would show anything else than the last one did.
  public var needsFrame: Bool { isDirty || !mailbox.isEmpty }

  /// Whether nothing is under way any more: everything in view is loaded and drawn.
  public var isSettled: Bool {
    !isDirty && loads.isEmpty && mailbox.isEmpty && pendingJump == nil && !isShowingOutdated
      && updates.isEmpty && state.motion.isEmpty && livePool?.isSettled != false
  }

  /// What ``isSettled`` waits for, in words; for programs that look into a window from outside.
  package var waitsFor: [String] {
    let parts = [
      ("frame", isDirty), ("loads", !loads.isEmpty), ("mailbox", !mailbox.isEmpty),
      ("jump", pendingJump != nil), ("outdated", isShowingOutdated), ("updates", !updates.isEmpty),
      ("transitions", !state.motion.isEmpty), ("live", livePool?.isSettled == false),
    ]
    return parts.filter(\.1).map(\.0)
  }

  /// Whether the lane has anything left to do; takes its lock. For labs that leave out idle time.
  package var isLaneBusy: Bool { lane.isBusy }

  /// Whether a jump is on its way; until it lands, what was in view stays.
  public var isJumping: Bool { pendingJump != nil }

  public var statistics: EngineStatistics {
    var result = counts
    result.itemsLaidOutOnTheSpot = tools.itemsLaidOut
    result.bitmapBytes = bitmaps.byteCount
    result.windowCount = snapshot.window.range.count
    result.cellsCreated = cells.created
    return result
  }

  /// Blocks until a lane delivers something; for programs without a window.
  public func waitForResults(seconds: Double) -> Bool { mailbox.wait(seconds: seconds) }

  public var colorScheme: ColorScheme { state.scheme }

  /// Light or dark; rows are drawn anew, not laid out.
  public func setColorScheme(_ newScheme: ColorScheme) {
    guard newScheme != state.scheme else { return }
    state.setScheme(newScheme)
    isDirty = true
  }
}

/// Names one request to the source.
struct LoadTicket: Hashable, Sendable { let number: Int }

/// Says to a lane that a load is not wanted any more: what is left of it is not laid out. A change of width
/// in the middle of one had kept the lane, and its tools, from the rows in view.
final class LoadStop: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

struct PendingLoad {
  enum Purpose: Hashable {
    case extend
    case jump
    case update
  }

  /// In the engine's present positions, shifted as updates come in.
  var range: Range<Int>
  var purpose: Purpose
  let task: Task<Void, Never>
  /// For what the task has handed to the lane.
  var stop = LoadStop()

  /// Whether it brings rows whose content or neighbours are among the given items. What an update
  /// itself waits for is of its own, newer state.
  func isOf(_ items: Range<Int>) -> Bool {
    purpose != .update && items.lowerBound <= range.upperBound
      && items.upperBound >= range.lowerBound
  }
}

struct PendingJump: Hashable {
  enum Alignment: Hashable {
    case top, center, offset(Int)
    /// The line stands so far below the viewport's top.
    case line(part: UInt32, key: Int, y: Int)
    /// The line with this place of what the item says stands in the middle, unless the item is low
    /// enough to stand there as a whole.
    case text(offset: Int)
  }

  var position: Int
  var alignment: Alignment
  /// Whether the item is highlighted for a moment.
  var highlights = false
  /// Frames that found its rows laid out but not all drawn.
  var attempts = 0
  /// Time of the frame before it was asked for.
  var begun: Double?

  /// After a quarter of a second a later jump does not wait for this one any more.
  func isOverdue(at time: Double?) -> Bool {
    guard let begun, let time else { return false }
    return time - begun > 0.25
  }
}

/// Items, and what has been drawn of them at once.
struct LoadedItems: Sendable {
  var items: [RealizedItem] = []
  /// How many of what was asked for come before the first of them; for jumps, which need not have all.
  var skipped = 0
  var drawn: [DrawnSlice] = []
}

/// What comes back from lanes.
enum LaneResult: Sendable {
  case loaded(LoadTicket, LoadedItems)
  case failed(LoadTicket, EngineError)
  case drawn(DrawnSlice)
  case surveyed(SurveyedHeights)
  case restored(RestoredHeights)
  case geometry([RowGeometry])
  /// Pictures that rows were drawn without are there now.
  case images(Set<ImageKey>)
  /// Enough time has passed since a failure.
  case retry
  /// Something outside of the lanes wants a frame.
  case nudge
  /// A feed's next state.
  case update(FedUpdate)
  case spotTools(Handover<any LaneTools>)
  /// Those that another environment was asked for, by number.
  case warmTools(Handover<any LaneTools>, Int)
  /// A heavy view was drawn; what heavy views show has changed.
  case live(LivePicture)
  case liveChanged(Set<ImageKey>)
}
