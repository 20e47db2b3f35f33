import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Search: the language of queries")
struct SearchQueryTests {
  private func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate.day(year: year, month: month, day: day)
  }

  @Test("Words, phrases and filters")
  func example() {
    let query = SearchQuery(#"from:anna before:2023 "new flat" in:"Big Family" has:photos ke*"#)
    #expect(query.terms == [.init("new flat", isPhrase: true), .init("ke*")])
    #expect(query.people == ["anna"] && query.conversations == ["Big Family"])
    #expect(query.days == Int.min...day(2022, 12, 31))
    #expect(query.contents == [.picture] && query.problems.isEmpty)
    #expect(query.words.words == ["new flat", "ke"])
  }

  @Test("Dates are years, months and days")
  func dates() {
    let today = day(2024, 3, 1)
    func days(_ text: String) -> ClosedRange<Int>? { SearchQuery.days(of: text, today: today) }
    #expect(days("2023") == day(2023, 1, 1)...day(2023, 12, 31))
    #expect(days("2024-02") == day(2024, 2, 1)...day(2024, 2, 29))
    #expect(days("2023-12") == day(2023, 12, 1)...day(2023, 12, 31))
    #expect(days("may-2023") == day(2023, 5, 1)...day(2023, 5, 31))
    #expect(days("2023-05-17") == day(2023, 5, 17)...day(2023, 5, 17))
    #expect(days("17.5.2023") == day(2023, 5, 17)...day(2023, 5, 17))
    #expect(days("yesterday") == day(2024, 2, 29)...day(2024, 2, 29))
    #expect(days("5") == nil && days("flat") == nil && days("2023-13") == nil)
    let query = SearchQuery("after:2022 before:2022-06")
    #expect(query.isFiltered && SearchQuery(query.text) == query)
    #expect(
      SearchQuery("after:2022-05 before:2023").days == day(2022, 6, 1)...day(2022, 12, 31))
    #expect(SearchQuery("on:2022").days == day(2022, 1, 1)...day(2022, 12, 31))
  }

  @Test("What is being written narrows nothing down yet; nonsense is a word, and said")
  func unfinished() {
    #expect(SearchQuery("from:").isEmpty && SearchQuery("before: has:").isEmpty)
    let query = SearchQuery("before:tea 10:30 http://a.example has:cake")
    #expect(
      query.terms.map(\.text) == ["before:tea", "10:30", "http://a.example", "has:cake"])
    #expect(query.problems.count == 2)
  }

  @Test("A word that is said again is one; too many are said to be")
  func manyWords() throws {
    #expect(
      SearchQuery("a* b a* \"a b\" a* from:x from:x from:y").terms.map(\.text) == [
        "a*", "b", "a b",
      ])
    #expect(SearchQuery("from:x from:x from:y").people == ["x", "y"])
    #expect(SearchQuery(String(repeating: "a* ", count: 5000)).problems.isEmpty)
    let many = (0..<300).map { "w\($0)" }.joined(separator: " ")
    let query = SearchQuery(many)
    #expect(query.terms.count == SearchQuery.mostTerms)
    #expect(query.problems == ["Only the first 100 words are looked for."])
    #expect(query.misunderstood == [""])
    #expect(query.words.words.count == TextQuery.mostWords)
    let people = SearchQuery((0..<300).map { "from:w\($0)" }.joined(separator: " "))
    #expect(people.people.count == SearchQuery.mostTerms && people.problems.count == 1)
  }

  @Test("Quotes that a shell took are put back")
  func shell() {
    #expect(SearchQuery.quoting("new flat") == "\"new flat\"")
    #expect(SearchQuery.quoting("from:Anna Maria") == "from:\"Anna Maria\"")
    #expect(SearchQuery.quoting("Re: the flat") == "\"Re: the flat\"")
  }

  @Test("A query is what its own text says, whatever was typed")
  func roundTrip() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "from:", "in:", "has:", "before:", "after:", "on:", "\"", " ", "\u{0308}", "anna", "2023",
      "-05", "9999", "0001-01-01", "picture", "links", "日本", "👍", "*", ":", "\u{0}", "\u{2003}",
      "FROM:", "may", ".", "x", "\n",
    ]
    for _ in 0..<4000 {
      let length = Int.random(in: 0...12, using: &random)
      let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let query = SearchQuery(text, today: 19_000)
      let again = SearchQuery(query.text, today: 19_000)
      #expect(
        again.terms == query.terms && again.people == query.people && again.days == query.days
          && again.conversations == query.conversations && again.contents == query.contents,
        "\(text.debugDescription) → \(query.text.debugDescription)")
    }
  }
}

@Suite("Store: search with filters")
struct FilteredSearchTests {
  private static let day: Int64 = 86_400

  /// Messages of three people over ten days in two conversations, with a bit of everything.
  private static func records() -> [(ConversationRecord, [MessageRecord])] {
    var own = ConversationRecord(key: "test:own", name: "Work", kind: .group)
    own.ownAuthorKey = "k0"
    let family = ConversationRecord(key: "test:fam", name: "Große Familie", kind: .group)
    return [family, own].enumerated().map { place, conversation in
      let messages = (0..<120).map { index in
        var message = MessageRecord.plain(
          place * 1000 + index, ["door open", "window", "the door", ""][index % 4])
        message.author = AuthorRecord(
          key: "k\(index % 3)", name: ["Anna Maria", "Ben", "Cara"][index % 3])
        message.time = Timestamp(
          seconds: 1_600_000_000 + Int64(index) * day / 12 + Int64(place),
          certainty: index.isMultiple(of: 5) ? .zoneUnknown : .exact)
        switch index % 7 {
        case 1: message.media = [MediaRecord(kind: .photo, path: "a.jpg")]
        case 2: message.media = [MediaRecord(kind: .voice), MediaRecord(kind: .photo)]
        case 3: message.media = [MediaRecord(kind: .file, mimeType: "image/png")]
        case 4: message.text = StyledText("see https://a.example/door")
        case 5:
          message.text = StyledText(
            "door", spans: [.init(0..<4, .link(target: "https://b.example"))])
        default: break
        }
        return message
      }
      return (conversation, messages)
    }
  }

  /// What a message has, found out by reading it.
  private func has(_ content: SearchQuery.Content, _ message: StoredMessage) -> Bool {
    let kinds = Set(message.media.map(\.kind))
    switch content {
    case .picture:
      return kinds.contains(.photo) || message.media.contains { $0.mimeType == "image/png" }
    case .voice: return kinds.contains(.voice)
    case .file: return kinds.contains(.file)
    case .link:
      return message.text.string.contains("https://")
        || message.text.spans.contains { if case .link = $0.attribute { true } else { false } }
    default: return false
    }
  }

  @Test("Finds what a look at every message finds, whatever is combined")
  func model() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    for (conversation, messages) in Self.records() {
      _ = try ArchiveImporter(into: path).run(.messages(messages, in: conversation))
    }
    let archive = try Archive(opening: path)
    let zone = ZoneOffsets(entries: [.init(start: 0, offset: 7200)])
    let names = Dictionary(
      uniqueKeysWithValues: try archive.conversations().map { ($0.id, $0.name) })
    var all: [(StoredMessage, String)] = []
    for (id, name) in names {
      all += try archive.messages(in: id, at: 0..<1000).map { ($0, name) }
    }
    let first = CivilDate.day(ofLocalSeconds: 1_600_000_000)
    func date(_ day: Int) -> String {
      let date = CivilDate(daysSince1970: day)
      return "\(date.year)-\(date.month)-\(date.day)"
    }
    var random = SystemRandomNumberGenerator()
    var found = 0
    for _ in 0..<300 {
      let who: String? = [nil, nil, "anna", "ben"].randomElement(using: &random) ?? nil
      let place: String? = [nil, nil, "work", "grosse"].randomElement(using: &random) ?? nil
      let content =
        Bool.random(using: &random)
        ? [SearchQuery.Content.picture, .voice, .file, .link].randomElement(using: &random) : nil
      let lower =
        Bool.random(using: &random) ? first + Int.random(in: -1...10, using: &random) : nil
      let upper = Bool.random(using: &random) ? first + Int.random(in: 0...11, using: &random) : nil
      let word = ["", "door", "wind*", "\"door open\""].randomElement(using: &random) ?? ""
      let parts = [
        who.map { "from:\($0)" }, place.map { "in:\($0)" }, content.map { "has:\($0.rawValue)" },
        lower.map { "after:\(date($0))" }, upper.map { "before:\(date($0))" }, word,
      ].compactMap { $0 }.joined(separator: " ")
      let query = SearchQuery(parts)
      let expected = all.filter { message, conversation in
        let day = CivilDate.day(
          ofLocalSeconds: message.time.certainty == .exact
            ? zone.localSeconds(at: message.time.seconds) : message.time.seconds)
        return (who.map { TextQuery($0).matches(message.author?.name ?? "") } ?? true)
          && (place.map { TextQuery($0).matches(conversation) } ?? true)
          && (content.map { has($0, message) } ?? true) && (lower.map { day > $0 } ?? true)
          && (upper.map { day < $0 } ?? true)
          && (word.isEmpty || query.words.matches(message.text.string))
      }
      let order: SearchOrder = Bool.random(using: &random) ? .best : .newest
      let results = try archive.search(query, order: order, limit: 1000, zone: zone)
      let ids = query.isEmpty ? [] : expected.map(\.0.id)
      #expect(Set(results.hits.map(\.id)) == Set(ids), "\(parts)")
      #expect(!results.hasMore && results.hits.count == ids.count)
      if order == .newest || word.isEmpty {
        let times = results.hits.map(\.time.seconds)
        #expect(times == times.sorted(by: >))
      }
      found += ids.count
    }
    #expect(found > 500)
  }

  @Test("The reader, people who are not there, a word that is being typed, more than are wanted")
  func special() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    for (conversation, messages) in Self.records() {
      _ = try ArchiveImporter(into: path).run(.messages(messages, in: conversation))
    }
    let archive = try Archive(opening: path)
    let mine = try archive.search(SearchQuery("from:me door"), limit: 1000)
    #expect(!mine.hits.isEmpty && mine.hits.allSatisfy { $0.author?.name == "Anna Maria" })
    let nobody = try archive.search(SearchQuery("from:zoe"))
    #expect(nobody.hits.isEmpty && nobody.problems.count == 1)
    // A name of nothing but marks that are not compared is nobody's.
    for query in ["from:\u{0640} door", "in:\u{0640} door"] {
      #expect(try archive.search(SearchQuery(query)).hits.isEmpty, "\(query)")
    }
    // Where nobody is known to be the reader, it is no beginning of a name.
    let foreign = folder.path + "/b.luge"
    _ = try ArchiveImporter(into: foreign).run(
      .messages([.plain(1, "the door", by: "Melow"), .plain(2, "the door", by: "Mel")]))
    try Archive.setOwner(nil, inArchive: foreign)
    let unknown = try Archive(opening: foreign).search(SearchQuery("from:me door"))
    #expect(unknown.hits.isEmpty && unknown.problems.count == 1)
    #expect(unknown.problems.first?.contains("who you are") == true)
    _ = try ArchiveImporter(into: foreign).run(.messages([.plain(3, "the door", by: "Me")]))
    let called = try Archive(opening: foreign).search(SearchQuery("from:me door"))
    #expect(called.hits.map(\.author?.name) == ["Me"] && called.problems.isEmpty)
    #expect(try archive.search(SearchQuery("doo")).hits.isEmpty)
    #expect(try !archive.search(SearchQuery("doo"), isTyping: true).hits.isEmpty)
    let some = try archive.search(SearchQuery("door"), limit: 3)
    #expect(some.hits.count == 3 && some.hasMore)
    let pictures = try archive.search(SearchQuery("has:picture"), order: .newest, limit: 1)
    #expect(pictures.hits.first?.mediaKind != nil)
  }

  @Test(
    "A filter whose name is misspelt is a word, and a hint says what was probably meant",
    arguments: [
      ("form:anna", "from:"), ("befor:2023", "before:"), ("fater:2023", "after:"),
      ("before2:2023", "before:"), ("note:x", nil), ("http://x", nil), ("from:anna", nil),
      ("form:", nil), ("\"form:anna\"", nil),
    ] as [(String, String?)])
  func hints(text: String, meant: String?) {
    let query = SearchQuery(text)
    #expect(query.hints.count == (meant == nil ? 0 : 1))
    #expect(query.problems.isEmpty)
    if let meant { #expect(query.hints[0].contains("“\(meant)”")) }
  }

  @Test("Dates can be taken away, all else stays")
  func withoutDays() {
    var query = SearchQuery("from:anna on:2023 flat")
    query.forgetDays()
    #expect(query.text == "from:anna flat")
  }

  @Test("Any day may be the current one", arguments: [Int.min, .min + 1, 0, .max - 1, .max])
  func extremeDays(today: Int) {
    for word in ["today", "yesterday", "5", "5 May", "5.6.", "2024"] {
      for key in ["before", "after", "on"] {
        let query = SearchQuery("\(key):\"\(word)\" flat", today: today)
        #expect(query.terms.last == .init("flat"))
      }
    }
  }
}
