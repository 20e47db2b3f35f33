public import LugeCore

/// What a person did in a ``ChatComposer``, for the program that carries it out.
public enum ComposerEvent: Hashable, Sendable {
  /// A message is to be sent.
  case send(OutgoingMessage)
  /// A message that was sent before is to say something else.
  case edit(ItemID, text: String)
  /// The person began to write, or stopped: told once each time, not with every key.
  case typing(Bool)
}

/// What is to be sent.
public struct OutgoingMessage: Hashable, Sendable {
  /// As it was written, without blanks around it; empty when only attachments go.
  public var text: String
  public var attachments: [OutgoingAttachment]
  /// The message that it answers.
  public var replyTo: ItemID?

  public init(text: String, attachments: [OutgoingAttachment] = [], replyTo: ItemID? = nil) {
    self.text = text
    self.attachments = attachments
    self.replyTo = replyTo
  }
}

/// A file that goes along with a message.
public struct OutgoingAttachment: Hashable, Sendable {
  public var path: String
  /// What it is called.
  public var name: String
  public var byteSize: Int64
  /// It was made for this message (a picture that was pasted): whoever sends it may move or remove
  /// the file.
  public var isTemporary: Bool

  public init(path: String, name: String, byteSize: Int64, isTemporary: Bool = false) {
    self.path = path
    self.name = name
    self.byteSize = byteSize
    self.isTemporary = isTemporary
  }
}

/// How much may go along with one message.
public struct AttachmentLimits: Hashable, Sendable {
  public var count = 10
  /// Bytes of one file.
  public var bytes: Int64 = 100_000_000

  public init() {}
}

/// A message that is answered, as the bar above the field says it.
public struct ComposerQuote: Hashable, Codable, Sendable {
  private var number: Int64
  public var author: String
  /// The beginning of what it says.
  public var excerpt: String

  public var item: ItemID { ItemID(number) }

  public init(_ item: ItemID, author: String, excerpt: String) {
    number = item.rawValue
    self.author = author
    self.excerpt = String(excerpt.prefix(200))
  }
}

/// A message of one's own that can be edited.
public struct EditableMessage: Hashable, Sendable {
  public var item: ItemID
  public var text: String

  public init(_ item: ItemID, text: String) {
    self.item = item
    self.text = text
  }
}

/// Somebody who can be named in a message.
public struct ComposerPerson: Hashable, Sendable {
  public var name: String
  /// By which the person is known to others, without "@"; nil when the name is all there is.
  public var handle: String?

  public init(name: String, handle: String? = nil) {
    self.name = name
    self.handle = handle
  }

  /// What is written for the person.
  var mention: String { "@\(handle ?? name)" }
}
