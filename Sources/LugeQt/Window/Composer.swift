import CQtShim
public import LugeCore
import LugeWords

/// Text field for writing, below a window's main list: a stock field that grows with its text up to
/// a third of the window, buttons beside it, and above it the answered message and attachments.
///
/// Qt does editing, undo, input methods and accessibility; the program handles the results. Return
/// sends, Shift and Return begin a new line; Page Up and Page Down scroll the list. Positions in
/// the text count UTF-16 units.
@MainActor
public final class Composer {
  /// An attachment shown above the field.
  public struct Attachment: Hashable, Sendable {
    public var id: Int
    public var name: String
    /// Details of the attachment, such as its size.
    public var detail: String

    public init(id: Int, name: String, detail: String) {
      self.id = id
      self.name = name
      self.detail = detail
    }
  }

  /// An entry of the completion list at the caret.
  public struct Choice: Hashable, Sendable {
    public var text: String
    public var detail: String
    /// Initials in a circle before the text, for a person; nil: none.
    public var face: Face?

    public init(_ text: String, detail: String = "", face: Face? = nil) {
      self.text = text
      self.detail = detail
      self.face = face
    }

    public typealias Face = ListArea.State.Face
  }

  /// Names of the buttons.
  public struct Words: Hashable, Sendable {
    public var send = localized("Send")
    public var attach = localized("Attach files")
    public var emoji = localized("Emoji")
    /// Name of the cross of the bar above the field. Chats name it by what it ends, a reply or an
    /// edit (`ComposerStrings`), when they show the bar.
    public var closeBar = localized("Close")
    public var removeAttachment = localized("Remove")
    public var choices = localized("Suggestions")

    public init() {}
  }

  public enum Part: Hashable, Sendable { case attach, emoji, bar, closeBar }

  // MARK: Callbacks

  /// Closure called at Return or by the button, with the text. Not called for a text of spaces,
  /// unless ``sendsEmpty``.
  public var onSend: (@MainActor (String) -> Void)?
  /// Closure called when the text has changed.
  public var onChange: (@MainActor (String) -> Void)?
  /// Closure called when the caret has moved.
  public var onCaret: (@MainActor () -> Void)?
  /// Closure called for Up, Down, Tab, Return and Escape before the field gets them; return true if
  /// it was handled.
  public var onKey: (@MainActor (KeyEvent.Code, Modifiers) -> Bool)?
  public var onFocus: (@MainActor (Bool) -> Void)?
  public var onPress: (@MainActor (Part) -> Void)?
  /// Closure called when a completion was clicked.
  public var onChoice: (@MainActor (Int) -> Void)?
  public var onRemove: (@MainActor (_ attachment: Int) -> Void)?
  /// Closure called when local files were pasted or dropped.
  public var onFiles: (@MainActor ([String]) -> Void)?
  /// Closure called when a picture that is no file was pasted or dropped, with its MIME type and
  /// its bytes.
  public var onPicture: (@MainActor (String, [UInt8]) -> Void)?
  /// Closure called when a text was pasted or dropped with which the field would have so many
  /// bytes, more than ``mostText``. It was not inserted.
  public var onRefuse: (@MainActor (_ bytes: Int64) -> Void)?
  /// Closure that returns additional entries of the field's context menu, for a position in the
  /// text.
  public var menu: (@MainActor (Int) -> [(title: String, run: @MainActor () -> Void)])?

  let handle: OpaquePointer
  /// Handle that keeps the widget behind `handle` alive.
  private let owner: WindowHandle
  /// Actions of the entries of the last context menu.
  private var menuActions: [@MainActor () -> Void] = []

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    var callbacks = lq_composer_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      send: { context, text in
        let text = text.map { String(cString: $0) } ?? ""
        onMain(context, as: Composer.self) { $0.onSend?(text) }
      },
      changed: { context, text in
        let text = text.map { String(cString: $0) } ?? ""
        onMain(context, as: Composer.self) { $0.onChange?(text) }
      },
      moved: { context in onMain(context, as: Composer.self) { $0.onCaret?() } },
      key: { context, code, modifiers in
        onMain(context, as: Composer.self, default: false) {
          $0.onKey?(
            KeyEvent.Code(rawValue: code.rawValue) ?? .other, Modifiers(rawValue: modifiers))
            ?? false
        }
      },
      focus: { context, hasFocus in
        onMain(context, as: Composer.self) { $0.onFocus?(hasFocus) }
      },
      pressed: { context, part in
        let part: Part =
          switch part {
          case LQ_COMPOSER_ATTACH: .attach
          case LQ_COMPOSER_EMOJI: .emoji
          case LQ_COMPOSER_CLOSE_BAR: .closeBar
          default: .bar
          }
        onMain(context, as: Composer.self) { $0.onPress?(part) }
      },
      chosen: { context, choice in
        onMain(context, as: Composer.self) { $0.onChoice?(Int(choice)) }
      },
      removed: { context, id in
        onMain(context, as: Composer.self) { $0.onRemove?(Int(id)) }
      },
      files: { context, paths, count in
        let paths = UnsafeBufferPointer(start: paths, count: Int(count)).compactMap {
          $0.map { String(cString: $0) }
        }
        onMain(context, as: Composer.self) { $0.onFiles?(paths) }
      },
      picture: { context, type, bytes, count in
        let type = type.map { String(cString: $0) } ?? ""
        let bytes = [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
        onMain(context, as: Composer.self) { $0.onPicture?(type, bytes) }
      },
      refused: { context, bytes in
        onMain(context, as: Composer.self) { $0.onRefuse?(bytes) }
      },
      menu: { context, menu, position in
        nonisolated(unsafe) let menu = menu
        onMain(context, as: Composer.self) { $0.fill(menu, at: Int(position)) }
      },
      menu_chosen: { context, id in
        onMain(context, as: Composer.self) { composer in
          let actions = composer.menuActions
          if actions.indices.contains(Int(id)) { actions[Int(id)]() }
        }
      })
    lq_composer_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_composer_set_callbacks(handle, nil) }

  private func fill(_ widget: OpaquePointer?, at position: Int) {
    let entries = menu?(position) ?? []
    menuActions = entries.map(\.run)
    for (index, entry) in entries.enumerated() {
      lq_menu_add_action(widget, Int32(clamping: index), entry.title, nil, false)
    }
  }

  // MARK: Appearance

  public var isVisible = false {
    didSet { if isVisible != oldValue { lq_composer_set_visible(handle, isVisible) } }
  }

  /// Whether the user sees it: it is visible, and no bar of the window is in its place.
  public var isSeen: Bool { lq_composer_is_seen(handle) }

  /// Text shown while the field is empty; also its name for screen readers.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { lq_composer_set_placeholder(handle, placeholder) } }
  }

  public var words = Words() {
    didSet {
      withCStrings([
        words.send, words.attach, words.emoji, words.closeBar, words.removeAttachment,
        words.choices,
      ]) { strings in
        var words = lq_composer_words(
          send: strings[0], attach: strings[1], emoji: strings[2], close_bar: strings[3],
          remove_attachment: strings[4], choices: strings[5])
        lq_composer_set_words(handle, &words)
      }
    }
  }

  /// Width of its content in the middle of a wider window, points, such as that of the messages
  /// above it; nil: the whole width.
  public var columnWidth: Double? {
    didSet {
      guard columnWidth != oldValue else { return }
      lq_composer_set_column(
        handle, Int32(clamping: max(0, Int(clamping: (columnWidth ?? 0).rounded()))))
    }
  }

  /// Shows or hides the buttons for files and for emoji.
  public func showButtons(attach: Bool, emoji: Bool) {
    lq_composer_set_buttons(handle, attach, emoji)
  }

  // MARK: Text

  /// The current text. Setting it also clears the undo history.
  public var text: String {
    get { takeString(lq_composer_text(handle)) ?? "" }
    set { lq_composer_set_text(handle, newValue) }
  }

  /// Whether a text of spaces is sent: true when there are attachments.
  public var sendsEmpty = false {
    didSet { if sendsEmpty != oldValue { lq_composer_set_sends_empty(handle, sendsEmpty) } }
  }

  /// Maximum bytes, in UTF-8, that the text may have with what is pasted or dropped; nil: any
  /// number. What is typed is not limited. Very long texts make the window stand still for seconds.
  public var mostText: Int64? {
    didSet { if mostText != oldValue { lq_composer_set_most_text(handle, mostText ?? 0) } }
  }

  /// Position of the caret.
  public var caret: Int { Int(lq_composer_caret(handle)) }

  public var hasSelection: Bool { lq_composer_has_selection(handle) }

  /// Replaces a range by a text, as if it were typed: it can be undone.
  public func replace(_ range: Range<Int>, with text: String) {
    lq_composer_replace(
      handle, Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound), text)
  }

  /// Replaces the selection, or inserts at the caret.
  public func insert(_ text: String) { lq_composer_insert(handle, text) }

  /// Underlines these parts of the text.
  public func underline(_ ranges: [Range<Int>]) {
    let positions = ranges.flatMap {
      [Int32(clamping: $0.lowerBound), Int32(clamping: $0.upperBound)]
    }
    lq_composer_set_marks(handle, positions, Int32(clamping: ranges.count))
  }

  /// Gives the field the focus.
  public func focus() { lq_composer_focus(handle) }

  public var hasFocus: Bool { lq_composer_has_focus(handle) }

  // MARK: Quote, attachments and suggestions

  /// Shows a line above the field, with a title and a text; nil: none.
  public func showBar(_ bar: (title: String, text: String)?) {
    guard let bar else { return lq_composer_set_bar(handle, nil, nil) }
    lq_composer_set_bar(handle, bar.title, bar.text)
  }

  /// Shows the attachments, in this order. A picture that was set for an id stays.
  public func show(_ attachments: [Attachment]) {
    withCStrings(attachments.flatMap { [$0.name, $0.detail] }) { strings in
      let shim = attachments.indices.map { index in
        lq_attachment(
          id: Int32(clamping: attachments[index].id), name: strings[2 * index],
          detail: strings[2 * index + 1])
      }
      lq_composer_set_attachments(handle, shim, Int32(clamping: shim.count))
    }
  }

  /// Sets the picture of an attachment.
  public func show(_ picture: Bitmap, for attachment: Int) {
    picture.withPixels { pixels in
      lq_composer_set_thumbnail(
        handle, Int32(clamping: attachment), pixels.baseAddress,
        Int32(clamping: picture.size.width), Int32(clamping: picture.size.height))
    }
  }

  /// Shows completions at a position in the text; empty hides them.
  public func show(_ choices: [Choice], at position: Int = 0, chosen: Int = 0) {
    withCStrings(choices.flatMap { [$0.text, $0.detail, $0.face?.initials ?? ""] }) { strings in
      let shim = choices.enumerated().map { index, choice in
        lq_completion(
          choice: lq_choice(text: strings[3 * index], detail: strings[3 * index + 1]),
          initials: choice.face == nil ? nil : strings[3 * index + 2],
          color: choice.face?.color.premultipliedWord ?? 0,
          letters: choice.face?.letters.premultipliedWord ?? 0)
      }
      lq_composer_set_choices(
        handle, shim, Int32(clamping: shim.count), Int32(clamping: position))
    }
    if !choices.isEmpty { choose(chosen) }
  }

  /// Shows a picture in the circle of a completion that is shown, instead of the initials.
  public func show(_ picture: Bitmap, forChoice choice: Int) {
    picture.withPixels { pixels in
      lq_composer_set_choice_picture(
        handle, Int32(clamping: choice), pixels.baseAddress, Int32(clamping: picture.size.width),
        Int32(clamping: picture.size.height))
    }
  }

  /// Selects another completion.
  public func choose(_ choice: Int) { lq_composer_set_choice(handle, Int32(clamping: choice)) }
}
