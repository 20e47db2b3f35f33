import LugeCore
import LugeLive

/// Content of an event about a poll (MSC3381), under the protocol's names or the preliminary ones.
enum MatrixPoll: Sendable {
  case start(LivePoll)
  case response([String])
  case end
  /// A poll that cannot be read, with the text for programs without polls.
  case words(String)

  private static let preliminary = "org.matrix.msc3381.poll."

  /// Reads an event's content; nil for events about something else.
  init?(type: String, _ content: Fields) {
    switch type {
    case "m.poll.start", Self.preliminary + "start":
      self = Self.start(content, isPreliminary: type != "m.poll.start")
    case "m.poll.response", Self.preliminary + "response":
      let former = content.fields(Self.preliminary + "response")
      let answers: Lenient<String> = content["m.selections"] ?? former["answers"] ?? .init()
      // The poll decides how many of them count.
      self = .response(
        answers.elements.prefix(LivePoll.mostAnswers).map { Clipping.prefix($0, bytes: 255) })
    case "m.poll.end", Self.preliminary + "end": self = .end
    default: return nil
    }
  }

  private static func start(_ content: Fields, isPreliminary: Bool) -> MatrixPoll {
    var poll = content.fields("m.poll")
    if poll.names.isEmpty { poll = content.fields(preliminary + "start") }
    let answers: Lenient<Answer> = poll["answers"] ?? .init()
    let kind: String? = poll["kind"]
    guard let question = text(poll.fields("question")), !answers.elements.isEmpty else {
      return .words(text(content) ?? "")
    }
    return .start(
      LivePoll(
        question, answers.elements.map { LivePoll.Answer(id: $0.id, text: $0.text) },
        // Votes are not shown early unless the poll says so.
        isDisclosed: kind == "m.disclosed" || kind == preliminary + "disclosed",
        mostChoices: Int(clamping: poll.number("max_selections") ?? 1),
        isPreliminary: isPreliminary))
  }

  private struct Answer: Decodable, Sendable {
    var id: String
    var text: String

    struct Unreadable: Error {}

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      guard let id: String = fields["m.id"] ?? fields["id"], (1...255).contains(id.utf8.count)
      else { throw Unreadable() }
      self.id = id
      text = MatrixPoll.text(fields) ?? id
    }
  }

  /// One form of a text.
  private struct Part: Decodable, Sendable {
    var body: String
    var type: String?

    struct Unreadable: Error {}

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      guard let body: String = fields["body"] else { throw Unreadable() }
      self.body = body
      type = fields["mimetype"]
    }
  }

  /// Returns a text in one line, from one of the forms that the protocol has had for it.
  private static func text(_ fields: Fields) -> String? {
    let parts: Lenient<Part>? = fields["m.text"]
    let plain = parts?.elements.first { $0.type ?? "text/plain" == "text/plain" }
    let forms: [String?] = [
      plain?.body, parts?.elements.first?.body, fields["m.text"],
      fields["org.matrix.msc1767.text"], fields["body"],
    ]
    guard let text = forms.lazy.compactMap(\.self).first, !text.isEmpty else { return nil }
    return Clipping.singleLine(Clipping.prefix(text, bytes: Clipping.sentenceLimit))
  }
}
