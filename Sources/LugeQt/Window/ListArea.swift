import CQtShim
public import LugeCore

/// A surface with its scroll bar and what floats above it: the date beside the thumb, the button
/// that jumps to the newest, short messages, and the panel that says why there is no list.
@MainActor
public final class ListArea {
  /// Why there is no list, or not yet.
  public struct State: Hashable, Sendable {
    public enum Progress: Hashable, Sendable {
      /// A part of the whole, 0 to 1.
      case part(Double)
      case unknown
    }

    public var title: String
    public var detail: String
    /// Up to two.
    public var buttons: [String]
    public var progress: Progress?

    public init(
      title: String, detail: String = "", buttons: [String] = [], progress: Progress? = nil
    ) {
      self.title = title
      self.detail = detail
      self.buttons = buttons
      self.progress = progress
    }
  }

  /// What is shown while nothing is open.
  public struct Welcome: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
      public var title: String
      public var detail: String

      public init(title: String, detail: String) {
        self.title = title
        self.detail = detail
      }
    }

    public var title: String
    public var detail: String
    /// In the place to drop files on, and below it what files.
    public var drop: String
    public var formats: String
    /// Up to four; the third and the fourth stand apart.
    public var buttons: [String]
    public var entriesTitle: String
    /// What was opened before.
    public var entries: [Entry]

    public init(
      title: String, detail: String, drop: String, formats: String, buttons: [String],
      entriesTitle: String = "", entries: [Entry] = []
    ) {
      self.title = title
      self.detail = detail
      self.drop = drop
      self.formats = formats
      self.buttons = buttons
      self.entriesTitle = entriesTitle
      self.entries = entries
    }
  }

  /// The list that has this place; another that goes away leaves it alone.
  var shown: ObjectIdentifier?

  public let surface: Surface
  /// Over the list's upper edge; hidden until it is made visible.
  public private(set) lazy var findBar = FindBar(
    handle: lq_list_area_find_bar(handle), owner: owner)
  /// The reader moved the bar to this content offset.
  public var onScroll: (@MainActor (Int) -> Void)?
  /// The reader took hold of the thumb, or let it go.
  public var onThumb: (@MainActor (Bool) -> Void)?
  public var onJump: (@MainActor () -> Void)?
  /// A line of the welcome page, by index.
  public var onEntry: (@MainActor (Int) -> Void)?
  /// A button of the state panel or of the welcome page, by index.
  public var onStateButton: (@MainActor (Int) -> Void)?

  /// Whether the list is as wide without its scroll bar as with it.
  let keepsBarRoom: Bool
  private let handle: OpaquePointer
  private let owner: WindowHandle

  // MARK: Mutable State (main actor): what the widgets show, so that frames that change nothing
  // touch no widget.
  private var scale = ScrollBarScale(contentHeight: 0, viewportHeight: 0)
  private var shownScroll: Scroll?
  private var shownBubble: String?
  private var onOffer: (@MainActor (Bool) -> Void)?
  /// The last short message, whether or not it is still shown.
  public private(set) var lastToast: String?
  private var shownJump: Jump?
  private var shownState: State?
  private var shownWelcome: Welcome?
  private var shownBackground: RGBA?

  private struct Scroll: Equatable {
    var maximum, page, line, value: Int32

    /// Top and length of the thumb in pixels of a track.
    func thumb(track: Int) -> ClosedRange<Int> {
      let whole = max(1, Double(maximum) + Double(page))
      let top = Int(Double(value) / whole * Double(track))
      return top...top + Int(Double(page) / whole * Double(track))
    }
  }
  private struct Jump: Equatable {
    var isVisible: Bool
    var badge: String
  }

  init(handle: OpaquePointer, owner: WindowHandle, keepsBarRoom: Bool) {
    self.handle = handle
    self.keepsBarRoom = keepsBarRoom
    self.owner = owner
    surface = Surface(handle: lq_list_area_surface(handle), owner: owner)
    var callbacks = lq_list_area_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      scrolled: { context, value in
        onMain(context, as: ListArea.self) { $0.didScroll(to: value) }
      },
      thumb: { context, isHeld in onMain(context, as: ListArea.self) { $0.onThumb?(isHeld) } },
      jump: { context in onMain(context, as: ListArea.self) { $0.onJump?() } },
      state_button: { context, index in
        onMain(context, as: ListArea.self) { $0.onStateButton?(Int(index)) }
      },
      offer: { context, isTaken in
        onMain(context, as: ListArea.self) { $0.didAnswer(isTaken) }
      },
      entry: { context, index in
        onMain(context, as: ListArea.self) { $0.onEntry?(Int(index)) }
      })
    lq_list_area_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_list_area_set_callbacks(handle, nil) }

  private func didScroll(to value: Int32) {
    shownScroll?.value = value
    onScroll?(scale.offset(ofValue: value))
  }

  /// Shows where the list is. All lengths are device pixels; `line` is what an arrow moves.
  ///
  /// While the reader holds the thumb its place is the reader's, and only the range is taken.
  ///
  /// - Parameter isMoving: leaves the bar alone until the thumb would move by a pixel. Painting a
  ///   styled bar costs more than composing the whole list, and every change paints it.
  public func setScroll(
    contentHeight: Int, viewportHeight: Int, offset: Int, line: Int, isMoving: Bool = false
  ) {
    scale = ScrollBarScale(contentHeight: contentHeight, viewportHeight: viewportHeight)
    let scroll = Scroll(
      maximum: scale.maxValue, page: scale.length(viewportHeight), line: scale.length(line),
      value: scale.value(ofOffset: offset))
    guard scroll != shownScroll else { return }
    if isMoving, let shownScroll,
      scroll.thumb(track: viewportHeight) == shownScroll.thumb(track: viewportHeight)
    {
      return
    }
    shownScroll = scroll
    lq_list_area_set_scroll(handle, scroll.maximum, scroll.page, scroll.line, scroll.value)
  }

  /// The list's own colour, for the room of a scroll bar that there is no need for.
  public func setBackground(_ color: RGBA) {
    guard color != shownBackground else { return }
    shownBackground = color
    lq_list_area_set_background(
      handle, UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue))
  }

  /// Text beside the thumb; nil for none.
  public var bubble: String? {
    get { shownBubble }
    set {
      guard newValue != shownBubble else { return }
      shownBubble = newValue
      newValue.withOptionalCString { lq_list_area_set_bubble(handle, $0) }
    }
  }

  /// The button that jumps to the newest, with a count of what is new ("" for none).
  public func setJump(isVisible: Bool, badge: String = "") {
    let jump = Jump(isVisible: isVisible, badge: badge)
    guard jump != shownJump else { return }
    shownJump = jump
    lq_list_area_set_jump(handle, isVisible, badge)
  }

  /// Where that button is or would be, in points of the surface.
  public var jumpPlace: Rect {
    var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    lq_list_area_jump_place(handle, &x, &y, &width, &height)
    return Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// Whether there are words beneath the button: a while after the list came to rest it is out of
  /// their way then, until the list or the pointer comes near.
  public func setJumpCovers(_ covers: Bool) { lq_list_area_set_jump_covering(handle, covers) }

  /// The panel in the middle; nil for none.
  public var state: State? {
    get { shownState }
    set {
      guard newValue != shownState else { return }
      shownState = newValue
      guard let newValue else { return lq_list_area_set_state(handle, nil) }
      let progress: Double =
        switch newValue.progress {
        case nil: -1
        case .part(let part): min(max(part, 0), 1)
        case .unknown: 2
        }
      withCStrings([newValue.title, newValue.detail] + newValue.buttons.prefix(2)) { strings in
        var state = lq_state(
          title: strings[0], detail: strings[1],
          buttons: (
            strings.count > 2 ? strings[2] : nil, strings.count > 3 ? strings[3] : nil
          ), progress: progress)
        lq_list_area_set_state(handle, &state)
      }
    }
  }

  /// Says what was done, with a button that undoes it, for a while.
  ///
  /// - Parameter answer: called once: true for the button, false when the time is over or another
  ///   offer took its place.
  public func offer(
    _ text: String, button: String, seconds: Double = 5,
    answer: @escaping @MainActor (_ isTaken: Bool) -> Void
  ) {
    let before = onOffer
    onOffer = answer
    before?(false)
    lq_list_area_offer(handle, text, button, Int32(min(max(seconds, 0.1), 60) * 1000))
  }

  /// Answers the offer as if its button were pressed, or its time over.
  public func answerOffer(isTaken: Bool) {
    guard onOffer != nil else { return }
    lq_list_area_offer(handle, nil, nil, 0)
    didAnswer(isTaken)
  }

  private func didAnswer(_ isTaken: Bool) {
    let answer = onOffer
    onOffer = nil
    answer?(isTaken)
  }

  /// The page of a window that has nothing open; nil for none.
  public var welcome: Welcome? {
    get { shownWelcome }
    set {
      guard newValue != shownWelcome else { return }
      shownWelcome = newValue
      guard let newValue else { return lq_list_area_set_welcome(handle, nil) }
      let buttons = (newValue.buttons + ["", "", "", ""]).prefix(4)
      let words = [
        newValue.title, newValue.detail, newValue.drop, newValue.formats, newValue.entriesTitle,
      ]
      withCStrings(words + buttons) { strings in
        withCStrings(newValue.entries.flatMap { [$0.title, $0.detail] }) { entries in
          entries.withUnsafeBufferPointer { entries in
            func button(_ index: Int) -> UnsafePointer<CChar>? {
              newValue.buttons.indices.contains(index) ? strings[5 + index] : nil
            }
            var welcome = lq_welcome(
              title: strings[0], detail: strings[1], drop: strings[2], formats: strings[3],
              buttons: (button(0), button(1), button(2), button(3)), entries_title: strings[4],
              entries: entries.baseAddress, count: Int32(clamping: newValue.entries.count))
            lq_list_area_set_welcome(handle, &welcome)
          }
        }
      }
    }
  }

  /// A short message at the bottom that goes by itself.
  public func toast(_ text: String, seconds: Double = 3) {
    lastToast = text
    lq_list_area_toast(handle, text, Int32(min(max(seconds, 0.1), 60) * 1000))
  }
}
