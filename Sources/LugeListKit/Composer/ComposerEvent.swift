public import LugeCore

/// Action of the user in a ``ChatComposer``; the program carries it out.
public enum ComposerEvent: Hashable, Sendable {
  /// Send a message.
  case send(OutgoingMessage)
  /// Change the text of a message that was sent.
  case edit(ItemID, text: String)
  /// The user began to write, or stopped: reported once each, not at every key.
  case typing(Bool)
}

/// A message to send.
public struct OutgoingMessage: Hashable, Sendable {
  /// Text without surrounding spaces; empty if there are only attachments.
  public var text: String
  public var attachments: [OutgoingAttachment]
  /// The message that it answers; nil if it is not a reply.
  public var replyTo: ItemID?

  public init(text: String, attachments: [OutgoingAttachment] = [], replyTo: ItemID? = nil) {
    self.text = text
    self.attachments = attachments
    self.replyTo = replyTo
  }
}

/// A file to send with a message.
public struct OutgoingAttachment: Hashable, Sendable {
  public var path: String
  /// Name to show.
  public var name: String
  public var byteSize: Int64
  /// Whether the file was made for this message (a pasted picture): the program may move or remove
  /// it.
  public var isTemporary: Bool

  public init(path: String, name: String, byteSize: Int64, isTemporary: Bool = false) {
    self.path = path
    self.name = name
    self.byteSize = byteSize
    self.isTemporary = isTemporary
  }
}

/// Limits on the attachments of one message.
public struct AttachmentLimits: Hashable, Sendable {
  public var count = 10
  /// Maximum bytes of one file.
  public var bytes: Int64 = AttachmentLimit.bytes

  public init() {}
}

/// The message being answered, as shown above the field.
public struct ComposerQuote: Hashable, Codable, Sendable {
  private var number: Int64
  public var author: String
  /// Beginning of its text.
  public var excerpt: String
  /// Nil in drafts of earlier versions, which did not store it.
  private var own: Bool?

  public var item: ItemID { ItemID(number) }
  /// Whether the user wrote it.
  public var isOwn: Bool { own == true }

  public init(_ item: ItemID, author: String, excerpt: String, isOwn: Bool = false) {
    number = item.rawValue
    self.author = author
    self.excerpt = String(excerpt.prefix(200))
    own = isOwn ? true : nil
  }
}

/// A message of the user that can be edited.
public struct EditableMessage: Hashable, Sendable {
  public var item: ItemID
  public var text: String

  public init(_ item: ItemID, text: String) {
    self.item = item
    self.text = text
  }
}

/// A person who can be mentioned.
public struct ComposerPerson: Hashable, Sendable {
  public var name: String
  /// Handle without "@" by which others know the person; nil: the name is used.
  public var handle: String?
  /// Picture of the person; nil: initials are shown.
  public var picture: ImageKey?
  /// Background of the initials, and their own colour.
  public var color, letters: RGBA

  public init(
    name: String, handle: String? = nil, picture: ImageKey? = nil,
    color: RGBA = DesignTokens.standard.colors.accent.light,
    letters: RGBA = DesignTokens.standard.colors.initials.light
  ) {
    self.letters = letters
    self.name = name
    self.handle = handle
    self.picture = picture
    self.color = color
  }

  /// The text that mentions the person.
  var mention: String { "@\(handle ?? name)" }
}
