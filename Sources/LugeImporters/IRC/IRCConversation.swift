import LugeArchive
import LugeCore

/// Identity of a log's conversation: several log files with one key form one conversation.
///
/// It is the channel in the file's name, or else the name that the log contains, or the file's
/// name; the folder's name only if the file's name is just a day, as in logs with a folder per
/// channel. A name without `#` is usually a person on one network: then the key includes the
/// network (or the folder named after it).
struct IRCConversation {
  var key: String
  var name: String
  var kind: ConversationRecord.Kind = .group

  /// - Parameter evidence: name that the log itself contains.
  init(
    file: IRCFileName, path: String, context: SourceContext, evidence: IRCWindowEvidence
  ) {
    let container = context.containerName ?? ""
    let window = evidence.window
    self.init(name: file.channel ?? Self.channel(ofFolder: container, file: file))
    if !name.isEmpty { return }
    if evidence.isPidgin, file.stem == nil, let window,
      !Self.isPidgin(folder: container, of: window)
    {
      self.init(name: window)
      if !window.hasPrefix("#") { kind = .personal }
      return
    }
    let network = file.network ?? (IRCFileName.isTime(container) ? nil : container)
    if file.date == nil || file.hasDateOfFolders, file.stem != nil, let window {
      self.init(name: window, network: window.hasPrefix("#") ? nil : network)
      if !window.hasPrefix("#") { kind = .personal }
    } else if let stem = file.stem {
      self.init(name: stem, network: network)
      if file.isPrivate { kind = .personal }
    } else if container.isEmpty {
      // Day files without a folder have only their name.
      self.init(name: path.pathParts.last.map(String.init) ?? "IRC")
    } else {
      self.init(name: Self.name(ofFolder: container, path: path, context: context))
    }
  }

  private init(name: String?, network: String? = nil) {
    let name = name ?? ""
    let network = network ?? ""
    let isNamed = network.isEmpty || network.lowercased() == name.lowercased()
    self.name = name
    key = isNamed ? "irc:\(name)" : "irc:\(network)/\(name)"
  }

  /// Returns the channel of a folder: Pidgin names a channel's folder `#ubuntu.chat`, and its files
  /// by day and time.
  private static func channel(ofFolder container: String, file: IRCFileName) -> String? {
    guard let channel = IRCFileName(container).channel else { return nil }
    let isPidgin = file.date != nil && file.stem == nil && channel.hasSuffix(".chat")
    return isPidgin ? String(channel.dropLast(5)) : channel
  }

  /// Whether a folder is Pidgin's own for a conversation; the log may name a person's device, too.
  private static func isPidgin(folder: String, of window: String) -> Bool {
    let name = folder.hasSuffix(".chat") ? folder.dropLast(5) : folder[...]
    return !name.isEmpty && window.lowercased().hasPrefix(name.lowercased())
  }

  /// Returns the folder around the file, or around the folders for years and months.
  private static func name(
    ofFolder container: String, path: String, context: SourceContext
  ) -> String {
    guard IRCFileName.isTime(container) else { return container }
    for (path, isFile) in [(path, true), (context.mediaRoot ?? "", false)] {
      let folders = path.pathParts.dropLast(isFile ? 1 : 0)
      guard let folder = folders.last(where: { !IRCFileName.isTime($0) }) else { continue }
      return IRCFileName(String(folder)).channel
        ?? (folder.hasSuffix(".zip") ? String(folder.dropLast(4)) : String(folder))
    }
    return container
  }
}

/// Name that a log contains for its own window: mIRC's `Session Ident: #x`, HexChat's and mIRC's `*
/// Now talking on #x`, Pidgin's `Conversation with #x at …`. Nil if a log contains several.
struct IRCWindowEvidence {
  private var found: String?
  private var isRuledOut = false
  /// Whether Pidgin wrote the log: its first line has the name, its file has only the time.
  private(set) var isPidgin = false

  var window: String? { isRuledOut ? nil : found }

  /// - Parameter scanner: scanner after the time of a line.
  mutating func note(_ scanner: ByteScanner) {
    var scanner = scanner
    if scanner.position == 0, scanner.take("Conversation with ") {
      guard found == nil else { return }
      isPidgin = true
    } else if !scanner.take("Session Ident: ") {
      guard scanner.take(UInt8(ascii: "*")), scanner.skipSpaces(),
        scanner.take("Now talking on ") || scanner.take("Now talking in ")
      else { return }
    }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.spaceLength() == 0 { scanner.position += 1 }
    let name = LegacyText.decode(scanner.bytes.slice(start..<scanner.position))
    guard !name.isEmpty else { return }
    let window = name.hasPrefix("#") ? name.lowercased() : name
    if let found, found != window { isRuledOut = true }
    found = window
  }
}
