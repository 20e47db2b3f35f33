// Imports an export into an archive, reads the newest messages, and searches.
//
//     swift run ImportAndRead

// snippet.show
import LugeArchive
import LugeImporters

let importer = ArchiveImporter(into: "chats.luge")
let report = try importer.run(ImportInput(opening: "result.json"))
print("\(report.added) added, \(report.skippedCount) left out")

let archive = try Archive(opening: "chats.luge")
for conversation in try archive.conversations() {
  let newest = try archive.messages(
    in: conversation.id, at: max(0, conversation.count - 20)..<conversation.count)
  for message in newest { print(message.author?.name ?? "", message.text.string) }
}
for hit in try archive.search("new flat", limit: 5) { print(hit.position, hit.snippet) }
