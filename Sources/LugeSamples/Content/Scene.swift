/// A short exchange between a few people, as written in the corpus.
struct Scene: Sendable {
  struct Turn: Sendable {
    var speaker: Int
    var template: Template
    /// The same text in English, for exchanges in other languages.
    var gloss: Template?
    /// Number of turns back to the answered message; nil if it answers none.
    var replyBack: Int?
    var attachment: Attachment?
    /// Whether it is skipped half of the time, together with adjacent optional turns.
    var isOptional = false
    var isEdited = false
    var forwardedFrom: String?
    /// Whether it pins the previous message instead of having a text.
    var isPin = false
  }

  enum Attachment: Sendable, Hashable {
    case pictures(Motif, count: Int)
    case voice
    case video
    case file(name: String)
    case poll
  }

  var turns: [Turn] = []
  /// Sentences that the first speaker may add.
  var elaborations: [Template] = []
  /// Emoji that are suitable as reactions.
  var reactions: [String] = []

  /// Number of speakers in the scene.
  var speakerCount: Int { (turns.map(\.speaker).max() ?? 0) + 1 }
}

/// Parses scenes in the corpus's format, with one line per turn:
///
///     # title, begins a scene
///     = 👍 🎉                     reactions
///     A: Hello!                   speaker A says
///     B ^: Hello to you           … in reply to the message before (^2: the one before that)
///     A ? [sea 2]: Look at this   optional, with two pictures
///     + A sentence speaker A may add
///
/// Between the speaker and the colon there may be: `?` optional, `^` reply, `edited`, `pin`,
/// `[motif n]`, `[voice]`, `[video]`, `[file NAME]`, `[poll]`, `from NAME` (last).
enum SceneParser {
  static func scenes(_ source: String) -> [Scene] {
    var scenes: [Scene] = []
    for line in source.split(separator: "\n") {
      switch line.first {
      case "#": scenes.append(Scene())
      case "=":
        let emoji = line.dropFirst().split(separator: " ").map(String.init)
        scenes.mutateLast { $0.reactions += emoji }
      case "+":
        let sentence = Template(line.dropFirst().trimmingSpaces)
        scenes.mutateLast { $0.elaborations.append(sentence) }
      default:
        guard let turn = turn(line) else { continue }
        scenes.mutateLast { $0.turns.append(turn) }
      }
    }
    return scenes
  }

  private static func turn(_ line: Substring) -> Scene.Turn? {
    guard let letter = line.first, let speaker = TemplateParser.speaker(letter) else { return nil }
    var rest = line.dropFirst().trimmingSpaces
    var turn = Scene.Turn(speaker: speaker, template: Template(""))
    while let first = rest.first, first != ":" {
      if first == "[" {
        guard let close = rest.firstIndex(of: "]") else { return nil }
        turn.attachment = attachment(rest[rest.index(after: rest.startIndex)..<close])
        rest = rest[rest.index(after: close)...].trimmingSpaces
        continue
      }
      if rest.hasPrefix("from ") {
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        turn.forwardedFrom = String(rest[..<colon].dropFirst(5))
        rest = rest[colon...]
        continue
      }
      let word = rest.prefix { $0 != " " && $0 != ":" }
      switch word {
      case "?": turn.isOptional = true
      case "edited": turn.isEdited = true
      case "pin": turn.isPin = true
      default: turn.replyBack = word.hasPrefix("^") ? Int(word.dropFirst()) ?? 1 : nil
      }
      rest = rest.dropFirst(word.count).trimmingSpaces
    }
    let texts = rest.dropFirst().split(separator: "‖", maxSplits: 1).map(\.trimmingSpaces)
    turn.template = Template(texts.first ?? "")
    turn.gloss = texts.count > 1 ? Template(texts[1]) : nil
    return turn
  }

  private static func attachment(_ words: Substring) -> Scene.Attachment? {
    if words.hasPrefix("file ") { return .file(name: String(words.dropFirst(5))) }
    let parts = words.split(separator: " ")
    switch parts.first {
    case "voice": return .voice
    case "video": return .video
    case "poll": return .poll
    case let name?:
      let count = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
      return Motif(rawValue: String(name)).map { .pictures($0, count: min(max(count, 1), 4)) }
    case nil: return nil
    }
  }
}

extension Array {
  fileprivate mutating func mutateLast(_ body: (inout Element) -> Void) {
    guard !isEmpty else { return }
    body(&self[count - 1])
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
