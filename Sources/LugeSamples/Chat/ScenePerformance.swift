import LugeCore

/// Converts one scene to messages, each with its author's writing habits.
struct ScenePerformance {
  private let scene: Scene
  private var cast: SceneCast
  private let language: Language
  /// Id of each turn's message; nil if the turn was skipped.
  private var turnIDs: [Int64?] = []
  private var unusedElaborations: [Template]

  /// Maximum words of a message.
  private static let longest = 290.0
  /// Number of words above which a message is a story.
  private static let longestInScene = 28

  init(_ scene: Scene, cast: SceneCast, language: Language) {
    self.scene = scene
    self.cast = cast
    self.language = language
    unusedElaborations = scene.elaborations
  }

  /// Makes the performance of one long message.
  init(story: [Template], cast: SceneCast, language: Language) {
    var scene = Scene()
    scene.elaborations = story
    scene.reactions = ["😂", "❤️", "👏", "😍"]
    self.init(scene, cast: cast, language: language)
  }

  // MARK: - Turns

  mutating func run(_ director: inout SceneDirector, into messages: inout [GeneratedMessage]) {
    var plays = true
    var wasOptional = false
    for turn in scene.turns {
      // Consecutive optional turns belong together, such as a question and its answer.
      if turn.isOptional, !wasOptional { plays = director.random.chance(0.5) }
      wasOptional = turn.isOptional
      if turn.isOptional, !plays {
        turnIDs.append(nil)
        continue
      }
      play(turn, &director, into: &messages)
    }
  }

  private mutating func play(
    _ turn: Scene.Turn, _ director: inout SceneDirector, into messages: inout [GeneratedMessage]
  ) {
    let member = cast.member(turn.speaker)
    if turn.isPin {
      pin(by: member, &director, into: &messages)
      return
    }
    director.text.removeAll()
    turn.template.render(into: &director.text, filling: &cast, random: &director.random)
    let attachments = attachments(for: turn, &director)
    let burst =
      turn.attachment == nil && turn.forwardedFrom == nil
      ? lengthen(for: member, isLeading: turn.speaker == 0, &director) : []
    if turn.attachment != .poll, turn.forwardedFrom == nil { addManners(of: member, &director) }

    director.clock.step(words: director.text.bytes.count / 5, random: &director.random)
    var message = director.message(by: member.author, numbers: attachments.count)
    if case .poll? = attachments.first {} else { message.text = director.text.styledText }
    message.attachments = attachments
    message.forwardedFrom = turn.forwardedFrom
    if let back = turn.replyBack, back <= turnIDs.count, director.random.chance(0.85) {
      message.replyTo = turnIDs[turnIDs.count - back]
    }
    finish(&message, isEdited: turn.isEdited, &director)
    turnIDs.append(message.id)
    messages.append(message)
    for sentence in burst { say(sentence, by: member, &director, into: &messages) }
    chime(in: member, &director, into: &messages)
  }

  private mutating func pin(
    by member: ChatMember, _ director: inout SceneDirector,
    into messages: inout [GeneratedMessage]
  ) {
    guard let last = messages.last else { return }
    director.clock.step(words: 1, random: &director.random)
    var message = director.message(by: member.author)
    message.event = .pinned(message: last.id)
    turnIDs.append(message.id)
    messages.append(message)
  }

  private mutating func say(
    _ template: Template, by member: ChatMember, _ director: inout SceneDirector,
    into messages: inout [GeneratedMessage]
  ) {
    director.text.removeAll()
    template.render(into: &director.text, filling: &cast, random: &director.random)
    addManners(of: member, &director)
    director.clock.step(words: director.text.bytes.count / 5, random: &director.random)
    var message = director.message(by: member.author)
    message.text = director.text.styledText
    finish(&message, isEdited: false, &director)
    messages.append(message)
  }

  /// Adds a reply that consists of emoji only.
  private mutating func chime(
    in author: ChatMember, _ director: inout SceneDirector,
    into messages: inout [GeneratedMessage]
  ) {
    guard director.random.chance(0.035),
      let other = director.random.pick(cast.speakers), other.author != author.author,
      let emoji = director.random.pick(English.emojiOnly)
    else { return }
    director.clock.step(words: 1, random: &director.random)
    var message = director.message(by: other.author)
    message.text = StyledText(emoji)
    messages.append(message)
  }

  // MARK: - Stories

  /// Adds a message of about a given number of words, and the replies of others.
  mutating func tell(
    words: Int, _ director: inout SceneDirector, into messages: inout [GeneratedMessage]
  ) {
    let teller = cast.member(0)
    director.text.removeAll()
    if language == .english, let opening = director.random.pick(English.beforeStory) {
      opening.render(into: &director.text, filling: &cast, random: &director.random)
    }
    for (index, sentence) in scene.elaborations.enumerated() {
      // A sentence has about 14 words: one that would exceed the length by far is omitted.
      guard index == 0 || director.text.wordCount + 7 < words else { break }
      if !director.text.isEmpty {
        director.text.append(index % 5 == 0 ? "\n" : language.sentenceSpace)
      }
      sentence.render(into: &director.text, filling: &cast, random: &director.random)
      director.text.finishSentence(in: language)
    }
    director.clock.step(words: words, random: &director.random)
    var message = director.message(by: teller.author)
    message.text = director.text.styledText
    finish(&message, isEdited: director.random.chance(0.2), &director)
    messages.append(message)

    guard language == .english, let answer = director.random.pick(English.afterStory) else {
      return
    }
    let reply = messages.count
    say(answer, by: cast.member(1), &director, into: &messages)
    if director.random.chance(0.6) { messages[reply].replyTo = message.id }
  }

  // MARK: - Habits

  /// Lengthens a message towards its author's next target length. A length that no scene allows is
  /// saved for a story.
  ///
  /// - Returns: sentences to send as separate messages.
  private mutating func lengthen(
    for member: ChatMember, isLeading: Bool, _ director: inout SceneDirector
  ) -> [Template] {
    let drawn = director.random.logNormal(median: 6, sigma: 0.95) * member.habits.verbosity
    let target = Int(min(drawn, Self.longest).rounded())
    if target > Self.longestInScene {
      director.storyLengths.append(target)
      return []
    }
    guard isLeading else { return [] }
    var burst: [Template] = []
    while director.text.wordCount + burst.count * 8 + 7 <= target, !unusedElaborations.isEmpty {
      let index = director.random.below(unusedElaborations.count)
      let sentence = unusedElaborations.remove(at: index)
      if member.habits.sendsBursts {
        burst.append(sentence)
        continue
      }
      if director.text.endsInLink {
        director.text.append("\n")
      } else if !director.text.isEmpty {
        director.text.finishSentence(in: language)
        director.text.append(
          director.random.chance(0.12) ? "\n" : language.sentenceSpace)
      }
      sentence.render(into: &director.text, filling: &cast, random: &director.random)
    }
    return burst
  }

  private func addManners(of member: ChatMember, _ director: inout SceneDirector) {
    let habits = member.habits
    if habits.dropsPeriods { director.text.dropFinalPeriod() }
    if habits.lowercases { director.text.lowercaseFirstLetter() }
    guard !director.text.isEmpty, !director.text.endsInEmoji, !director.text.endsInLink,
      director.random.chance(habits.emoji), let emoji = director.random.pick(habits.favourites)
    else { return }
    director.text.append(" ")
    director.text.append(emoji)
  }

  /// Adds edits and reactions.
  private func finish(
    _ message: inout GeneratedMessage, isEdited: Bool, _ director: inout SceneDirector
  ) {
    if isEdited || (!message.text.isEmpty && director.random.chance(0.015)) {
      message.edited = message.time + Int64(director.random.within(4...300))
    }
    guard !scene.reactions.isEmpty else { return }
    for member in cast.speakers
    where member.author != message.author && director.random.chance(member.habits.reacts * 0.5) {
      guard let emoji = director.random.pick(scene.reactions) else { continue }
      if let index = message.reactions.firstIndex(where: { $0.emoji == emoji }) {
        message.reactions[index].authors.append(member.author)
      } else {
        message.reactions.append(.init(emoji: emoji, authors: [member.author]))
      }
    }
  }

  private func attachments(
    for turn: Scene.Turn, _ director: inout SceneDirector
  ) -> [GeneratedMessage.Attachment] {
    switch turn.attachment {
    case nil: return []
    case .pictures(let motif, let count):
      // Consecutive numbers, so that an album does not show a picture twice.
      let first = director.random.below(1 << 20)
      return (0..<count).map { .picture(.showing(motif, variant: first + $0)) }
    case .voice: return [.voice(duration: director.random.within(4...95))]
    case .video: return [.video(duration: director.random.within(5...60))]
    case .file(let name): return [.file(name: name, size: director.random.within(20_000...900_000))]
    case .poll: return [poll(director.text.styledText.string, &director)]
    }
  }

  private func poll(
    _ line: String, _ director: inout SceneDirector
  ) -> GeneratedMessage.Attachment {
    let parts = line.split(separator: "/").map { String($0.trimmingSpaces) }
    let answers = parts.dropFirst().map {
      GeneratedMessage.Poll.Answer(text: $0, votes: director.random.below(5))
    }
    return .poll(.init(question: parts.first ?? "", answers: answers))
  }
}
