import Foundation
import LugeCore
import LugeEngine
import LugeFeed
import LugeQt

// A timeline in a window: scroll, like, vote, unfold, answer, and load older posts at the end.
// Keys: N inserts a new post at the top, E edits the post at the top of the window, Delete deletes
// it. Another post arrives every twenty seconds; the post that you read stays where it is.
//
//   scripts/run timeline [--dark] [--still]

let controller = FeedController(SamplePosts.page(0), configuration: .home(now: SamplePosts.now))
let me = PostAuthor(id: 99, name: "You", handle: "@you@example.social")
let isDark = CommandLine.arguments.contains("--dark")

var news = 0
/// Number of the oldest loaded page.
var page = 0

/// Inserts a post that has just been written.
@MainActor
func insertNews() {
  controller.insertAtTop([SamplePosts.news(news)])
  news += 1
}

/// Connects the list: clicks, keys, and loading the next page.
@MainActor
func prepare(_ list: ListSurface) {
  controller.connect(to: list.engine)
  list.onClick = { hit, _ in
    guard let action = FeedAction(hit.action) else { return }
    if action == .reply {
      controller.comment(
        hit.row.item, author: me, time: SamplePosts.now, text: StyledText("I think so, too."))
    } else {
      controller.perform(action, on: hit.row.item)
    }
  }
  list.onKey = { event in
    let top = list.engine.visibleRows.first { $0.y >= 0 }?.id.item
    switch (event.code, event.text) {
    case (_, "n"): insertNews()
    case (_, "e"):
      guard let top, let post = controller[top] else { return false }
      controller.edit(top, text: StyledText("\(post.text.string) (Now with fewer mistakes.)"))
    case (.delete, _):
      guard let top else { return false }
      return controller.delete(top) != nil
    default: return false
    }
    return true
  }
  list.onScroll = { metrics in
    guard metrics.offset + 3 * metrics.viewportHeight > metrics.contentHeight else { return }
    page += 1
    controller.appendOlder(SamplePosts.page(page))
  }
  // The button leads to the list's end, but this list has no end.
  list.options.showsJumpButton = false
  // Posts are reached with Tab; arrow keys scroll.
  list.options.hasCursor = false
  guard !CommandLine.arguments.contains("--still") else { return }
  Task { @MainActor in
    while !Task.isCancelled {
      try await Task.sleep(for: .seconds(20))
      insertNews()
    }
  }
}

do {
  let code = try MainActor.assumeIsolated {
    try ListApplication.run(
      .init(name: "luge-timeline", displayName: "Timeline"), showing: controller.provider,
      configuration: EngineConfiguration(
        opensAt: .start, background: FeedStyle.background, follow: .off),
      scheme: isDark ? .dark : nil, images: Paintings(), prepare: prepare)
  }
  exit(code)
} catch {
  print("\(error)")
  exit(1)
}
