import CFontOrder
import CPango
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("The order of fonts, remembered") struct FontOrderTests {
  private let config: OpaquePointer
  private let list: UnsafeMutablePointer<FcFontSet>

  init() throws {
    FontConfiguration.load()
    FontOrder.remember()
    config = try #require(FcConfigGetCurrent())
    list = try #require(FcConfigGetFonts(config, FcSetSystem))
  }

  /// As Pango asks, for a font of the list's own or a made-up one.
  private func pattern(_ generator: inout SeededGenerator) throws -> OpaquePointer {
    let families = [
      "Noto Sans", "sans-serif", "monospace", "emoji", "No Such Family", "Noto Sans CJK JP",
    ]
    let pattern = try #require(FcPatternCreate())
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      let family = families.randomElement(using: &generator) ?? ""
      family.withCString { text in
        text.withMemoryRebound(to: FcChar8.self, capacity: 1) {
          _ = FcPatternAddString(pattern, FC_FAMILY, $0)
        }
      }
    }
    FcPatternAddDouble(pattern, FC_PIXEL_SIZE, .random(in: 8...40, using: &generator))
    FcPatternAddDouble(
      pattern, FC_WEIGHT, [80, 100, 180, 200].randomElement(using: &generator) ?? 80)
    FcPatternAddInteger(pattern, FC_SLANT, [0, 100].randomElement(using: &generator) ?? 0)
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }

  private func fonts(_ set: UnsafeMutablePointer<FcFontSet>?) -> [OpaquePointer?] {
    guard let set else { return [] }
    return (0..<Int(set.pointee.nfont)).map { set.pointee.fonts[$0] }
  }

  @Test("Other libraries' calls are answered") func isInFront() {
    #expect(lfo_is_in_front())
  }

  @Test(
    "Fonts are sorted as fontconfig sorts them, the first time and from memory",
    arguments: 0..<12 as Range<UInt64>)
  func sorts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pattern = try pattern(&generator)
    defer { FcPatternDestroy(pattern) }
    for trims in [true, false] {
      var code: Int32 = -1
      let own = lfo_sort_anew(
        UnsafeMutableRawPointer(config), list, UnsafeMutableRawPointer(pattern), trims, &code)
      let expected = fonts(own?.assumingMemoryBound(to: FcFontSet.self))
      #expect(expected.count > 1)
      for _ in 0..<3 {
        var sets: [UnsafeMutablePointer<FcFontSet>?] = [list]
        var result = FcResultOutOfMemory
        let made = FcFontSetSort(config, &sets, 1, pattern, trims ? 1 : 0, nil, &result)
        #expect(fonts(made) == expected)
        #expect(Int32(bitPattern: result.rawValue) == code)
        if let made { FcFontSetDestroy(made) }
      }
      if let own { FcFontSetDestroy(own.assumingMemoryBound(to: FcFontSet.self)) }
    }
  }

  @Test(
    "The best match is fontconfig's, the first time and from memory",
    arguments: 0..<12 as Range<UInt64>)
  func matches(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pattern = try pattern(&generator)
    defer { FcPatternDestroy(pattern) }
    var code: Int32 = -1
    let found = lfo_match_anew(
      UnsafeMutableRawPointer(config), list, UnsafeMutableRawPointer(pattern), &code)
    let own = OpaquePointer(try #require(found))
    defer { FcPatternDestroy(own) }
    for _ in 0..<3 {
      var sets: [UnsafeMutablePointer<FcFontSet>?] = [list]
      var result = FcResultOutOfMemory
      let made = try #require(FcFontSetMatch(config, &sets, 1, pattern, &result))
      #expect(FcPatternEqual(made, own) != 0)
      #expect(Int32(bitPattern: result.rawValue) == code)
      FcPatternDestroy(made)
    }
  }

  @Test("Fewer fonts are another list, and are sorted for themselves") func otherList() throws {
    var generator = SeededGenerator(seed: 5)
    let pattern = try pattern(&generator)
    defer { FcPatternDestroy(pattern) }
    let fewer = try #require(FcFontSetCreate())
    defer { FcFontSetDestroy(fewer) }
    for number in stride(from: 0, to: Int(list.pointee.nfont), by: 2) {
      let font = try #require(list.pointee.fonts[number])
      FcPatternReference(font)
      FcFontSetAdd(fewer, font)
    }
    #expect(PatternDigest.of(fewer.pointee) != PatternDigest.of(list.pointee))
    for set in [list, fewer, list, fewer] {
      var code: Int32 = -1
      let own = lfo_sort_anew(
        UnsafeMutableRawPointer(config), set, UnsafeMutableRawPointer(pattern), true, &code)
      var sets: [UnsafeMutablePointer<FcFontSet>?] = [set]
      var result = FcResultOutOfMemory
      let made = FcFontSetSort(config, &sets, 1, pattern, 1, nil, &result)
      #expect(fonts(made) == fonts(own?.assumingMemoryBound(to: FcFontSet.self)))
      if let made { FcFontSetDestroy(made) }
      if let own { FcFontSetDestroy(own.assumingMemoryBound(to: FcFontSet.self)) }
    }
  }

  @Test("Patterns that differ in anything have different digests") func digests() throws {
    func digest(_ change: (OpaquePointer) -> Void) throws -> UInt64? {
      let pattern = try #require(FcPatternCreate())
      defer { FcPatternDestroy(pattern) }
      change(pattern)
      return PatternDigest.of(pattern)
    }
    func family(_ pattern: OpaquePointer, _ names: String..., isWeak: Bool = false) {
      for name in names {
        name.withCString { text in
          text.withMemoryRebound(to: FcChar8.self, capacity: 1) {
            let value = FcValue(type: FcTypeString, u: .init(s: $0))
            _ =
              isWeak
              ? FcPatternAddWeak(pattern, FC_FAMILY, value, 1)
              : FcPatternAdd(pattern, FC_FAMILY, value, 1)
          }
        }
      }
    }
    let digests = try [
      digest { _ in }, digest { family($0, "A") }, digest { family($0, "A", isWeak: true) },
      digest { family($0, "A", "B") }, digest { family($0, "B", "A") }, digest { family($0, "AB") },
      digest { family($0, "12345678") }, digest { family($0, "12345678", "") },
      digest { FcPatternAddInteger($0, FC_WEIGHT, 80) },
      digest { FcPatternAddDouble($0, FC_WEIGHT, 80) },
      digest { FcPatternAddDouble($0, FC_SIZE, 80) },
      digest { FcPatternAddDouble($0, FC_SIZE, 80.000001) },
    ]
    #expect(!digests.contains(nil))
    #expect(Set(digests).count == digests.count)
    #expect(
      try digest {
        let characters = FcCharSetCreate()
        FcPatternAddCharSet($0, FC_CHARSET, characters)
        FcCharSetDestroy(characters)
      } == nil, "what is in a set of characters is not looked into")
  }

  @Test("What is kept is read again, and nothing of it when it is damaged") func file() throws {
    var generator = SeededGenerator(seed: 1)
    var answers: [FontOrder.Question: FontOrder.Answer] = [:]
    for _ in 0..<20 {
      let question = FontOrder.Question(
        fonts: .random(in: 0...2, using: &generator),
        pattern: .random(in: 0 ... .max, using: &generator),
        kind: [.match, .sort, .trimmedSort].randomElement(using: &generator) ?? .match)
      let count = Int.random(in: 0...9, using: &generator)
      answers[question] = FontOrder.Answer(
        result: .random(in: -1...4, using: &generator),
        fonts: (0..<count).map { _ in .random(in: 0...500, using: &generator) })
    }
    let words = FontOrderFile.encode(answers, first: [])
    #expect(FontOrderFile.decode(words) == answers)
    #expect(FontOrderFile.decode([]).isEmpty)
    for index in words.indices {
      var damaged = words
      damaged[index] ^= 1 << UInt32.random(in: 0..<32, using: &generator)
      #expect(FontOrderFile.decode(damaged).isEmpty)
      #expect(FontOrderFile.decode(Array(words[..<index])).isEmpty)
    }
  }

  @Test("Of too many questions those of this launch are kept") func limit() {
    let questions = (0..<FontOrderFile.limit + 40).map {
      FontOrder.Question(fonts: 1, pattern: UInt64($0), kind: .sort)
    }
    let used = Set(questions.suffix(30))
    let answers = Dictionary(
      uniqueKeysWithValues: questions.map { ($0, FontOrder.Answer(result: 0, fonts: [1])) })
    let kept = FontOrderFile.decode(FontOrderFile.encode(answers, first: used))
    #expect(kept.count == FontOrderFile.limit)
    #expect(used.isSubset(of: kept.keys))
  }

  @Test("A number that the list does not have is no font") func outside() {
    #expect(FontList.make([0, UInt32(list.pointee.nfont)], of: list) == nil)
    #expect(FontList.make([.max], of: list) == nil)
    #expect(FontList.font(UInt32(list.pointee.nfont), of: list) == nil)
  }
}
