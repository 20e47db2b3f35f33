import Foundation
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeListKit

@Suite("What is written: completion, emoji, drafts, spelling")
struct ComposerTests {
  private func query(_ text: String) -> CompletionQuery? {
    CompletionQuery(text, caret: text.utf16.count)
  }

  @Test("A colon and two letters ask for emoji, an at sign for people; times and addresses do not")
  func queries() {
    #expect(query("Hello :smi")?.kind == .emoji)
    #expect(query("Hello :smi")?.words == "smi")
    #expect(query("Hello :smi")?.range == 6..<10)
    #expect(query(":+1")?.words == "+1")
    #expect(query("@")?.kind == .person)
    #expect(query("(@an")?.words == "an")
    // UTF-16 units before it count, characters do not.
    #expect(query("😀 @Zoë")?.range == 3..<7)
    for none in [
      "", "a", ":", ":s", ":)", "at 10:30", "anna@example", "http://x", "a: b", "@an ", "@a b",
    ] {
      #expect(query(none) == nil, "\(none)")
    }
    #expect(CompletionQuery("@anna", caret: 3)?.words == "an")
    #expect(CompletionQuery("@anna", caret: 99) == nil)
    #expect(query("@" + String(repeating: "a", count: 60)) == nil)
  }

  @Test("Each reason why a file cannot go along is said, once")
  @MainActor func refusals() {
    #expect(ChatComposer.shortened(["a", "b", "a"]) == ["a", "b"])
    #expect(ChatComposer.shortened((1...9).map { "\($0)" }) == ["1", "2", "3", "4", "…"])
    #expect(ChatComposer.shortened([]).isEmpty)
  }

  @Test("People are found by their name, words of it and their handle, whatever the accents")
  func people() {
    let people = [
      ComposerPerson(name: "Zoë Müller", handle: "zm"), ComposerPerson(name: "Max Zorn"),
      ComposerPerson(name: "Anna"),
    ]
    func found(_ words: String) -> [String] {
      ComposerPerson.matching(words, among: people, limit: 5).map(\.name)
    }
    #expect(found("zo") == ["Zoë Müller", "Max Zorn"])
    #expect(found("ZM") == ["Zoë Müller"])
    #expect(found("mull") == ["Zoë Müller"])
    #expect(found("") == ["Zoë Müller", "Max Zorn", "Anna"])
    #expect(found("x").isEmpty)
    #expect(people[0].mention == "@zm" && people[2].mention == "@Anna")
  }

  @Test("Every emoji has a name and a group; the one named so is found first")
  func emoji() {
    let table = EmojiTable.shared
    #expect(table.emoji.count > 1500 && table.groups.count == 9)
    #expect(table.emoji.allSatisfy { !$0.name.isEmpty && $0.character.count == 1 })
    #expect(table.groups.map(\.range.count).reduce(0, +) == table.emoji.count)
    func first(_ query: String, recent: [String] = []) -> String? {
      table.search(query, recent: recent, limit: 3).first?.character
    }
    #expect(first("thumbs up") == "👍")
    #expect(first("grinning face") == "😀")
    #expect(first("fire") == "🔥")
    #expect(first("grin", recent: ["😁"]) != nil)
    #expect(table.search("heart", recent: ["💛"], limit: 40).first { $0.character == "💛" } != nil)
    #expect(first("+1") == "👍")
    #expect(first("qqzz") == nil && first("") == nil && first("  ") == nil)
    #expect(table.search("face", limit: 7).count == 7)
    // The heart that people react with, not that of playing cards; letters of any case.
    #expect(first("heart") == "❤️" && first("Heart") == "❤️" && first("ok hand") == "👌")
    #expect(first("eyes") == "👀" && first("star") == "⭐")
    // "Smile" is no word of its name.
    #expect(first("smile") == "😃")
  }

  @Test("Every emoji has a German name, and is found in German as in English")
  func germanEmoji() throws {
    #expect(EmojiTable.names(in: "en") == nil && EmojiTable.names(in: "") == nil)
    let english = EmojiTable(emojiData)
    for language in ["de", "de_AT", "de_DE.UTF-8"] {
      let names = try #require(EmojiTable.names(in: language))
      let table = EmojiTable(emojiData, names: names)
      #expect(table.emoji.map(\.character) == english.emoji.map(\.character))
      #expect(table.emoji.allSatisfy { $0.descriptions.count == 2 && !$0.name.isEmpty })
      #expect(table.name(of: "😀") == "grinsendes Gesicht" && table.name(of: "🫎") == "Elch")
      #expect(table.name(of: "🇩🇪") == "Flagge: Deutschland")
      func first(_ query: String) -> String? {
        table.search(query, limit: 3).first?.character
      }
      #expect(first("Herz") == "❤️" && first("heart") == "❤️" && first("daumen hoch") == "👍")
      #expect(first("Feuer") == "🔥" && first("fire") == "🔥" && first("Bär") == "🐻")
      #expect(first("freudentränen") == "😂")
      #expect(first("qqzz") == nil)
      // Whatever is found in English is found with German names, too.
      for query in ["grin", "cat", "flag", "hand", "+1"] {
        let there = Set(table.search(query, limit: 2000).map(\.character))
        #expect(Set(english.search(query, limit: 2000).map(\.character)).isSubset(of: there))
      }
    }
  }

  @Test("Recent emoji are kept, the last one first; a damaged file is none")
  func recent() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/recent.json"
    let recent = RecentEmoji(path: path)
    #expect(recent.forReactions == RecentEmoji.usual)
    recent.use("🔥")
    recent.use("🎉")
    recent.use("🔥")
    #expect(recent.emoji == ["🔥", "🎉"])
    // Those of the row stay where they are, whatever is written into texts.
    #expect(recent.forReactions == RecentEmoji.usual)
    for number in 0..<50 { recent.use("\(number)") }
    #expect(recent.emoji.count == RecentEmoji.limit && recent.emoji.first == "49")
    let damaged = try folder.write(Array("[1,".utf8), as: "bad.json")
    #expect(RecentEmoji(path: damaged).emoji.isEmpty)
  }

  @Test("The six for reactions stay in a session; what is chosen most comes at the next launch")
  func reactions() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/recent.json"
    /// The file is written off this thread.
    func launch(_ row: [String]) async throws -> RecentEmoji {
      var next = RecentEmoji(path: path)
      for _ in 0..<500 where next.forReactions != row {
        try await Task.sleep(for: .milliseconds(10))
        next = RecentEmoji(path: path)
      }
      #expect(next.forReactions == row)
      return next
    }
    let first = RecentEmoji(path: path)
    for _ in 0..<3 { first.react("🔥") }
    first.react("🙏")
    first.react("❤️")
    #expect(first.emoji == ["❤️", "🙏", "🔥"], "reactions are used emoji, too")
    #expect(first.forReactions == RecentEmoji.usual)
    // In the place of the last one that was never chosen; the others stay.
    let second = try await launch(["👍", "❤️", "😂", "😮", "🔥", "🙏"])
    // Words count for no reaction.
    for _ in 0..<20 { second.use("🐈") }
    for _ in 0..<2 { second.react("🎉") }
    let third = try await launch(["👍", "❤️", "😂", "🎉", "🔥", "🙏"])
    #expect(third.emoji.prefix(2) == ["🎉", "🐈"])
    // The list that earlier versions wrote, and what nobody would write.
    let old = try folder.write(Array(#"["🔥","🎉"]"#.utf8), as: "old.json")
    #expect(RecentEmoji(path: old).emoji == ["🔥", "🎉"])
    #expect(RecentEmoji(path: old).forReactions == RecentEmoji.usual)
    let hostile =
      #"{"recent":[],"row":["a","a","b","c","d","e","f","g"],"reactions":{"x":9223372036854775807,"y":9223372036854775807,"z":-1}}"#
    let made = RecentEmoji(path: try folder.write(Array(hostile.utf8), as: "hostile.json"))
    #expect(made.forReactions.count == 6 && Set(made.forReactions).count == 6)
    made.react("x")
  }

  @Test("A draft is found again by its conversation; blanks are none; a damaged file is none")
  func drafts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/drafts"
    let drafts = DraftFolder(path: path)
    let quote = ComposerQuote(ItemID(7), author: "Anna", excerpt: "What about Saturday?")
    let draft = ComposerDraft(text: "Yes, but", replyTo: quote, files: ["/tmp/a.png"])
    #expect(drafts.draft(for: "anna") == nil)
    drafts.keep(draft, for: "anna")
    drafts.keep(ComposerDraft(text: "Hello"), for: "../ben")
    // Before it is written, too.
    #expect(drafts.draft(for: "anna") == draft)
    drafts.write()
    let later = DraftFolder(path: path)
    #expect(later.draft(for: "anna") == draft)
    #expect(later.draft(for: "../ben")?.text == "Hello")
    #expect(later.draft(for: "carla") == nil)
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o700)
    #expect(later.draft(for: "anna")?.replyTo?.item == ItemID(7))

    later.keep(ComposerDraft(text: " \n"), for: "anna")
    later.write()
    #expect(DraftFolder(path: path).draft(for: "anna") == nil)
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.count == 1)
    try Data("{".utf8).write(to: URL(fileURLWithPath: path + "/" + files[0]))
    #expect(DraftFolder(path: path).draft(for: "../ben") == nil)
  }

  @Test("What was sent is on disk until the program has stored it, before what was written since")
  func heldDrafts() throws {
    let folder = try TemporaryFolder()
    let drafts = DraftFolder(path: folder.path)
    func onDisk() -> ComposerDraft? { DraftFolder(path: folder.path).draft(for: "anna") }
    drafts.keep(ComposerDraft(), for: "anna")
    let quote = ComposerQuote(ItemID(7), author: "Anna", excerpt: "What about Saturday?")
    let first = drafts.hold(
      ComposerDraft(text: "one", replyTo: quote, files: ["/tmp/a.png"]), for: "anna")
    let second = drafts.hold(ComposerDraft(text: "two"), for: "anna")
    #expect(drafts.draft(for: "anna") == nil, "the field stays empty")
    drafts.write()
    #expect(
      onDisk() == ComposerDraft(text: "one\ntwo", replyTo: quote, files: ["/tmp/a.png"]))
    drafts.keep(ComposerDraft(text: "three"), for: "anna")
    drafts.release(first, for: "anna")
    #expect(onDisk() == ComposerDraft(text: "two\nthree"))
    drafts.release(second, for: "anna")
    #expect(onDisk() == ComposerDraft(text: "three"))
    drafts.keep(ComposerDraft(), for: "anna")
    drafts.write()
    #expect(onDisk() == nil)
  }

  @Test("Drafts that cannot be written stay, are told of, and are written later")
  func unwritableDrafts() async throws {
    let folder = try TemporaryFolder()
    let obstacle = try folder.write(Array("x".utf8), as: "place")
    let drafts = DraftFolder(path: obstacle + "/drafts", retryAfter: 0.05)
    let told = Mutex(0)
    drafts.onFailure { _, _ in told.withLock { $0 += 1 } }
    drafts.keep(ComposerDraft(text: "Hello"), for: "anna")
    drafts.write()
    #expect(told.withLock(\.self) > 0)
    #expect(drafts.draft(for: "anna")?.text == "Hello")
    try FileManager.default.removeItem(atPath: obstacle)
    while DraftFolder(path: obstacle + "/drafts").draft(for: "anna") == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("Words are looked up; names, addresses, capitals and digits are not")
  func words() {
    let text = "Helo @anna, see https://exmple.org/x at 10h, NASA's ‘wrld’ a don’t"
    let found = SpellingWords.of(text)
    #expect(found.map(\.word) == ["Helo", "see", "at", "NASA's", "wrld", "don't"])
    let units = Array(text.utf16)
    for word in found {
      let part = String(decoding: units[word.range], as: UTF16.self)
      #expect(part.replacingOccurrences(of: "’", with: "'") == word.word)
    }
    #expect(SpellingWords.of("").isEmpty)
  }

  @Test("The names of people in the chat are no mistakes, in the genitive neither")
  func names() {
    let names = SpellingWords.names(in: ["Karla Ostrowski", "Jean-Luc O’Neil"])
    let known = ["Ostrowski", "ostrowski's", "Luc", "O'Neil"]
    #expect(known.allSatisfy { names.contains(SpellingWords.name($0)) }, "\(names)")
    #expect(!names.contains(SpellingWords.name("Ostrovski")))
  }

  @Test("The locale's variables say the languages, the first that is set")
  func languages() {
    #expect(SpellChecker.languages(["LANG": "de_DE.UTF-8"]) == ["de_DE"])
    #expect(SpellChecker.languages(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]).isEmpty)
    #expect(
      SpellChecker.languages(["LANG": "fr_FR@euro", "LANGUAGE": "de:en"]) == ["de", "en", "fr_FR"])
    #expect(SpellChecker.languages([:]).isEmpty)
  }

  private static let hasHunspell = dlopen("libhunspell-1.7.so.0", RTLD_NOW) != nil

  @Test(
    "A dictionary in another encoding knows its words and suggests; added words are known from then on",
    .enabled(if: hasHunspell))
  func spelling() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      Array("SET ISO8859-1\nTRY aeiou\nSFX A Y 1\nSFX A 0 s .\n".utf8), as: "xx_YY.aff")
    // "café" as Latin 1 has it.
    _ = try folder.write(
      Array("3\nhello\nword/A\ncaf".utf8) + [0xE9, 0x0A], as: "xx_YY.dic")
    let own = folder.path + "/config/words.txt"
    let checker = SpellChecker(languages: ["xx"], ownWords: own, folders: [folder.path])
    #expect(await checker.isAvailable)
    let mistakes = await checker.mistakes(in: "hello wrod words café Luge")
    #expect(mistakes.map(\.word) == ["wrod", "Luge"])
    #expect(mistakes.first?.range == 6..<10)
    #expect(await checker.suggestions(for: "wrod").contains("word"))
    await checker.add("Luge")
    #expect(await checker.mistakes(in: "Luge hello").isEmpty)
    let later = SpellChecker(languages: ["xx_YY"], ownWords: own, folders: [folder.path])
    #expect(await later.mistakes(in: "Luge").isEmpty)
    let none = SpellChecker(languages: ["../xx", "zz"], folders: [folder.path])
    #expect(await none.isAvailable == false)
    #expect(await none.mistakes(in: "wrod").isEmpty)
  }

  @Test("What is filled in is not looked into")
  func filled() {
    #expect("a {name} {b} {".filled(["name": "{b}", "b": "x"]) == "a {b} x {")
  }

  @Test("A file is looked at before it goes along: its size, a folder, nothing there")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], as: "three.bin")
    #expect(FileLook(path: path).kind == .file(size: 3))
    #expect(FileLook(path: path).name == "three.bin")
    #expect(FileLook(path: folder.path).kind == .folder)
    #expect(FileLook(path: folder.path + "/none").kind == .unreadable)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: path)
    #expect(FileLook(path: folder.path + "/link").kind == .file(size: 3))
    // One that never ends is no file to be sent.
    #expect(FileLook(path: "/dev/zero").kind == .unreadable)
  }
}
