import LugeCore

/// What an engine's parts are made of: threads, the clock, and the way back to the frame.
struct EngineResources {
  let configuration: EngineConfiguration
  let runtime: EngineRuntime
  let lane: any Lane
  let mailbox: Mailbox<LaneResult>
  /// What the lane does and the source takes.
  let meter: LaneMeter
}

/// What comes back from lanes, by the part that asked for it.
enum LaneResult: Sendable {
  case load(LoadResult)
  case drawn(DrawnSlice)
  case survey(SurveyResult)
  case geometry([RowGeometry])
  /// Pictures that rows were drawn without are there now.
  case images(Set<ImageKey>)
  /// Something outside of the lanes wants a frame.
  case nudge
  /// A feed's next state.
  case update(FedUpdate)
  case tools(Handover<any LaneTools>)
  /// Those that another environment was asked for, by number.
  case warmTools(Handover<any LaneTools>, Int)
  /// A heavy view was drawn; what heavy views show has changed.
  case heavyView(LivePicture)
  case heavyViewsChanged(Set<ImageKey>)
  /// What stands in a slot was drawn.
  case decoration(DecorationPicture)
  /// What stands in slots has changed.
  case decorationsChanged
}

/// Whatever others have asked to be told of, or to be called for in a frame.
struct EngineHooks {
  let updateScheduler = UpdateScheduler()
  var onFailure: ((EngineError) -> Void)?
  var onInput: ((EngineInput) -> Void)?
  var imageCost: ((ImageKey) -> ImageCost?)?
  /// Run at the start of each frame: sources that watch where the reader is.
  var frame: [(ListEngine) -> Void] = []
  /// Each runs in the first frame in which its condition holds after updates were applied.
  var waiting: [(condition: () -> Bool, body: (ListEngine) -> Void)] = []
  /// Run when nothing takes or gives up room any more.
  var motionEnd: [() -> Void] = []
  /// Waits for tools that know another environment; see ``ListEngine/warm(_:ready:)``.
  var whenWarm: ((ListEngine) -> Void)?
}
