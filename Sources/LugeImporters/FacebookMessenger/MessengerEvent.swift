/// Events, which Messenger writes as sentences.
enum MessengerEvent {
  /// Returns the name of an event; nil for a message. Messenger writes a service entry as a
  /// message of the person who acted: `Ann named the group Fun.`, `Ben reacted ❤ to your message `.
  /// Only English sentences are known.
  static func action(_ content: String, by name: String) -> String? {
    guard content.utf8.count < 400, !content.contains("\n") else { return nil }
    let tidy = content.hasSuffix(" ") ? content.dropLast() : Substring(content)
    let isReaction = tidy.hasSuffix(" to your message") || tidy == "Liked a message"
    if isReaction,
      tidy == "Liked a message" || tidy.hasPrefix("Reacted ")
        || tidy.hasPrefix("\(name) reacted ") || tidy.hasPrefix("\(firstName(name)) reacted ")
    {
      return "reaction"
    }
    let verbs = [
      "named the group ", "changed the ", "set the ", "created the group", "left the group",
      "added ", "removed ", "joined the ", "started a ", "started sharing ", "ended the ",
      "pinned a message", "unpinned a message", "turned on ", "turned off ", "created a poll",
      "changed their ", "updated the ", "missed your ", "unsent a message",
    ]
    for who in [name, firstName(name), "You"] where !who.isEmpty && tidy.hasPrefix("\(who) ") {
      let rest = tidy.dropFirst(who.count + 1)
      // A full stop, which people seldom write after such a sentence about themselves.
      if tidy.hasSuffix("."), verbs.contains(where: rest.hasPrefix) { return "event" }
    }
    return nil
  }

  private static func firstName(_ name: String) -> String {
    name.split(separator: " ").first.map(String.init) ?? name
  }
}
