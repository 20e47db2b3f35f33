import LugeCore

/// Resources that an engine's parts share: threads, the clock, and the mailbox.
struct EngineResources {
  let configuration: EngineConfiguration
  let runtime: EngineRuntime
  let lane: any Lane
  let mailbox: Mailbox<LaneResult>
  /// Meter of the work of the lane and the source.
  let meter: LaneMeter
}

/// Results that lanes deliver, by the part that requested them.
enum LaneResult: Sendable {
  case load(LoadResult)
  case drawn(DrawnSlice)
  case survey(SurveyResult)
  case geometry([RowGeometry])
  /// Pictures arrived; rows were drawn without them.
  case images(Set<ImageKey>)
  /// Something outside the lanes requests a frame.
  case nudge
  /// A feed's next state.
  case update(FedUpdate)
  case tools(Handover<any LaneTools>)
  /// Tools warmed for another environment, with the number of the request.
  case warmTools(Handover<any LaneTools>, Int)
  /// A heavy view was drawn; or the contents of heavy views have changed.
  case heavyView(HeavyViewBitmap)
  case heavyViewsChanged(Set<ImageKey>)
  /// A decoration was drawn.
  case decoration(DecorationPicture)
  /// The decorations of slots have changed.
  case decorationsChanged
}

/// Callbacks that the program has registered.
struct EngineHooks {
  let updateScheduler = UpdateScheduler()
  var onFailure: ((EngineError) -> Void)?
  var onInput: ((EngineInput) -> Void)?
  var imageCost: ((ImageKey) -> ImageCost?)?
  /// Closures that run at the start of each frame, for sources that follow the view.
  var frame: [(ListEngine) -> Void] = []
  /// Closure that waits for tools warmed for another environment; see
  /// ``ListEngine/warm(_:ready:)``.
  var whenWarm: ((ListEngine) -> Void)?
  /// Closure that runs in the frame that took the warmed tools, before it is planned.
  var warmed: ((ListEngine) -> Void)?
}

/// When frames are, and what the last ones cost.
struct FrameTimes {
  var clock = FrameClock()
  var log = FrameLog()
}
