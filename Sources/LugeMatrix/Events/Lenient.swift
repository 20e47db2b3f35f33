/// An array whose invalid elements are omitted and counted.
struct Lenient<Element: Decodable & Sendable>: Decodable, Sendable {
  var elements: [Element] = []
  var leftOut = 0

  init() {}

  init(from decoder: any Decoder) throws {
    guard var values = try? decoder.unkeyedContainer() else {
      leftOut = 1
      return
    }
    while !values.isAtEnd {
      if let element = try? values.decode(Element.self) {
        elements.append(element)
      } else {
        leftOut += 1
        // Skip the element that could not be decoded.
        guard (try? values.decode(Anything.self)) != nil else { return }
      }
    }
  }
}

/// Any value.
struct Anything: Decodable, Sendable {
  init(from decoder: any Decoder) throws {}
}

/// Key of an object's field.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(_ name: String) { stringValue = name }
}

/// Reads fields by name; nil for missing ones and those of another type: a number in place of a
/// text loses the field but not the event.
struct Fields {
  private let values: KeyedDecodingContainer<AnyKey>?

  init(_ decoder: any Decoder) { values = try? decoder.container(keyedBy: AnyKey.self) }
  private init(_ values: KeyedDecodingContainer<AnyKey>?) { self.values = values }

  subscript<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) -> Value? {
    try? values?.decodeIfPresent(type, forKey: AnyKey(name))
  }

  func fields(_ name: String) -> Fields {
    Fields(try? values?.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name)))
  }

  /// Returns a whole number, also if it is written with a fraction; limited to the range.
  func number(_ name: String) -> Int64? {
    if let whole: Int64 = self[name] { return whole }
    guard let number: Double = self[name], number.isFinite else { return nil }
    return number >= 9e18 ? .max : number <= -9e18 ? .min : Int64(number)
  }

  var names: [String] { values?.allKeys.map(\.stringValue) ?? [] }
}

/// An object whose values are decoded one by one; invalid ones are omitted and counted.
struct LenientMap<Value: Decodable & Sendable>: Decodable, Sendable {
  var values: [String: Value] = [:]
  var leftOut = 0

  init() {}

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    for name in fields.names {
      if let value: Value = fields[name] { values[name] = value } else { leftOut += 1 }
    }
  }
}

/// Removes parts of JSON that are nested too deeply: one such event would make all others in the
/// response unreadable.
enum JSONDepth {
  /// - Returns: the text with `null` in place of deeper parts.
  /// - Complexity: O(bytes).
  static func cut(_ json: [UInt8], below limit: Int = 100) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in json {
      let isKept = depth <= limit
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        if isKept { result.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isText = true
        if isKept { result.append(byte) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth <= limit {
          result.append(byte)
        } else if depth == limit + 1 {
          result += Array("null".utf8)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth <= limit { result.append(byte) }
        depth -= 1
      default: if isKept { result.append(byte) }
      }
    }
    return result
  }
}
