public import LugeQt
import LugeWords

/// Every word that a composer says by itself, in one language. English by default.
public struct ComposerStrings: Hashable, Sendable {
  /// Shown while nothing is written; what a screen reader calls the field.
  public var placeholder = localized("Message")
  public var buttons = Composer.Words()
  /// Over the excerpt of what is answered, with `{name}`.
  public var replyTo = localized("Reply to {name}")
  public var editing = localized("Editing")
  public var chooseFiles = localized("Attach files")
  /// With `{name}`, `{size}` and `{limit}`.
  public var fileTooLarge = localized("“{name}” is {size}; at most {limit} can be sent")
  /// With `{limit}`.
  public var tooManyFiles = localized("At most {limit} files go with one message")
  /// With `{name}`.
  public var unreadableFile = localized("“{name}” can't be read")
  /// With `{name}`.
  public var isFolder = localized("“{name}” is a folder; only files can be sent")
  /// What a pasted picture is called, with `{number}`.
  public var pastedPicture = localized("Picture {number}")
  /// With `{word}`.
  public var addToDictionary = localized("Add “{word}” to the dictionary")
  public var noSuggestions = localized("No suggestions")
  public var emoji = EmojiStrings()

  public init() {}
}
