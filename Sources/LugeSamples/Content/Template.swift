import LugeCore

/// A parsed sentence with choices, slots and styles.
///
/// | written | is |
/// | --- | --- |
/// | `{Yes\|Sure}` | one of these |
/// | `<lake>` | a slot of the scene: the same words wherever the scene has it |
/// | `<A>` | the name of the scene's speaker A |
/// | `@A` | a mention of speaker A |
/// | `*bold*` `_italic_` `~strike~` `%spoiler%` `` `code` `` | marks |
/// | `[words](target)` | a link with words of its own |
/// | `https://…` up to a space | a link that shows itself |
/// | `\n` | a new line |
struct Template: Sendable {
  indirect enum Part: Sendable {
    case literal([UInt8])
    case choice([[Part]])
    case slot(String)
    case speaker(Int)
    case mention(Int)
    case begin(StyledText.Attribute)
    case end
  }

  let parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  init(_ source: some StringProtocol) {
    var parser = TemplateParser(source)
    parts = parser.parse()
  }
}

/// Source of the words for a template's slots.
protocol TemplateFilling {
  /// Returns the words for a slot; the same ones at each call within a scene.
  mutating func words(for slot: String, random: inout Xoshiro256) -> Template?
  func name(of speaker: Int) -> String
  func mention(of speaker: Int) -> (text: String, id: String)
}

extension Template {
  /// Appends the text, making its choices.
  ///
  /// - Complexity: O(length of the text).
  func render(
    into text: inout TextBuilder, filling: inout some TemplateFilling, random: inout Xoshiro256
  ) {
    Self.render(parts, into: &text, filling: &filling, random: &random)
  }

  private static func render(
    _ parts: [Part], into text: inout TextBuilder, filling: inout some TemplateFilling,
    random: inout Xoshiro256
  ) {
    for part in parts {
      switch part {
      case .literal(let bytes): text.append(bytes)
      case .choice(let options):
        let chosen = options[random.below(options.count)]
        render(chosen, into: &text, filling: &filling, random: &random)
      case .slot(let name):
        filling.words(for: name, random: &random)?
          .render(into: &text, filling: &filling, random: &random)
      case .speaker(let index): text.append(filling.name(of: index))
      case .mention(let index):
        let (name, id) = filling.mention(of: index)
        text.append(name, .mention(id: id))
      case .begin(let attribute): text.begin(attribute)
      case .end: text.end()
      }
    }
  }
}
