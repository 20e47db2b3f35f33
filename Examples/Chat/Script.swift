import Foundation
import LugeListKit

/// Two simulated peers, and their lines.
enum Script {
  static let peers = ["Anna", "Ben"]

  static let lines = [
    "Did you see the forecast for Saturday?", "Sunny until four, they say 🌤",
    "Then we should leave early. The path along the river is dry again, and the bakery at the mill opens at seven.",
    "Seven! On a Saturday!", "I'll bring the coffee.", "Deal 😄",
    "What about the ferry? Last time we waited for an hour because nobody had looked at the timetable.",
    "9:10 and then every forty minutes: https://example.org/ferry", "Good. I'll take the map.",
    "And I the excuses, for when we miss it.", "Has anybody heard from Carla?",
    "She's back on Thursday. Lisbon, then two days of sleep, she wrote.",
    "Let's ask her anyway.", "👍",
  ]

  static let answers = [
    "Good point.", "I was about to say the same!", "Fine with me.", "Let me look that up.",
    "Ha! Yes.", "Are you sure?",
  ]

  /// Writes the messages that were sent before the window opened.
  static func write(into folder: String, me: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let now = Int64(Date().timeIntervalSince1970)
    var log = Data()
    let count = 400
    for index in 0..<count {
      let author = index % 7 == 4 ? me : peers[index / 2 % peers.count]
      log += try JSONEncoder().encode(
        RoomEntry(
          kind: .message, id: "history-\(index)", by: author, at: now - Int64(count - index) * 140,
          text: lines[index * 5 % lines.count]))
      log.append(0x0A)
    }
    try log.write(to: URL(fileURLWithPath: folder + "/log.jsonl"))
  }
}

/// Simulated people: each types for a while, sends a line, and waits.
@MainActor
final class Peers {
  private let rooms: [Room]

  init(folder: String) throws {
    rooms = try Script.peers.map { try Room(folder: folder, me: $0) }
  }

  func talk() {
    for (index, room) in rooms.enumerated() {
      room.open()
      Task {
        var line = index + Script.peers.count
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(Int.random(in: 2500...6000)))
          let question = room.messages().last { !Script.peers.contains($0.author.name) }
          let isNew = question.map { $0.time > Int64(Date().timeIntervalSince1970) - 12 } ?? false
          let text =
            isNew
            ? Script.answers[line % Script.answers.count] : Script.lines[line % Script.lines.count]
          line += Script.peers.count
          room.sawAll()
          room.setTyping(true)
          try await Task.sleep(for: .milliseconds(600 + min(text.count * 35, 3000)))
          room.setTyping(false)
          room.send(OutgoingMessage(text: text, replyTo: isNew ? question?.id : nil))
        }
      }
    }
  }
}
