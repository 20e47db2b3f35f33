public import LugeQt
import LugeWords

/// All texts of a composer, in one language. The default is the user's language.
public struct ComposerStrings: Hashable, Sendable {
  /// Placeholder of the empty field, and its name for screen readers.
  public var placeholder = localized("Message")
  /// The same of the field of a thread, which is shown beside that of the conversation.
  public var threadPlaceholder = localized("Reply in thread")
  public var buttons = Composer.Words()
  /// Text above the excerpt of the answered message, with `{name}`.
  public var replyTo = localized("Reply to {name}")
  /// The same where the user wrote that message.
  public var replyToSelf = localized("Reply to yourself")
  public var editing = localized("Editing")
  /// Names of the button that closes the bar above the field.
  public var cancelReply = localized("Cancel reply")
  public var cancelEdit = localized("Cancel edit")
  /// Spoken at the end of an edit, and when an edit or a reply was cancelled.
  public var edited = localized("Message edited")
  public var editCancelled = localized("Edit cancelled")
  public var replyCancelled = localized("Reply cancelled")
  /// Told when a message was deleted meanwhile: one that is edited, or one that is answered.
  public var editedIsDeleted = localized("The message you are editing was deleted")
  public var answeredIsDeleted = localized("The message you are replying to was deleted")
  public var chooseFiles = localized("Attach files")
  /// Text over the list while files are dragged over it.
  public var dropFiles = localized("Drop to attach")
  /// Text with `{name}`, `{size}` and `{limit}`.
  public var fileTooLarge = localized("“{name}” is {size}; at most {limit} can be sent")
  /// Text with `{size}` and `{limit}`.
  public var textTooLong = localized("With this, the text is {size}; at most {limit} can be sent")
  /// Text with `{limit}`.
  public var tooManyFiles = localized("At most {limit} files can be attached to a message")
  /// Text with `{name}`.
  public var unreadableFile = localized("“{name}” can't be read")
  /// Text with `{name}`.
  public var isFolder = localized("“{name}” is a folder; only files can be sent")
  /// Name of a pasted picture, with `{number}`.
  public var pastedPicture = localized("Picture {number}")
  /// Text with `{word}`.
  public var addToDictionary = localized("Add “{word}” to the dictionary")
  public var noSuggestions = localized("No suggestions")
  public var emoji = EmojiStrings()

  public init() {}
}
