/// Style and texts of a conversation, shared by all of its rows: a class, so that a row holds one
/// reference instead of a copy of every colour.
public final class ChatAppearance: Sendable {
  public let style: ChatStyle
  public let strings: ChatStrings

  public init(style: ChatStyle = ChatStyle(), strings: ChatStrings = ChatStrings()) {
    self.style = style
    self.strings = strings
  }
}
