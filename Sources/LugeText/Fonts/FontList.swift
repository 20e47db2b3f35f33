import CPango

/// Fonts of a list of fontconfig's as numbers.
enum FontList {
  /// A set of some of the fonts, as fontconfig makes its results: it has references of its own.
  ///
  /// - Returns: nil for a number that the list does not have.
  static func make(
    _ numbers: [UInt32], of list: UnsafeMutablePointer<FcFontSet>
  ) -> UnsafeMutablePointer<FcFontSet>? {
    let fonts = numbers.compactMap { font($0, of: list) }
    guard fonts.count == numbers.count, let made = FcFontSetCreate() else { return nil }
    for font in fonts {
      FcPatternReference(font)
      FcFontSetAdd(made, font)
    }
    return made
  }

  static func font(_ number: UInt32, of list: UnsafeMutablePointer<FcFontSet>) -> OpaquePointer? {
    guard number < UInt32(clamping: list.pointee.nfont) else { return nil }
    return list.pointee.fonts[Int(number)]
  }

  /// - Returns: nil when one is not of the list.
  /// - Complexity: O(fonts of both).
  static func numbers(
    of set: UnsafeMutablePointer<FcFontSet>, in list: UnsafeMutablePointer<FcFontSet>
  ) -> [UInt32]? {
    var places: [OpaquePointer: UInt32] = [:]
    for number in 0..<Int(list.pointee.nfont) {
      if let font = list.pointee.fonts[number] { places[font] = UInt32(number) }
    }
    var numbers: [UInt32] = []
    for index in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[index], let number = places[font] else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The font that a match was made of: the one that gives the same again.
  ///
  /// - Complexity: O(fonts); prepares those of the same file.
  static func number(
    of match: OpaquePointer, in list: UnsafeMutablePointer<FcFontSet>,
    _ configuration: OpaquePointer?, _ pattern: OpaquePointer?
  ) -> UInt32? {
    guard let pattern, let file = file(match) else { return nil }
    for number in 0..<Int(list.pointee.nfont) {
      guard let font = list.pointee.fonts[number], let own = Self.file(font),
        strcmp(own, file) == 0,
        let made = FcFontRenderPrepare(configuration, pattern, font)
      else { continue }
      defer { FcPatternDestroy(made) }
      if FcPatternEqual(made, match) != 0 { return UInt32(number) }
    }
    return nil
  }

  private static func file(_ pattern: OpaquePointer) -> UnsafePointer<CChar>? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch, let text else {
      return nil
    }
    return UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
  }
}

/// The list of fonts that was asked about last.
///
/// References to all of its fonts are held: as long as it lives nothing else can stand at their addresses, so
/// a list with the same addresses is the same. There is one, for the life of the process.
struct KnownList: Sendable {
  let digest: UInt64
  private let fonts: [UInt]

  init(_ list: UnsafeMutablePointer<FcFontSet>) {
    digest = PatternDigest.of(list.pointee)
    fonts = Self.addresses(list)
    for font in fonts { FcPatternReference(OpaquePointer(bitPattern: font)) }
  }

  /// - Complexity: O(fonts), one comparison each.
  func isSame(as list: UnsafeMutablePointer<FcFontSet>) -> Bool {
    guard Int(list.pointee.nfont) == fonts.count else { return false }
    for (index, font) in fonts.enumerated()
    where UInt(bitPattern: list.pointee.fonts[index]) != font {
      return false
    }
    return true
  }

  private static func addresses(_ list: UnsafeMutablePointer<FcFontSet>) -> [UInt] {
    (0..<Int(list.pointee.nfont)).map { UInt(bitPattern: list.pointee.fonts[$0]) }
  }
}
