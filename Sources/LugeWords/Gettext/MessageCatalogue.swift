#if canImport(Glibc)
  import Glibc
#endif

/// Compiled catalogue of gettext (`.mo`): read as a whole, looked up by binary search.
///
/// Nothing in the file is trusted: each offset is checked where it is used, and an invalid file has
/// no translations.
struct MessageCatalogue: Sendable {
  private let bytes: [UInt8]
  private let isSwapped: Bool
  private let count: Int
  private let originals: Int
  private let translations: Int
  private let rule: PluralRule

  /// Maximum bytes of a file, far more than any catalogue has.
  private static let largest = 16 << 20

  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_size > 0, facts.st_size <= Self.largest else {
      return nil
    }
    let size = Int(facts.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let got = read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
        guard got > 0 else { return }
        filled += got
      }
    }
    self.init(bytes)
  }

  /// Reads a catalogue; nil for another kind of file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let magic = Self.word(bytes, 0, swapped: false) else { return nil }
    switch magic {
    case 0x9504_12de: isSwapped = false
    case 0xde12_0495: isSwapped = true
    default: return nil
    }
    guard let version = Self.word(bytes, 4, swapped: isSwapped), version >> 16 <= 1,
      let count = Self.word(bytes, 8, swapped: isSwapped),
      let originals = Self.word(bytes, 12, swapped: isSwapped),
      let translations = Self.word(bytes, 16, swapped: isSwapped), count <= bytes.count / 16
    else { return nil }
    self.count = Int(count)
    self.originals = Int(originals)
    self.translations = Int(translations)
    var header = ""
    if let slot = Self.slot(bytes, Int(translations), 0, swapped: isSwapped), count > 0 {
      header = String(decoding: slot, as: UTF8.self)
    }
    rule = PluralRule(header: header)
  }

  func translation(_ text: String, context: String?) -> String? {
    // For a text with several forms, the first is the singular.
    guard let found = found(text, context)?.prefix(while: { $0 != 0 }), !found.isEmpty else {
      return nil
    }
    return String(decoding: found, as: UTF8.self)
  }

  func plural(_ one: String, context: String?) -> PluralWords? {
    guard let found = found(one, context), !found.isEmpty else { return nil }
    let forms = found.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return PluralWords(forms: forms, rule: rule)
  }

  /// Returns the bytes of a translation. The empty text, whose translation is the header, is never
  /// looked up.
  private func found(_ text: String, _ context: String?) -> ArraySlice<UInt8>? {
    guard !text.isEmpty else { return nil }
    let key = Array((context.map { $0 + "\u{4}" } ?? "").utf8) + Array(text.utf8)
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let slot = Self.slot(bytes, originals, middle, swapped: isSwapped) else { return nil }
      // The plural of a text follows after a zero byte and is not part of the sort order.
      let original = slot.prefix { $0 != 0 }
      if original.elementsEqual(key) {
        return Self.slot(bytes, translations, middle, swapped: isSwapped)
      }
      if original.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the bytes that an entry of a table refers to.
  private static func slot(
    _ bytes: [UInt8], _ table: Int, _ index: Int, swapped: Bool
  ) -> ArraySlice<UInt8>? {
    guard let length = word(bytes, table + index * 8, swapped: swapped),
      let start = word(bytes, table + index * 8 + 4, swapped: swapped),
      Int(start) + Int(length) <= bytes.count
    else { return nil }
    return bytes[Int(start)..<Int(start) + Int(length)]
  }

  private static func word(_ bytes: [UInt8], _ place: Int, swapped: Bool) -> UInt32? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    return swapped ? value.byteSwapped : value
  }
}
