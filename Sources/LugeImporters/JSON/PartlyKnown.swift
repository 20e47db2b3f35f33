import LugeArchive

/// Fields that a reader reads in part: what it has not read of them is kept in
/// ``MessageRecord/unknownFields``.
struct PartlyKnown {
  let fields: Set<String>
  /// Names, at any depth of the fields, of what means nothing outside of its program, or says again
  /// what is read.
  let omitted: Set<String>

  init(_ fields: Set<String>, omitting omitted: Set<String> = []) {
    self.fields = fields
    self.omitted = omitted
  }
}

extension JSONValue {
  /// Whether it is null, or an array or object without values.
  var isVoid: Bool {
    switch kind {
    case .null: true
    case .object, .array: tape.tokens[index].next == index + 1
    default: false
    }
  }

  /// Returns the indices of the scalars that no reader has looked at, and of the arrays and objects
  /// around them; an empty set if there are none. Nulls and empty texts are left out.
  ///
  /// - Complexity: O(tokens); nesting uses no stack.
  fileprivate func unread(omitting omitted: Set<String>) -> Set<Int> {
    var kept: Set<Int> = []
    var open: [(index: Int, end: Int, isObject: Bool)] = []
    var index = index
    let end = tape.tokens[index].next
    while index < end {
      while let last = open.last, last.end <= index { open.removeLast() }
      if open.last?.isObject == true {
        let name = JSONValue(tape: tape, index: index).scalarText ?? ""
        index += 1
        if omitted.contains(name) {
          index = tape.tokens[index].next
          continue
        }
      }
      let token = tape.tokens[index]
      switch token.kind {
      case .object, .array: open.append((index, token.next, token.kind == .object))
      case .null: break
      case .no, .yes, .number, .string:
        guard !token.isRead, token.kind != .string || token.count > 0 else { break }
        kept.insert(index)
        // Around an array or object that is kept, all are.
        for around in open.reversed() {
          guard kept.insert(around.index).inserted else { break }
        }
      }
      index += 1
    }
    return kept
  }
}

extension JSONWriter {
  /// Returns what was not read of an object, as a JSON object: fields of other names, and the rest
  /// of those that are known in part. Nil if all was read.
  ///
  /// - Parameters:
  ///   - known: fields of which nothing is kept, unless they are known in part.
  ///   - additions: fields that the object does not have.
  func unknown(
    of value: JSONValue, except known: Set<String>, partly: PartlyKnown,
    adding additions: [(name: String, text: String)] = []
  ) -> String? {
    var begun = false
    func begin(_ name: String) {
      if !begun { beginObject() }
      begun = true
      string(name)
    }
    for (key, value) in value.fields where !value.isVoid {
      let name = key.scalarText ?? ""
      if partly.fields.contains(name) {
        let kept = value.unread(omitting: partly.omitted)
        guard !kept.isEmpty else { continue }
        begin(name)
        write(value) { kept.contains($0) }
      } else if !known.contains(name) {
        begin(name)
        self.value(value)
      }
    }
    for (name, text) in additions where !text.isEmpty {
      begin(name)
      string(text)
    }
    guard begun else { return nil }
    endObject()
    return take()
  }
}
