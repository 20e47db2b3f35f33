import Foundation
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// Find in a room: in all messages that its account has seen, of which the list holds a part. A
/// place is that of a message among the room's messages (``LiveMessage/place``).
@MainActor
final class RoomFind: FindableList {
  let surface: ListSurface
  private let room: LiveRoomController
  private let zone: ZoneOffsets
  /// Points of the list's upper edge that the bar covers.
  private let coveredTop: @MainActor () -> Int

  // MARK: Mutable State (main actor)

  private(set) var findExtent: String?
  /// Matches of the last query: the session first asks for the nearest match, then for all of them.
  private var found: (query: TextQuery, places: [Int])?

  init(
    _ room: LiveRoomController, in surface: ListSurface, zone: ZoneOffsets,
    coveredTop: @escaping @MainActor () -> Int
  ) {
    self.room = room
    self.surface = surface
    self.zone = zone
    self.coveredTop = coveredTop
  }

  var firstPlaceInView: Int { Int(room.placesInView.lowerBound) }
  var lastPlaceInView: Int { Int(room.placesInView.upperBound) }

  func listPosition(ofPlace place: Int) -> Int? { room.row(ofPlace: Int64(place)) }

  func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int? {
    let places = try await search(query)
    found = (query, places)
    return places.last { $0 <= place }
  }

  func finds(of query: TextQuery) async throws -> [Int] {
    defer { found = nil }
    if let found, found.query == query { return found.places }
    return try await search(query)
  }

  private func search(_ query: TextQuery) async throws -> [Int] {
    let (account, room) = (self.room.account, self.room.room.id)
    // Not a detached task: when the next key stroke cancels this one, SQLite stops.
    let places = try await account.findPlaces(of: query, in: room)
    let extent = await Task.detached { try? account.extent(of: room) }.value
    findExtent = extent.map(words) ?? unknownExtent
    return places.map { Int($0) }
  }

  /// Returns a text about how far back the search went; nil if the whole room is stored.
  private func words(for extent: LiveExtent) -> String? {
    guard !extent.isWhole else { return nil }
    guard let first = extent.firstSeconds else { return unknownExtent }
    let day = CivilDate(localSeconds: zone.localSeconds(at: first))
    // Translators: After the number of messages found, how far back the search went: older messages
    // are on the server only.
    return localized(
      "searched back to {date}", ["date": DateWords.ofReader.short(day)])
  }

  /// Text for when it is unknown how far back the search went.
  private var unknownExtent: String {
    localized("Only messages already on this computer were searched")
  }

  func foundItem(at place: Int) async -> FoundItem? {
    await room.foundItem(atPlace: Int64(place))
  }

  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    guard let item else { return }
    room.reveal(item.item, range: range, below: Double(coveredTop()))
  }
}
