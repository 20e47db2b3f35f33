import LugeArchive
import LugeCore

/// Identity of a log's conversation: logs of several files with one key become one conversation.
///
/// The channel in the file's name, or else what the log says itself, or the name of the file; the
/// folder's only where the file's name is nothing but a day, as in logs with a folder for each
/// channel. A name without `#` is a person's on one network most often: the network (or the folder,
/// which is named for it) is a part of the key then.
struct IRCConversation {
  var key: String
  var name: String
  var kind: ConversationRecord.Kind = .group

  /// - Parameter window: What the log says it is of, see ``IRCWindowEvidence``.
  init(file: IRCFileName, path: String, context: SourceContext, window: String?) {
    let container = context.containerName ?? ""
    self.init(name: file.channel ?? Self.channel(ofFolder: container, file: file))
    if !name.isEmpty { return }
    let network = file.network ?? (IRCFileName.isTime(container) ? nil : container)
    if file.date == nil || file.hasDateOfFolders, file.stem != nil, let window {
      self.init(name: window, network: window.hasPrefix("#") ? nil : network)
      if !window.hasPrefix("#") { kind = .personal }
    } else if let stem = file.stem {
      self.init(name: stem, network: network)
      if file.isPrivate { kind = .personal }
    } else if container.isEmpty {
      // Day files without a folder around them have nothing but their name.
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

  /// Pidgin calls a channel's folder `#ubuntu.chat`, and its files by day and time.
  private static func channel(ofFolder container: String, file: IRCFileName) -> String? {
    guard let channel = IRCFileName(container).channel else { return nil }
    let isPidgin = file.date != nil && file.stem == nil && channel.hasSuffix(".chat")
    return isPidgin ? String(channel.dropLast(5)) : channel
  }

  /// The folder around the file, or around the folders for years and months.
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

/// Names that a log gives its own window: mIRC's `Session Ident: #x`, HexChat's and mIRC's `* Now
/// talking on #x`. None if a log gives several.
struct IRCWindowEvidence {
  private var found: String?
  private var isRuledOut = false

  var window: String? { isRuledOut ? nil : found }

  /// - Parameter scanner: after the time of a line.
  mutating func note(_ scanner: ByteScanner) {
    var scanner = scanner
    if !scanner.take("Session Ident: ") {
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
