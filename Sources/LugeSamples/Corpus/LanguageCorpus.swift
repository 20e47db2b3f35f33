/// Texts in a language other than English.
struct LanguageCorpus: Sendable {
  /// Complete exchanges.
  let scenes: [Scene]
  /// Single sentences, with their meaning in English.
  let phrases: [(text: Template, gloss: Template)]
  let names: [String]

  init(names: [String], scenes: String, phrases: String) {
    self.names = names
    self.scenes = SceneParser.scenes(scenes)
    self.phrases = phrases.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "‖").map(\.trimmingSpaces)
      guard parts.count == 2 else { return nil }
      return (Template(parts[0]), Template(parts[1]))
    }
  }

  /// Returns the corpus of a language; nil for English, whose corpus has another form.
  static func corpus(for language: Language) -> LanguageCorpus? { all[language] }

  private static let all: [Language: LanguageCorpus] = [
    .german: german, .french: french, .russian: russian, .greek: greek, .arabic: arabic,
    .hebrew: hebrew, .hindi: hindi, .thai: thai, .chinese: chinese, .japanese: japanese,
    .korean: korean,
  ]
}
