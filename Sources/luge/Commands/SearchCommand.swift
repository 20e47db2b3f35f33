import ArgumentParser
import Foundation
import LugeArchive
import LugeCommandLine
import LugeCore
import LugeWords

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: localized("Find messages by words, person, date and content."),
    discussion: localized(
      """
      Looks into texts, names of files, and the words of polls, contacts, places and songs. All \
      words must occur; case and accents do not matter. A word that ends in * finds all words \
      that begin with it; words between double quotes are a phrase. The best matches come first. \
      Exit code 0 also when nothing is found; 1 for a filter that makes no sense.

      Filters are written among the words: from:anna (from:me), in:family, before:2023, \
      after:2022-05, on:2022-05-17, has:picture (video, voice, audio, file, link, poll, place, \
      contact). Filters alone find the newest. The window's search understands the same filters.
      """))

  @Argument(help: ArgumentHelp(localized("The archive.")), completion: .file(extensions: ["luge"]))
  var archive: String

  @Argument(
    help: ArgumentHelp(
      localized("What to look for: words, \"phrases\", from: in: before: after: on: has:.")))
  var words: [String]

  @Option(
    help: ArgumentHelp(
      localized("Look in this conversation only (its name, or a unique beginning of it).")))
  var conversation: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(localized("How many to show.")))
  var limit = 20

  @Flag(help: ArgumentHelp(localized("The newest first instead of the best matches.")))
  var newest = false

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError(localized("--limit should be at least 1.")) }
  }

  func run() throws {
    try Terminal.run {
      let archive = try Archive(opening: archive)
      try UnfinishedImports.warn(of: archive)
      let chosen = try conversation.map { try archive.conversation(named: $0) }
      // A single argument is the whole query. Among several, one with spaces is a phrase: it was in
      // quotes, which the shell has removed.
      let text = words.count == 1 ? words[0] : words.map(quoted).joined(separator: " ")
      let zone = ZoneOffsets(.current)
      let now = zone.localSeconds(at: Int64(Date().timeIntervalSince1970))
      let query = SearchQuery(text, today: CivilDate.day(ofLocalSeconds: now))
      guard query.problems.isEmpty else {
        for (token, problem) in zip(query.misunderstood, query.problems) {
          let place = token.isEmpty ? "" : "\(Terminal.safe(token)): "
          Terminal.printError("luge: \(place)\(Terminal.safe(problem))")
        }
        if query.misunderstood.contains(where: { !$0.isEmpty }) {
          Terminal.printError(
            "luge: " + localized("To look for these words themselves, put them in double quotes."))
        }
        throw ExitCode.failure
      }
      guard !query.isEmpty else {
        Terminal.printError(
          "luge: " + localized("There is nothing to look for: name what stands behind a filter."))
        throw ExitCode.failure
      }
      let started = ContinuousClock.now
      let found = try archive.search(
        query, in: chosen?.id, order: newest ? .newest : .best, limit: limit, zone: zone)
      let hits = found.hits
      for problem in found.problems { Terminal.printError("luge: \(Terminal.safe(problem))") }
      let duration = started.duration(to: .now) / .milliseconds(1)
      let names = Dictionary(
        try archive.conversations().map { ($0.id, $0.name) }, uniquingKeysWith: { a, _ in a })
      if json {
        try JSONOutput.print(SearchResult(hits, names: names, durationMs: duration))
      } else {
        try show(hits, names: names)
      }
    }
  }

  private func quoted(_ word: String) -> String {
    guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
    return SearchQuery.quoting(word)
  }

  private func show(_ hits: [SearchHit], names: [ConversationID: String]) throws {
    if hits.isEmpty { Terminal.printError("luge: " + localized("nothing found")) }
    for hit in hits {
      let name = Terminal.name(names[hit.conversation] ?? "")
      let author = Terminal.name(hit.kind == .message ? hit.author?.name ?? "" : "")
      try Terminal.print("\(TimeText.short(hit.time))  \(name)  \(author)")
      let media = hit.mediaKind.map { "[\($0.rawValue)] " } ?? ""
      try Terminal.print("    \(media)\(highlighted(hit))")
    }
  }

  private func highlighted(_ hit: SearchHit) -> String {
    guard Terminal.usesColor else { return Terminal.safe(hit.snippet) }
    let bytes = Array(hit.snippet.utf8)
    func text(_ range: Range<Int>) -> String {
      Terminal.safe(String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self))
    }
    var line = ""
    var end = 0
    for match in hit.matches where match.lowerBound >= end {
      line += text(end..<match.lowerBound) + "\u{1B}[1;33m" + text(match) + "\u{1B}[0m"
      end = match.upperBound
    }
    return line + text(end..<bytes.count)
  }
}

/// Output of `luge search --json`.
struct SearchResult: Encodable {
  struct Hit: Encodable {
    var id: Int64
    var conversation: String
    var position: Int
    var author: String?
    var time: String
    var snippet: String
    /// Byte offsets into the snippet, pairs of start and end.
    var matches: [[Int]]
    var rank: Double
  }

  var hits: [Hit]
  var durationMs: Double

  init(_ hits: [SearchHit], names: [ConversationID: String], durationMs: Double) {
    self.hits = hits.map {
      Hit(
        id: $0.id, conversation: names[$0.conversation] ?? "", position: $0.position,
        author: $0.author?.name, time: TimeText.iso($0.time), snippet: $0.snippet,
        matches: $0.matches.map { [$0.lowerBound, $0.upperBound] }, rank: $0.rank)
    }
    self.durationMs = (durationMs * 100).rounded() / 100
  }
}
