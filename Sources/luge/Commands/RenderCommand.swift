import ArgumentParser
import Foundation
import LugeApp
import LugeArchive
import LugeChat
import LugeCommandLine
import LugeCore
import LugePaint
import LugeWords

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: localized("Draw a conversation into a PNG file; needs no display."))

  @Argument(help: ArgumentHelp(localized("The archive.")), completion: .file(extensions: ["luge"]))
  var archive: String

  @Option(
    help: ArgumentHelp(
      localized("Which conversation (its name, or a unique beginning of it). Default: the latest."))
  )
  var conversation: String?

  // The next argument is the place, even if it is a negative number.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        """
        Where: a date (2024-06-03 or 2024-06-03T14:05), a position counted from 0 (negative from the \
        end), or id:N with an id that `search --json` gave. Default: the newest message.
        """), valueName: "place"))
  var at: Place = .newest

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Size in points, each from 1 to 20000."), valueName: "WxH"))
  var size = PointSize(width: 400, height: 800)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("Device pixels per point, 0.5 to 8.")))
  var scale = 1.0

  @Option(help: ArgumentHelp(localized("Colours.")))
  var theme = Theme.light

  @Option(
    name: .shortAndLong, help: ArgumentHelp(localized("The PNG file to write.")),
    completion: .file(extensions: ["png"]))
  var output: String

  @Flag(help: ArgumentHelp(localized("Overwrite an existing file.")))
  var force = false

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Where the archive's pictures are. Default: where they were when you imported it; of an archive \
        that somebody gave you, none are shown.
        """), valueName: "folder"),
    completion: .directory)
  var media: String?

  enum Theme: String, ExpressibleByArgument, CaseIterable { case light, dark }

  func validate() throws {
    try size.validate(scale: scale)
  }

  func run() throws {
    try Terminal.run {
      try Terminal.checkMayBePicture(output, of: archive, replaces: force)
      if let media { try MediaFolder.check(media) }
      let store = try MediaPermissions.ofUser.open(archive, mediaFolder: media)
      let chosen = try summary(in: store)
      guard chosen.count > 0 else {
        Terminal.printError(
          "luge: \(Terminal.safe(archive)): "
            + localized("{name} has no messages", ["name": Terminal.safe(chosen.name)]))
        throw ExitCode.failure
      }
      let list = ArchiveList(archive: store, conversation: chosen, zone: ZoneOffsets(.current))
      do {
        let bitmap = try OffscreenList.render(
          list.provider, configuration: list.configuration,
          size: PixelSize(width: size.width, height: size.height), scale: scale,
          scheme: theme == .dark ? .dark : .light,
          place: list.place(try place(in: store, chosen)))
        try PNG.write(bitmap, to: output)
      } catch let error as ViewerError {
        Terminal.printError("luge: \(archive): \(error)")
        throw ExitCode.failure
      } catch let error as PaintError {
        Terminal.printError("luge: \(error)")
        throw ExitCode.failure
      }
    }
  }

  private func summary(in store: Archive) throws -> ConversationSummary {
    if let conversation { return try store.conversation(named: conversation) }
    let all = try store.conversations().filter { $0.count > 0 }
    guard let latest = all.max(by: { ($0.last?.seconds ?? 0) < ($1.last?.seconds ?? 0) }) else {
      Terminal.printError("luge: \(archive): " + localized("there are no messages in this archive"))
      throw ExitCode.failure
    }
    return latest
  }

  private func place(
    in store: Archive, _ conversation: ConversationSummary
  ) throws -> OffscreenList.Place {
    switch at {
    case .newest: return .newest
    case .position(let position):
      let absolute = position < 0 ? conversation.count.addingClamped(position) : position
      guard absolute >= 0, absolute < conversation.count else {
        Terminal.printError(
          "luge: --at \(position): \(Terminal.name(conversation.name)): "
            + Terminal.count(
              conversation.count,
              localizedPlural(one: "{count} message", other: "{count} messages")))
        throw ExitCode.failure
      }
      return .position(absolute)
    case .message(let id):
      guard let position = try store.position(of: id) else {
        Terminal.printError("luge: --at id:\(id): " + localized("no such message"))
        throw ExitCode.failure
      }
      return .position(position)
    case .time(let seconds):
      let time = Timestamp(seconds: seconds, certainty: .zoneUnknown)
      let position = try store.position(in: conversation.id, atOrAfter: time)
      return .position(position ?? max(0, conversation.count - 1))
    }
  }
}

extension RenderCommand {
  enum Place: ExpressibleByArgument {
    case newest
    case position(Int)
    case message(Int64)
    /// Local time, seconds since 1970.
    case time(Int64)

    init?(argument: String) {
      if argument == "newest" {
        self = .newest
      } else if let position = Int(argument) {
        self = .position(position)
      } else if argument.hasPrefix("id:"), let id = Int64(argument.dropFirst(3)) {
        self = .message(id)
      } else if let seconds = Self.seconds(argument) {
        self = .time(seconds)
      } else {
        return nil
      }
    }

    var defaultValueDescription: String { "newest" }

    private static func seconds(_ text: String) -> Int64? {
      for pattern in ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss"] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        formatter.dateFormat = pattern
        if let date = formatter.date(from: text) {
          return Int64(clamping: date.timeIntervalSince1970)
        }
      }
      return nil
    }
  }
}
