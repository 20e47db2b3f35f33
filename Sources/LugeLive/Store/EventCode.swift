/// Kind of an event as a column's value.
enum EventCode: Int64 {
  case message = 0
  case edit, reaction, redaction, service, encrypted, hidden, vote, pollEnd

  init(_ kind: RoomEvent.Kind) {
    switch kind {
    case .message: self = .message
    case .edit: self = .edit
    case .reaction: self = .reaction
    case .redaction: self = .redaction
    case .service: self = .service
    case .encrypted: self = .encrypted
    case .hidden: self = .hidden
    case .vote: self = .vote
    case .pollEnd: self = .pollEnd
    }
  }
}
