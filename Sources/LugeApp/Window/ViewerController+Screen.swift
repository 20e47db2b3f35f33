import Dispatch
import LugeCore
import LugeEngine
import LugeQt

extension ViewerController {
  /// Seconds that a window waits for its screen when it is closed.
  private static let keepingWait = 2.0

  /// Makes what the archive will open with the next time, as the window closes: then the user's
  /// place is known, and nobody waits for anything.
  func keepScreen() {
    guard let folder = options.opening?.screens, let opened else { return }
    guard let chat, let place = shown.place(of: chat.conversation.id),
      let screen = OpeningScreen(
        opened.archive, chat.conversation, zone, place, showsEachJoin: settings.showsEachJoin)
    else { return folder.forget(opened.archive.path) }
    let view = chat.surface.view(zoom: settings.zoom)
    settings.remember(view, isAlone: opened.conversations.count == 1)
    let isKept = DispatchSemaphore(value: 0)
    Task.detached(priority: .userInitiated) {
      if let made = await screen.make(view) {
        folder.keep(made, ofArchive: opened.archive.path)
      } else {
        folder.forget(opened.archive.path)
      }
      isKept.signal()
    }
    _ = isKept.wait(timeout: .now() + Self.keepingWait)
  }
}

extension ListSurface {
  /// What a kept screen has to be made for to be shown here.
  func view(zoom: Double) -> KeptScreen.View {
    KeptScreen.View(
      size: area.surface.geometry.size, scale: area.surface.geometry.scale, zoom: zoom,
      scheme: engine.colorScheme)
  }
}
