import CFontOrder
import CPango
import Synchronization

/// The order in which a system's fonts are tried, remembered between launches.
///
/// For each size and weight of a font Pango has fontconfig look for the best match among all fonts of the
/// system, and sort all of them for characters that it has not, on threads of its own and at once, whether
/// or not another font is going to be wanted (`pango_fc_patterns_new`). With 442 fonts that was a fifth of
/// all instructions between the start of a program and its first screen of messages.
///
/// Both answers follow from the pattern that is asked for and the properties of the fonts alone, and name
/// fonts of the list: so they are kept as numbers of these, under a digest of either. Whatever was not
/// asked before, and everything after a change of the fonts, is fontconfig's own answer.
public enum FontOrder {
  /// What was asked.
  struct Question: Hashable, Sendable {
    /// See ``PatternDigest``.
    var fonts: UInt64
    var pattern: UInt64
    var kind: Kind
  }

  enum Kind: UInt32, Sendable {
    case match, sort, trimmedSort
  }

  struct Answer: Equatable, Sendable {
    /// What fontconfig said of its success.
    var result: Int32
    /// Numbers of fonts.
    var fonts: [UInt32]
  }

  private struct State {
    var answers: [Question: Answer] = [:]
    /// Asked since the program began: those that are kept first.
    var used: Set<Question> = []
    var isChanged = false
    var list: KnownList?
  }

  // MARK: Mutable State (under its lock; fontconfig is asked without it)
  private static let state = Mutex(State())

  /// Begins to answer from what was kept; to be called before the first font is used.
  ///
  /// - Parameter words: of ``learned()``; others count as none.
  public static func remember(_ words: [UInt32] = []) {
    let answers = FontOrderFile.decode(words)
    state.withLock { $0.answers.merge(answers) { known, _ in known } }
    lfo_ask(
      { FontOrder.sorted($0, $1, $2, $3, $4) }, { FontOrder.matched($0, $1, $2, $3) })
  }

  /// What is worth keeping until the next launch; nil while nothing was asked that was not known.
  public static func learned() -> [UInt32]? {
    state.withLock { state in
      guard state.isChanged else { return nil }
      state.isChanged = false
      return FontOrderFile.encode(state.answers, first: state.used)
    }
  }

  // MARK: Answers

  private static func sorted(
    _ config: lfo_config?, _ fonts: lfo_fonts?, _ pattern: lfo_pattern?, _ trims: Bool,
    _ code: UnsafeMutablePointer<Int32>?
  ) -> lfo_fonts? {
    guard let list = fonts?.assumingMemoryBound(to: FcFontSet.self),
      let question = question(trims ? .trimmedSort : .sort, list, pattern)
    else { return lfo_sort_anew(config, fonts, pattern, trims, code) }
    if let answer = known(question), let made = FontList.make(answer.fonts, of: list) {
      code?.pointee = answer.result
      return UnsafeMutableRawPointer(made)
    }
    let made = lfo_sort_anew(config, fonts, pattern, trims, code)
    if let set = made?.assumingMemoryBound(to: FcFontSet.self), let code,
      let numbers = FontList.numbers(of: set, in: list)
    {
      learn(Answer(result: code.pointee, fonts: numbers), to: question)
    }
    return made
  }

  private static func matched(
    _ config: lfo_config?, _ fonts: lfo_fonts?, _ pattern: lfo_pattern?,
    _ code: UnsafeMutablePointer<Int32>?
  ) -> lfo_pattern? {
    let (configuration, asked) = (
      config.map { OpaquePointer($0) }, pattern.map { OpaquePointer($0) }
    )
    guard let list = fonts?.assumingMemoryBound(to: FcFontSet.self),
      let question = question(.match, list, pattern)
    else { return lfo_match_anew(config, fonts, pattern, code) }
    if let answer = known(question), let number = answer.fonts.first,
      let font = FontList.font(number, of: list),
      let made = FcFontRenderPrepare(configuration, asked, font)
    {
      code?.pointee = answer.result
      return UnsafeMutableRawPointer(made)
    }
    let made = lfo_match_anew(config, fonts, pattern, code)
    if let made, let code,
      let number = FontList.number(of: OpaquePointer(made), in: list, configuration, asked)
    {
      learn(Answer(result: code.pointee, fonts: [number]), to: question)
    }
    return made
  }

  private static func question(
    _ kind: Kind, _ list: UnsafeMutablePointer<FcFontSet>, _ pattern: lfo_pattern?
  ) -> Question? {
    guard let pattern, let digest = PatternDigest.of(OpaquePointer(pattern)) else { return nil }
    let address = UInt(bitPattern: list)
    let fonts = state.withLock { state -> UInt64 in
      guard let list = UnsafeMutablePointer<FcFontSet>(bitPattern: address) else { return 0 }
      if let known = state.list, known.isSame(as: list) { return known.digest }
      let known = KnownList(list)
      state.list = known
      return known.digest
    }
    return Question(fonts: fonts, pattern: digest, kind: kind)
  }

  private static func known(_ question: Question) -> Answer? {
    state.withLock { state in
      state.used.insert(question)
      return state.answers[question]
    }
  }

  private static func learn(_ answer: Answer, to question: Question) {
    state.withLock { state in
      state.answers[question] = answer
      state.isChanged = true
    }
  }
}
