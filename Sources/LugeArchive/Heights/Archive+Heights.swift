import Foundation
import GRDB

extension Archive {
  /// Returns the stored height of each item of a conversation; negative where it is unknown.
  ///
  /// - Parameters:
  ///   - style: digest of everything that heights depend on except the messages.
  ///   - count: number of items in the conversation.
  /// - Returns: nil if no heights are stored.
  /// - Complexity: O(count). Call it on a background thread.
  public func keptHeights(
    in conversation: ConversationID, style: UInt64, count: Int
  ) throws(ArchiveError) -> [Int32]? {
    try read { db in
      // An archive of an earlier version that is opened for reading only has no such table.
      guard count > 0, try db.tableExists("heights") else { return nil }
      var heights: [Int32] = []
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT chunk, heights FROM heights WHERE conversation = ? AND style = ? ORDER BY chunk
          """, arguments: [conversation.rawValue, Int64(bitPattern: style)])
      while let row = try rows.next() {
        let lower = row.count(0) * HeightChunk.length
        guard lower >= heights.count, lower < count else { continue }
        let value: DatabaseValue = row[1]
        guard case .blob(let data) = value.storage else { continue }
        if heights.isEmpty { heights.reserveCapacity(count) }
        heights.append(contentsOf: repeatElement(-1, count: lower - heights.count))
        _ = HeightChunk.decode(
          data, count: min(HeightChunk.length, count - lower), to: &heights)
      }
      guard !heights.isEmpty else { return nil }
      heights.append(contentsOf: repeatElement(-1, count: count - heights.count))
      return heights
    }
  }
}
