import Foundation
import LugeChat
public import LugeCore
public import LugeImages
public import LugeQt
import LugeWords

/// The field to write messages in, below a list: with replies, edits, attachments, emoji, mentions,
/// drafts and spelling.
///
///     let composer = ChatComposer(window.composer, in: window)
///     composer.onEvent = { event in
///       switch event {
///       case .send(let message): …
///       case .edit(let item, let text): …
///       case .typing(let isTyping): …
///       }
///     }
///     composer.isVisible = true
///
/// It sends nothing itself: the user's actions arrive as ``ComposerEvent``s, and the program
/// provides what can be completed (``people``), edited (``lastOwnMessage``) and answered
/// (``reply(to:)``). `ChatView` has one; other programs make one for any `Composer` of a window.
@MainActor
public final class ChatComposer {
  @MainActor
  public struct Options {
    public var strings = ComposerStrings()
    public var limits = AttachmentLimits()
    /// Maximum bytes of a text, in UTF-8, with what is pasted into it; nil: any number. Servers of
    /// chats refuse messages that are much longer.
    public var mostText: Int64? = 30_000
    /// Whether there are buttons for files and for emoji.
    public var takesFiles = true
    public var offersEmoji = true
    /// Stores drafts; nil: drafts are not stored.
    public var drafts: DraftFolder?
    public var recentEmoji = RecentEmoji()
    /// Checks spelling; nil: spelling is not checked.
    public var spelling: SpellChecker?
    /// Decodes the pictures of attachments; nil: icons are shown.
    public var thumbnails: ImagePipeline?
    /// Folder for pasted pictures.
    public var pasteFolder = "\(UserFolders.cache())/luge/pasted"
    /// Formats the size of a file.
    public var size: @Sendable (Int64) -> String = { "\($0) B" }

    public init() {}
  }

  // MARK: The program

  public var onEvent: (@MainActor (ComposerEvent) -> Void)?
  /// Called when the user clicked the bar above the field: show the answered or edited message.
  public var onQuote: (@MainActor (ItemID) -> Void)?
  /// Shows an error message; nil: errors are shown over the window's main list.
  public var onNote: (@MainActor (String) -> Void)?
  /// Called at Escape if the field has nothing to cancel; return true if you handled it.
  public var onEscape: (@MainActor () -> Bool)?
  /// Returns the people who can be mentioned with "@".
  public var people: @MainActor () -> [ComposerPerson] = { [] }
  /// Returns the message that the Up key edits in an empty field; nil if there is none.
  public var lastOwnMessage: @MainActor () -> EditableMessage? = { nil }

  public let field: Composer
  let options: Options
  private unowned let window: Window
  /// The list above the field.
  private let area: ListArea

  // MARK: Mutable State (main actor)

  private var mode = Mode.new
  /// Quote of the message that was sent last.
  private var sentQuote: ComposerQuote?
  private var attachments: [Attachment] = []
  private var nextAttachment = 0
  /// Key of the draft.
  private var key: String?
  /// Whether the stored draft is being read. Until it is in the field, nothing takes its place on
  /// disk.
  private var isBringing = false
  private var typing: Task<Void, Never>?
  private var draftTimer: Task<Void, Never>?
  /// Loads the conversation's draft.
  private var bringing: Task<Void, Never>?
  private var spellTimer: Task<Void, Never>?
  private var mistakes: [SpellChecker.Mistake] = []
  private var suggestions: [String: [String]] = [:]
  private var completion: Completion?
  /// Pictures of the people that completion offers.
  private var faces: [ImageKey: Bitmap] = [:]
  private var pasted = 0
  /// Whether the composer itself sets the text, so that it does not count as typing.
  private var isSetting = false

  private enum Mode: Equatable {
    case new
    case reply(ComposerQuote)
    case edit(EditableMessage, interrupted: Interrupted)
  }

  /// The user's draft before an edit.
  private struct Interrupted: Equatable {
    var text: String
    var reply: ComposerQuote?
    var attachments: [Attachment]
  }

  private struct Attachment: Equatable {
    let id: Int
    let file: OutgoingAttachment
  }

  private struct Completion {
    var query: CompletionQuery
    /// Replacement of the query by each suggestion.
    var texts: [String]
    var chosen = 0
  }

  /// Seconds without a key after which the user is no longer typing.
  private static let typingRest = 5.0
  private static let mostChoices = 20
  /// Side of a decoded face, points; slightly more than is shown.
  private static let faceSide = 24.0
  private static let mostFaces = 64

  /// - Parameters:
  ///   - field: a field of a window; hidden until ``isVisible``.
  ///   - window: parent of the dialog that asks for files.
  ///   - area: the area of the list above the field; nil: the main list.
  public init(
    _ field: Composer, in window: Window, below area: ListArea? = nil, options: Options = Options()
  ) {
    self.field = field
    self.window = window
    self.area = area ?? window.main
    self.options = options
    field.placeholder = options.strings.placeholder
    field.words = options.strings.buttons
    field.showButtons(attach: options.takesFiles, emoji: options.offersEmoji)
    field.onSend = { [weak self] in self?.send($0) }
    field.onChange = { [weak self] in self?.changed(to: $0) }
    field.onCaret = { [weak self] in self?.complete() }
    field.onKey = { [weak self] in self?.key($0, $1) ?? false }
    field.onFocus = { [weak self] in if !$0 { self?.closeChoices() } }
    field.onPress = { [weak self] in self?.press($0) }
    field.onChoice = { [weak self] in self?.take(choice: $0) }
    field.onRemove = { [weak self] in self?.remove(attachment: $0) }
    field.onFiles = { [weak self] in self?.attach($0) }
    field.mostText = options.mostText
    field.onRefuse = { [weak self] in self?.refused(text: $0) }
    field.onPicture = { [weak self] in self?.attach(picture: $1, type: $0) }
    field.menu = { [weak self] in self?.corrections(at: $0) ?? [] }
  }

  public var isVisible: Bool {
    get { field.isVisible }
    set { field.isVisible = newValue }
  }

  /// Whether the user sees it: it is visible, and no bar of the window is in its place.
  public var isSeen: Bool { field.isSeen }

  /// The current text.
  public var text: String { field.text }

  public func focus() { field.focus() }
  /// Whether the field has the keyboard focus.
  public var hasFocus: Bool { field.hasFocus }

  /// Inserts a text at the caret, as if it were typed.
  public func insert(_ text: String) {
    field.insert(text)
    field.focus()
  }

  // MARK: Answering and editing

  /// Starts a reply: the author and beginning of the message are shown above the field until it is
  /// sent or cancelled.
  public func reply(to quote: ComposerQuote) {
    endEditKeepingWords()
    mode = .reply(quote)
    showBar()
    draftChanged()
    field.focus()
    announceBar()
  }

  /// Starts to edit a sent message; the current text is restored afterwards, and before it the
  /// changed words of another edit.
  public func edit(_ message: EditableMessage) {
    guard !isEditing || concerned != message.item else { return field.focus() }
    endEditKeepingWords()
    var reply: ComposerQuote?
    if case .reply(let quote) = mode { reply = quote }
    mode = .edit(
      message, interrupted: Interrupted(text: field.text, reply: reply, attachments: attachments))
    attachments = []
    showAttachments()
    showBar()
    set(text: message.text)
    field.focus()
    announceBar()
  }

  /// Cancels an edit or a reply (the text of a reply stays).
  ///
  /// - Returns: false if there was neither.
  @discardableResult
  public func cancel() -> Bool {
    switch mode {
    case .new: return false
    case .reply:
      endReply()
      area.surface.announce(options.strings.replyCancelled)
    case .edit:
      endEdit()
      draftChanged()
      area.surface.announce(options.strings.editCancelled)
    }
    field.focus()
    return true
  }

  /// Cancels the edit of a message, or the reply to it. Call it when the message was removed. Words
  /// that were changed stay in the field, as those of a new message.
  public func forget(_ item: ItemID) {
    guard concerned == item else { return }
    if isEditing { endEditKeepingWords() } else { cancel() }
  }

  /// The message that is edited or answered.
  var concerned: ItemID? {
    switch mode {
    case .new: nil
    case .reply(let quote): quote.item
    case .edit(let message, _): message.item
    }
  }

  /// Whether a message is edited.
  var isEditing: Bool { if case .edit = mode { true } else { false } }

  /// Ends the edit of a message that others, or the user elsewhere, have deleted, or the reply to
  /// it, as ``forget(_:)`` does, and tells the user.
  public func deleted(_ item: ItemID) {
    guard concerned == item else { return }
    if isEditing {
      endEditKeepingWords()
      onNote?(options.strings.editedIsDeleted)
    } else {
      endReply()
      onNote?(options.strings.answeredIsDeleted)
    }
  }

  private func endReply() {
    mode = .new
    showBar()
    draftChanged()
  }

  private func endEditKeepingWords() {
    guard case .edit(let message, _) = mode else { return }
    let words = field.text.trimmingCharacters(in: .whitespacesAndNewlines)
    endEdit()
    guard !words.isEmpty, words != message.text else { return draftChanged() }
    set(text: [words, field.text].filter { !$0.isEmpty }.joined(separator: "\n"))
    draftChanged()
  }

  private func endEdit() {
    guard case .edit(_, let interrupted) = mode else { return }
    mode = interrupted.reply.map(Mode.reply) ?? .new
    attachments = interrupted.attachments
    showAttachments()
    showBar()
    set(text: interrupted.text)
  }

  private func showBar() {
    switch mode {
    case .new: break
    case .reply: field.words.closeBar = options.strings.cancelReply
    case .edit: field.words.closeBar = options.strings.cancelEdit
    }
    field.showBar(bar)
  }

  /// Texts of the bar above the field; nil while neither a reply nor an edit is written.
  private var bar: (title: String, text: String)? {
    switch mode {
    case .new: nil
    case .reply(let quote):
      (
        quote.isOwn
          ? options.strings.replyToSelf : options.strings.replyTo.filled(["name": quote.author]),
        quote.excerpt
      )
    case .edit(let message, _):
      (options.strings.editing, String(message.text.prefix(200)))
    }
  }

  /// Has screen readers speak the bar, because the focus is in the field.
  private func announceBar() {
    guard let bar else { return }
    area.surface.announce(bar.text.isEmpty ? bar.title : "\(bar.title): \(bar.text)")
  }

  private func set(text: String) {
    isSetting = true
    field.text = text
    isSetting = false
    checkSpelling()
  }

  // MARK: Sending

  private func send(_ written: String) {
    let text = written.trimmingCharacters(in: .whitespacesAndNewlines)
    closeChoices()
    stopTyping()
    switch mode {
    case .edit(let message, _):
      endEdit()
      draftChanged(isSent: true)
      if text != message.text, !text.isEmpty {
        area.surface.announce(options.strings.edited)
        onEvent?(.edit(message.item, text: text))
      } else {
        area.surface.announce(options.strings.editCancelled)
      }
    case .new, .reply:
      guard !text.isEmpty || !attachments.isEmpty else { return }
      var outgoing = OutgoingMessage(text: text, attachments: attachments.map(\.file))
      sentQuote = nil
      if case .reply(let quote) = mode {
        outgoing.replyTo = quote.item
        sentQuote = quote
      }
      mode = .new
      attachments = []
      showAttachments()
      showBar()
      draftChanged(isSent: true)
      onEvent?(.send(outgoing))
    }
    field.focus()
  }

  /// Puts a message that the program could not send back into the field, before the text written
  /// since.
  public func putBack(_ message: OutgoingMessage) {
    let files = message.attachments.map { file in
      nextAttachment += 1
      return Attachment(id: nextAttachment, file: file)
    }
    func joined(_ text: String) -> String {
      [message.text, text].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let quote = sentQuote?.item == message.replyTo ? sentQuote : nil
    if case .edit(let edited, var interrupted) = mode {
      interrupted.text = joined(interrupted.text)
      interrupted.attachments += files
      interrupted.reply = interrupted.reply ?? quote
      mode = .edit(edited, interrupted: interrupted)
    } else {
      set(text: joined(field.text))
      attachments += files
      if mode == .new, let quote { mode = .reply(quote) }
      showAttachments()
      for file in files { showThumbnail(of: file.id, file.file.path) }
      showBar()
    }
    draftChanged()
  }

  /// Puts an edit that the program could not carry out back into the field.
  public func putBack(_ text: String, of message: EditableMessage) {
    edit(message)
    set(text: text)
    draftChanged()
  }

  private func changed(to text: String) {
    checkSpelling()
    guard !isSetting else { return }
    complete()
    draftChanged()
    if case .edit = mode { return }
    if text.allSatisfy(\.isWhitespace) { stopTyping() } else { keepTyping() }
  }

  private func keepTyping() {
    if typing == nil { onEvent?(.typing(true)) }
    typing?.cancel()
    typing = Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.typingRest))
      if !Task.isCancelled { self?.stopTyping() }
    }
  }

  private func stopTyping() {
    guard let typing else { return }
    typing.cancel()
    self.typing = nil
    onEvent?(.typing(false))
  }

  // MARK: Keys and buttons

  private func key(_ code: KeyEvent.Code, _ modifiers: Modifiers) -> Bool {
    if let completion, modifiers.isEmpty {
      let count = completion.texts.count
      switch code {
      case .up: choose((completion.chosen + count - 1) % count)
      case .down: choose((completion.chosen + 1) % count)
      case .tab, .return: take(choice: completion.chosen)
      case .escape: closeChoices()
      default: return false
      }
      return true
    }
    switch code {
    case .up where modifiers.isEmpty && mode == .new && attachments.isEmpty && field.text.isEmpty:
      guard let message = lastOwnMessage() else { return false }
      edit(message)
      return true
    case .escape: return cancel() || onEscape?() == true
    default: return false
    }
  }

  private func press(_ part: Composer.Part) {
    switch part {
    case .attach: askForFiles()
    case .emoji: pickEmoji()
    case .closeBar: cancel()
    case .bar:
      switch mode {
      case .new: break
      case .reply(let quote): onQuote?(quote.item)
      case .edit(let message, _): onQuote?(message.item)
      }
    }
  }

  private func pickEmoji() {
    closeChoices()
    EmojiPicker.open(
      above: field, over: area.surface, recent: options.recentEmoji, strings: options.strings.emoji
    ) { [weak self] in self?.insert($0) }
  }

  private func note(_ words: String) {
    if let onNote { onNote(words) } else { area.toast(words, seconds: 6) }
  }

  // MARK: Attachments

  private func askForFiles() {
    Task { [weak self] in
      guard let self else { return }
      attach(await window.askForFiles(.openFiles, title: options.strings.chooseFiles))
      field.focus()
    }
  }

  /// Attaches files, as if they were dropped on the field. Files that are too large or cannot be
  /// read are refused, with a message.
  public func attach(_ paths: [String]) {
    guard options.takesFiles, !paths.isEmpty else { return }
    Task { [weak self] in
      let files = await Task.detached { paths.map { FileLook(path: $0) } }.value
      self?.add(files)
    }
  }

  private func attach(picture bytes: [UInt8], type: String) {
    guard options.takesFiles else { return }
    guard Int64(bytes.count) <= options.limits.bytes else {
      return note(tooLarge(nextPastedName(type), Int64(bytes.count)))
    }
    let name = nextPastedName(type)
    let path = "\(options.pasteFolder)/\(UUID().uuidString)/\(name)"
    Task { [weak self] in
      let look = await Task.detached { () -> FileLook in
        let url = URL(fileURLWithPath: path)
        try? PrivateFolder.make(url.deletingLastPathComponent().path)
        // A partly written picture is useless: the disk may be full.
        do { try Data(bytes).write(to: url) } catch { unlink(path) }
        var look = FileLook(path: path)
        look.isTemporary = true
        return look
      }.value
      self?.add([look])
    }
  }

  private func refused(text bytes: Int64) {
    note(
      options.strings.textTooLong.filled([
        "size": options.size(bytes), "limit": options.size(options.mostText ?? 0),
      ]))
  }

  private func nextPastedName(_ type: String) -> String {
    pasted += 1
    let words = options.strings.pastedPicture.filled(["number": "\(pasted)"])
    let ending = type == "image/jpeg" ? "jpg" : String(type.pathParts.last ?? "png")
    return "\(words).\(ending)"
  }

  private func tooLarge(_ name: String, _ size: Int64) -> String {
    options.strings.fileTooLarge.filled([
      "name": name, "size": options.size(size), "limit": options.size(options.limits.bytes),
    ])
  }

  private func add(_ files: [FileLook]) {
    var problems: [String] = []
    // The text before the edit comes back; dropped files belong to the next message.
    endEditKeepingWords()
    for file in files {
      let strings = options.strings
      if attachments.count >= options.limits.count {
        problems.append(strings.tooManyFiles.filled(["limit": "\(options.limits.count)"]))
        break
      }
      switch file.kind {
      case .folder: problems.append(strings.isFolder.filled(["name": file.name]))
      case .unreadable: problems.append(strings.unreadableFile.filled(["name": file.name]))
      case .file(let size) where size > options.limits.bytes:
        problems.append(tooLarge(file.name, size))
      case .file(let size):
        guard !attachments.contains(where: { $0.file.path == file.path }) else { continue }
        nextAttachment += 1
        attachments.append(
          Attachment(
            id: nextAttachment,
            file: OutgoingAttachment(
              path: file.path, name: file.name, byteSize: size, isTemporary: file.isTemporary)))
        showThumbnail(of: nextAttachment, file.path)
      }
    }
    showAttachments()
    draftChanged()
    if !problems.isEmpty { note(Self.shortened(problems).joined(separator: "\n")) }
    field.focus()
  }

  /// Returns each error message once, at most `limit` of them.
  static func shortened(_ problems: [String], limit: Int = 5) -> [String] {
    var seen: Set<String> = []
    let different = problems.filter { seen.insert($0).inserted }
    return different.count > limit ? different.prefix(limit - 1) + ["…"] : different
  }

  private func remove(attachment id: Int) {
    attachments.removeAll { $0.id == id }
    showAttachments()
    draftChanged()
    field.focus()
  }

  private func showAttachments() {
    field.sendsEmpty = !attachments.isEmpty
    field.show(
      attachments.map {
        Composer.Attachment(
          id: $0.id, name: $0.file.name, detail: options.size($0.file.byteSize))
      })
  }

  /// Shows the file's picture, decoded in the confined process, or the first picture of a video;
  /// other files keep their icon.
  private func showThumbnail(of id: Int, _ path: String) {
    guard let images = options.thumbnails else { return }
    let scale = area.surface.geometry.scale
    Task { [weak self] in
      let size = PixelSize(width: Int(104 * scale), height: Int(64 * scale))
      let media = await Task.detached { ChatMedia(file: path) }.value
      guard let key = media.imageKey else { return }
      var bitmap = try? await images.image(for: ImageRequest(key, size: size))
      if bitmap == nil, media.kind == .video { bitmap = await self?.still(of: key, size, images) }
      if let bitmap { self?.field.show(bitmap, for: id) }
    }
  }

  /// Returns the first picture of a video of the user; nil where it cannot be played here.
  private func still(of video: ImageKey, _ size: PixelSize, _ images: ImagePipeline) async
    -> Bitmap?
  {
    let path = "\(options.pasteFolder)/\(UUID().uuidString).png"
    try? PrivateFolder.make(options.pasteFolder)
    defer { unlink(path) }
    guard await VideoStill.write(of: video, to: path) != nil else { return nil }
    return try? await images.image(for: ImageRequest(ImageKey(file: path), size: size))
  }

  // MARK: Drafts

  /// Key of the conversation; changing it stores the draft of the previous one and loads that of
  /// the next.
  ///
  /// Nil: no draft is stored.
  public var conversation: String? {
    get { key }
    set {
      guard newValue != key else { return }
      keepDraft()
      endEdit()
      stopTyping()
      closeChoices()
      key = newValue
      mode = .new
      attachments = []
      showAttachments()
      showBar()
      set(text: "")
      bringDraft()
    }
  }

  /// Empties the field for another composer; the draft stays stored.
  func empty() {
    keepDraft()
    key = nil
    stopTyping()
    closeChoices()
    mode = .new
    attachments = []
    showAttachments()
    showBar()
    set(text: "")
  }

  /// Waits until the conversation's draft is in the field.
  package func waitForDraft() async { await bringing?.value }

  private func bringDraft() {
    isBringing = false
    guard let key, let drafts = options.drafts else { return }
    isBringing = true
    bringing = Task { [weak self] in
      let draft = await Task.detached { drafts.draft(for: key) }.value
      guard let self, self.key == key, isBringing else { return }
      let files = take(draft)
      guard !files.isEmpty else { return }
      let looks = await Task.detached { files.map { FileLook(path: $0) } }.value
      // Files that no longer exist are removed.
      if self.key == key {
        add(looks.filter { if case .file = $0.kind { true } else { false } })
      }
    }
  }

  /// Puts the stored draft before what was written while it was read.
  ///
  /// - Returns: its files, which are to be looked at.
  private func take(_ stored: ComposerDraft?) -> [String] {
    isBringing = false
    guard let stored else { return [] }
    if case .edit(let message, var interrupted) = mode {
      interrupted.text = stored.text + interrupted.text
      interrupted.reply = interrupted.reply ?? stored.replyTo
      mode = .edit(message, interrupted: interrupted)
    } else {
      let isWritten = !field.text.isEmpty
      set(text: stored.text + field.text)
      if mode == .new, let reply = stored.replyTo { mode = .reply(reply) }
      showBar()
      if isWritten { draftChanged() }
    }
    return stored.files
  }

  /// - Parameter isSent: whether the draft was sent: it then stays on disk for the whole pause, in
  ///   which the program stores the message. See also ``hold(_:)``.
  private func draftChanged(isSent: Bool = false) {
    guard let key, let drafts = options.drafts, !isBringing else { return }
    drafts.keep(draft, for: key)
    if isSent {
      draftTimer?.cancel()
      draftTimer = nil
    }
    guard draftTimer == nil else { return }
    draftTimer = Task { [weak self] in
      do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
      self?.draftTimer = nil
      await Task.detached(priority: .utility) { drafts.write() }.value
    }
  }

  private var draft: ComposerDraft {
    switch mode {
    case .edit(let message, let interrupted):
      // The words of an edit come back as those of a new message.
      ComposerDraft(
        text: [field.text == message.text ? "" : field.text, interrupted.text]
          .filter { !$0.isEmpty }.joined(separator: "\n"),
        replyTo: interrupted.reply, files: interrupted.attachments.map(\.file.path))
    case .reply(let quote):
      ComposerDraft(text: field.text, replyTo: quote, files: attachments.map(\.file.path))
    case .new: ComposerDraft(text: field.text, files: attachments.map(\.file.path))
    }
  }

  /// Keeps a message that the composer has just sent on disk, as a draft, until the program has
  /// stored it: a program that ends before that loses nothing.
  ///
  /// - Returns: to be called once, on any thread, when the message is stored, or is in the composer
  ///   again; a draft that stayed would be sent twice.
  package func hold(_ message: OutgoingMessage) -> @Sendable () -> Void {
    guard let key, let drafts = options.drafts else { return {} }
    // What is stored is still to come into the field.
    if isBringing { drafts.keep(drafts.draft(for: key) ?? ComposerDraft(), for: key) }
    let quote = sentQuote?.item == message.replyTo ? sentQuote : nil
    let number = drafts.hold(
      ComposerDraft(
        text: message.text, replyTo: quote, files: message.attachments.map(\.path)),
      for: key)
    return { drafts.release(number, for: key) }
  }

  /// Stores the draft at once; call it before the window closes.
  public func keepDraft() {
    stopTyping()
    guard let key, let drafts = options.drafts else { return }
    if isBringing {
      // What is stored stays, before what was written meanwhile.
      guard !draft.isEmpty else { return }
      let stored = drafts.draft(for: key)
      let files = take(stored)
      drafts.keep(
        ComposerDraft(text: draft.text, replyTo: draft.replyTo, files: files + draft.files),
        for: key)
    } else {
      drafts.keep(draft, for: key)
    }
    drafts.write()
  }

  /// Stores the draft, on another thread; returns when it is on disk, if it can be written.
  package func storeDraft() async {
    guard let key, let drafts = options.drafts, !isBringing else { return }
    drafts.keep(draft, for: key)
    await Task.detached { drafts.write() }.value
  }

  // MARK: Completion

  private func complete() {
    if isClosedByColon, let completion { return take(choice: completion.chosen, through: 1) }
    guard !isSetting, field.hasFocus, !field.hasSelection,
      let query = CompletionQuery(field.text, caret: field.caret)
    else { return closeChoices() }
    guard query != completion?.query else { return }
    let choices: [Composer.Choice]
    let texts: [String]
    var pictures: [ImageKey?] = []
    switch query.kind {
    case .emoji:
      guard options.offersEmoji else { return closeChoices() }
      let found = EmojiTable.shared.search(
        query.words.replacingOccurrences(of: "_", with: " "), recent: options.recentEmoji.emoji,
        limit: Self.mostChoices)
      choices = found.map { Composer.Choice("\($0.character)   \($0.name)") }
      texts = found.map(\.character)
    case .person:
      let found = ComposerPerson.matching(query.words, among: people(), limit: Self.mostChoices)
      choices = found.map { person in
        Composer.Choice(
          person.name, detail: person.handle.map { "@\($0)" } ?? "",
          face: .init(
            initials: AuthorPalette.initials(of: person.name), color: person.color,
            letters: person.letters))
      }
      texts = found.map { "\($0.mention) " }
      pictures = found.map(\.picture)
    }
    guard !texts.isEmpty else { return closeChoices() }
    completion = Completion(query: query, texts: texts)
    field.show(choices, at: query.range.lowerBound)
    for (choice, picture) in pictures.enumerated() {
      if let picture { showFace(picture, of: choice, query) }
    }
  }

  /// Shows a person's picture beside a suggestion: decoded in the confined process, and downloaded
  /// only if that is permitted. Until then, and if there is none, initials are shown.
  private func showFace(_ picture: ImageKey, of choice: Int, _ query: CompletionQuery) {
    if let known = faces[picture] { return field.show(known, forChoice: choice) }
    guard let images = options.thumbnails else { return }
    let side = Int((Self.faceSide * area.surface.geometry.scale).rounded(.up))
    Task { [weak self] in
      let request = ImageRequest(picture, size: PixelSize(width: side, height: side))
      guard let bitmap = try? await images.image(for: request), let self else { return }
      if faces.count >= Self.mostFaces { faces = [:] }
      faces[picture] = bitmap
      if completion?.query == query { field.show(bitmap, forChoice: choice) }
    }
  }

  private func choose(_ choice: Int) {
    completion?.chosen = choice
    field.choose(choice)
  }

  /// Whether the user has just written the second ":" of ":smile:" after the name of an emoji for
  /// which there are suggestions.
  private var isClosedByColon: Bool {
    guard !isSetting, let query = completion?.query, query.kind == .emoji,
      field.caret == query.range.upperBound + 1
    else { return false }
    let units = field.text.utf16
    guard field.caret <= units.count else { return false }
    let written = units.dropFirst(query.range.lowerBound).prefix(
      field.caret - query.range.lowerBound)
    return String(decoding: Array(written), as: UTF16.self) == ":\(query.words):"
  }

  /// - Parameter extra: UTF-16 units after the query that are replaced, too.
  private func take(choice: Int, through extra: Int = 0) {
    guard let completion, completion.texts.indices.contains(choice) else { return }
    let text = completion.texts[choice]
    closeChoices()
    let range = completion.query.range
    field.replace(range.lowerBound..<range.upperBound + extra, with: text)
    if completion.query.kind == .emoji { options.recentEmoji.use(text) }
    field.focus()
  }

  private func closeChoices() {
    guard completion != nil else { return }
    completion = nil
    field.show([Composer.Choice]())
  }

  // MARK: Spelling

  private func checkSpelling() {
    guard let spelling = options.spelling else { return }
    // Marks move with the text until it is checked again.
    spellTimer?.cancel()
    spellTimer = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(350))
      guard !Task.isCancelled, let text = self?.field.text, let caret = self?.field.caret else {
        return
      }
      // The word at the caret is not finished.
      let unknown = await spelling.mistakes(in: text).filter { $0.range.upperBound != caret }
      guard !Task.isCancelled, let self, field.text == text else { return }
      let names = unknown.isEmpty ? [] : SpellingWords.names(in: people().map(\.name))
      let found = unknown.filter { !names.contains(SpellingWords.name($0.word)) }
      mistakes = found
      field.underline(found.map(\.range))
      for mistake in found.prefix(12) where suggestions[mistake.word] == nil {
        let words = await spelling.suggestions(for: mistake.word)
        if suggestions.count > 200 { suggestions = [:] }
        suggestions[mistake.word] = words
      }
    }
  }

  private func corrections(at position: Int) -> [(title: String, run: @MainActor () -> Void)] {
    guard let spelling = options.spelling,
      let mistake = mistakes.first(where: {
        $0.range ~= position || $0.range.upperBound == position
      })
    else { return [] }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    let offered = suggestions[mistake.word] ?? []
    for word in offered {
      entries.append((word, { [weak self] in self?.correct(mistake, to: word) }))
    }
    if offered.isEmpty { entries.append((options.strings.noSuggestions, {})) }
    entries.append(
      (
        options.strings.addToDictionary.filled(["word": mistake.word]),
        { [weak self] in
          Task {
            await spelling.add(mistake.word)
            self?.checkSpelling()
          }
        }
      ))
    return entries
  }

  private func correct(_ mistake: SpellChecker.Mistake, to word: String) {
    let text = field.text.utf16
    guard mistake.range.upperBound <= text.count else { return }
    field.replace(mistake.range, with: word)
    checkSpelling()
  }
}
