import CQtShim
public import LugeCore

/// Surface with its scroll bar and the widgets over it: the date beside the thumb, the button that
/// jumps to the newest item, short messages, and the panel shown when there is no list.
@MainActor
public final class ListArea {
  /// State shown in place of a list that does not exist, or not yet.
  public struct State: Hashable, Sendable {
    public enum Progress: Hashable, Sendable {
      /// Progress, 0 to 1.
      case part(Double)
      case unknown
    }

    public var title: String
    public var detail: String
    /// Titles of up to two buttons.
    public var buttons: [String]
    public var progress: Progress?
    /// Circle above the title, for the person concerned.
    public var face: Face?

    /// Initials on a circle, until a picture is available.
    public struct Face: Hashable, Sendable {
      public var initials: String
      /// Colour of the circle.
      public var color: RGBA
      public var letters: RGBA

      public init(initials: String, color: RGBA, letters: RGBA) {
        self.initials = initials
        self.color = color
        self.letters = letters
      }
    }

    public init(
      title: String, detail: String = "", buttons: [String] = [], progress: Progress? = nil,
      face: Face? = nil
    ) {
      self.face = face
      self.title = title
      self.detail = detail
      self.buttons = buttons
      self.progress = progress
    }
  }

  /// Page shown while nothing is open.
  public struct Welcome: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
      public var title: String
      /// Contents of the archive, in a short text; may be empty.
      public var facts: String
      /// Path of the archive, shortened in the middle if it does not fit.
      public var path: String

      public init(title: String, facts: String, path: String) {
        self.title = title
        self.facts = facts
        self.path = path
      }
    }

    public var title: String
    public var detail: String
    /// Text of the area to drop files on, and below it which files.
    public var drop: String
    public var formats: String
    /// Titles of up to four buttons; the third and the fourth are set apart.
    public var buttons: [String]
    public var entriesTitle: String
    /// Recently opened archives.
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

  /// List shown here; when a list is removed later, it must not clear another one.
  var shown: ObjectIdentifier?

  public let surface: Surface
  /// Bar over the list's upper edge; hidden until it is made visible.
  public private(set) lazy var findBar = FindBar(
    handle: lq_list_area_find_bar(handle), owner: owner)
  /// Closure called when the user has moved the scroll bar to this content offset.
  public var onScroll: (@MainActor (Int) -> Void)?
  /// Closure called when the user grabs the thumb (true) or releases it.
  public var onThumb: (@MainActor (Bool) -> Void)?
  public var onJump: (@MainActor () -> Void)?
  /// Closure called when an entry of the welcome page was chosen, by index.
  public var onEntry: (@MainActor (Int) -> Void)?
  /// Closure called when a button of the state panel or of the welcome page was pressed, by index.
  public var onStateButton: (@MainActor (Int) -> Void)?

  /// Whether the list has the same width with and without its scroll bar.
  let keepsBarRoom: Bool
  private let handle: OpaquePointer
  private let owner: WindowHandle

  // MARK: Mutable State (main actor): what the widgets show, so that frames that change nothing
  // touch no widget.
  private var scale = ScrollBarScale(contentHeight: 0, viewportHeight: 0)
  private var shownScroll: Scroll?
  private var shownBubble: String?
  private var onOffer: (@MainActor (Bool) -> Void)?
  /// The last short message, even if it is no longer shown.
  public private(set) var lastToast: String?
  private var shownJump: Jump?
  private var shownState: State?
  private var shownWelcome: Welcome?
  private var shownBackground: RGBA?

  private struct Scroll: Equatable {
    var maximum, page, line, value: Int32

    /// Returns top and end of the thumb in pixels of a track.
    func thumb(track: Int) -> ClosedRange<Int> {
      let whole = max(1, Double(maximum) + Double(page))
      let top = Int(Double(value) / whole * Double(track))
      return top...top + Int(Double(page) / whole * Double(track))
    }
  }
  private struct Jump: Equatable {
    var isVisible: Bool
    var badge: String
    var rise: Double
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

  /// Shows the scroll position. All lengths are device pixels; `line` is the distance that an arrow
  /// scrolls.
  ///
  /// While the user holds the thumb, only the range is updated.
  ///
  /// - Parameter isMoving: whether to update the bar only when the thumb would move by a pixel.
  ///   Painting a styled bar costs more than composing the whole list, and every change paints it.
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

  /// Sets the list's own colour, for the space of a scroll bar that is not needed.
  public func setBackground(_ color: RGBA) {
    guard color != shownBackground else { return }
    shownBackground = color
    lq_list_area_set_background(
      handle, UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue))
  }

  /// Text beside the thumb; nil: none.
  public var bubble: String? {
    get { shownBubble }
    set {
      guard newValue != shownBubble else { return }
      shownBubble = newValue
      newValue.withOptionalCString { lq_list_area_set_bubble(handle, $0) }
    }
  }

  /// Shows the button that jumps to the newest item; with a count of new items ("": none) it is a
  /// strip along the list's lower edge.
  ///
  /// - Parameter rise: points below the round button that something else may cover.
  public func setJump(isVisible: Bool, badge: String = "", rise: Double = 0) {
    let jump = Jump(isVisible: isVisible, badge: badge, rise: rise)
    guard jump != shownJump else { return }
    shownJump = jump
    lq_list_area_set_jump(handle, isVisible, badge, Int32(clamping: Int(clamping: rise.rounded())))
  }

  /// Points at the list's lower edge that the strip covers; 0 without one.
  public var stripRoom: Int { Int(lq_list_area_strip_room(handle)) }

  /// Rectangle where that button is or would be, in points of the surface.
  public var jumpPlace: Rect {
    var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    lq_list_area_jump_place(handle, &x, &y, &width, &height)
    return Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// Sets whether text is behind the button. If so, it hides some time after the list came to rest,
  /// until the list moves.
  public func setJumpCovers(_ covers: Bool) { lq_list_area_set_jump_covering(handle, covers) }

  /// Panel in the middle; nil: none.
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
      let buttons = newValue.buttons.prefix(2)
      let words = [newValue.title, newValue.detail] + buttons
      withCStrings(words + [newValue.face?.initials ?? ""]) { strings in
        var state = lq_state(
          title: strings[0], detail: strings[1],
          buttons: (
            buttons.count > 0 ? strings[2] : nil, buttons.count > 1 ? strings[3] : nil
          ), progress: progress,
          initials: newValue.face == nil ? nil : strings[words.count],
          color: newValue.face?.color.word ?? 0, letters: newValue.face?.letters.word ?? 0)
        lq_list_area_set_state(handle, &state)
      }
    }
  }

  /// Shows a text about a finished action, with a button to undo it, for some seconds.
  ///
  /// - Parameters:
  ///   - key: a key such as "Ctrl+Z" with which the program calls ``answerOffer(isTaken:)``; screen
  ///     readers are told of it.
  ///   - answer: called once: true for the button, false when the time has passed or another offer
  ///     has replaced it.
  public func offer(
    _ text: String, button: String, key: String? = nil, seconds: Double = 5,
    answer: @escaping @MainActor (_ isTaken: Bool) -> Void
  ) {
    let before = onOffer
    onOffer = answer
    before?(false)
    key.withOptionalCString {
      lq_list_area_offer(handle, text, button, $0, Int32(min(max(seconds, 0.1), 60) * 1000))
    }
  }

  /// Answers the offer as if its button was pressed, or its time had passed.
  public func answerOffer(isTaken: Bool) {
    guard onOffer != nil else { return }
    lq_list_area_offer(handle, nil, nil, nil, 0)
    didAnswer(isTaken)
  }

  private func didAnswer(_ isTaken: Bool) {
    let answer = onOffer
    onOffer = nil
    answer?(isTaken)
  }

  /// Page of a window without an open archive; nil: none.
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
        withCStrings(newValue.entries.flatMap { [$0.title, $0.facts, $0.path] }) { entries in
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

  /// Shows a picture in the circle of ``state``, instead of the initials.
  public func showStatePicture(_ picture: Bitmap) {
    guard shownState?.face != nil else { return }
    picture.withPixels { pixels in
      lq_list_area_set_state_picture(
        handle, pixels.baseAddress, Int32(clamping: picture.size.width),
        Int32(clamping: picture.size.height))
    }
  }

  /// Side of that circle, in points.
  public static let stateFaceSide = 72.0

  /// Shows a short message at the bottom for some seconds.
  public func toast(_ text: String, seconds: Double = 3) {
    lastToast = text
    lq_list_area_toast(handle, text, Int32(min(max(seconds, 0.1), 60) * 1000))
  }
}
