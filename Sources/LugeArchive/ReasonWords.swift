import LugeWords
import Synchronization

/// Translations of why records were left out and where they are.
///
/// Export readers produce English, which goes into JSON and logs as it is; only what is shown to
/// the user is translated, here. A reason that is not listed is shown in English; `scripts/words
/// --check` fails for such reasons in the readers' code.
package enum ReasonWords {
  /// Reasons of archives, files and imports. The names in braces match any text; if two phrases
  /// match, the one with more fixed text is used.
  private static let common = [
    translatable("it has no time"),
    translatable("it has no time that can be read"),
    translatable("it has no date"),
    translatable("it has no date that can be read"),
    translatable("it has no id"),
    translatable("it has no ID"),
    translatable("it has no id or no time"),
    translatable("it has no type"),
    translatable("it has no number"),
    translatable("it has no address"),
    translatable("its object has no id"),
    translatable("its object is not in the archive"),
    translatable("its block is missing"),
    translatable("it belongs to no message"),
    translatable("it belongs to no conversation"),
    translatable("it ends in the middle"),
    translatable("its date is not written as 2020-01-31 12:00:00"),
    translatable("its elements lie in each other too deeply"),
    translatable("no record of a known form"),
    translatable("no line says which conversation it and those behind it belong to; they are kept"),
    translatable("it begins a conversation, and cannot be read; its messages are kept"),
    translatable("the end of an export is missing before it"),
    translatable("nobody wrote it"),
    translatable("no message was found in it"),
    translatable("nothing before it tells the time"),
    translatable("nested too deep"),
    translatable("not valid JSON"),
    translatable("not enough memory"),
    translatable("before the first message"),
    translatable("invalid UTF-8 was replaced"),
    translatable("a message should be an object"),
    translatable("a message should be an object with an id"),
    translatable("a message should have an id and a time"),
    translatable("a message should have a key and a time"),
    translatable("a conversation should have a key"),
    translatable("a record should be an object"),
    translatable("an event should be an object with an id"),
    translatable("an event should have an id and a time"),
    translatable("the record is not there"),
    translatable("it begins a message, though its date is written unlike the others'"),
    translatable(
      """
      it looks like the beginning of a message, but is older than the one it is in: taken \
      for a quotation
      """),
    translatable("no permission to read it"),
    translatable("no longer in the packed file"),
    translatable("it is no regular file"),
    translatable("its tables are not those that Luge makes; import the export again"),
    translatable("it is a file of the kernel, in /proc or /sys, and not on a disk"),
    translatable("'{name}' beside it is no regular file"),
    translatable("'{name}' beside it is not Luge's: it would remove another file"),
    translatable("there is a file already"),
    translatable("it is a folder"),
    translatable("it is a pipe, a socket or a device; save it to a file and import that"),
    translatable("it can be read only once; save it to a file"),
    translatable("it is protected by a password; unpack it first"),
    translatable(
      "missing, as in a zip whose copy or download stopped early; copy or export it again"),
    translatable("a database is not read inside a zip: unpack it first"),
    translatable("the message is larger than {size}"),
    translatable("the message is larger than {size}: its end is left out"),
    translatable("the message is larger than {size}: what comes behind that is left out"),
    translatable(
      """
      the message is larger than {size} or has more than 200,000 lines: its last {count} are \
      left out
      """),
    translatable("the message is larger than {size}, or a text in it than {limit}"),
    translatable("the line is longer than {size}"),
    translatable("dates are read as {order} (guessed)"),
    translatable("dates are read as {order} (certain)"),
    translatable("dates are read as {order} (nothing in the file says so)"),
    translatable("dates are read as {order}"),
    translatable("it says that it has {promised} messages, and has {count}"),
    translatable("the newest messages are in {file}, which cannot be read"),
    translatable("the same messages are in too many conversations"),
    translatable("1 reaction is to a message that is not there"),
    translatable("{count} reactions are to messages that are not there"),
    translatable("1 message has the id of another person's, and replaces it"),
    translatable("{count} messages have ids of other people's, and replace them"),
    translatable("its text cannot be read"),
    translatable("parts of it are too many, too deep or too long"),
    translatable("{count} edits, reactions, votes and redactions are more than can be kept"),
    translatable("the packed file is damaged ({text})"),
    translatable(
      "it is packed by a method that is not read here; unpack it first ({text})"),
    translatable("it is damaged ({text})"),
    translatable("'{name}' in it is protected by a password; unpack it first"),
    translatable("'{name}' in it is a link to another file; pack it without links"),
    translatable("larger than {size}"),
    translatable("whole file"),
    translatable("whole folder"),
    translatable("whole export"),
    translatable("the document"),
    translatable("the folder"),
    translatable("the header"),
    translatable("the list"),
    translatable("the list of files"),
    translatable("the blocks"),
    translatable("the compressed file"),
    translatable("database"),
    translatable("day/month/year"),
    translatable("month/day/year"),
    translatable("year/month/day"),
    translatable("line {number}"),
    translatable("lines {first} to {last}"),
    translatable("message {id} (byte {offset})"),
    translatable("message {id}"),
    translatable("byte {offset}"),
    translatable("the message of second {time}"),
    translatable("no file is named"),
    translatable("SQLite error {number}"),
    translatable("it is a link, which could lead anywhere; remove or rename it"),
    translatable("a link is in the place of one of its folders"),
    translatable("a link is in the place of it or of a folder in it"),
    translatable("'{name}' in it is {kind}, not a file"),
    translatable("a pipe"),
    translatable("a device"),
    translatable("a socket"),
    translatable("out of memory"),
    translatable("the parser gave up"),
    translatable("the file is UTF-16; convert it to UTF-8"),
    translatable("more than {count} folders lie around it"),
    translatable("it is an archive; give the export another name"),
  ]

  private struct Lists: Sendable {
    /// Phrases without names.
    var whole: Set<String> = []
    /// Phrases with names, those with more fixed text first.
    var patterns: [PhrasePattern] = []

    mutating func add(_ phrases: [String]) {
      whole.formUnion(phrases.filter { !$0.contains("{") })
      patterns += phrases.filter { $0.contains("{") }.map(PhrasePattern.init)
      patterns.sort { $0.fixedLength > $1.fixedLength }
    }
  }

  // MARK: Mutable State (under the lock)

  private static let lists = Mutex(
    {
      var lists = Lists()
      lists.add(common)
      return lists
    }())

  /// Adds the reasons of export readers, once, before their errors are shown.
  package static func add(_ phrases: [String]) { lists.withLock { $0.add(phrases) } }

  /// Returns a reason in the user's language.
  ///
  /// - Complexity: O(phrases) if it contains names or numbers.
  static func said(_ english: String) -> String {
    let lists = lists.withLock { $0 }
    if lists.whole.contains(english) { return LugeWords.localized(english) }
    for pattern in lists.patterns {
      guard let values = pattern.values(in: english) else { continue }
      // A value may be a phrase of the list itself, such as the order of day and month.
      return LugeWords.localized(
        pattern.phrase, values.mapValues { lists.whole.contains($0) ? LugeWords.localized($0) : $0 }
      )
    }
    return english
  }

  /// Returns the values of a reason for the names of its phrase; nil if no phrase matches.
  static func values(of english: String) -> [String: String]? {
    for pattern in lists.withLock({ $0.patterns }) {
      if let values = pattern.values(in: english) { return values }
    }
    return nil
  }
}
