import LugeCore

/// Parses a template. Templates are Luge's own (see `Corpus`), so that invalid syntax is kept as
/// plain text instead of being reported.
struct TemplateParser {
  private let characters: [Character]
  private var position = 0
  private var openMark: Character?

  init(_ source: some StringProtocol) { characters = Array(source) }

  mutating func parse() -> [Template.Part] { parts(until: []) }

  private static let marks: [Character: StyledText.Attribute] = [
    "*": .bold, "_": .italic, "~": .strike, "%": .spoiler, "`": .code,
  ]

  private mutating func parts(until stops: Set<Character>) -> [Template.Part] {
    var result: [Template.Part] = []
    var literal = ""
    func flush() {
      if !literal.isEmpty { result.append(.literal(Array(literal.utf8))) }
      literal = ""
    }
    while position < characters.count, !stops.contains(characters[position]) {
      let character = characters[position]
      if let mark = Self.marks[character] {
        flush()
        position += 1
        result.append(openMark == character ? .end : .begin(mark))
        openMark = openMark == character ? nil : character
      } else if let part = special(character) {
        flush()
        result.append(contentsOf: part)
      } else {
        literal.append(character)
        position += 1
      }
    }
    flush()
    return result
  }

  /// Parses the construct that begins with a character, and moves behind it; nil if none does.
  private mutating func special(_ character: Character) -> [Template.Part]? {
    switch character {
    case "{": return [choice()]
    case "<": return enclosed(by: ">").map { [Self.slot($0)] }
    case "[": return link()
    case "@":
      guard position + 1 < characters.count, let index = Self.speaker(characters[position + 1])
      else { return nil }
      position += 2
      return [.mention(index)]
    case "\\" where position + 1 < characters.count && characters[position + 1] == "n":
      position += 2
      return [.literal([0x0A])]
    case "h" where characters[position...].starts(with: "https://"):
      let end = characters[position...].firstIndex(of: " ") ?? characters.count
      let target = String(characters[position..<end])
      position = end
      return Self.link(to: target, words: [.literal(Array(target.utf8))])
    default: return nil
    }
  }

  private mutating func choice() -> Template.Part {
    position += 1
    var options: [[Template.Part]] = []
    while position < characters.count {
      options.append(parts(until: ["|", "}"]))
      let isLast = position >= characters.count || characters[position] == "}"
      position += 1
      if isLast { break }
    }
    return options.isEmpty ? .literal([]) : .choice(options)
  }

  private mutating func enclosed(by close: Character) -> String? {
    guard let end = characters[position...].firstIndex(of: close) else { return nil }
    defer { position = end + 1 }
    return String(characters[position + 1..<end])
  }

  private mutating func link() -> [Template.Part]? {
    guard let close = characters[position...].firstIndex(of: "]"),
      close + 1 < characters.count, characters[close + 1] == "(",
      let end = characters[close...].firstIndex(of: ")")
    else { return nil }
    let words = String(characters[position + 1..<close])
    let target = String(characters[close + 2..<end])
    position = end + 1
    return Self.link(to: target, words: Template(words).parts)
  }

  private static func link(to target: String, words: [Template.Part]) -> [Template.Part] {
    [.begin(.link(target: target))] + words + [.end]
  }

  private static func slot(_ name: String) -> Template.Part {
    name.count == 1 ? name.first.flatMap(speaker).map { .speaker($0) } ?? .slot(name) : .slot(name)
  }

  /// Returns 0 for A, 1 for B, up to F.
  static func speaker(_ letter: Character) -> Int? {
    guard let value = letter.asciiValue, (0x41...0x46).contains(value) else { return nil }
    return Int(value - 0x41)
  }
}
