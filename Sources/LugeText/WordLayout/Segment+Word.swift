import CPango

extension Segment {
  /// Decides whether `WordLines` can use the segment as a word between spaces of the context's
  /// typeface.
  ///
  /// It can if all its characters belong to the context's script (so that the paragraph is one run
  /// of script and direction), if lines begin after spaces as `BreakPairs` says, and if it has only
  /// that typeface except for emoji, at which Pango ends its items: then the spaces on both sides
  /// have the context's typeface, whatever follows them.
  mutating func markWord(_ key: UnsafeBufferPointer<UInt8>, in context: SegmentContext) {
    guard !isRefused, !context.key.isRightToLeft, !BreakPairs.isUnusual(firstClass),
      Segment.areWordScripts.contains(context.key.script)
    else { return }
    for scalar in String(decoding: key, as: UTF8.self).unicodeScalars {
      switch CharacterKind(scalar.value) {
      case .refused where scalar.isUncut: break
      case .refused, .rightToLeft: return
      case .neutral, .letter: break
      }
      let script = PangoScript.RawValue(clamping: Int(g_unichar_get_script(scalar.value).rawValue))
      if script == context.key.script, !context.isCommon { edges.insert(.ownScript) }
    }
    let main = context.main
    if runs.contains(where: { $0.typeface != main }) {
      guard runs[0].typeface == main || edges.contains(.emojiFirst),
        runs[runs.count - 1].typeface == main || edges.contains(.emojiLast),
        Set(runs.lazy.map(\.typeface)).subtracting([main]).count == 1, context.shaper.isMainAlone
      else { return }
      edges.insert(.hasEmoji)
    }
    if runs.contains(where: { $0.typeface == main }) { edges.insert(.hasMain) }
    if edges.contains(.uncut) { edges.insert(.breaksInside) }
    if flags.dropFirst().contains(where: { $0 & Segment.lineBreak != 0 }) {
      edges.insert(.breaksInside)
    }
    edges.insert(.word)
  }

  /// Scripts written with spaces for which Pango has no break rules of its own.
  private static let areWordScripts: Set<PangoScript.RawValue> = [
    PANGO_SCRIPT_COMMON.rawValue, PANGO_SCRIPT_LATIN.rawValue, PANGO_SCRIPT_GREEK.rawValue,
    PANGO_SCRIPT_CYRILLIC.rawValue, PANGO_SCRIPT_HANGUL.rawValue,
  ]
}
