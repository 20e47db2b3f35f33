public import LugeWords

/// All texts of ``MessageActions``, in one language. The default is the user's language.
public struct MessageStrings: Hashable, Sendable {
  public var reply = localized("Reply")
  public var edit = localized("Edit")
  public var thread = localized("Reply in Thread")
  public var copy = localized("Copy Text")
  public var forward = localized("Forward")
  /// Titles above the conversations that messages can be forwarded to, and above the current one.
  public var forwardTo = localized("Forward to")
  public var thisConversation = localized("This Conversation")
  /// Text with `{name}`, the name of a conversation.
  public var forwarded = localized("Forwarded to {name}")
  public var nowhereToForward = localized("There is no other conversation to forward to")
  public var select = localized("Select")
  public var markUnread = localized("Mark Unread from Here")
  /// Spoken when messages were marked as unread.
  public var markedUnread = localized("Marked as unread")
  public var delete = localized("Delete")
  /// Label of the button at a message that could not be sent.
  public var retry = localized("Try again")
  public var discard = localized("Discard")
  public var undo = localized("Undo")
  /// Text with `{emoji}`, the name of an emoji.
  public var react = localized("React with {emoji}")
  public var moreReactions = localized("Another emoji")
  /// Text with `{count}`.
  public var selected = localizedPlural(
    one: "{count} message selected", other: "{count} messages selected")
  /// Name of the button that ends the selection.
  public var endSelection = localized("Clear Selection")
  /// Spoken when a message is selected or no longer selected; texts with `{messages}`, which is
  /// ``selected``.
  public var nowSelected = localized("Selected, {messages}")
  public var nowUnselected = localized("Not selected, {messages}")
  public var nothingSelected = localized("Nothing selected")
  /// Spoken when a deletion was undone.
  public var restored = localizedPlural(
    one: "Message restored", other: "{count} messages restored")
  public var deleted = localizedPlural(one: "Message deleted", other: "{count} messages deleted")
  /// Texts with `{answer}`, an answer of a poll, and hints for it.
  public var vote = localized("Vote for “{answer}”")
  public var unvote = localized("Retract Vote for “{answer}”")
  public var voteHint = localized("Vote")
  public var unvoteHint = localized("Retract your vote")
  public var discarded = localizedPlural(
    one: "Message discarded", other: "{count} messages discarded")
  public var copied = localizedPlural(one: "Copied", other: "{count} messages copied")
  /// Texts of the emoji picker.
  public var emoji = EmojiStrings()

  public init() {}

  func title(of action: MessageOffers) -> String {
    switch action {
    case .copy: copy
    case .forward: forward
    default: delete
    }
  }
}
