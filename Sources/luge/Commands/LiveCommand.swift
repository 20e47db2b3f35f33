import ArgumentParser
import LugeApp
import LugeCommandLine
import LugeCore
import LugeListKit
import LugeLive
import LugeMatrix
import LugeQt
import LugeWords

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: localized("Talk in a room, in a window."),
    discussion: localized(
      """
      What was seen is shown at once, with the server away, too; what is written then is kept and \
      sent when the server is back.
      """))

  @Argument(
    help: ArgumentHelp(localized("The room: its name, or a unique beginning of it, or its id.")))
  var room: String

  @Option(help: ArgumentHelp(localized("The account, when there are several.")))
  var account: String?

  func run() throws {
    try Accounts.run {
      let chosen = try Accounts.book.account(account)
      let (stream, news) = AsyncStream.makeStream(of: LiveNews.self)
      let session = try Accounts.book.session(of: chosen)
      let live = try LiveAccount(
        path: chosen.archive, service: MatrixService(session, http: Accounts.client()),
        onNews: { news.yield($0) })
      let wanted = room
      let found = try Accounts.wait { () -> LiveRoom in
        do {
          return try Accounts.room(wanted, try await live.rooms())
        } catch {
          // Perhaps it is new.
          _ = try await live.syncOnce()
          return try Accounts.room(wanted, try await live.rooms())
        }
      }
      let code = try Self.show(found, of: live, news: stream)
      try Accounts.wait { await live.stop() }
      if code != 0 { throw ExitCode(code) }
    }
  }

  private static func show(
    _ room: LiveRoom, of live: LiveAccount, news: AsyncStream<LiveNews>
  ) throws -> Int32 {
    try MainActor.assumeIsolated {
      let opening = try LiveRoomController.Opening(live, room)
      var options = ChatView.Options()
      options.composer.takesFiles = false
      options.composer.drafts = DraftFolder(path: "\(UserFolders.data())/luge/drafts")
      options.composer.recentEmoji = RecentEmoji(path: "\(UserFolders.config())/luge/emoji.json")
      var controller: LiveRoomController?
      defer { withExtendedLifetime(controller) {} }
      return try ChatApplication.run(
        .init(name: "luge", displayName: ForeignText.visible(room.name)), opening.messages,
        options: options
      ) { chat in
        controller = LiveRoomController(live, opening, in: chat, news: news)
        chat.composer.focus()
        Task { await live.start() }
      }
    }
  }
}
