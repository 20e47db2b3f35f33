import Foundation
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint

// A conversation with a poll in it, in a window: a click, Enter or a screen reader votes.
//
//     swift run PollExample
//
// The same as a picture, without a window:
//
//     swift run PollExample poll.png            light
//     swift run PollExample poll.png dark 2     dark, two pixels a point

var kinds = ChatKinds.standard
kinds.insert(PollKind(), after: TextKind.name)
let configuration = ChatConfiguration(kinds: kinds, isGroup: true)
let arguments = CommandLine.arguments.dropFirst()
let usage = """
  A conversation with a poll: in a window, or as a picture in a file.

    PollExample
    PollExample PICTURE.png [dark] [PIXELS-A-POINT]
  """

if let option = arguments.first, option.hasPrefix("-") {
  let isHelp = ["-h", "--help"].contains(option)
  print(isHelp ? usage : "poll: no option \(option)\n\n\(usage)")
  exit(isHelp ? 0 : 64)
}
if let path = arguments.first {
  let scheme: ColorScheme = arguments.dropFirst().first == "dark" ? .dark : .light
  let scale = arguments.dropFirst(2).first.flatMap(Double.init).map { min(max($0, 0.5), 4) } ?? 1
  let environment = LayoutEnvironment(width: Int(420 * scale), scale: scale)
  do {
    let picture = try Picture(
      of: SampleConversation.messages(pictures: "."), ChatRowFactory(configuration), environment,
      scheme)
    try PNG.write(picture.bitmap, to: path)
    print("\(path): \(picture.bitmap.size.width) × \(picture.bitmap.size.height) pixels")
  } catch {
    print("\(path): \(error)")
  }
} else {
  var options = ChatView.Options()
  options.configuration = configuration
  let folder = NSTemporaryDirectory() + "luge-poll-\(getpid())"
  do {
    try SamplePictures.write(into: folder)
    let code = try ChatApplication.run(
      .init(name: "luge-poll", displayName: "Poll"),
      SampleConversation.messages(pictures: folder), options: options
    ) { chat in
      chat.list.interactors.add(
        PollInteractor(
          poll: { [weak chat] item in chat?.messages.first { $0.id == item }?.poll },
          change: { [weak chat] in chat?.change($0, $1) }))
      chat.list.interactors.add(ReactionInteractor { [weak chat] in chat?.change($0, $1) })
      SampleConversation.tell(chat.facts)
      chat.show(ItemID(4))
      // A real program would be informed by its server.
      if ProcessInfo.processInfo.environment["POLL_TYPING"] != nil {
        chat.typing = [SampleConversation.anna, SampleConversation.ben]
      }
    }
    try? FileManager.default.removeItem(atPath: folder)
    exit(code)
  } catch {
    try? FileManager.default.removeItem(atPath: folder)
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}

extension ChatView {
  /// Changes a message and shows it.
  fileprivate func change(_ item: ItemID, _ change: (inout ChatMessage) -> Void) {
    guard var message = messages.first(where: { $0.id == item }) else { return }
    change(&message)
    // Rows with another revision are laid out again.
    message.revision = Revision(message.revision.rawValue &+ 1)
    apply([.replace(message)])
  }
}
