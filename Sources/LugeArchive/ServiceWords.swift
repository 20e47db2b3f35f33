import LugeWords

/// Translations of sentences about events in a conversation.
///
/// Export readers produce English, which archives store; it is translated when it is shown. A
/// sentence that is not listed stays as it is.
public enum ServiceWords {
  /// Known sentences. The names in braces match any text; if two phrases match, the one with more
  /// fixed text is used.
  private static let phrases = [
    translatable("{name} created the group"),
    translatable("{name} created the group “{title}”"),
    translatable("{name} created the channel"),
    translatable("{name} created the channel “{title}”"),
    translatable("{name} created the room"),
    translatable("{name} created the topic “{title}”"),
    translatable("{name} renamed the topic to “{title}”"),
    translatable("{name} changed the icon of the topic"),
    translatable("{name} changed the group name to “{title}”"),
    translatable("{name} named the conversation “{title}”"),
    translatable("{name} removed the conversation's name"),
    translatable("{name} named the room “{title}”"),
    translatable("{name} named the chat “{title}”"),
    translatable("{name} set the topic to “{title}”"),
    translatable("{name} changed the group photo"),
    translatable("{name} removed the group photo"),
    translatable("{name} changed the group's picture"),
    translatable("{name} removed the group's picture"),
    translatable("{name} changed the picture of the room"),
    translatable("{name} changed the name"),
    translatable("{name} changed the icon"),
    translatable("{name} joined the group"),
    translatable("{name} joined the server"),
    translatable("{name} left the group"),
    translatable("{name} left"),
    translatable("{name} added {names}"),
    translatable("{name} removed {names}"),
    translatable("{name} joined by an invite link"),
    translatable("{name} joined by an invite link from {names}"),
    translatable("{name} was accepted into the group"),
    translatable("The group became a supergroup"),
    translatable("The group “{title}” became this supergroup"),
    translatable("{name} became the owner of the group"),
    translatable("{name} sent a card"),
    translatable("{name} pinned a message"),
    translatable("{name} unpinned a message"),
    translatable("Something about the chat was changed"),
    translatable("{name} cleared the history"),
    translatable("{name} scored {count} in a game"),
    translatable("{name} called; nobody answered"),
    translatable("{name} called; the line was busy"),
    translatable("{name} called"),
    translatable("{name} called ({time})"),
    translatable("{name} started a call"),
    translatable("The call ended"),
    translatable("The call ended ({time})"),
    translatable("SharePlay ended"),
    translatable("{name} started a group call"),
    translatable("{name} started a group call ({time})"),
    translatable("{name} started a voice chat"),
    translatable("{name} ended the voice chat ({time})"),
    translatable("{name} scheduled a voice chat"),
    translatable("{name} invited {names} to the voice chat"),
    translatable("{name} took a screenshot"),
    translatable("{name} joined Telegram"),
    translatable("{name} is on Signal"),
    translatable("{name} turned off the auto-delete timer"),
    translatable("{name} set messages to delete themselves after {time}"),
    translatable("{name} changed the time after which messages disappear"),
    translatable("{name} changed the chat theme"),
    translatable("{name} changed the chat theme to {title}"),
    translatable("{name} set a new wallpaper for this chat"),
    translatable("{name} set the same wallpaper for this chat"),
    translatable("{name} suggested a profile photo"),
    translatable("{name} changed their phone number"),
    translatable("{name} changed their profile"),
    translatable("{name} changed the group"),
    translatable("{name} changed the group description to “{title}”"),
    translatable("{name} changed their name from “{old}” to “{title}”"),
    translatable("{name} turned on encryption"),
    translatable("{name} started a thread"),
    translatable("A giveaway was started"),
    translatable("{name} joined"),
    translatable("{name} was invited"),
    translatable("{name} did not come"),
    translatable("{name} was removed"),
    translatable("{name} was banned"),
    translatable("The room is called “{title}” now"),
    translatable("The room lost its name"),
    translatable("The room was made"),
    translatable("The room goes on in another one"),
    translatable("Messages are encrypted from now on"),
    translatable("A message of a kind that Telegram Desktop could not export"),
  ]

  /// Phrases for durations.
  private static let spans = [
    translatable("1 second"),
    translatable("{count} seconds"),
    translatable("1 minute"),
    translatable("{count} minutes"),
    translatable("1 hour"),
    translatable("{count} hours"),
    translatable("1 day"),
    translatable("{count} days"),
    translatable("1 week"),
    translatable("{count} weeks"),
  ]

  private static let whole = Set((phrases + spans).filter { !$0.contains("{") })
  private static let patterns = phrases.filter { $0.contains("{") }.map(PhrasePattern.init)
    .sorted { $0.fixedLength > $1.fixedLength }
  private static let spanPatterns = spans.filter { $0.contains("{") }.map(PhrasePattern.init)

  /// Maximum bytes of a sentence; longer ones, with names that are cut, are none of these.
  private static let longest = 16 << 10

  /// Returns a sentence in the user's language.
  ///
  /// - Complexity: O(phrases); O(1) in English.
  public static func said(_ english: String) -> String {
    guard Words.language != "en", english.utf8.count <= longest else { return english }
    if whole.contains(english) { return LugeWords.localized(english) }
    for pattern in patterns {
      guard var values = pattern.values(in: english) else { continue }
      values["names"] = values["names"].map(list)
      values["time"] = values["time"].map(span)
      return LugeWords.localized(pattern.phrase, values)
    }
    return english
  }

  private static func span(_ english: String) -> String {
    if whole.contains(english) { return LugeWords.localized(english) }
    for pattern in spanPatterns {
      guard let values = pattern.values(in: english) else { continue }
      return LugeWords.localized(pattern.phrase, values)
    }
    return english
  }

  /// Translates a list such as "Anna, Ben and Carl".
  private static func list(_ english: String) -> String {
    guard let last = english.ranges(of: " and ").last else { return english }
    return LugeWords.localized(
      "{first} and {second}",
      [
        "first": String(english[..<last.lowerBound]),
        "second": String(english[last.upperBound...]),
      ])
  }
}
