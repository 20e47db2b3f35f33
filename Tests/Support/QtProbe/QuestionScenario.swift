import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt

/// Shows a ``ChatView`` as another program would, with a link whose text names another site, and
/// the files named as arguments.
@MainActor func questions(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let words = "https://bank.example"
  let anna = ChatAuthor(id: 1, name: "Anna")
  var messages = [
    ChatMessage(
      id: ItemID(1), author: anna, time: 1_717_400_000,
      text: StyledText(
        words,
        spans: [.init(0..<words.utf8.count, .link(target: "https://evil.example/login"))]))
  ]
  for (index, path) in arguments.enumerated() {
    messages.append(
      ChatMessage(
        id: ItemID(Int64(index + 2)), author: anna, time: 1_717_400_060,
        media: [ChatMedia(file: path)]))
  }
  let window = probeWindow(640, 600)
  var options = ChatView.Options()
  // Without a name above the first bubble, its middle is its link.
  options.configuration.isGroup = false
  let chat = try ChatView(messages, in: window, options: options)
  window.show()
  return withExtendedLifetime(chat) { application.run() }
}
