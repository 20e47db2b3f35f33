import LugeCore

/// Lays out pieces of text whose words were seen before without shaping them: one lane's typefaces,
/// segment cache and scratch space.
///
/// What it lays out equals what Pango lays out; what can't be proven equal it declines.
final class FastText {
  private let fonts: PangoFonts

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below.
  private(set) var cache: SegmentCache
  private var families: [FontSpec: FontFamily] = [:]
  private var lastFamily: FontFamily?
  private var pairs = BreakPairs()
  private var nextID: UInt32 = 0
  private let advances = UnsafeMutablePointer<Int32>.allocate(capacity: PangoText.pieceLimit + 1)
  private let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: PangoText.pieceLimit + 1)

  init(fonts: PangoFonts, byteLimit: Int = 16 << 20) {
    self.fonts = fonts
    cache = SegmentCache(byteLimit: byteLimit)
  }

  deinit {
    advances.deallocate()
    flags.deallocate()
  }

  /// Appends the lines of a piece that ends with its last paragraph.
  ///
  /// - Parameters:
  ///   - piece: the bytes from `origin` on; no more than `PangoText.pieceLimit`.
  ///   - limit: stops behind so many lines of the stack.
  /// - Returns: false, with the stack as it was, when the piece has to be left to Pango.
  /// - Complexity: O(bytes).
  func append(
    _ piece: UnsafeBufferPointer<UInt8>, from origin: Int, font: FontSpec, width: Int32,
    limit: Int, to stack: inout LineStack, text: PangoText
  ) -> Bool {
    guard piece.count <= PangoText.pieceLimit else { return false }
    let first = stack.lines.count
    let family = family(font)
    var start = 0
    while true {
      let separator = Paragraphs.separator(in: piece, from: start, before: piece.count)
      let paragraph = UnsafeBufferPointer(
        rebasing: piece[start..<(separator?.lowerBound ?? piece.count)])
      guard
        append(
          paragraph, from: origin + start, family: family, width: width,
          isLast: separator == nil, limit: limit, to: &stack, text: text)
      else {
        stack.truncate(to: first)
        return false
      }
      guard let separator, stack.lines.count <= limit else { return true }
      start = separator.upperBound
    }
  }

  private func append(
    _ bytes: UnsafeBufferPointer<UInt8>, from origin: Int, family: FontFamily, width: Int32,
    isLast: Bool, limit: Int, to stack: inout LineStack, text: PangoText
  ) -> Bool {
    guard let script = ParagraphScan.script(of: bytes),
      let face = family.face(script) ?? load(script, into: family, text: text)
    else { return false }
    let typeface = face.typeface
    guard !bytes.isEmpty else {
      stack.append(
        range: origin..<origin, ascent: typeface.emptyAscent, descent: typeface.emptyDescent,
        width: 0)
      return true
    }
    guard write(bytes, face) else { return false }
    let breaker = FastBreaker(
      advances: advances, flags: flags, bytes: bytes, width: width,
      safeDistance: typeface.safeDistance, spaceAdvance: typeface.spaceAdvance, isLast: isLast)
    var start = 0
    while start < bytes.count {
      guard
        let line = breaker.line(
          from: start, shaped: { self.advance(UnsafeBufferPointer(rebasing: bytes[$0]), face) })
      else { return false }
      let room = Int(width) >> 10
      let whole = (Int(line.advance) + 1023) >> 10
      stack.append(
        range: origin + start..<origin + line.end, ascent: typeface.ascent,
        descent: typeface.descent,
        width: whole <= room ? whole : max(room, (Int(line.inkAdvance) + 1023) >> 10))
      if stack.lines.count > limit { return true }
      start = line.end
    }
    return true
  }

  /// Fills the scratch space with a paragraph's advances and flags.
  private func write(_ bytes: UnsafeBufferPointer<UInt8>, _ face: FontFamily.Face) -> Bool {
    let count = bytes.count
    let space = face.typeface.spaceAdvance
    let id = face.typeface.id
    let (advances, flags) = (advances, flags)
    var x: Int32 = 0
    var index = 0
    var last = BreakPairs.start
    var lastEnd = 0
    while index < count {
      if bytes[index] == 0x20 {
        advances[index] = x
        flags[index] = Segment.characterBreak
        x &+= space
        index += 1
        continue
      }
      let start = index
      var hash = SegmentCache.seed
      while index < count, bytes[index] != 0x20 {
        hash = SegmentCache.mix(hash, bytes[index])
        index += 1
      }
      guard index - start <= ParagraphScan.segmentLimit else { return false }
      let key = UnsafeBufferPointer(rebasing: bytes[start..<index])
      guard
        let entry = cache.write(
          key, hash: hash, typeface: id, x: x, advances: advances + start, flags: flags + start,
          make: { face.shaper.shape(key) })
      else { return false }
      x &+= entry.advance
      let canBreak = pairs.canBreak(after: last, before: entry.firstClass) {
        (
          Self.lastScalar(bytes[..<lastEnd]),
          String(decoding: key, as: UTF8.self).unicodeScalars.first ?? " "
        )
      }
      flags[start] = Segment.characterBreak | (start > 0 && canBreak ? Segment.lineBreak : 0)
      last = entry.lastClass
      lastEnd = index
    }
    advances[count] = x
    flags[count] = Segment.characterBreak
    return true
  }

  private static func lastScalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
    String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last
  }

  /// The advance of a part of a word.
  private func advance(_ key: UnsafeBufferPointer<UInt8>, _ face: FontFamily.Face) -> Int32? {
    cache.advance(key, typeface: face.typeface.id, make: { face.shaper.shape(key) })
  }

  private func family(_ font: FontSpec) -> FontFamily {
    if let lastFamily, lastFamily.font == font { return lastFamily }
    if families.count >= 64 {
      families.removeAll()
      cache = SegmentCache(byteLimit: cache.byteLimit)
    }
    let family = families[font] ?? FontFamily(font)
    families[font] = family
    lastFamily = family
    return family
  }

  private func load(_ script: FastScript, into family: FontFamily, text: PangoText)
    -> FontFamily.Face?
  {
    guard !family.isKnown(script) else { return nil }
    nextID += 1
    let typeface = Typeface(id: nextID, script: script, font: family.font, text: text)
    // Loading may have found unsound metrics and replaced all fonts; then this object is on its way
    // out, and must not mix old and new ones.
    guard text.fonts === fonts else { return nil }
    let face = typeface.map {
      FontFamily.Face(
        typeface: $0,
        shaper: SegmentShaper($0, script: script, font: family.font, fonts: fonts))
    }
    family.set(face, for: script)
    return face
  }
}

/// One font request's typefaces, by script.
final class FontFamily {
  final class Face {
    let typeface: Typeface
    let shaper: SegmentShaper

    init(typeface: Typeface, shaper: SegmentShaper) {
      self.typeface = typeface
      self.shaper = shaper
    }
  }

  let font: FontSpec

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below; by script.
  private var faces: [Face?] = [nil, nil, nil, nil]
  private var known: [Bool] = [false, false, false, false]

  init(_ font: FontSpec) { self.font = font }

  @inline(__always)
  func face(_ script: FastScript) -> Face? { faces[Int(script.rawValue)] }
  /// Whether it was tried before, with success or not.
  func isKnown(_ script: FastScript) -> Bool { known[Int(script.rawValue)] }

  func set(_ face: Face?, for script: FastScript) {
    faces[Int(script.rawValue)] = face
    known[Int(script.rawValue)] = true
  }
}

extension StyledText {
  /// Whether no span asks for another font than the base font; colours and rules don't change a
  /// layout.
  var hasOneFont: Bool {
    spans.allSatisfy {
      Traits($0.attribute).isDisjoint(with: [.bold, .italic, .monospaced, .quote])
    }
  }
}
