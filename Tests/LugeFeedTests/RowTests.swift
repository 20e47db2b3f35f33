import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import Testing

@Suite("Rows of posts") struct RowTests {
  private func parts(_ post: Post, _ configuration: FeedConfiguration) -> [UInt32] {
    PostRowFactory(configuration).rows(for: post, previous: nil, next: nil).map(\.id.part)
  }

  @Test("Content decides which rows a post has")
  func content() {
    var post = Post(id: ItemID(1), author: FeedSamples.ann, time: 0)
    #expect(parts(post, .home()) == [FeedPart.gap, FeedPart.header, FeedPart.actions])
    post.text = StyledText("Hello")
    post.boostedBy = FeedSamples.ben
    post.media = [PostMedia(kind: .photo, imageKey: ImageKey("a.jpg"))]
    #expect(
      parts(post, .home()) == [
        FeedPart.gap, FeedPart.reason, FeedPart.header, FeedPart.text, FeedPart.media,
        FeedPart.actions,
      ])
    post.warning = "Heights"
    #expect(
      parts(post, .home()) == [
        FeedPart.gap, FeedPart.reason, FeedPart.header, FeedPart.warning, FeedPart.actions,
      ])
    post.reader.isRevealed = true
    #expect(parts(post, .home()).contains(FeedPart.text))
  }

  @Test("Another screen is another configuration")
  func screens() {
    var post = Post(id: ItemID(1), author: FeedSamples.ann, time: 0, text: StyledText("Hello"))
    post.comments = [
      PostComment(number: 1, author: FeedSamples.ben, time: 0, text: StyledText("Hi"))
    ]
    #expect(parts(post, .home()).last == FeedPart.firstComment + 1)
    #expect(parts(post, .profile()).last == FeedPart.actions)
    #expect(parts(post, .thread(post.id)).contains(FeedPart.counts))
    #expect(!parts(post, .thread(ItemID(2))).contains(FeedPart.counts))
  }

  @Test("A thousand posts of all shapes share a dozen reuse identifiers")
  func reuse() {
    let factory = PostRowFactory(.home())
    var identifiers: Set<ReuseIdentifier> = []
    var shapes: Set<[UInt32]> = []
    for post in FeedSamples.posts(1000) {
      let rows = factory.rows(for: post, previous: nil, next: nil)
      shapes.insert(rows.map(\.id.part))
      for row in rows { identifiers.insert(type(of: row).reuseIdentifier) }
    }
    #expect(shapes.count > identifiers.count)
    #expect(identifiers.count <= 12)
  }

  @Test("Neighbours reach rows through decorators alone")
  func neighbours() {
    let parent = FeedSamples.post(1)
    var answer = FeedSamples.post(2)
    answer.replyTo = .init(item: parent.id, name: "Ben")
    func revisions(_ configuration: FeedConfiguration, previous: Post?) -> [Revision] {
      PostRowFactory(configuration).rows(for: answer, previous: previous, next: nil)
        .map(\.revision)
    }
    var plain = FeedConfiguration.home()
    plain.decorators = []
    #expect(revisions(plain, previous: nil) == revisions(plain, previous: parent))
    #expect(revisions(.home(), previous: nil) != revisions(.home(), previous: parent))
    let other = FeedSamples.post(7)
    #expect(revisions(.home(), previous: nil) == revisions(.home(), previous: other))
  }

  @Test("A change of one thing changes the rows that show it", arguments: [0, 1, 3, 4, 5, 6])
  func touched(number: Int) {
    let post = FeedSamples.post(number)
    func changed(_ body: (inout Post) -> Void) -> [UInt32] {
      var after = post
      body(&after)
      let factory = PostRowFactory(.home())
      let old = factory.rows(for: post, previous: nil, next: nil)
      let new = factory.rows(for: after, previous: nil, next: nil)
      let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.revision) })
      return new.filter { known[$0.id] != $0.revision }.map(\.id.part)
    }
    #expect(changed { $0.counts.likes += 1 } == [FeedPart.actions])
    #expect(changed { $0.reader.bookmarks = true } == [FeedPart.actions])
    #expect(changed { $0.author.name = "Somebody" } == [FeedPart.header])
    if !post.isCoveredForTests {
      #expect(changed { $0.text = StyledText("Other") } == [FeedPart.text])
    }
    #expect(changed { _ in } == [])
  }

  @Test("Layouts stay within the list at any width, and equal inputs give equal heights")
  func widths() {
    let tools = PaintTools()
    let factory = PostRowFactory(.home())
    for width in [1, 40, 160, 320, 379, 380, 640, 1500] {
      let context = LayoutContext(
        environment: LayoutEnvironment(width: width, scale: 1.5), text: tools.text)
      for post in FeedSamples.posts(40) {
        for row in factory.rows(for: post, previous: nil, next: nil) {
          let layout = row.layout(in: context)
          #expect(layout.size.width == width)
          #expect(layout.size.height > 0)
          #expect(layout.size.height == row.layout(in: context).size.height)
          for region in layout.hitRegions {
            #expect(region.rect.y >= 0 && region.rect.maxY <= Double(layout.size.height))
          }
        }
      }
    }
  }

  @Test("A long text is folded, says so, and unfolds")
  func folding() throws {
    let tools = PaintTools()
    let context = LayoutContext(environment: LayoutEnvironment(width: 420), text: tools.text)
    var post = Post(
      id: ItemID(1), author: FeedSamples.ann, time: 0,
      text: StyledText(String(repeating: "Words that go on and on. ", count: 60)))
    func layout() throws -> RowLayout {
      let rows = PostRowFactory(.home()).rows(for: post, previous: nil, next: nil)
      return try #require(rows.first { $0.id.part == FeedPart.text }).layout(in: context)
    }
    let folded = try layout()
    #expect(folded.lines.count == FeedStyle().foldedLines)
    #expect(folded.hitRegions.contains { FeedAction($0.action) == .fold })
    post.reader.isExpanded = true
    let whole = try layout()
    #expect(whole.size.height > folded.size.height)
    #expect(whole.hitRegions.contains { FeedAction($0.action) == .fold })
    post.text = StyledText("Short")
    #expect(try !layout().hitRegions.contains { FeedAction($0.action) == .fold })
  }

  @Test("Actions are what they were")
  func actions() {
    let all: [FeedAction] = [
      .open, .profile(author: -4), .like, .boost, .reply, .bookmark, .fold, .disclose, .vote(3),
    ]
    for action in all { #expect(FeedAction(action.action) == action) }
    #expect(FeedAction(.custom("feed:vote:x")) == nil)
    #expect(FeedAction(.custom("poll:1")) == nil)
    #expect(FeedAction(nil) == nil)
  }
}

extension Post {
  fileprivate var isCoveredForTests: Bool { warning != nil && !reader.isRevealed }
}
