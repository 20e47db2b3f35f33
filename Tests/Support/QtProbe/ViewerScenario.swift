import Glibc
import LugeApp
import LugeQt

/// Shows the program's window with an archive or export; prints its state whenever it comes to
/// rest.
@MainActor func viewer(_ application: Application, _ arguments: [String]) throws -> Int32 {
  var options = ViewerController.Options(size: (640, 600))
  if arguments.count > 1 {
    options.exports = arguments
  } else {
    options.opening = arguments.first.map { ArchiveOpening(path: $0) }
  }
  let controller = try ViewerController(application, options: options)
  var last: ViewerState?
  controller.onRest = { state in
    guard state != last else { return }
    last = state
    say("state \(words(state))")
  }
  controller.show()
  return withExtendedLifetime(controller) { application.run() }
}

/// Shows the program's window with an archive that was opened before the window was created, as in
/// `luge open`: prints the list's position in the first frame and at rest, and ends.
@MainActor func ahead(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let path = arguments.first else { return 64 }
  let opening = ArchiveOpening(path: path, settings: ProgramFolders.settings)
  while !opening.isReady { usleep(1000) }
  var options = ViewerController.Options(opening: opening, size: (640, 600))
  let shown = Shown()
  options.onFirstFrame = { if let viewer = shown.viewer { say("first \(place(viewer.state))") } }
  let viewer = try ViewerController(application, options: options)
  shown.viewer = viewer
  viewer.onRest = { state in
    guard state.isSettled, state.waitsFor.isEmpty else { return }
    // Postponed work is done by then.
    Task {
      try await Task.sleep(for: .milliseconds(500))
      say("rest \(place(viewer.state))")
      viewer.close()
      application.quit()
    }
    viewer.onRest = nil
  }
  viewer.show()
  return withExtendedLifetime(viewer) { application.run() }
}

@MainActor private final class Shown { weak var viewer: ViewerController? }

/// Returns the list's size, and the distance of its end from the last line of pixels.
private func place(_ state: ViewerState) -> String {
  "\(state.viewportWidth) \(state.viewportHeight) "
    + "\(state.contentHeight - state.offset - state.viewportHeight)"
}

private func escaped(_ words: String) -> String { words.replacing(" ", with: "_") }

private func words(_ state: ViewerState) -> String {
  var result = [
    "conversation=\(state.conversation ?? "-")", "offset=\(state.offset)",
    "height=\(state.contentHeight)", "viewport=\(state.viewportHeight)",
    "room=\(state.viewportWidth)",
    "first=\(state.firstPosition ?? -1)", "settled=\(state.isSettled)",
    "failed=\(state.failedPictures)",
    "exact=\(state.exactHeights)",
  ]
  if !state.waitsFor.isEmpty { result.append("waits=\(state.waitsFor.joined(separator: "+"))") }
  if let screen = state.screen { result.append("screen=\(screen)") }
  if let notice = state.notice { result.append("notice=\(escaped(notice))") }
  if let panel = state.panel { result.append("panel=\(escaped(panel))") }
  if let toast = state.toast { result.append("toast=\(escaped(toast))") }
  result.append("side=\(state.isSideShown)")
  if let media = state.media { result += ["media=\(media)", "has=\(state.mediaCount)"] }
  result.append("title=\(escaped(state.title))")
  result.append("subtitle=\(escaped(state.subtitle))")
  if !state.search.isEmpty {
    result += [
      "search=\(escaped(state.search))", "found=\(state.found)",
      "sidefirst=\(state.firstAtSide ?? -1)",
    ]
  }
  if state.isMenuBarShown { result.append("menubar=true") }
  if let find = state.find { result.append("find=\(find.replacing(" ", with: "_"))") }
  if state.find != nil {
    result += [
      "others=\(state.otherFinds)",
      "current=\(state.currentFinds.map { "\(Int($0.x)),\(Int($0.y))" }.joined(separator: "|"))",
    ]
  }
  if let fold = state.fold {
    result.append("fold=\(Int(fold.x + fold.width / 2)),\(Int(fold.y + fold.height / 2))")
  }
  if let cursor = state.cursor { result.append("cursor=\(cursor)") }
  if let focus = state.focus { result.append("focus=\(focus)") }
  if state.accessibleBuilds > 0 { result.append("described=\(state.accessibleBuilds)") }
  if let marked = state.marked {
    result += [
      "from=\(marked.lowerBound.position)/\(marked.lowerBound.offset)",
      "to=\(marked.upperBound.position)/\(marked.upperBound.offset)",
    ]
  }
  if let picture = state.picture {
    let rect = picture.rect
    result += [
      "picture=\(picture.index)", "pictures=\(picture.count)", "x=\(Int(rect.x))",
      "y=\(Int(rect.y))", "width=\(Int(rect.width))", "fitted=\(picture.isFitted)",
      "bitmap=\(picture.bitmap?.width ?? 0)", "problem=\(picture.problem == nil ? "no" : "yes")",
      "preview=\(picture.hasPreview ? "yes" : "no")",
      "accessible=\(picture.accessible.map(escaped).joined(separator: "|"))",
    ]
  }
  return result.joined(separator: " ")
}
