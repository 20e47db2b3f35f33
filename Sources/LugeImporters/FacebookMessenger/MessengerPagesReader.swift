import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads the pages of Facebook Messenger and Instagram ("Download your information", HTML, which
/// both offer first): `message_1.html` and so on, in a folder for each conversation.
///
/// Pages have less than the JSON: times are written in the account's language and zone, people have
/// only names. They begin with the newest message and are numbered from the newest one. Memory
/// holds one page, which has at most 10,000 messages.
public enum MessengerPagesReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Messenger and Instagram HTML"
  public static var evidence: String {
    localized("a page called message_1.html with the classes of Facebook's pages")
  }

  /// Maximum bytes of a page.
  private static let largest = 256 << 20

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    // Facebook's other pages have the same classes.
    guard part(named: fileName) != nil else { return 0 }
    let head = FileHead(prefix)
    guard head.first == UInt8(ascii: "<") else { return 0 }
    return MessengerPage.classes.contains { names in names.marks.allSatisfy(head.contains) }
      ? 94 : 0
  }

  static func part(named name: String) -> NamedPart? {
    MessengerReader.part(named: name, ending: ".html")
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var cut: ArchiveError?
    for pages in files.byFolder {
      let ordered = pages.sorted { ($0.number ?? 0) > ($1.number ?? 0) }
      let reading = MessengerPagesReading(sink: sink)
      // The pages behind one that breaks off are whole.
      for page in ordered { try reading.read(page, limit: largest) }
      cut = cut ?? reading.cut
      try reading.finish()
    }
    if let cut { throw cut }
  }
}

/// One run over the pages of a conversation.
private final class MessengerPagesReading {
  private let sink: any ImportSink
  private var conversation: ConversationRecord?
  private var authors: Set<String> = []
  private var repetitions = RepetitionCounter()
  private(set) var cut: ArchiveError?

  init(sink: any ImportSink) { self.sink = sink }

  func read(_ file: ExportFile, limit: Int) throws {
    let source = try file.open()
    let bytes = try Self.bytes(of: source, path: file.path, limit: limit)
    let page = MessengerPage()
    let isParsed = HTMLWalk.parse(bytes, into: page)
    if !String(decoding: bytes.suffix(256), as: UTF8.self).lowercased().contains("</html") {
      cut = cut ?? .truncated(path: file.path, place: "byte \(bytes.count)")
    }
    try begin(page, of: file, mediaRoot: source.context.mediaRoot)
    let stickers = MessengerStickers(source.context)
    let hasInvalidText = InvalidText.isIn(bytes)
    if !isParsed { try skip(file, 0, "its elements lie in each other too deeply") }
    var order = NewestFirst()
    for (index, message) in page.messages.enumerated() {
      guard let time = ProseTime.parseShort(message.time) else {
        // A list of the participants has the look of a message.
        guard !message.time.isEmpty || !message.words.string.isEmpty else { continue }
        try skip(
          file, index + 1,
          message.time.isEmpty
            ? "it has no time"
            : "its date (\(message.time.prefix(80))) is in no form that Luge knows: set the language "
              + "of the account to English and ask for the information again")
        continue
      }
      if hasInvalidText, message.hasReplacements {
        try sink.note(InvalidText.note(in: file.path, place: "message \(index + 1)"))
      }
      var record = record(message, time, folder: file.folderName)
      if var conversation {
        try stickers.place(&record, in: &conversation, sink)
        self.conversation = conversation
      }
      try order.add(record, to: sink)
      if index.isMultiple(of: 1000) { try sink.progress(bytes: 0) }
    }
    try order.flush(to: sink)
    try sink.progress(bytes: Int64(bytes.count))
  }

  private static func bytes(
    of source: any ByteSource, path: String, limit: Int
  ) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { block.deallocate() }
    while case let count = try source.read(into: block), count > 0 {
      bytes += block[..<min(count, block.count)]
      guard bytes.count <= limit else {
        throw .tooLarge(path: path, place: "whole file", limit: "\(ByteCount(limit))")
      }
    }
    return bytes
  }

  private func begin(_ page: MessengerPage, of file: ExportFile, mediaRoot: String?) throws {
    guard conversation == nil else { return }
    let name = page.title.isEmpty ? file.folderName : page.title
    let record = ConversationRecord(
      key: "messenger-html:\(file.folderName.isEmpty ? name : file.folderName)", name: name,
      kind: .personal, mediaRoot: mediaRoot)
    conversation = record
    try sink.begin(record)
  }

  func finish() throws {
    guard var conversation else { return }
    conversation.kind = authors.count > 2 ? .group : .personal
    try sink.amend(conversation)
  }

  private func record(
    _ message: MessengerPage.Message, _ time: Timestamp, folder: String
  ) -> MessageRecord {
    let name = message.author
    if authors.count < 3, !name.isEmpty { authors.insert(name) }
    var record = MessageRecord(
      sourceKey: repetitions.key(
        time: time, author: name,
        text: message.words.string + (message.files.first ?? "")),
      author: name.isEmpty ? nil : AuthorRecord(key: name, name: name), time: time,
      text: message.withAddresses)
    record.media = message.files.map { file in
      let path = Self.path(file, folder: folder)
      let name = path.pathParts.last.map(String.init)
      return MediaRecord(kind: Self.kind(file, name ?? ""), path: path, fileName: name)
    }
    record.reactions = message.reactions
    if record.media.isEmpty, let action = MessengerEvent.action(message.words.string, by: name) {
      record.kind = .service(action: action)
    }
    return record
  }

  /// Returns a path relative to the conversation's folder; in the export, paths begin at its top.
  private static func path(_ address: String, folder: String) -> String {
    guard !folder.isEmpty, let found = address.firstRange(ofBytes: "/\(folder)/") else {
      return address
    }
    return String(address[found.upperBound...])
  }

  /// Returns the kind of a file, which the folder that it lies in may tell.
  private static func kind(_ address: String, _ name: String) -> MediaRecord.Kind {
    let folders: [(String, MediaRecord.Kind)] = [
      ("/stickers_used/", .sticker), ("/gifs/", .animation), ("/audio/", .voice),
    ]
    return folders.first { address.contains($0.0) }?.1 ?? .init(fileName: name)
  }

  private func skip(_ file: ExportFile, _ number: Int, _ reason: String) throws {
    try sink.skip(
      SkippedRecord(
        file: file.path, place: number > 0 ? "message \(number)" : "whole file", reason: reason))
  }
}

/// Collects the messages of a page by the classes of its elements.
final class MessengerPage: HTMLEvents {
  struct Message {
    var author = ""
    var time = ""
    var words = StyledText("")
    /// Paths of the files in the export.
    var files: [String] = []
    /// Web addresses of the pictures, films and sounds that are not in the export.
    var addresses: [String] = []
    var reactions: [ReactionRecord] = []

    /// Maximum number of addresses that the words are searched for.
    private static let mostSearched = 64

    /// The words, and below them the addresses that they do not have.
    var withAddresses: StyledText {
      let written = words.string
      let missing = addresses.enumerated().filter {
        $0.offset >= Self.mostSearched || written.firstRange(ofBytes: $0.element) == nil
      }.map(\.element)
      guard !missing.isEmpty else { return words }
      let gap = written.isEmpty || written.utf8.last == 0x0A ? "" : "\n"
      return StyledText(written + gap + missing.joined(separator: "\n"), spans: words.spans)
    }

    /// Whether the page's decoding may have replaced bytes of it.
    var hasReplacements: Bool {
      [author, time, words.string].contains { $0.unicodeScalars.contains("\u{FFFD}") }
    }
  }

  /// Names of the classes, which have changed once.
  struct Classes {
    var message, author, words, time: String
    var marks: [String] { [message, author, words, time] }
  }

  static let classes = [
    Classes(message: "_a6-g", author: "_a6-h", words: "_a6-p", time: "_a6-o"),
    Classes(message: "_2lej", author: "_2lek", words: "_2let", time: "_2lem"),
  ]
  private static let reactionLists = ["_a6-q", "_tqp"]

  private(set) var messages: [Message] = []
  private(set) var title = ""

  /// Role of an element's text; an element without a role has that of the element around it.
  private enum Role { case nothing, title, message, author, words, time, file, reactions, reaction }

  private var roles: [(role: Role, isWritten: Bool)] = []
  private var role: Role { roles.last?.role ?? .nothing }
  private var current: Message?
  /// Paths in ``current``.
  private var files: Set<String> = []
  private var writer = HTMLTextWriter()
  private var author = "", time = "", reaction = ""
  /// Maximum bytes of an author, a time or a reaction.
  private static let longest = 4096

  func begin(_ element: HTMLElement) -> Bool {
    if element.name == "style" || element.name == "script" { return false }
    if role == .words {
      if Self.reactionLists.contains(where: element.hasClass) {
        roles.append((.reactions, false))
        return true
      }
      if let address = Self.address(of: element) {
        if files.insert(address).inserted { current?.addresses.append(address) }
        return false
      }
      if let file = Self.file(of: element) {
        if files.insert(file).inserted { current?.files.append(file) }
        guard element.name == "a" else { return false }
        roles.append((.file, false))
        return true
      }
      guard writer.begin(element) else { return false }
      roles.append((.words, true))
      return true
    }
    if role == .file, let file = Self.file(of: element) {
      if files.insert(file).inserted { current?.files.append(file) }
      return false
    }
    roles.append((role(of: element), false))
    return true
  }

  private func role(of element: HTMLElement) -> Role {
    if element.name == "title", current == nil { return .title }
    if role == .reactions, element.name == "li" {
      reaction = ""
      return .reaction
    }
    for names in Self.classes {
      if current == nil, element.hasClass(names.message) {
        current = Message()
        files = []
        (author, time) = ("", "")
        writer = HTMLTextWriter()
        return .message
      }
      guard current != nil, role == .message else { continue }
      if element.hasClass(names.author) { return .author }
      if element.hasClass(names.words) { return .words }
      if element.hasClass(names.time) { return .time }
    }
    return role
  }

  /// Returns the path of the file that an element shows or leads to; nil where it is none of the
  /// export.
  private static func file(of element: HTMLElement) -> String? {
    let address = element.name == "a" ? element.href : element.src
    guard let address, !address.isEmpty, !address.contains(":"), !address.hasPrefix("#"),
      ["a", "img", "video", "audio", "source"].contains(element.name)
    else { return nil }
    return address.removingPercentEncoding ?? address
  }

  /// Returns the web address from which an element without a description shows or plays a file.
  private static func address(of element: HTMLElement) -> String? {
    guard ["img", "video", "audio", "source"].contains(element.name), let address = element.src,
      element.alt?.isEmpty != false, address.utf8.count <= longest
    else { return nil }
    return WebAddress(address)?.text
  }

  func end(_ element: HTMLElement) {
    guard let ended = roles.popLast() else { return }
    if ended.isWritten { return writer.end(element) }
    // Only the element that began a role ends it.
    guard ended.role != role else { return }
    switch ended.role {
    case .reaction:
      add(reaction: Self.tidy(reaction))
    case .message:
      guard var message = current else { return }
      current = nil
      message.words = writer.finish()
      message.author = Self.tidy(author)
      message.time = Self.tidy(time)
      messages.append(message)
    case .title: title = Self.tidy(title)
    default: break
    }
  }

  func text(_ words: String) {
    switch role {
    case .title: append(words, to: &title)
    case .author: append(words, to: &author)
    case .time: append(words, to: &time)
    case .words: writer.text(words)
    case .reaction: append(words, to: &reaction)
    case .nothing, .message, .file, .reactions: break
    }
  }

  private func append(_ words: String, to text: inout String) {
    if text.utf8.count < Self.longest { text += words.prefix(Self.longest) }
  }

  /// Adds a reaction such as `❤Ann Lee (Jan 05, 2024 3:04 pm)`.
  private func add(reaction: String) {
    // One emoji, which may be a keycap; the name behind it may begin with further signs.
    guard let emoji = reaction.first, !emoji.isLetter, !emoji.isWhitespace,
      !emoji.isNumber || emoji.unicodeScalars.count > 1
    else { return }
    var name = String(reaction.dropFirst())
    if name.hasSuffix(")"), let open = name.lastRange(ofBytes: "(") {
      name = String(name[..<open.lowerBound])
    }
    current?.reactions.add(String(emoji), by: Self.tidy(name))
  }

  private static func tidy(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
