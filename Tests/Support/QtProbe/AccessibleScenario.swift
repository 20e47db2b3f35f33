import LugeCore
import LugeQt

/// Reads and presses items of a surface like a screen reader; then replaces them.
@MainActor func accessible(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = Window(title: "luge-qt-probe")
  let surface = window.main.surface
  surface.onAccessibleAction = { index, _ in say("pressed \(index)") }
  say("before \(surface.accessibleDescription.count)")
  let rect = Rect(x: 10, y: 10, width: 80, height: 40)
  surface.setAccessibleItems([
    AccessibleItem(.picture, "A hut in the snow", in: rect),
    AccessibleItem(.button, "Close", in: rect), AccessibleItem(.text, "Ünï", in: rect),
  ])
  for line in surface.accessibleDescription { say("item \(line)") }
  for index in -1...3 { say("press \(index) \(surface.pressAccessible(index))") }
  surface.setAccessibleItems([AccessibleItem(.button, "Next", in: rect)])
  for line in surface.accessibleDescription { say("item \(line)") }
  surface.setAccessibleItems([])
  say("left \(surface.accessibleDescription.count)")
  return 0
}
