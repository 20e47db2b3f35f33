import LugeArchive

/// What a reader knows of the fields of a message: what it has not read of them is kept in
/// ``MessageRecord/unknownFields``, and so are fields of other names.
///
/// What is left out has to be named. All else of an export is shown or kept.
struct KnownFields: Sendable {
  private struct Use: OptionSet {
    let rawValue: UInt8
    static let read = Use(rawValue: 1)
    static let dropped = Use(rawValue: 2)
    static let omitted = Use(rawValue: 4)
  }

  private let names: NameTable<Use>
  private let omittedBeginnings: [[UInt8]]

  /// - Parameters:
  ///   - read: fields that are read, at least in part.
  ///   - dropped: fields of which nothing is kept.
  ///   - omitted: names of fields, at any depth of those that are read, of what means nothing
  ///     outside of its program, or says again what is read. `thumb_*` is all that begin so.
  init(_ read: [String], dropping dropped: [String] = [], omitting omitted: [String] = []) {
    var uses: [String: Use] = [:]
    for name in read { uses[name, default: []].insert(.read) }
    for name in dropped { uses[name, default: []].insert(.dropped) }
    for name in omitted where name.last != "*" { uses[name, default: []].insert(.omitted) }
    names = NameTable(uses.map { ($0.key, $0.value) })
    omittedBeginnings = omitted.filter { $0.last == "*" }.map { Array($0.dropLast().utf8) }
  }

  /// Whether a message's field of this name is one of those that are read or dropped.
  func contains(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { names.value(of: $0)?.isDisjoint(with: [.read, .dropped]) == false }
  }

  fileprivate enum Treatment { case whole, rest, nothing }

  /// What is kept of a message's field that is not void.
  fileprivate func treatment(of key: JSONValue) -> Treatment {
    key.withBytes { name in
      guard let use = names.value(of: name) else { return .whole }
      return use.contains(.dropped) ? .nothing : use.contains(.read) ? .rest : .whole
    }
  }

  /// Whether a field is left out of the rest of one that is read.
  fileprivate func omits(_ key: JSONValue) -> Bool {
    key.withBytes { name in
      names.value(of: name)?.contains(.omitted) == true
        || omittedBeginnings.contains { name.starts(with: $0) }
    }
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

  /// Notes that a value says again what is read, so that it is not kept.
  func noteAllRead() { tape.noteAllRead(in: index) }

  /// Notes it of a text that is equal to another one.
  func noteRead(ifEqualTo text: String?) {
    if let text, kind == .string, withBytes({ $0.elementsEqual(text.utf8) }) {
      tape.noteRead(index)
    }
  }

  /// Selects the scalars that no reader has looked at, and the arrays and objects around them, for
  /// ``JSONWriter/write(_:where:)``. Nulls, `false` and empty texts are left out.
  ///
  /// - Returns: `false` if there are none.
  /// - Complexity: O(tokens); nesting uses no stack, and nothing is allocated.
  func selectRest(of known: KnownFields) -> Bool {
    tape.selectUnread(in: index) { known.omits(JSONValue(tape: tape, index: $0)) }
  }
}

extension JSONWriter {
  /// Returns what was not read of an object, as a JSON object: fields of other names, and the rest
  /// of those that are known. Nil if all was read.
  ///
  /// - Parameter additions: fields that the object does not have; empty ones are left out.
  func unknown(
    of value: JSONValue, _ known: KnownFields, adding additions: [(name: String, text: String)] = []
  ) -> String? {
    var begun = false
    func begin() {
      if !begun { beginObject() }
      begun = true
    }
    for (key, value) in value.fields where !value.isVoid {
      switch known.treatment(of: key) {
      case .nothing: continue
      case .whole:
        begin()
        string(key.plainText)
        self.value(value)
      case .rest:
        guard !known.omits(key), value.selectRest(of: known) else { continue }
        begin()
        string(key.plainText)
        rest(of: value)
      }
    }
    for (name, text) in additions where !text.isEmpty {
      begin()
      field(name, text)
    }
    guard begun else { return nil }
    endObject()
    return take()
  }

  /// Writes what ``JSONValue/selectRest(of:)`` has selected of a value.
  func rest(of value: JSONValue) { write(value) { value.tape.tokens[$0].isSelected } }
}
