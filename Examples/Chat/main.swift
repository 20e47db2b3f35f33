import Glibc
import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import LugeQt

// A conversation that goes on: two peers type and send, and so may you.
//
//   scripts/run chat [--quiet] [--dark]

/// The window's parts, put together: what `ListApplication` does, and a composer below the list.
@MainActor
func runChat(_ arguments: [String]) throws -> Int32 {
  let warmup = ToolsWarmup()
  let application = try Application(.init(name: "chat", displayName: "Chat"))
  if arguments.contains("--dark") { application.setColorScheme(.dark) }
  let window = Window(title: "Anna, Ben and you")
  window.placement = Placement(x: 0, y: 0, width: 520, height: 720, isSideVisible: false)

  let room = Room()
  let waker = FrameWaker()
  let engine = ListEngine(
    provider: room.feed.provider,
    configuration: EngineConfiguration(
      opensAt: .end, contentInsets: .init(top: 6, bottom: 10), background: ChatStyle.background),
    tools: PaintTools.factory(warmup: warmup), wake: { waker.wake() })
  room.feed.connect(to: engine)
  let list = ListSurface(area: window.main, engine: engine, clock: try FrameClock(), waker: waker)
  list.setColorScheme(application.colorScheme)
  list.onClick = { hit, _ in
    if case .openLink(let url)? = hit.action { _ = Desktop.open(url: url) }
  }

  let composer = window.composer
  composer.placeholder = "Message"
  composer.isVisible = true
  composer.onSend = { room.send($0) }
  window.show()
  composer.focus()
  if !arguments.contains("--quiet") { room.peersTalk() }
  return withExtendedLifetime((list, room)) { application.run() }
}

do {
  exit(try runChat(CommandLine.arguments))
} catch {
  print("chat: \(error)")
  exit(1)
}
