import GRDB

/// ``MessageRecord/Kind`` as a column's value.
enum StoredKind: Int64 {
  case message = 0
  case service = 1
  case deleted = 2

  init(_ kind: MessageRecord.Kind) {
    switch kind {
    case .message: self = .message
    case .service: self = .service
    case .deleted: self = .deleted
    }
  }

  static func kind(_ code: Int64?, action: String?) -> MessageRecord.Kind {
    switch StoredKind(rawValue: code ?? 0) {
    case .service: .service(action: action ?? "")
    case .deleted: .deleted
    case .message, nil: .message
    }
  }
}
