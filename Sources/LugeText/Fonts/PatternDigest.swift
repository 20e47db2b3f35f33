import CPango
import LugeCore

/// Two patterns of fontconfig's with the same digest say the same, in the same order.
enum PatternDigest {
  /// Of each property its name, and of each of its values kind, value and binding (which decides how much
  /// the value counts when fonts are compared).
  ///
  /// - Returns: nil for a pattern with a value that is not looked into, such as a set of characters.
  /// - Complexity: O(bytes of the values).
  static func of(_ pattern: OpaquePointer) -> UInt64? {
    var mix = RevisionMix()
    var place = FcPatternIter()
    FcPatternIterStart(pattern, &place)
    guard FcPatternIterIsValid(pattern, &place) != 0 else { return mix.revision.rawValue }
    repeat {
      guard let name = FcPatternIterGetObject(pattern, &place) else { return nil }
      mix.add(cString: name)
      for index in 0..<FcPatternIterValueCount(pattern, &place) {
        var value = FcValue()
        var binding = FcValueBindingWeak
        let code = FcPatternIterGetValue(pattern, &place, index, &value, &binding)
        guard code == FcResultMatch else { return nil }
        mix.add(UInt64(binding.rawValue) << 32 | UInt64(truncatingIfNeeded: value.type.rawValue))
        guard mix.add(value) else { return nil }
      }
    } while FcPatternIterNext(pattern, &place) != 0
    return mix.revision.rawValue
  }

  /// Of a list of fonts, as fontconfig itself tells patterns apart.
  ///
  /// - Complexity: O(values of all fonts): about a million instructions for 400 fonts.
  static func of(_ fonts: FcFontSet) -> UInt64 {
    var mix = RevisionMix()
    mix.add(UInt64(FcGetVersion()))
    for index in 0..<Int(fonts.nfont) {
      mix.add(fonts.fonts[index].map { UInt64(FcPatternHash($0)) } ?? 0)
    }
    return mix.revision.rawValue
  }
}

extension RevisionMix {
  fileprivate mutating func add(cString text: UnsafePointer<some BitwiseCopyable>) {
    var bytes = UnsafeRawPointer(text)
    var word: UInt64 = 0
    var count: UInt64 = 0
    // Eight at a time: there are some hundred names of families in a pattern.
    while true {
      let byte = bytes.load(as: UInt8.self)
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 || byte == 0 { add(word) }
      if byte == 0 { return add(count) }
      bytes += 1
    }
  }

  /// - Returns: false for a kind of value that is not looked into.
  fileprivate mutating func add(_ value: FcValue) -> Bool {
    switch value.type {
    case FcTypeVoid: break
    case FcTypeInteger: add(UInt64(bitPattern: Int64(value.u.i)))
    case FcTypeBool: add(UInt64(bitPattern: Int64(value.u.b)))
    case FcTypeDouble: add(value.u.d.bitPattern)
    case FcTypeString:
      guard let text = value.u.s else { return false }
      add(cString: text)
    case FcTypeMatrix:
      guard let matrix = value.u.m?.pointee else { return false }
      for part in [matrix.xx, matrix.xy, matrix.yx, matrix.yy] { add(part.bitPattern) }
    default: return false
    }
    return true
  }
}
