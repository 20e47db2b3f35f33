public import LugeQt

/// Every word that a composer says by itself, in one language. English by default.
public struct ComposerStrings: Hashable, Sendable {
  /// Shown while nothing is written; what a screen reader calls the field.
  public var placeholder = "Message"
  public var buttons = Composer.Words()
  /// Over the excerpt of what is answered, with `{name}`.
  public var replyTo = "Reply to {name}"
  public var editing = "Editing"
  public var chooseFiles = "Attach files"
  /// With `{name}`, `{size}` and `{limit}`.
  public var fileTooLarge = "“{name}” is {size}; at most {limit} can be sent"
  /// With `{limit}`.
  public var tooManyFiles = "At most {limit} files go with one message"
  /// With `{name}`.
  public var unreadableFile = "“{name}” can't be read"
  /// With `{name}`.
  public var isFolder = "“{name}” is a folder; only files can be sent"
  /// What a pasted picture is called, with `{number}`.
  public var pastedPicture = "Picture {number}"
  /// With `{word}`.
  public var addToDictionary = "Add “{word}” to the dictionary"
  public var noSuggestions = "No suggestions"
  public var emoji = EmojiStrings()

  public init() {}
}
