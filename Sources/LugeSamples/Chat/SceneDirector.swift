import LugeCore

/// Lets the members of a conversation perform one scene after another.
struct SceneDirector: Sendable {
  var random: Xoshiro256
  var clock: ChatClock
  let members: [ChatMember]
  private let conversation: GeneratedConversation
  private let foreign: [Language]
  private let speaksEnglish: Bool
  private let mixing: Double
  private var title: String

  private var scenes: [Language: Deck<Scene>] = [:]
  private var phrases: [Language: Deck<(text: Template, gloss: Template)>] = [:]
  private var stories = Deck(English.storyTemplates)
  private var languages: Deck<Language>
  private var nextID: Int64 = 1
  private var hasBegun = false
  /// Lengths, in words, of long messages that fitted into no scene.
  var storyLengths: [Int] = []
  var text = TextBuilder()

  init(_ chat: RealisticChat) {
    let configuration = chat.configuration
    random = Xoshiro256(seed: configuration.seed, stream: UInt64(configuration.index) + 1)
    clock = ChatClock(
      start: configuration.start, messagesPerDay: configuration.messagesPerDay)
    members = chat.members
    conversation = chat.conversation
    title = chat.conversation.name
    speaksEnglish = configuration.languages.contains(.english)
    foreign = Language.allCases.filter { $0 != .english && configuration.languages.contains($0) }
    mixing = configuration.mixing
    languages = Deck(foreign)
    if speaksEnglish { scenes[.english] = Deck(English.scenes) }
    for language in foreign {
      guard let corpus = LanguageCorpus.corpus(for: language) else { continue }
      scenes[language] = Deck(corpus.scenes)
      phrases[language] = Deck(corpus.phrases)
    }
  }

  // MARK: - Playing

  /// Appends the messages of the next exchange, at least one.
  mutating func play(into messages: inout [GeneratedMessage]) {
    if !hasBegun {
      hasBegun = true
      if conversation.isGroup { return begin(&messages) }
    } else {
      clock.pause(random: &random)
    }
    let isForeign = !foreign.isEmpty && (!speaksEnglish || random.chance(mixing))
    var language = isForeign ? languages.draw(&random) ?? .english : .english
    if isForeign, speaksEnglish, random.chance(0.6) {
      playPhrase(in: language, into: &messages)
      language = .english
    } else if var deck = scenes[language], let scene = deck.draw(&random) {
      scenes[language] = deck
      var performance = ScenePerformance(
        scene, cast: cast(scene.speakerCount, language: language), language: language)
      performance.run(&self, into: &messages)
    }
    addStories(in: language, into: &messages)
    if conversation.isGroup { happen(&messages) }
  }

  /// Returns a new message at the present time.
  mutating func message(by author: GeneratedAuthor, numbers: Int = 1) -> GeneratedMessage {
    defer { nextID += Int64(max(1, numbers)) }
    return GeneratedMessage(
      id: nextID, author: author, isOutgoing: author == conversation.owner, time: clock.now)
  }

  /// Chooses different members; those who speak the language and those who write much more likely
  /// first.
  private mutating func cast(_ count: Int, language: Language) -> SceneCast {
    var left = members
    var chosen: [ChatMember] = []
    while chosen.count < max(count, 2), !left.isEmpty {
      let weights = left.map { member in
        let speaks = member.languages.first == language
        return member.activity * (language == .english ? 1 : speaks ? 1000 : 0.1)
      }
      var ticket = random.unit() * weights.reduce(0, +)
      var index = 0
      while index < left.count - 1, ticket >= weights[index] {
        ticket -= weights[index]
        index += 1
      }
      chosen.append(left.remove(at: index))
    }
    return SceneCast(chosen)
  }

  // MARK: - Kinds of exchanges

  private mutating func begin(_ messages: inout [GeneratedMessage]) {
    var first = message(by: conversation.owner)
    first.event = .created(title: title)
    messages.append(first)
    clock.step(words: 1, random: &random)
    var second = message(by: conversation.owner)
    second.event = .added(members: Array(conversation.members.dropFirst()))
    messages.append(second)
  }

  /// Adds a phrase in one language, and a question about it in another.
  private mutating func playPhrase(in language: Language, into messages: inout [GeneratedMessage]) {
    guard var deck = phrases[language], let phrase = deck.draw(&random) else { return }
    phrases[language] = deck
    var scene = Scene()
    scene.reactions = ["🙂", "❤️", "👏"]
    scene.turns.append(Scene.Turn(speaker: 0, template: phrase.text))
    if let question = random.pick(English.asksMeaning) {
      scene.turns.append(Scene.Turn(speaker: 1, template: question, replyBack: 1))
    }
    let meaning = Template("“").parts + phrase.gloss.parts + Template("” 🙂").parts
    scene.turns.append(Scene.Turn(speaker: 0, template: Template(parts: meaning)))
    if let thanks = random.pick(English.thanksForMeaning) {
      scene.turns.append(Scene.Turn(speaker: 1, template: thanks, isOptional: true))
    }
    var performance = ScenePerformance(
      scene, cast: cast(3, language: language), language: .english)
    performance.run(&self, into: &messages)
  }

  /// Adds long messages, told by one member and answered by others.
  private mutating func addStories(in language: Language, into messages: inout [GeneratedMessage]) {
    for length in storyLengths {
      clock.step(words: 8, random: &random)
      let cast = cast(3, language: language)
      let sentences: [Template]
      if language == .english {
        sentences = story(words: length)
      } else {
        // In the order of the corpus, from good morning to good night.
        let corpus = LanguageCorpus.corpus(for: language)?.phrases ?? []
        sentences = corpus.filter { _ in random.chance(0.7) }.map(\.text)
      }
      guard !sentences.isEmpty else { continue }
      var performance = ScenePerformance(story: sentences, cast: cast, language: language)
      performance.tell(words: length, &self, into: &messages)
    }
    storyLengths.removeAll(keepingCapacity: true)
  }

  /// Returns one story, or two if one is too short; every story has at least a hundred words.
  private mutating func story(words: Int) -> [Template] {
    let first = stories.draw(&random) ?? []
    guard words > 150, let second = stories.draw(&random), let link = random.pick(English.links)
    else { return first }
    return first + [link] + second
  }

  /// Adds an event to a group now and then.
  private mutating func happen(_ messages: inout [GeneratedMessage]) {
    guard random.chance(0.04), let member = random.pick(members) else { return }
    clock.step(words: 1, random: &random)
    var message = message(by: member.author)
    switch random.below(4) {
    case 0:
      title = title == conversation.name ? "\(conversation.name) ☀️" : conversation.name
      message.event = .renamed(title: title)
    case 1: message.event = .joinedByLink
    default:
      guard let last = messages.last(where: { !$0.text.isEmpty }) else { return }
      message.event = .pinned(message: last.id)
    }
    messages.append(message)
  }
}
