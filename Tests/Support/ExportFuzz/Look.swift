import Foundation
import LugeApp
import LugeArchive
import LugeCore
import LugeEngine
import LugeImporters

/// Does with an export or an archive everything that a user does, without a window.
enum Look {
  private static let widths = [120, 360, 1400]
  private static let zones = [
    ZoneOffsets(entries: [.init(start: .min, offset: 9 * 3600)]),
    ZoneOffsets(entries: [
      .init(start: .min, offset: -10 * 3600), .init(start: 1_700_000_000, offset: 14 * 3600),
    ]),
  ]

  /// - Returns: the result in a word, for the report.
  static func run(_ path: String, scratch: String) async -> String {
    let archive: String
    if ArchiveLocator.isArchive(path) {
      archive = path
    } else {
      archive = scratch + "/\(UUID().uuidString).luge"
      do throws(ArchiveError) {
        var options = ImportOptions()
        options.keepsPartialInput = true
        _ = try ArchiveImporter(into: archive, options: options).run(ImportInput(opening: path))
      } catch {
        return "not imported"
      }
    }
    defer { if archive != path { try? FileManager.default.removeItem(atPath: archive) } }
    do throws(ArchiveError) {
      let store = try Archive(opening: archive)
      _ = try store.imports()
      let conversations = try store.conversations()
      for words in ["the", "a*", "\"hello there\"", "日本", "1"] {
        _ = try store.search(words)
      }
      // Some have hundreds of similar ones.
      for conversation in conversations.prefix(4) { await look(at: conversation, in: store) }
      return conversations.isEmpty ? "empty" : "shown"
    } catch {
      return "not opened"
    }
  }

  private static func look(at conversation: ConversationSummary, in store: Archive) async {
    for zone in zones {
      let list = ArchiveList(archive: store, conversation: conversation, zone: zone)
      for (index, width) in widths.enumerated() {
        let place: OffscreenList.Place =
          index == 0 ? .newest : index == 1 ? .oldest : .position(conversation.count / 2)
        _ = try? OffscreenList.render(
          list.provider, configuration: list.configuration,
          size: PixelSize(width: width, height: 500), scale: index == 1 ? 2 : 1,
          scheme: index == 0 ? .dark : .light, place: place)
      }
      let all = TextSelection(
        from: TextPlace(position: 0, offset: 1),
        to: TextPlace(position: max(0, conversation.count - 1), offset: .max))
      _ = try? await list.copiedText(of: all, limit: 1 << 20)
    }
    for options in [TextQuery.Options(), [.wholeWords], [.matchesCase]] {
      _ = try? await store.findPositions(
        of: TextQuery("the", options: options), in: conversation.id)
    }
    _ = try? store.position(
      in: conversation.id, atOrAfter: Timestamp(seconds: .max, certainty: .exact))
    _ = try? store.pictures(in: conversation.id, kinds: [.photo, .file])
    _ = try? store.keptHeights(in: conversation.id, style: 1, count: conversation.count)
    for message in (try? store.messages(in: conversation.id, at: 0..<8)) ?? [] {
      _ = try? store.thread(of: message.id)
      _ = try? store.place(of: message.id)
      if let author = message.author?.id {
        _ = try? store.positions(ofPostsBy: author, in: conversation.id)
        _ = try? store.positions(ofPostsBoostedBy: author, in: conversation.id)
      }
    }
  }
}
