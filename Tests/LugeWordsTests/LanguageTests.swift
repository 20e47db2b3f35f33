import Foundation
import Testing

@testable import LugeWords

@Suite struct LanguageTests {
  private func tags(_ environment: [String: String]) -> [String] {
    LanguagePreference { environment[$0] }.tags
  }

  @Test func chosenAsGettextChooses() {
    #expect(tags([:]) == [])
    #expect(tags(["LANG": "de_DE.UTF-8"]) == ["de_DE"])
    #expect(tags(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"]) == ["fr_FR"])
    #expect(
      tags(["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "sr_RS.utf8@latin"]) == [
        "sr_RS@latin"
      ])
    #expect(tags(["LANG": "de_DE", "LC_ALL": ""]) == ["de_DE"], "empty is not set")
    #expect(tags(["LANG": "de_DE", "LANGUAGE": "pl:fr:en"]) == ["pl", "fr", "en"])
    #expect(tags(["LC_ALL": "C", "LANGUAGE": "de"]) == [], "scripts ask for English so")
    #expect(tags(["LC_ALL": "POSIX", "LANGUAGE": "de"]) == [])
    #expect(tags(["LC_ALL": "C.UTF-8", "LANGUAGE": "de", "LANG": "fr_FR"]) == ["de"])
    #expect(tags(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == ["de"])
    #expect(tags(["LC_ALL": "C.UTF-8", "LANG": "de_DE"]) == [])
    #expect(tags(["LC_ALL": "C", "LUGE_LANGUAGE": "de"]) == ["de"])
    #expect(LanguagePreference.names("de_AT@euro") == ["de_AT@euro", "de_AT", "de@euro", "de"])
    #expect(LanguagePreference.names("de") == ["de"])
  }

  @Test func namesThatNoLocaleHas() {
    for name in ["", "C", "de_DE.UTF-8@euro", "he_IL@calendar=hebrew;numbers=latn", "sr-Latn"] {
      #expect(LocaleNames.isPlausible(name), "\(name)")
    }
    for name in [String(repeating: "a", count: 65), "de DE", "../de", "d\u{E9}", "a\u{1B}[31m"] {
      #expect(!LocaleNames.isPlausible(name), "\(name)")
    }
  }

  @Test func theFirstLanguageThatIsThere() throws {
    let folder = try CatalogueFolder([
      "de": compiled([("Open", "Öffnen")]), "de_AT": compiled([("Open", "Aufmachen")]),
      "he": compiled([("Open", "פתח")]),
    ])
    func speech(_ tags: String...) -> Speech {
      LanguagePreference(tags).speech([folder.domain])
    }

    #expect(speech("de_AT").translation("Open", context: nil) == "Aufmachen")
    #expect(speech("de_CH").translation("Open", context: nil) == "Öffnen")
    #expect(speech("de_CH").tag == "de")
    #expect(speech("fr", "de").translation("Open", context: nil) == "Öffnen")
    #expect(speech("en_GB", "de").translation("Open", context: nil) == nil, "English is there, too")
    #expect(speech("fr").translation("Open", context: nil) == nil)
    #expect(speech("../../de").translation("Open", context: nil) == nil)
    #expect(speech("he_IL").isRightToLeft)
    #expect(!speech("de").isRightToLeft)
    #expect(speech("ar_EG").isRightToLeft, "its reader's other programs are mirrored")
  }

  @Test func theProgramsOwnWordsGoFirst() throws {
    let own = try CatalogueFolder(["de": compiled([("Open", "Laden betreten")])])
    let other = try CatalogueFolder(["de": compiled([("Open", "Öffnen"), ("Close", "Schließen")])])
    let speech = LanguagePreference(["de"]).speech([own.domain, other.domain])
    #expect(speech.translation("Open", context: nil) == "Laden betreten")
    #expect(speech.translation("Close", context: nil) == "Schließen")
  }

  @Test func pseudoLanguage() {
    let speech = LanguagePreference(["qps-ploc"]).speech([])
    #expect(speech.translation("Find {name}…", context: nil) == "[!!! Ƒîñð {name}… !!!]")
    #expect(speech.plural("{count} day", "{count} days", context: nil)(2) == "[!!! 2 ðåýš !!!]")
    #expect(!speech.isRightToLeft)
    #expect(LanguagePreference(["qps-plocm"]).speech([]).isRightToLeft)
  }

  @Test func numbers() {
    var formats = LocaleFormats()
    #expect([0, 999, 1000, -1_234_567].map(formats.number) == ["0", "999", "1,000", "-1,234,567"])
    #expect(formats.number(Int.min) == "-9,223,372,036,854,775,808")
    formats.groupSeparator = "."
    #expect(formats.number(12_345) == "12.345")
    formats.groupSeparator = ""
    #expect(formats.number(12_345) == "12345")
  }

  /// Without a locale, or with one that is not installed, the language's own formats hold.
  @Test func formatsWithoutALocale() {
    var german = LocaleFormats()
    german.decimalSeparator = ","
    german.groupSeparator = "."
    for environment in [[:], ["LC_ALL": "C"], ["LANG": "xx_NOWHERE.UTF-8"]] {
      #expect(LocaleFormats(environment: { environment[$0] }, language: german) == german)
    }
  }

  /// What is imported and never asked to speak says its texts as they stand.
  @Test func englishUnlessTold() {
    #expect(localized("Open") == "Open")
    #expect(localized("Reply to {name}", ["name": "{name}"]) == "Reply to {name}")
    #expect(localized(one: "{count} day", other: "{count} days", count: 1) == "1 day")
    #expect(localized(one: "{count} day", other: "{count} days", count: 2000) == "2,000 days")
  }

  @Test("German speaks to its reader in one form, the formal one") func germanIsFormal() throws {
    let path = #filePath.replacing("Tests/LugeWordsTests/LanguageTests.swift", with: "po/de.po")
    let catalogue = try String(contentsOfFile: path, encoding: .utf8)
    let informal: Set = ["du", "dich", "dir", "dein", "deine", "deinen", "deiner", "euch", "euer"]
    for line in catalogue.split(separator: "\n") where line.hasPrefix("msgstr") {
      let words = line.lowercased().split { !$0.isLetter }.map(String.init)
      #expect(informal.isDisjoint(with: words), "\(line)")
    }
  }
}
