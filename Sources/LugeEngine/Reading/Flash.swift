import LugeCore

/// The highlight of the item that a jump led to: there at once, gone after a moment.
///
/// A closed function of time: whatever frames are missed, it ends when it should, and then nothing
/// runs any more.
struct Flash: Hashable, Sendable {
  static let hold = 0.7
  static let fade = 0.9

  var item: ItemID
  /// Time of the first frame that shows it; infinity until there is one.
  var begun: Double

  /// 1 at first, 0 when it is over.
  func strength(at time: Double) -> Double {
    let rest = min(1, max(0, 1 - max(0, time - begun - Self.hold) / Self.fade))
    return rest * rest
  }
}

extension ListEngine {
  /// The highlight's place in this frame; ends it when its time is over.
  func emphasis(at time: Double) -> FramePlan.Emphasis? {
    guard var flash else { return nil }
    if flash.begun > time {
      flash.begun = time
      self.flash = flash
    }
    let strength = flash.strength(at: time)
    guard strength > 0 else {
      self.flash = nil
      return nil
    }
    isDirty = true
    var rows: Range<Int>?
    var headings: Range<Int>?
    var columns: Range<Int>?
    func widen(_ range: inout Range<Int>?, _ y: Int, _ end: Int) {
      range = (range?.lowerBound ?? y)..<max(range?.upperBound ?? end, end)
    }
    forEachVisibleRow { _, row, y in
      guard row.model.id.item == flash.item else { return }
      let end = y + row.layout.size.height
      if configuration.emphasizesCards {
        // All of a card reacts, and nothing beside it does.
        guard let card = row.layout.hitRegions.map(\.rect).max(by: { $0.width < $1.width })
        else { return }
        let (left, right) = (Int(card.x), Int(card.maxX))
        guard left < right else { return }
        columns = min(columns?.lowerBound ?? left, left)..<max(columns?.upperBound ?? right, right)
      }
      if row.model.isHeading { widen(&headings, y, end) } else { widen(&rows, y, end) }
    }
    // An item of headings alone stands out all the same.
    return (rows ?? headings).map {
      FramePlan.Emphasis(
        y: $0.lowerBound, height: $0.count, color: configuration.emphasis, strength: strength,
        columns: columns)
    }
  }
}
