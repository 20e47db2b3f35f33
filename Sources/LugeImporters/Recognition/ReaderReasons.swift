import LugeArchive
import LugeWords

/// Why readers of some formats leave out records, for the user's language; see ``ReasonWords``.
/// Reasons that all formats may have are listed there.
enum ReaderReasons {
  static let phrases = [
    translatable("it does not say what it reposts"),
    translatable("it does not say what it boosts"),
    translatable("it is no date, name and message"),
    translatable("it is no day, time, name, number and message"),
    translatable("it stands behind no message, and is none"),
    translatable("its bytes are not those that it was named for"),
    translatable("its key is not one of a record"),
    translatable("its \"ts\" is no time"),
    translatable("no day stands above it"),
    translatable("no time and none of the forms of an IRC log"),
    translatable("a message should be an object with \"ts\""),
    translatable("a post should have a user and a time"),
    translatable("a tweet should be an object"),
    translatable("an activity should be an object"),
    translatable("tweets that were deleted are left out"),
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
    translatable("no line begins with a date and a time, as the messages of a WhatsApp export do"),
    translatable("no line begins with a time and a tab, as the messages of LINE do"),
    translatable("no line begins as the messages of KakaoTalk do"),
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
    translatable("an edit of a kind that is not read ({type})"),
    translatable(
      """
      its date ({date}) is in no language that Luge knows: set the language of the Google \
      account to English and export again
      """),
    translatable(
      """
      its date ({date}) is in no form that Luge knows: set the language of the account to \
      English and ask for the information again
      """),
    translatable("a thread of more than {count} posts"),
    translatable("a block of an unknown kind"),
    translatable("{problem} (byte {offset} of it)"),
    translatable("it is no JSON, or more than {count} MB without a list"),
    translatable("a CAR file begins with a header"),
    translatable("the header cannot be read: {problem}"),
    translatable("not version 1 of CAR"),
    translatable("the header names no root"),
    translatable("no block begins here"),
    translatable("a length that never ends"),
    translatable("the value is too large"),
    translatable("the value ends before its block does"),
    translatable("a key should be text"),
    translatable("tag {number} is not allowed"),
    translatable("a link should be bytes"),
    translatable("a link of an unknown kind"),
    translatable("a number that is infinite or undefined"),
    translatable("simple value {number} is not allowed"),
    translatable("a length that is not given in advance"),
    translatable("the commit that it names is missing"),
    translatable("the commit: {problem}"),
    translatable("the first block is not a commit"),
    translatable("the tree leads here twice"),
    translatable("the tree is too deep"),
    translatable("a part of the tree is missing"),
    translatable("a key of the tree cannot be read"),
    translatable("an entry of the tree cannot be read"),
    translatable(
      """
      its lines tell day and month, and nothing the year: counted from 1970; put the year into \
      the file's name, as in luge-2014.log, and import again
      """),
    translatable(
      "neither the file's name nor its lines tell the day: counted from 1 January 1970"),
    translatable(
      "an edit of a message that is not in the export, or that somebody else wrote"),
    translatable("it is a part of the chats by its name, but empty"),
    translatable("it is a part of the chats by its name, but damaged at its beginning"),
    translatable("it is damaged ({place}): {loss}"),
    translatable("it is larger than {limit}: {loss}"),
    translatable("people are called by their ids"),
    translatable("direct messages are called by their ids"),
    translatable("channels are called by their ids"),
    translatable("rooms are called by their ids"),
    translatable("the conversation is called by its folder"),
    translatable("its owner has no name"),
    translatable("name and picture of the account are missing"),
    translatable("picture and description of the account are missing"),
    translatable("it is not known which posts are in it"),
    translatable("long tweets end in the middle"),
    translatable("likes are missing"),
    translatable("day, month, year"),
    translatable("month, day, year"),
  ]
}
