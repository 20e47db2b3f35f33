import Testing

@testable import LugeWords

@Suite struct MessageCatalogueTests {
  private let entries = [
    ("Open", "Öffnen"), ("month\u{4}May", "Mai"), ("May", "darf"),
    ("Reply to {name}", "Antwort an {name}"),
    ("{count} message\0{count} messages", "{count} Nachricht\0{count} Nachrichten"),
    ("Zoom", "Zoom"),
    ("nothing yet", ""),
  ]

  @Test(arguments: [false, true]) func textsAreFound(swapped: Bool) throws {
    let catalogue = try #require(MessageCatalogue(compiled(entries, swapped: swapped)))
    #expect(catalogue.translation("Open", context: nil) == "Öffnen")
    #expect(catalogue.translation("May", context: nil) == "darf")
    #expect(catalogue.translation("May", context: "month") == "Mai")
    #expect(catalogue.translation("Zoom", context: nil) == "Zoom")
    #expect(catalogue.translation("Ope", context: nil) == nil)
    #expect(catalogue.translation("Open", context: "menu") == nil)
    #expect(catalogue.translation("", context: nil) == nil, "the header is no translation")
    #expect(catalogue.translation("nothing yet", context: nil) == nil)
  }

  @Test func aNumberTakesItsForm() throws {
    let catalogue = try #require(MessageCatalogue(compiled(entries)))
    let words = try #require(catalogue.plural("{count} message", context: nil))
    #expect(words(1) == "1 Nachricht")
    #expect(catalogue.translation("{count} message", context: nil) == "{count} Nachricht")
    #expect(words(0) == "0 Nachrichten")
    #expect(words(1234) == "1,234 Nachrichten")
  }

  /// No file makes a program end: cut off anywhere, and each of its bytes changed.
  @Test func brokenFiles() {
    let whole = compiled(entries, plurals: "nplurals=2; plural=(n != 1);")
    for length in whole.indices { _ = asked(Array(whole[..<length])) }
    for place in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] = value
        _ = asked(bytes)
      }
    }
    #expect(MessageCatalogue([]) == nil)
    #expect(MessageCatalogue(Array("no catalogue at all, but long enough".utf8)) == nil)
    #expect(MessageCatalogue(path: "/nowhere/at/all.mo") == nil)
  }

  private func asked(_ bytes: [UInt8]) -> String? {
    let catalogue = MessageCatalogue(bytes)
    return (catalogue?.translation("Open", context: nil) ?? "")
      + (catalogue?.plural("{count} message", context: nil)?(3) ?? "")
  }
}

@Suite struct PluralRuleTests {
  private func forms(_ header: String, _ counts: [Int]) -> [Int] {
    let rule = PluralRule(header: "Language: xx\nPlural-Forms: \(header)\n")
    return counts.map(rule.form)
  }

  @Test func rulesOfLanguages() {
    #expect(forms("nplurals=2; plural=(n != 1);", [0, 1, 2, 11]) == [1, 0, 1, 1])
    #expect(forms("nplurals=2; plural=n>1;", [0, 1, 2]) == [0, 0, 1])
    #expect(forms("nplurals=1; plural=0;", [0, 1, 9]) == [0, 0, 0])
    let polish =
      "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    #expect(
      forms(polish, [1, 2, 4, 5, 12, 14, 22, 25, 102, 112]) == [0, 1, 1, 2, 2, 2, 1, 2, 1, 2])
    let arabic =
      "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"
    #expect(
      forms(arabic, [0, 1, 2, 3, 10, 11, 99, 100, 102, 103]) == [0, 1, 2, 3, 3, 4, 4, 5, 5, 3])
  }

  @Test func whatMakesNoSenseIsEnglish() {
    for header in [
      "", "nplurals=2;", "plural=n;", "nplurals=0; plural=0;", "nplurals=2; plural=(n;",
      "nplurals=2; plural=n +;", "nplurals=2; plural=system(n);", "nplurals=99; plural=n;",
      "nplurals=2; plural=" + String(repeating: "(", count: 9_999) + "n;",
      "nplurals=2; plural=" + String(repeating: "!", count: 9_999) + "n;",
    ] {
      #expect(forms(header, [0, 1, 2]) == [1, 0, 1], "\(header.prefix(40))")
    }
  }

  @Test func nothingTraps() {
    #expect(forms("nplurals=2; plural=n/0;", [1]) == [0])
    #expect(forms("nplurals=2; plural=n%0;", [1]) == [0])
    #expect(
      forms("nplurals=2; plural=n*n*n;", [Int.max, Int.min]).allSatisfy { (0...1).contains($0) })
    #expect(forms("nplurals=2; plural=n-9;", [1]) == [0])
    #expect(forms("nplurals=2; plural=n+9;", [1]) == [1])
  }
}
