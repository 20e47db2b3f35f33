import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive

@Suite("Import: what it costs to give new messages their places")
struct FinishingPlanTests {
  private func plan(isDense: Bool) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    return try Archive(opening: path).read { db in
      let sql =
        "SELECT row_number() OVER (ORDER BY id) FROM messages "
        + ConversationFinisher.isNew(isDense: isDense)
      return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: [1, 2, 3, 4])
        .map { $0["detail"] as String }
    }
  }

  @Test("New messages that follow each other are read as a range, without sorting")
  func dense() throws {
    let plan = try plan(isDense: true)
    #expect(plan.contains { $0.contains("INTEGER PRIMARY KEY (rowid>? AND rowid<?)") }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test("Those of many interleaved conversations are found by their conversation")
  func sparse() throws {
    let plan = try plan(isDense: false)
    #expect(plan.contains { $0.contains("messages_key (conversation=?") }, "\(plan)")
  }

  @Test("Many conversations that alternate are sparse, one alone or a large one is dense")
  func density() {
    func state(_ ids: some Sequence<Int64>, countBefore: Int64 = 0) -> ConversationState {
      var state = ConversationState(
        id: 1, record: ConversationRecord(key: "a:b", name: "B", kind: .group),
        hadMessages: countBefore > 0, countBefore: countBefore, lastTime: nil,
        authors: AuthorTable(source: "a", run: 1))
      for id in ids { state.place(id, time: id, ordinal: nil, author: nil, isService: false) }
      return state
    }
    #expect(state(1...100).isDense)
    #expect(state(stride(from: 1, through: 100, by: 2)).isDense)
    let few = stride(from: Int64(1), through: 1000, by: 10)
    #expect(!state(few).isDense)
    #expect(!state(few, countBefore: 100).isDense)
    // Looking up a million messages takes longer than reading a thousand of others.
    #expect(state(few, countBefore: 1_000_000).isDense)
    var shown = state(1...1000)
    shown.wasPlaced()
    shown.place(2000, time: 1, ordinal: nil, author: nil, isService: false)
    #expect(shown.isDense)
  }
}
