import GRDB

/// How ``MessageRecord/Kind`` and source keys are kept in columns.
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

/// A source key as the column holds it: an integer when it is written as one.
func keyValue(_ key: String) -> DatabaseValue {
  if key.utf8.count < 20, let number = Int64(key), String(number) == key {
    return number.databaseValue
  }
  return key.databaseValue
}
