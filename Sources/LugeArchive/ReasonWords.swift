import LugeWords

/// Translations of why records were left out and where they are.
///
/// Export readers produce English, which goes into JSON and logs as it is; only what is shown to
/// the user is translated, here. A reason that is not listed is shown in English.
enum ReasonWords {
  /// Known reasons. The names in braces match any text; if two phrases match, the one with more
  /// fixed text is used.
  private static let phrases = [
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
    translatable("it does not say what it reposts"),
    translatable("it does not say what it boosts"),
    translatable("it belongs to no message"),
    translatable("it belongs to no conversation"),
    translatable("it ends in the middle"),
    translatable("it is no date, name and message"),
    translatable("it is no day, time, name, number and message"),
    translatable("it stands behind no message, and is none"),
    translatable("its date is not written as 2020-01-31 12:00:00"),
    translatable("its elements lie in each other too deeply"),
    translatable("its bytes are not those that it was named for"),
    translatable("its key is not one of a record"),
    translatable("its \"ts\" is no time"),
    translatable("no day stands above it"),
    translatable("no time and none of the forms of an IRC log"),
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
    translatable("a message should be an object with \"ts\""),
    translatable("a message should have an id and a time"),
    translatable("a message should have a key and a time"),
    translatable("a conversation should have a key"),
    translatable("a post should have a user and a time"),
    translatable("a record should be an object"),
    translatable("a tweet should be an object"),
    translatable("an activity should be an object"),
    translatable("an event should be an object with an id"),
    translatable("an event should have an id and a time"),
    translatable("the record is not there"),
    translatable("tweets that were deleted are left out"),
    translatable("it begins a message, though its date is written unlike the others'"),
    translatable(
      """
      it looks like the beginning of a message, but is older than the one it is in: taken \
      for a quotation
      """),
    translatable("names are in the address book, not here: people are their numbers and addresses"),
    translatable("data.json beside it has the same messages and is read instead"),
    translatable(
      "the clock has 12 hours and no AM or PM; the first time is taken for the morning's"),
    translatable("Telegram could not export it (\"type\": \"unsupported\")"),
    translatable(
      """
      Discord's package has only what its owner wrote; DiscordChatExporter saves what others \
      wrote as well
      """),
    translatable("no permission to read it"),
    translatable("no longer in the packed file"),
    translatable("it is no regular file"),
    translatable("'{name}' beside it is no regular file"),
    translatable("'{name}' beside it is not Luge's: it would remove another file"),
    translatable("there is a file already"),
    translatable("it is a folder"),
    translatable("it is a pipe or a device; save it to a file and import that"),
    translatable("it can be read only once; save it to a file"),
    translatable("it is protected by a password; unpack it first"),
    translatable(
      "missing, as in a zip whose copy or download stopped early; copy or export it again"),
    translatable("a database is not read inside a zip: unpack it first"),
    translatable("no line begins with a date and a time, as the messages of a WhatsApp export do"),
    translatable("no line begins with a time and a tab, as the messages of LINE do"),
    translatable("no line begins as the messages of KakaoTalk do"),
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
    translatable("activities of type {type} are no posts"),
    translatable("records of {collection} are no posts"),
    translatable("1 record is no post"),
    translatable("{count} records are no posts"),
    translatable("1 post of somebody else is in the archive by its address alone"),
    translatable("{count} posts of others are in the archive by their addresses alone"),
    translatable("1 tweet of somebody else is no post of this timeline"),
    translatable("{count} tweets of others are no posts of this timeline"),
    translatable("{count} long texts belong to no tweet"),
    translatable(
      """
      1 file is not in the export: to have them, export again with photos, videos and files \
      chosen and a larger size limit
      """),
    translatable(
      """
      {count} files are not in the export: to have them, export again with photos, videos \
      and files chosen and a larger size limit
      """),
    translatable(
      """
      {count} pictures or films in it are not unpacked; a folder "blobs" beside it is read
      """),
    translatable("the newest messages are in {file}, which cannot be read"),
    translatable("the same messages are in too many conversations"),
    translatable("1 reaction is to a message that is not there"),
    translatable("{count} reactions are to messages that are not there"),
    translatable("its text cannot be read"),
    translatable("parts of it are too many, too deep or too long"),
    translatable("an edit of a kind that is not read ({type})"),
    translatable("{count} edits, reactions, votes and redactions are more than can be kept"),
    translatable(
      """
      its date ({date}) is in no language that Luge knows: set the language of the Google \
      account to English and export again
      """),
    translatable("a thread of more than {count} posts"),
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
  ]

  private static let whole = Set(phrases.filter { !$0.contains("{") })
  private static let patterns = phrases.filter { $0.contains("{") }.map(PhrasePattern.init)
    .sorted { $0.fixedLength > $1.fixedLength }

  /// Returns a reason in the user's language.
  ///
  /// - Complexity: O(phrases) if it contains names or numbers.
  static func said(_ english: String) -> String {
    if whole.contains(english) { return LugeWords.localized(english) }
    for pattern in patterns {
      guard let values = pattern.values(in: english) else { continue }
      // A value may be a phrase of the list itself, such as the order of day and month.
      return LugeWords.localized(
        pattern.phrase, values.mapValues { whole.contains($0) ? LugeWords.localized($0) : $0 })
    }
    return english
  }

  /// Returns the values of a reason for the names of its phrase; nil if no phrase matches.
  static func values(of english: String) -> [String: String]? {
    for pattern in patterns {
      if let values = pattern.values(in: english) { return values }
    }
    return nil
  }
}
