// An account that syncs, writes and reads pages until it is killed: luge-live-child ARCHIVE FOLDER
// PREFIX. FOLDER is the server's. Prints each message that was sent, once it is stored.

import FakeLive
import Foundation
import LugeCore
import LugeLive

let arguments = CommandLine.arguments
guard arguments.count == 4 else { exit(64) }

let account = try LiveAccount(
  path: arguments[1], service: FolderService(arguments[2]),
  pause: { _ in try? await Task.sleep(for: .milliseconds(3)) })
await account.start()
var number = 0
while true {
  guard let room = try await account.rooms().first else {
    try await Task.sleep(for: .milliseconds(2))
    continue
  }
  let text = "\(arguments[3])-\(number)"
  try await account.send(.message(MessageContent(StyledText(text))), in: room.id, now: 1)
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
  number += 1
  // Read back meanwhile, which fills gaps.
  if number.isMultiple(of: 3) {
    var page = try await account.page(.newest, in: room.id, limit: 20)
    for _ in 0..<Int.random(in: 0..<4) where page.hasBefore {
      guard let first = page.items.first else { break }
      page = try await account.page(.before(first.id), in: room.id, limit: 20)
    }
  }
  try await Task.sleep(for: .milliseconds(Int.random(in: 0...8)))
}
