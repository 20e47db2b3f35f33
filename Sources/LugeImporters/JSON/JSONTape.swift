import LugeArchive

/// One JSON value as a flat list of tokens over one buffer: written by a streaming parser without
/// an allocation per value, read through ``JSONValue``, and reused for the next one.
final class JSONTape {
  enum Kind: UInt8 {
    case null, no, yes, number, string, object, array
  }

  struct Token {
    var kind: Kind
    /// Whether a reader has looked at this scalar. Names of fields count as read.
    var isRead = false
    /// Whether it is part of what ``JSONTape/selectUnread(in:omitting:)`` has selected.
    var isSelected = false
    /// Range of a scalar in ``bytes``; unused for containers.
    var start: Int
    var count: Int
    /// Index of the token after this value and its contents.
    var next: Int

    /// Whether it is a scalar that says something, and that nobody has looked at.
    fileprivate var isUnread: Bool {
      switch kind {
      case .yes, .number: !isRead
      case .string: !isRead && count > 0
      case .null, .no, .object, .array: false
      }
    }
  }

  private(set) var tokens: [Token] = []
  private(set) var bytes: [UInt8] = []
  private var open: [Int] = []
  /// Number of open containers.
  private var depth = 0

  /// Records that a reader has looked at a scalar, so that it is not also kept as unknown.
  func noteRead(_ index: Int) { tokens[index].isRead = true }

  func noteAllRead(in index: Int) {
    for inner in index..<tokens[index].next { tokens[inner].isRead = true }
  }

  /// Selects the scalars within a value that nobody has looked at, and the arrays and objects
  /// around them; nulls, `false` and empty texts are left out.
  ///
  /// - Parameter isOmitted: whether a field is left out, by the index of its name.
  /// - Returns: `false` if there are none.
  func selectUnread(in value: Int, omitting isOmitted: (Int) -> Bool) -> Bool {
    let end = tokens[value].next
    guard (value..<end).contains(where: { tokens[$0].isUnread }) else { return false }
    var isAny = false
    var index = value
    // Nothing is open after the end of what was read.
    open.removeAll(keepingCapacity: true)
    while index < end {
      while let last = open.last, tokens[last].next <= index { open.removeLast() }
      if let last = open.last, tokens[last].kind == .object {
        let isLeftOut = isOmitted(index)
        index += 1
        if isLeftOut {
          tokens[index].isSelected = false
          index = tokens[index].next
          continue
        }
      }
      tokens[index].isSelected = tokens[index].isUnread
      if tokens[index].isSelected {
        isAny = true
        // Around one that is selected, all are.
        for around in open.reversed() {
          guard !tokens[around].isSelected else { break }
          tokens[around].isSelected = true
        }
      } else if tokens[index].kind == .object || tokens[index].kind == .array {
        open.append(index)
      }
      index += 1
    }
    open.removeAll(keepingCapacity: true)
    return isAny
  }

  /// Whether a string was not valid UTF-8.
  var hadInvalidText = false

  /// Maximum bytes of a value; a larger one is not kept.
  private let limit: Int
  /// Whether the value is larger than the limit: then ``root`` is nil.
  private(set) var isTooLarge = false

  init(limit: Int = .max) { self.limit = limit }

  /// Number of bytes that the tape holds.
  var size: Int { bytes.count + tokens.count * MemoryLayout<Token>.stride }
  var isInside: Bool { depth > 0 }
  var root: JSONValue? { tokens.isEmpty ? nil : JSONValue(tape: self, index: 0) }

  func clear() {
    empty(keepingCapacity: true)
    depth = 0
    isTooLarge = false
    hadInvalidText = false
  }

  /// Drops the value until the tape is cleared.
  func giveUp() {
    isTooLarge = true
    empty(keepingCapacity: false)
  }

  private func empty(keepingCapacity: Bool) {
    tokens.removeAll(keepingCapacity: keepingCapacity)
    bytes.removeAll(keepingCapacity: keepingCapacity)
    open.removeAll(keepingCapacity: keepingCapacity)
  }

  func append(_ kind: Kind) { append(kind, nil) }

  func append(_ kind: Kind, _ text: UnsafeBufferPointer<UInt8>?) {
    guard !isTooLarge else { return }
    guard size + (text?.count ?? 0) <= limit else { return giveUp() }
    tokens.append(
      Token(kind: kind, start: bytes.count, count: text?.count ?? 0, next: tokens.count + 1))
    if let text { bytes.append(contentsOf: text) }
  }

  /// Appends the name of a field.
  func appendName(_ text: UnsafeBufferPointer<UInt8>) {
    append(.string, text)
    if !isTooLarge { tokens[tokens.count - 1].isRead = true }
  }

  func begin(_ kind: Kind) {
    depth += 1
    guard !isTooLarge else { return }
    open.append(tokens.count)
    append(kind, nil)
  }

  func end() {
    depth -= 1
    if let index = open.popLast() { tokens[index].next = tokens.count }
  }
}

/// A value on a tape. Valid until the tape is cleared.
struct JSONValue {
  let tape: JSONTape
  let index: Int

  var kind: JSONTape.Kind { tape.tokens[index].kind }
  var isNull: Bool { kind == .null }

  /// Text of a string; invalid UTF-8 becomes U+FFFD, which the tape records.
  var string: String? {
    kind == .string ? text : nil
  }

  /// Text of a string, or of a number as written.
  var scalarText: String? {
    kind == .string || kind == .number ? text : nil
  }

  /// An integer, or a string with an integer.
  var integer: Int64? {
    guard kind == .number || kind == .string else { return nil }
    tape.noteRead(index)
    return withBytes { bytes in
      if bytes.count <= 18 {
        var value: Int64 = 0
        var digits = bytes[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard !digits.isEmpty else { return nil }
        for digit in digits {
          guard digit >= 0x30, digit <= 0x39 else { return nil }
          value = value * 10 + Int64(digit - 0x30)
        }
        return isNegative ? -value : value
      }
      return Int64(String(decoding: bytes, as: UTF8.self))
    }
  }

  var double: Double? { scalarText.flatMap(Double.init) }

  /// A boolean, or a string with a boolean.
  var boolean: Bool? {
    tape.noteRead(index)
    return switch kind {
    case .yes: true
    case .no: false
    case .string: string == "true" ? true : string == "false" ? false : nil
    default: nil
    }
  }

  /// Elements of an array; empty for other values.
  var elements: JSONElements {
    JSONElements(tape: tape, index: index + 1, end: kind == .array ? end : index + 1)
  }

  /// Fields of an object; empty for other values.
  var fields: JSONFields {
    JSONFields(tape: tape, index: index + 1, end: kind == .object ? end : index + 1)
  }

  /// Returns the value of an object's field; the last one if it is repeated.
  ///
  /// - Complexity: O(fields).
  subscript(name: String) -> JSONValue? {
    var found: JSONValue?
    for (key, value) in fields where key.holds(name) { found = value }
    return found
  }

  func equals(_ text: String) -> Bool {
    tape.noteRead(index)
    return holds(text)
  }

  private func holds(_ text: String) -> Bool {
    kind == .string && withBytes { $0.elementsEqual(text.utf8) }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let token = tape.tokens[index]
    return tape.bytes.withUnsafeBufferPointer { all in
      body(UnsafeBufferPointer(rebasing: all[token.start..<token.start + token.count]))
    }
  }

  private var end: Int { tape.tokens[index].next }

  private var text: String {
    tape.noteRead(index)
    return plainText
  }

  /// Text of a scalar, without noting that somebody has read it.
  var plainText: String {
    withBytes { bytes in
      if let valid = String(validating: bytes, as: UTF8.self) { return valid }
      tape.hadInvalidText = true
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

struct JSONElements: Sequence, IteratorProtocol {
  let tape: JSONTape
  var index: Int
  let end: Int

  mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index = tape.tokens[index].next }
    return JSONValue(tape: tape, index: index)
  }
}

struct JSONFields: Sequence, IteratorProtocol {
  let tape: JSONTape
  var index: Int
  let end: Int

  mutating func next() -> (key: JSONValue, value: JSONValue)? {
    guard index + 1 < end else { return nil }
    let key = JSONValue(tape: tape, index: index)
    let value = JSONValue(tape: tape, index: index + 1)
    index = tape.tokens[index + 1].next
    return (key, value)
  }
}

extension JSONWriter {
  /// Writes a value from its tape.
  ///
  /// - Complexity: O(tokens); nesting uses no stack.
  func value(_ value: JSONValue) {
    write(value) { _ in true }
  }

  /// Writes those values within a value that `isKept` holds for, by their indices on the tape. It
  /// has to hold for the arrays and objects around them as well.
  func write(_ value: JSONValue, where isKept: (Int) -> Bool) {
    let tape = value.tape
    var open: [(end: Int, kind: JSONTape.Kind)] = []
    var index = value.index
    let end = tape.tokens[index].next
    while index < end {
      let isKey = open.last?.kind == .object
      if !isKept(isKey ? index + 1 : index) {
        index = tape.tokens[isKey ? index + 1 : index].next
        close(&open, at: index)
        continue
      }
      if isKey {
        string(JSONValue(tape: tape, index: index).plainText)
        index += 1
      }
      let item = JSONValue(tape: tape, index: index)
      switch item.kind {
      case .null: null()
      case .no: boolean(false)
      case .yes: boolean(true)
      case .number: item.withBytes { number($0) }
      case .string: string(item.plainText)
      case .object, .array:
        if item.kind == .object { beginObject() } else { beginArray() }
        open.append((tape.tokens[index].next, item.kind))
      }
      index += 1
      close(&open, at: index)
    }
  }

  /// Ends the arrays and objects that end at an index of the tape.
  private func close(_ open: inout [(end: Int, kind: JSONTape.Kind)], at index: Int) {
    while let last = open.last, last.end == index {
      if last.kind == .object { endObject() } else { endArray() }
      open.removeLast()
    }
  }

  func write(_ fields: [JSONFields.Element]) {
    for (key, value) in fields {
      string(key.plainText)
      self.value(value)
    }
  }
}
