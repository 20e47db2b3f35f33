import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeLive
import LugeMatrix
import LugeQt
import LugeWords

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: localized("Talk in a room, in a window."),
    discussion: localized(
      """
      Messages received before are shown at once, even if the server cannot be reached; what is \
      written then is sent when the server is back.
      """))

  @Argument(
    help: ArgumentHelp(localized("The room: its name, or a unique beginning of it, or its id.")))
  var room: String?

  @Option(help: ArgumentHelp(localized("The account, when there are several.")))
  var account: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Size of the window in points, each from 1 to 20000."), valueName: "WxH"))
  var size: PointSize?

  func run() throws {
    try Accounts.run {
      var options = ViewerController.Options(size: size.map { ($0.width, $0.height) })
      options.accounts = Accounts.windowBook
      options.isForRooms = true
      if let room { options.room = try find(room) }
      let code = try MainActor.assumeIsolated { () throws -> Int32 in
        let application = try Application(
          .init(name: "luge", displayName: "Luge", version: LugeVersion.text))
        let viewer = try ViewerController(application, options: options)
        viewer.show()
        let signals = TerminationSignals { [weak viewer] in viewer?.close() }
        return withExtendedLifetime((viewer, signals)) { application.run() }
      }
      // As in OpenCommand: lanes may still be drawing.
      fflush(nil)
      _exit(code)
    }
  }

  /// The only account that is known to be in a room.
  private func holder(of name: String) throws -> MatrixAccount {
    let all = try Accounts.book.all()
    guard all.count > 1 else { return try Accounts.book.account(nil) }
    let holders = all.filter { account in
      let rooms = try? LiveOutbox.rooms(ofArchive: account.archive)
      let found = rooms.flatMap { try? Accounts.room(name, $0) }
      return found != nil
    }
    return try holders.count == 1 ? holders[0] : Accounts.book.account(nil)
  }

  /// Finds a room of the account; an unknown one may be new.
  private func find(_ name: String) throws -> (user: String, room: String) {
    let chosen = try account == nil ? holder(of: name) : Accounts.book.account(account)
    // The token is not needed to find a known room: a locked keyring must not keep the window away.
    let live = try LiveAccount(
      path: chosen.archive,
      service: MatrixService(chosen, of: Accounts.book, http: Accounts.client()))
    let room = try Accounts.wait { () -> LiveRoom in
      do {
        return try Accounts.room(name, try await live.rooms())
      } catch {
        _ = try await live.syncOnce()
        return try Accounts.room(name, try await live.rooms())
      }
    }
    return (chosen.user, room.room)
  }
}
