import LugeImporters

/// An event of a Matrix server. Invalid fields are nil; an event must have an id, a type and a
/// sender.
public struct MatrixEvent: Decodable, Sendable {
  public var id: String
  public var type: String
  public var sender: String
  /// Milliseconds since 1970.
  public var time: Int64
  public var stateKey: String?
  public var content: MatrixContent
  /// Id of the event that this one redacts; newer rooms have it in the content.
  public var redacts: String?
  public var transaction: String?
  public var isRedacted: Bool
  /// Previous membership of the person, in membership events.
  public var previousMembership: String?
  /// Previous name of the person, in membership events.
  public var previousName: String?
  /// The latest edit, which servers include.
  public var edit: Box?
  /// Content of a state event that decides whether the user may write; otherwise nil.
  var notice: RoomNotice?
  /// Content of an event about a poll; otherwise nil.
  var poll: MatrixPoll?

  /// An event within an event.
  public final class Box: Sendable {
    public let event: MatrixEvent
    init(_ event: MatrixEvent) { self.event = event }
  }

  struct Unreadable: Error {}

  /// Edit within an event. No edit is read of an event within an event, and no content of content
  /// within content, so that the work does not grow with the depth that a sender chooses.
  private struct Edit: Decodable {
    let event: MatrixEvent
    init(from decoder: any Decoder) throws { event = try MatrixEvent(Fields(decoder)) }
  }

  public init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    try self.init(fields)
    let relations = fields.fields("unsigned").fields("m.relations")
    edit = relations["m.replace", Edit.self].map { Box($0.event) }
  }

  private init(_ fields: Fields) throws {
    guard let id: String = fields["event_id"], let type: String = fields["type"],
      let sender: String = fields["sender"], !id.isEmpty, id.utf8.count <= 255,
      sender.utf8.count <= 255, !id.hasPrefix("~")
    else { throw Unreadable() }
    self.id = id
    self.type = type
    self.sender = sender
    time = fields.number("origin_server_ts") ?? 0
    stateKey = fields["state_key"]
    content = fields["content"] ?? MatrixContent()
    redacts = fields["redacts"] ?? content.redacts
    let unsigned = fields.fields("unsigned")
    transaction = unsigned["transaction_id"]
    isRedacted = unsigned["redacted_because", Anything.self] != nil
    let previous = unsigned.fields("prev_content")
    previousMembership = previous["membership"]
    previousName = previous["displayname"]
    notice = stateKey.flatMap {
      RoomNotice(
        type: type, key: $0, sender: sender, before: previousMembership, fields.fields("content"))
    }
    if stateKey == nil, type.contains(".poll.") {
      let whole = fields.fields("content")
      // A new version stands within the event that brings it.
      let isEdit = content.relation == "m.replace"
      poll = MatrixPoll(type: type, isEdit ? whole.fields("m.new_content") : whole)
    }
  }
}

/// Fields of contents that Luge interprets.
public struct MatrixContent: Decodable, Sendable {
  // Messages.
  public var kind: String?
  public var body: String?
  public var format: String?
  public var html: String?
  public var fileName: String?
  public var url: String?
  public var isEncryptedFile = false
  /// Whether a recording is a voice message.
  public var isVoice = false
  /// Description and coordinates of a place.
  public var place: String?
  public var info = Info()
  public var newContent: Box?
  /// The original author, if it was forwarded.
  public var forwardedFrom: String?
  // Relations.
  public var relation: String?
  public var target: String?
  public var emoji: String?
  public var reply: String?
  /// Whether the reply is only meant for programs without threads.
  public var isFallingBack = false
  public var redacts: String?
  // States.
  public var name: String?
  public var topic: String?
  public var membership: String?
  /// Whether an invitation is to a conversation with one person.
  public var isDirect = false
  public var displayName: String?
  public var picture: String?
  public var alias: String?
  public var algorithm: String?

  /// The first event of the thread that it is written in; nil outside of threads.
  var thread: String? { relation == "m.thread" ? target : nil }

  /// The event that it replies to; nil if that is only meant for programs without threads.
  var answered: String? { relation == "m.thread" && isFallingBack ? nil : reply }

  public final class Box: Sendable {
    public let content: MatrixContent
    init(_ content: MatrixContent) { self.content = content }
  }

  public struct Info: Sendable {
    public var mimeType: String?
    public var size: Int64?
    public var width: Int?
    public var height: Int?
    /// Milliseconds.
    public var duration: Int64?
    public var blurHash: String?
    /// Address of a thumbnail.
    public var thumbnail: String?
  }

  init() {}

  private struct New: Decodable {
    let content: MatrixContent
    init(from decoder: any Decoder) throws { content = MatrixContent(Fields(decoder)) }
  }

  public init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    self.init(fields)
    newContent = fields["m.new_content", New.self].map { Box($0.content) }
  }

  private init(_ fields: Fields) {
    kind = fields["msgtype"]
    body = fields["body"]
    format = fields["format"]
    html = fields["formatted_body"]
    fileName = fields["filename"]
    url = fields["url"]
    isEncryptedFile = fields["file", Anything.self] != nil
    isVoice = fields["org.matrix.msc3245.voice", Anything.self] != nil
    place = Self.place(fields, body: body, isPlace: kind == "m.location")
    let info = fields.fields("info")
    self.info.mimeType = info["mimetype"]
    self.info.size = info.number("size")
    self.info.width = info.number("w").flatMap { Int(exactly: $0) }
    self.info.height = info.number("h").flatMap { Int(exactly: $0) }
    self.info.duration = info.number("duration")
    self.info.blurHash = info["xyz.amorgan.blurhash"]
    self.info.thumbnail = info["thumbnail_url"]
    let origin: String? = fields.fields("m.forwarded")["sender"]
    forwardedFrom = origin.flatMap { $0.isEmpty || $0.utf8.count > 255 ? nil : $0 }
    let relates = fields.fields("m.relates_to")
    relation = relates["rel_type"]
    target = relates["event_id"]
    emoji = relates["key"]
    reply = relates.fields("m.in_reply_to")["event_id"]
    isFallingBack = relates["is_falling_back"] ?? false
    redacts = fields["redacts"]
    name = fields["name"]
    topic = fields["topic"]
    membership = fields["membership"]
    isDirect = fields["is_direct"] ?? false
    displayName = fields["displayname"]
    picture = fields["avatar_url"]
    alias = fields["alias"]
    algorithm = fields["algorithm"]
  }

  /// Returns what a location says; nil for other contents.
  ///
  /// - Parameter isPlace: whether its kind says that it is one; an event of a kind of its own is
  ///   known by its field.
  private static func place(_ fields: Fields, body: String?, isPlace: Bool) -> String? {
    var place = fields.fields("m.location")
    var uri: String? = place["uri"]
    if uri == nil {
      place = fields.fields("org.matrix.msc3488.location")
      uri = place["uri"]
    }
    guard isPlace || uri != nil else { return nil }
    return MatrixPlace.note(
      uri: uri ?? fields["geo_uri"], description: place["description"], body: body)
  }
}
