import Foundation
import LugeCore
import LugeEngine
import LugeFeed
import LugeQt

// A timeline in a window: scroll, like, unfold, answer, delete, and load older posts at the end.
//
//   scripts/run timeline [--dark]

let controller = FeedController(SamplePosts.page(0), configuration: .home(now: SamplePosts.now))
let me = PostAuthor(id: 99, name: "You", handle: "@you@example.social")
let isDark = CommandLine.arguments.contains("--dark")

/// Clicks, keys, and the page that comes next.
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
    guard event.code == .delete, let row = list.engine.visibleRows.first(where: { $0.y >= 0 })
    else { return false }
    return controller.delete(row.id.item) != nil
  }
  list.onScroll = { metrics in
    guard metrics.offset + 3 * metrics.viewportHeight > metrics.contentHeight else { return }
    controller.appendOlder(SamplePosts.page(controller.count / SamplePosts.pageSize))
  }
}

do {
  let code = try MainActor.assumeIsolated {
    try ListApplication.run(
      .init(name: "luge-timeline", displayName: "Timeline"), showing: controller.provider,
      configuration: EngineConfiguration(
        opensAt: .start, background: FeedStyle.background, follow: .off),
      scheme: isDark ? .dark : nil, prepare: prepare)
  }
  exit(code)
} catch {
  print("\(error)")
  exit(1)
}
