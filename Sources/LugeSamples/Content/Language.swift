/// A language of the corpus.
public enum Language: String, Sendable, CaseIterable, Codable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case russian = "ru"
  case greek = "el"
  case arabic = "ar"
  case hebrew = "he"
  case hindi = "hi"
  case thai = "th"
  case chinese = "zh"
  case japanese = "ja"
  case korean = "ko"
}

/// A choice of languages by their script.
public enum Script: String, Sendable, CaseIterable, Codable {
  case latin, cyrillic, greek, arabic, hebrew, devanagari, thai, han, japanese, korean

  public var languages: [Language] {
    switch self {
    case .latin: [.english, .german, .french]
    case .cyrillic: [.russian]
    case .greek: [.greek]
    case .arabic: [.arabic]
    case .hebrew: [.hebrew]
    case .devanagari: [.hindi]
    case .thai: [.thai]
    case .han: [.chinese]
    case .japanese: [.japanese]
    case .korean: [.korean]
    }
  }
}

extension Language {
  /// Separator of two sentences.
  var sentenceSpace: String { self == .chinese || self == .japanese ? "" : " " }

  var sentenceEnd: String {
    switch self {
    case .chinese, .japanese: "。"
    case .hindi: "।"
    case .thai: ""
    default: "."
    }
  }
}
