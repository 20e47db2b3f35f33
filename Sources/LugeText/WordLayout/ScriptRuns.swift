import CPango

/// Script and embedding level of each range of a paragraph: apart from fonts and emoji, these
/// decide how Pango cuts it into items.
struct ScriptRuns {
  struct Run {
    /// End in bytes of the paragraph.
    var end: Int
    var script: PangoScript.RawValue
    var level: UInt8
  }

  // MARK: Mutable State

  /// Runs in order, at least one; owned by the lane's thread.
  private(set) var runs: [Run] = []
  /// Whether the paragraph as a whole is right-to-left, and whether some run is.
  private(set) var isRightToLeft = false
  private(set) var hasRightToLeft = false
  /// Whether the paragraph has a zero-width joiner.
  private(set) var hasJoiner = false

  /// Finds the runs. Nil when the paragraph has characters whose effect is left to Pango, or lacks
  /// a direction of its own where one is needed.
  ///
  /// - Parameter isNeutralLeftToRight: whether a paragraph without strong characters runs left to
  ///   right.
  /// - Complexity: O(bytes).
  init?(_ bytes: UnsafeBufferPointer<UInt8>, isNeutralLeftToRight: Bool) {
    let characters = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    guard let characters, let survey = Survey(bytes) else { return nil }
    hasJoiner = survey.hasJoiner
    if survey.mayBeNeutral, !isNeutralLeftToRight { return nil }
    guard let iterator = pango_script_iter_new(characters, Int32(bytes.count)) else { return nil }
    defer { pango_script_iter_free(iterator) }
    repeat {
      var end: UnsafePointer<CChar>?
      var script = PANGO_SCRIPT_COMMON
      pango_script_iter_get_range(iterator, nil, &end, &script)
      guard let end else { return nil }
      runs.append(Run(end: end - characters, script: script.rawValue, level: 0))
    } while pango_script_iter_next(iterator) != 0
    if survey.hasRightToLeft {
      guard applyLevels(bytes, characters) else { return nil }
      hasRightToLeft = true
    }
  }

  private mutating func applyLevels(
    _ bytes: UnsafeBufferPointer<UInt8>, _ characters: UnsafePointer<CChar>
  ) -> Bool {
    var direction = pango_find_base_dir(characters, Int32(bytes.count))
    guard direction == PANGO_DIRECTION_LTR || direction == PANGO_DIRECTION_RTL else { return false }
    isRightToLeft = direction == PANGO_DIRECTION_RTL
    guard
      let levels = pango_log2vis_get_embedding_levels(characters, Int32(bytes.count), &direction)
    else { return false }
    defer { g_free(levels) }
    let scripts = runs
    runs.removeAll(keepingCapacity: true)
    var (script, character, index) = (0, 0, 0)
    while index < bytes.count {
      while scripts[script].end <= index { script += 1 }
      let level = levels[character]
      var next = index + 1
      while next < bytes.count, Paragraphs.isContinuation(bytes[next]) { next += 1 }
      let isScriptStart = script > 0 && scripts[script - 1].end == index
      if let last = runs.indices.last, runs[last].level == level, !isScriptStart {
        runs[last].end = next
      } else {
        runs.append(Run(end: next, script: scripts[script].script, level: level))
      }
      index = next
      character += 1
    }
    return true
  }
}

/// Result of one pass over all characters.
private struct Survey {
  var hasRightToLeft = false
  var hasJoiner = false
  /// Whether no letter of a script was seen.
  var mayBeNeutral = true

  /// Examines a text; nil for text that is left to Pango, and for invalid UTF-8.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte >= 0x20, byte != 0x7F else { return nil }
        if (byte | 0x20) &- 0x61 < 26 { mayBeNeutral = false }
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= bytes.count else { return nil }
      var value = UInt32(byte) & (0x7F >> UInt32(length))
      for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
      index += length
      if value == 0x200D { hasJoiner = true }
      switch CharacterKind(value) {
      case .refused: return nil
      case .rightToLeft:
        hasRightToLeft = true
        mayBeNeutral = false
      case .letter: mayBeNeutral = false
      case .neutral: break
      }
    }
  }
}

/// Kind of a character, for the direction and the items of its paragraph.
enum CharacterKind {
  /// A character left to Pango: controls, direction marks, spaces other than U+0020, soft hyphens,
  /// the fraction slash (which turns on other features of fonts).
  case refused
  case rightToLeft
  /// A character that certainly runs from left to right.
  case letter
  case neutral

  init(_ value: UInt32) {
    switch value {
    case 0x41...0x5A, 0x61...0x7A: self = .letter
    case 0...0x1F, 0x7F...0xA0, 0xAD, 0x1680, 0x180E, 0x2000...0x200C, 0x200E, 0x200F,
      0x2028...0x202F, 0x2044, 0x205F...0x206F, 0x3000, 0xFEFF, 0xFFF9...0xFFFC, 0x061C, 0xE0001:
      self = .refused
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      self = .rightToLeft
    case 0xC0...0x24F, 0x370...0x58F, 0x900...0x1FFF, 0x3041...0xD7FF, 0x20000...0x3FFFF:
      self = .letter
    default: self = .neutral
    }
  }
}
