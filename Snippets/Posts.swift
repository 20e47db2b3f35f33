// Posts as small rows, in a window.
//
//     swift run Posts

import Glibc
// snippet.show
import LugeCore
import LugeEngine
import LugeFeed
import LugeQt

let ann = PostAuthor(id: 1, name: "Ann", handle: "@ann@example.org")
let posts = (0..<1000).map { number in
  Post(
    id: ItemID(Int64(number)), author: ann, time: 1_717_408_800 - Int64(number) * 3600,
    text: StyledText("Post number \(number)"), counts: PostCounts(likes: number % 50))
}
let timeline = FactoryRowProvider(
  source: ArraySource(posts) { $0.id }, factory: PostRowFactory(.home()))
exit(
  try ListApplication.run(
    .init(name: "posts", displayName: "Posts"), showing: timeline,
    configuration: EngineConfiguration(
      opensAt: .start, background: FeedStyle.background, follow: .off)))
