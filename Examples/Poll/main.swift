import LugeChat
import LugeCore
import LugeEngine
import LugePaint

// Draws a short conversation with a poll in it, without a window:
//
//     swift run PollExample poll.png            light
//     swift run PollExample poll.png dark 2     dark, two pixels a point

let arguments = CommandLine.arguments.dropFirst()
let path = arguments.first ?? "poll.png"
let scheme: ColorScheme = arguments.dropFirst().first == "dark" ? .dark : .light
let scale = arguments.dropFirst(2).first.flatMap(Double.init).map { min(max($0, 0.5), 4) } ?? 1

var kinds = ChatKinds.standard
kinds.insert(PollKind(), after: TextKind.name)
let factory = ChatRowFactory(ChatConfiguration(kinds: kinds, isGroup: true))
let environment = LayoutEnvironment(width: Int(420 * scale), scale: scale)

do {
  let picture = try Picture(of: SampleConversation.messages, factory, environment, scheme)
  try PNG.write(picture.bitmap, to: path)
  print("\(path): \(picture.bitmap.size.width) × \(picture.bitmap.size.height) pixels")
} catch {
  print("\(path): \(error)")
}
