import LugeArchive
import LugeCore

/// The conversation's name, from WhatsApp's names of exports.
enum WhatsAppConversationName {
  /// Prefixes of file names, in the languages of the app; the file is `prefix name.txt`.
  private static let prefixes = [
    "WhatsApp Chat - ", "WhatsApp Chat with ", "WhatsApp-Chat mit ", "Chat de WhatsApp con ",
    "Chat WhatsApp con ", "Discussion WhatsApp avec ", "Conversation WhatsApp avec ",
    "Conversa do WhatsApp com ", "Conversa por WhatsApp com ", "WhatsApp-chat met ",
    "WhatsApp-chatt med ", "WhatsApp-chat med ", "WhatsApp-keskustelu: ",
    "Чат WhatsApp с контактом ", "Чат WhatsApp с ", "Czat WhatsApp z ",
    "Chat WhatsApp s uživatelem ", "WhatsApp Sohbeti - ",
    "Chat WhatsApp dengan ", "Cuộc trò chuyện WhatsApp với ", "Cuộc trò chuyện trên WhatsApp với ",
    "Trò chuyện WhatsApp với ", "Đoạn chat WhatsApp với ", "Đoạn chat trên WhatsApp với ",
    "WhatsApp 聊天 - ", "与", "WhatsApp Chat ",
  ]

  /// - Parameter containerName: name of the zip or folder around the file; it contains the
  ///   conversation's name if the file is `_chat.txt`.
  static func name(fileName: String, containerName: String?) -> String {
    name(fileName: fileName, container: unpacked(containerName ?? ""))
  }

  /// Returns the name that earlier versions gave, which kept the endings of tars.
  static func formerName(fileName: String, containerName: String?) -> String {
    name(fileName: fileName, container: withoutExtension(containerName ?? ""))
  }

  /// Returns the name of a container without the ending of a packed one.
  private static func unpacked(_ container: String) -> String {
    withoutExtension(SourceContext.shownName(of: PathNames.name(of: container)))
  }

  private static func name(fileName: String, container: String) -> String {
    let base = withoutExtension(fileName)
    let source = isAnonymous(base) ? container : base
    for prefix in prefixes where source.hasPrefix(prefix) {
      let name = withoutCopyNumber(String(source.dropFirst(prefix.count)))
      if !name.isEmpty { return name }
    }
    if !source.isEmpty { return source }
    return base.isEmpty ? "WhatsApp" : base
  }

  private static func isAnonymous(_ base: String) -> Bool { base == "_chat" || base.isEmpty }

  /// Whether neither the file nor the folder around it contains the name.
  static func isGuessed(fileName: String, containerName: String?) -> Bool {
    let container = unpacked(containerName ?? "")
    return isAnonymous(withoutExtension(fileName)) && !prefixes.contains(where: container.hasPrefix)
  }

  /// Whether a file is named as the app names exports.
  static func isNamedAsExport(_ fileName: String) -> Bool {
    prefixes.contains(where: fileName.hasPrefix)
  }

  /// Returns the names that an export of a chat may have.
  static func fileNames(of chat: String) -> [String] { prefixes.map { "\($0)\(chat).txt" } }

  private static func withoutExtension(_ path: String) -> String {
    let last = PathNames.name(of: path)
    for suffix in [".txt", ".zip", ".TXT", ".ZIP"] where last.hasSuffix(suffix) {
      return String(last.dropLast(suffix.count))
    }
    return last
  }

  /// Returns a name without the " (1)" that browsers and phones add to existing names.
  private static func withoutCopyNumber(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else {
      return name
    }
    let number = name[name.index(after: open)...].dropLast()
    let before = name[..<open]
    guard !number.isEmpty, number.count <= 3, number.allSatisfy(\.isNumber), before.hasSuffix(" ")
    else { return name }
    return String(before.dropLast())
  }
}
