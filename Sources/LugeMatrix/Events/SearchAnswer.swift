/// Response of `/search`.
struct SearchAnswer: Decodable, Sendable {
  struct Result: Decodable, Sendable {
    var event: MatrixEvent
    var room: String

    struct Unreadable: Error {}

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      guard let event: MatrixEvent = fields["result"],
        let room: String = fields.fields("result")["room_id"]
      else { throw Unreadable() }
      self.event = event
      self.room = room
    }
  }

  var results: Lenient<Result>

  init(from decoder: any Decoder) throws {
    results =
      Fields(decoder).fields("search_categories").fields("room_events")["results"] ?? .init()
  }
}
