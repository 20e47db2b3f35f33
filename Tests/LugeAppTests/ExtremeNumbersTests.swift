import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeApp

/// Times, keys and counts that exports may hold and nobody meant.
@Suite("The largest and smallest numbers of an export") struct ExtremeNumbersTests {
  private static let times: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
  private static let zones = [
    ZoneOffsets.utc, ZoneOffsets(entries: [.init(start: 0, offset: 9 * 3600)]),
    ZoneOffsets(entries: [.init(start: 0, offset: -11 * 3600)]),
  ]

  private func message(_ key: String, _ time: Int64) -> StoredMessage {
    StoredMessage(
      id: 1, position: 0, sourceKey: key,
      author: StoredAuthor(id: AuthorID(rawValue: 1), name: "Anna"),
      time: Timestamp(seconds: time, certainty: .exact), text: StyledText(""),
      media: [MediaRecord(kind: .photo, path: "a.jpg")])
  }

  @Test("Pictures with such numbers and times are no album, and nothing ends")
  func albums() {
    let keys = ["\(Int64.min)", "\(Int64.max)", "\(Int64.max - 1)", "0", "1", "-1"]
    for first in keys {
      for second in keys {
        for early in Self.times {
          for late in Self.times {
            let isNext = Int64(first) != .max && Int64(second) == Int64(first)! + 1
            let isSoon = early <= late && late.subtractingClamped(early) <= 1
            #expect(
              Albums.joins(message(first, early), message(second, late)) == (isNext && isSoon))
          }
        }
      }
    }
  }

  @Test("A find has a name of its own, whatever number its message has")
  func finds() {
    let ids = Self.times.map(SideItem.id(ofFind:))
    #expect(Set(ids).count == ids.count)
    #expect(ids.last.map { $0.rawValue < 0 } == true)
  }

  @Test("A clock on the wall shows something, and midnight is found", arguments: zones)
  func clocks(zone: ZoneOffsets) {
    for seconds in Self.times {
      let time = Timestamp(seconds: seconds, certainty: .exact)
      let local = zone.localSeconds(of: time)
      #expect(
        zone.localSeconds(of: Timestamp(seconds: seconds, certainty: .zoneUnknown)) == seconds)
      #expect(!CivilDate.stamp(localSeconds: local).isEmpty)
      _ = zone.seconds(ofLocal: local)
      #expect((1...31).contains(CivilDate(localSeconds: local).day))
    }
    #expect(zone.seconds(ofLocal: zone.localSeconds(at: 1_700_000_000)) == 1_700_000_000)
  }

  @Test("A selection beyond what is left of a conversation is empty")
  func selections() {
    for count in [Int.min, 0, 1, 5] {
      for lower in [0, 3, Int.max - 1, .max] {
        for upper in [lower, .max] {
          let selection = TextSelection(
            from: TextPlace(position: lower, offset: 0),
            to: TextPlace(position: upper, offset: .max))
          #expect(
            Array(selection.positions(of: count))
              == (0..<max(0, count)).filter { $0 >= lower && $0 <= upper })
        }
      }
    }
  }
}
