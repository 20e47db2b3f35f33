/// An author with writing habits.
struct ChatMember: Sendable {
  var author: GeneratedAuthor
  var languages: [Language]
  var habits: Habits
  /// Relative frequency of taking part.
  var activity: Double

  struct Habits: Sendable {
    /// Probability of an emoji after a message.
    var emoji: Double
    var favourites: [String]
    /// Whether the author omits final periods.
    var dropsPeriods: Bool
    /// Whether the author writes without capital letters.
    var lowercases: Bool
    /// Whether the author sends every sentence as a separate message.
    var sendsBursts: Bool
    /// Factor on the length of messages.
    var verbosity: Double
    /// Probability of a reaction to a message of the same exchange.
    var reacts: Double
  }
}

extension ChatMember.Habits {
  private static let favourites = [
    ["😊", "🙈", "✨"], ["😂", "👍"], ["❤️", "🥰", "☀️"], ["😄", "🙌🏽", "🎉"], ["😅", "🤷🏻‍♀️"],
    ["👌", "🔥"], ["🌿", "🐝", "☕️"], ["🤓", "👩🏽‍💻", "🚀"],
  ]

  init(random: inout Xoshiro256) {
    let tastes = random.pick(Self.favourites) ?? []
    self.init(
      emoji: random.unit() * random.unit() * 0.4, favourites: tastes,
      dropsPeriods: random.chance(0.5), lowercases: random.chance(0.15),
      sendsBursts: random.chance(0.3), verbosity: 0.75 + random.unit() * 0.6,
      reacts: random.unit() * 0.3)
  }
}

extension ChatMember {
  private static let englishNames = [
    "Nora", "Tom", "Grace", "Farid", "Ines", "Callum", "Ruth", "Oscar", "Maya", "Leo",
  ]
  private static let groupSize = 5

  /// Returns the owner first, then the people of one group: English speakers, if English is among
  /// the languages, and one speaker of each other language; without English, at least two of each
  /// language, and four in all.
  static func group(_ languages: [Language], random: inout Xoshiro256) -> [ChatMember] {
    var named: [(name: String, languages: [Language])] = []
    if languages.contains(.english) {
      named += englishNames.prefix(groupSize).map { ($0, [.english]) }
    }
    for language in languages {
      guard let names = LanguageCorpus.corpus(for: language)?.names else { continue }
      let wanted = languages.contains(.english) ? 1 : max(2, 4 / languages.count)
      named += names.prefix(wanted).map { ($0, [language, .english]) }
    }
    return named.enumerated().map { index, person in
      var member = ChatMember(
        author: GeneratedAuthor(id: Int64(1001 + index), name: person.name),
        languages: person.languages, habits: Habits(random: &random),
        activity: 0.4 + random.unit())
      if index == 0 {
        member.activity = 2.2
      } else if languages.contains(.english), person.languages.first != .english {
        member.activity *= 0.4
      }
      return member
    }
  }
}
