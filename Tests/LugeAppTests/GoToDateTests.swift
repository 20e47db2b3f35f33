import LugeArchive
import LugeCore
import Testing

@testable import LugeApp

@Suite("Go to Date") struct GoToDateTests {
  @Test("In a timeline it leads to the newest post before a time, as a search along the list does")
  func newestBefore() throws {
    let folder = try TemporaryFolder()
    let count = 40
    let archive = try folder.archive(
      of: TelegramSample.chat((0..<count).map { TelegramSample.message($0 + 1, "a") }))
    let conversation = try #require(try archive.conversations().first)
    let times = try archive.times(in: conversation.id, at: Array(0..<count))
      .compactMap { $0?.seconds }
    let shown = Array(times.reversed())
    let (first, last) = (try #require(times.first), try #require(times.last))
    for seconds in stride(from: first - 100, through: last + 100, by: 7) {
      let found = try TimelinePresentation.position(
        ofNewestBefore: Timestamp(seconds: seconds, certainty: .exact), in: conversation,
        of: archive)
      #expect(found == shown.firstIndex { $0 < seconds } ?? count - 1)
    }
  }

  @Test("A clock's time leads back to its moment, on both sides of its changes")
  func localTimes() {
    let zone = ZoneOffsets(entries: [
      .init(start: 0, offset: 3600), .init(start: 1_000_000, offset: 7200),
      .init(start: 2_000_000, offset: 3600),
    ])
    for moment in stride(from: Int64(500_000), through: 2_500_000, by: 1801) {
      let local = zone.localSeconds(at: moment)
      let back = zone.seconds(ofLocal: local)
      // An hour that a clock shows twice has two moments.
      #expect(zone.localSeconds(at: back) == local)
    }
  }
}
