import ArgumentParser
import Foundation
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeWords

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: localized("Show what an archive contains."))

  @Argument(help: ArgumentHelp(localized("The archive.")), completion: .file(extensions: ["luge"]))
  var file: String

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  func run() throws {
    try Terminal.run {
      let archive = try Archive(opening: file)
      let info = ArchiveInfo(
        file: file, conversations: try archive.conversations(), imports: try archive.imports())
      if json { try JSONOutput.print(info) } else { try show(info) }
    }
  }

  private func show(_ info: ArchiveInfo) throws {
    let total = counts(info.messages, info.service)
    try Terminal.print("\(Terminal.safe(file)): \(total), \(info.sizeMb) MB")
    if let first = info.first, let last = info.last {
      try Terminal.print(localized("from {first} to {last}", ["first": first, "last": last]))
    }
    for conversation in info.conversations {
      try Terminal.print(
        """
        \(Terminal.name(conversation.name)) (\(conversation.kind)): \
        \(conversation.kind == ConversationRecord.Kind.timeline.rawValue
          ? Terminal.count(conversation.messages, localizedPlural(one: "{count} post", other: "{count} posts"))
          : counts(conversation.messages, conversation.service)), \
        \(Terminal.count(conversation.authors, localizedPlural(one: "{count} author", other: "{count} authors")))\(span(conversation))
        """)
    }
    for run in info.unfinishedImports {
      try Terminal.print(UnfinishedImports.sentence(path: run.path, state: run.state))
    }
  }

  private func counts(_ messages: Int, _ service: Int) -> String {
    """
    \(Terminal.count(messages, localizedPlural(one: "{count} message", other: "{count} messages"))), \
    \(Terminal.count(service, localizedPlural(one: "{count} service entry", other: "{count} service entries")))
    """
  }

  private func span(_ conversation: ArchiveInfo.Conversation) -> String {
    guard let first = conversation.first, let last = conversation.last else { return "" }
    // A year may have more than four digits.
    func day(_ time: String) -> String { String(time.prefix { $0 != "T" }) }
    return ", " + localized("{first} to {last}", ["first": day(first), "last": day(last)])
  }
}

/// Output of `luge info --json`.
struct ArchiveInfo: Encodable {
  struct Conversation: Encodable {
    var name: String
    var key: String
    var kind: String
    var messages: Int
    var service: Int
    var authors: Int
    var first: String?
    var last: String?
  }
  struct Run: Encodable {
    var path: String
    var state: String
  }

  var messages: Int
  var service: Int
  var conversations: [Conversation]
  var sizeMb: Double
  var first: String?
  var last: String?
  var unfinishedImports: [Run]

  init(file: String, conversations: [ConversationSummary], imports: [ImportRun]) {
    messages = conversations.reduce(0) { $0.addingClamped($1.messages) }
    service = conversations.reduce(0) { $0.addingClamped($1.service) }
    self.conversations = conversations.map {
      Conversation(
        name: $0.name, key: $0.key, kind: $0.kind.rawValue, messages: $0.messages,
        service: $0.service, authors: $0.authors, first: $0.first.map(TimeText.iso),
        last: $0.last.map(TimeText.iso))
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    let bytes = (attributes?[.size] as? NSNumber)?.doubleValue ?? 0
    sizeMb = (bytes / 1e4).rounded() / 100
    first = conversations.compactMap(\.first).min { $0.seconds < $1.seconds }.map(TimeText.iso)
    last = conversations.compactMap(\.last).max { $0.seconds < $1.seconds }.map(TimeText.iso)
    unfinishedImports = UnfinishedImports.of(imports).map {
      Run(path: $0.path, state: $0.state.rawValue)
    }
  }
}
