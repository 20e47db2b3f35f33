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
  integerKey(key)?.databaseValue ?? key.databaseValue
}

/// The number that a key is, when the number's own spelling is the key.
func integerKey(_ key: String) -> Int64? {
  let digits = key.utf8
  guard let first = digits.first, digits.count < 19 else { return nil }
  if first == UInt8(ascii: "0") { return digits.count == 1 ? 0 : nil }
  let isNegative = first == UInt8(ascii: "-")
  guard !isNegative || (digits.count > 1 && digits.dropFirst().first != UInt8(ascii: "0"))
  else { return nil }
  var value: Int64 = 0
  for digit in isNegative ? digits.dropFirst() : digits[...] {
    guard digit >= 0x30, digit <= 0x39 else { return nil }
    value = value * 10 + Int64(digit - 0x30)
  }
  return isNegative ? -value : value
}
