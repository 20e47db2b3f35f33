import Foundation
import Glibc
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt

/// Runs a chat of the kit that executes the lines of a named pipe, and prints the results. Lengths
/// are points.
///
///     touch began|moved|ended X Y      moves a finger on the list
///     panel HEIGHT                     shows the on-screen keyboard, 0 hides it
///     write WORDS                      types into the field; \n is a line end
///     append|prepend COUNT             adds messages of others at the end, or at the beginning
///     service COUNT                    adds service lines at the end
///     set COUNT                        replaces the conversation, with COUNT others' messages
///     burst COUNT                      adds others' messages one by one, each set twice, before
///                                      the list shows any
///     older PAGES MILLISECONDS         provides pages of 30 older messages, each after a delay
///     fail COUNT                       lets requests for a page fail
///     states|readers|reactions COUNT   makes changes one after another, without pauses
///     typing COUNT                     shows COUNT people typing
///     scroll POINTS                    scrolls up from the end
///     date                             asks for the day to go to
///     pause MILLISECONDS               waits
///     watch                            begins to measure displacements
///     state                            prints the state after everything has settled
@MainActor func chat(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let path = arguments.first else { return 64 }
  let window = probeWindow(480, 640)
  let probe = try ChatProbe(window)
  let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  guard pipe >= 0 else { return 66 }
  var pending: [UInt8] = []
  let watch = DescriptorWatch(descriptor: pipe) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(pipe, &buffer, buffer.count)
    if count > 0 { pending += buffer.prefix(count) }
    while let end = pending.firstIndex(of: 0x0A) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeFirst(end + 1)
      probe.waiting.append(line)
    }
    probe.goOn()
  }
  window.show()
  say("ready")
  return withExtendedLifetime((watch, probe)) { application.run() }
}

@MainActor
private final class ChatProbe {
  private let chat: ChatView
  private let me = ChatAuthor(id: 1, name: "Me")
  private let others = (2..<40).map {
    ChatAuthor(id: Int64($0), name: "Person \($0)", colorIndex: $0)
  }
  private var nextNew: Int64 = 10_000
  private var nextOld: Int64 = 9_000
  var waiting: [String] = []
  private var isBusy = false
  /// The item in the middle of the view with its initial position, and its largest displacement.
  private var watched: (item: ItemID, y: Int)?
  private var drift = 0
  private var frames = 0
  private var layoutsBefore = 0
  private var older = (pages: 0, asked: 0, failing: 0, isAsking: false)
  private var done: [String] = []

  init(_ window: Window) throws {
    var messages: [ChatMessage] = []
    for number in 0..<200 {
      let author = number % 3 == 0 ? me : others[number / 5 % 6]
      messages.append(Self.message(9_001 + Int64(number), author))
    }
    chat = try ChatView(messages, in: window)
    chat.composer.isVisible = true
    chat.composer.onEvent = { [weak self] event in
      switch event {
      case .send(let message):
        self?.done.append("sent=\(message.text)\(message.replyTo.map { "/\($0.rawValue)" } ?? "")")
      case .edit(let item, let text): self?.done.append("edit=\(item.rawValue)/\(text)")
      case .typing: break
      }
    }
    chat.messageActions.offers = { _ in [.reply, .react, .copy, .select, .edit, .delete] }
    chat.messageActions.onEvent = { [weak self] event in
      if case .react(let item, let emoji) = event {
        self?.done.append("react=\(item.rawValue)/\(emoji)")
      }
    }
    let frame = chat.list.onFrame
    chat.list.onFrame = { [weak self] report in
      frame?(report)
      self?.look()
    }
    chat.composer.focus()
  }

  private static func message(_ id: Int64, _ author: ChatAuthor) -> ChatMessage {
    let words = String(repeating: "Words that fill some lines. ", count: Int(id % 5))
    var message = ChatMessage(
      id: ItemID(id), author: author, isOutgoing: author.id == 1, time: 1_700_000_000 + id * 40,
      text: StyledText("Message \(id). \(words)"))
    message.tracksState = true
    return message
  }

  private var scale: Double { chat.list.area.surface.geometry.scale }

  private func look() {
    frames += 1
    guard let watched,
      let y = chat.list.engine.visibleRows.first(where: { $0.id.item == watched.item })?.y
    else { return }
    drift = max(drift, abs(y - watched.y))
  }

  /// Runs one line after another; lines that query wait until nothing moves.
  func goOn() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let words = waiting.removeFirst().split(separator: " ").map(String.init)
    Task {
      await run(words)
      isBusy = false
      goOn()
    }
  }

  private func run(_ words: [String]) async {
    let number = words.dropFirst().first.flatMap(Double.init) ?? 0
    let count = Int(number)
    switch words.first ?? "" {
    case "touch":
      let phases: [String: TouchEvent.Phase] = ["began": .began, "moved": .moved, "ended": .ended]
      guard words.count == 4, let phase = phases[words[1]], let x = Double(words[2]),
        let y = Double(words[3])
      else { return say("what? \(words)") }
      chat.list.area.surface.touch(phase, at: Point(x: x, y: y))
      try? await Task.sleep(for: .milliseconds(16))
    case "panel": InputPanel.pretend(height: number)
    case "write":
      for letter in words.dropFirst().joined(separator: " ").replacing("\\n", with: "\n") {
        chat.composer.insert(String(letter))
        try? await Task.sleep(for: .milliseconds(16))
      }
    case "append":
      for _ in 0..<count {
        chat.append([Self.message(nextNew, others[count % 6])])
        nextNew += 1
        await Task.yield()
      }
    case "service":
      for _ in 0..<count {
        var line = Self.message(nextNew, others[count % 6])
        line.isService = true
        chat.append([line])
        nextNew += 1
      }
    case "set":
      let new = (0..<count).map { Self.message(nextNew + Int64($0), others[$0 % 6]) }
      nextNew += Int64(count)
      chat.set(chat.messages + new)
    case "burst":
      var all = chat.messages
      for _ in 0..<count {
        all.append(Self.message(nextNew, others[count % 6]))
        nextNew += 1
        chat.set(all)
        chat.set(all)
      }
    case "prepend":
      for _ in 0..<count {
        chat.set([Self.message(nextOld, others[count % 6])] + chat.messages)
        nextOld -= 1
        try? await Task.sleep(for: .milliseconds(5))
      }
    case "older":
      older.pages = count
      let delay = words.count > 2 ? Int(words[2]) ?? 0 : 0
      chat.loadOlder = { [weak self] _ in try await self?.page(after: delay) ?? [] }
    case "fail": older.failing = count
    case "readUpTo": chat.setState(.read, upTo: ItemID(Int64(number)))
    case "read":
      done =
        chat.messages.filter { chat.facts[$0.id].state == .read }
        .map { "read=\($0.id.rawValue)" }.suffix(1) + done
    case "date": chat.askForDate()
    case "states":
      let own = chat.messages.filter(\.isOutgoing)
      let states: [DeliveryState] = [.sending, .sent, .delivered, .read]
      for step in 0..<count {
        chat.facts.setState(states[step % 4], of: own[own.count - 1 - step % min(40, own.count)].id)
        if step % 10 == 0 { try? await Task.sleep(for: .milliseconds(10)) }
      }
    case "readers":
      let messages = chat.messages
      for step in 0..<count {
        chat.facts.markRead(
          by: others[step % others.count], upTo: messages[messages.count - 1 - step % 60].id)
        if step % 10 == 0 { try? await Task.sleep(for: .milliseconds(10)) }
      }
    case "typing": chat.typing = Array(others.prefix(count))
    case "scroll":
      chat.list.engine.scroll(by: -Int(number * scale))
      chat.list.requestFrame()
      await settle()
    case "pause": try? await Task.sleep(for: .milliseconds(count))
    case "watch":
      await settle()
      let rows = chat.list.engine.visibleRows
      watched =
        rows.isEmpty
        ? nil : (rows[rows.count / 2].id.item, rows[rows.count / 2].y)
      drift = 0
      frames = 0
      layoutsBefore = layouts
      done = []
    case "state":
      await settle()
      say("state " + state.joined(separator: "\t"))
    default: say("what? \(words)")
    }
  }

  private struct Refusal: Error {}

  private func page(after milliseconds: Int) async throws -> [ChatMessage] {
    older.asked += 1
    if older.isAsking { done.append("twice") }
    older.isAsking = true
    defer { older.isAsking = false }
    try await Task.sleep(for: .milliseconds(milliseconds))
    if older.failing > 0 {
      older.failing -= 1
      throw Refusal()
    }
    guard older.pages > 0 else { return [] }
    older.pages -= 1
    nextOld -= 30
    return (1...30).map { number in
      Self.message(nextOld + number, number % 8 == 0 ? me : others[Int(number) / 4 % 6])
    }
  }

  /// Number of known messages and rows that were laid out again since ``watch``. Those loaded for
  /// the first time, farther away, do not count.
  private var laidOut: Int { layouts - layoutsBefore }
  private var layouts: Int {
    let statistics = chat.list.engine.statistics
    return statistics.itemsLaidOutByLane - statistics.itemsLoaded
      + statistics.itemsLaidOutOnTheSpot + statistics.rowsRelaidOut
  }

  private var state: [String] {
    let rows = chat.list.engine.visibleRows
    let height = chat.list.area.surface.geometry.size.height
    var state = [
      "drift=\(drift)", "frames=\(frames)", "height=\(Double(height) / scale)",
      "end=\(chat.list.engine.metrics.isAtEnd)", "panel=\(InputPanel.isOpen)",
      "text=\(chat.composer.text.replacing("\n", with: "\\n"))",
      "laidOut=\(laidOut)",
    ]
    if let first = rows.first, let last = rows.last {
      state += [
        "first=\(first.id.item.rawValue)", "last=\(last.id.item.rawValue)",
        "lastEnd=\(Double(last.y + last.height) / scale)",
      ]
    }
    state.append("badge=\(chat.list.jumpBadge)")
    state.append("asked=\(older.asked)")
    if let oldest = chat.messages.first { state.append("oldest=\(oldest.id.rawValue)") }
    if let seen = chat.newestSeen { state.append("seen=\(seen.rawValue)") }
    if let lifted = chat.list.lifted { state.append("lifted=\(lifted.rawValue)") }
    return state + done
  }

  private func settle() async {
    var calm = 0
    for _ in 0..<1000 where calm < 4 {
      try? await Task.sleep(for: .milliseconds(20))
      calm = chat.list.engine.isSettled ? calm + 1 : 0
    }
  }
}
