import LugeArchive

/// The fields of one message by name, and which of them were used. Reused for each message.
struct TelegramObject {
  private var values: [JSONValue?]
  private var isTaken: [Bool]
  private var others: [(key: JSONValue, value: JSONValue)] = []
  private let table = TelegramFieldTable.shared

  init() {
    values = Array(repeating: nil, count: TelegramField.allCases.count)
    isTaken = Array(repeating: false, count: values.count)
  }

  mutating func load(_ object: JSONValue) {
    for index in values.indices {
      values[index] = nil
      isTaken[index] = false
    }
    others.removeAll(keepingCapacity: true)
    for (key, value) in object.fields {
      if let field = key.withBytes(table.value(of:)) {
        values[field.ordinal] = value
      } else {
        others.append((key, value))
      }
    }
  }

  /// Returns a field without marking it as used.
  func peek(_ field: TelegramField) -> JSONValue? { values[field.ordinal] }

  func has(_ field: TelegramField) -> Bool { values[field.ordinal] != nil }

  /// Returns a field that Luge does not know, such as the details of a service entry.
  func other(_ name: String) -> JSONValue? { others.last { $0.key.equals(name) }?.value }

  /// Returns a field and marks it as used, so that it is not kept among the unknown ones.
  mutating func take(_ field: TelegramField) -> JSONValue? {
    isTaken[field.ordinal] = true
    return values[field.ordinal]
  }

  mutating func string(_ field: TelegramField) -> String? { take(field)?.string }
  mutating func integer(_ field: TelegramField) -> Int64? { take(field)?.integer }

  /// Fields with fields of their own, of which the rest is kept.
  private static let containers: [TelegramField] = [
    .contact, .location, .poll, .invoice, .todoList, .buttons, .reactions,
  ]
  private static let known = KnownFields(
    [], omitting: ["button_id", "dataBase64", "date", "document_id", "from_id", "id", "type"])

  /// Returns the unused fields as one JSON object; nil if there are none.
  func remainder(with writer: JSONWriter) -> String? {
    let untaken = TelegramField.allCases.filter {
      !isTaken[$0.ordinal] && values[$0.ordinal] != nil
    }
    let rests = Self.containers.filter {
      isTaken[$0.ordinal] && values[$0.ordinal]?.selectRest(of: Self.known) == true
    }
    guard !others.isEmpty || !untaken.isEmpty || !rests.isEmpty else { return nil }
    writer.beginObject()
    for field in untaken {
      guard let value = values[field.ordinal] else { continue }
      writer.key(field.name)
      writer.value(value)
    }
    for field in rests {
      guard let value = values[field.ordinal] else { continue }
      writer.key(field.name)
      writer.rest(of: value)
    }
    writer.write(others)
    writer.endObject()
    return writer.take()
  }
}
