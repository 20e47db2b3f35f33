import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeFeed

@Suite("Screens of a timeline") struct ScreenTests {
  private func rows(_ post: Post, _ configuration: FeedConfiguration) -> [any RowModel] {
    PostRowFactory(configuration).rows(for: post, previous: nil, next: nil)
  }

  private let profile = PostProfile(author: FeedSamples.ann, posts: 3, first: 0, last: 90_000)

  @Test("A person's screen says once who that is, and above the first post alone")
  func person() throws {
    let configuration = FeedConfiguration.profile(profile, above: ItemID(1))
    let first = rows(Post(id: ItemID(1), author: FeedSamples.ann, time: 0), configuration)
    #expect(
      first.map(\.id.part) == [
        FeedPart.profile, FeedPart.gap, FeedPart.header, FeedPart.actions,
      ])
    let second = rows(Post(id: ItemID(2), author: FeedSamples.ann, time: 0), configuration)
    #expect(second.map(\.id.part) == [FeedPart.gap, FeedPart.header, FeedPart.actions])

    let tools = PaintTools()
    let context = LayoutContext(environment: LayoutEnvironment(width: 420), text: tools.text)
    let texts = first.map { $0.layout(in: context).accessibleText }
    #expect(texts[0] == "Ann Weaver, @ann@example.social, 3 posts · 1 Jan 1970 – 2 Jan 1970")
    #expect(!texts[2].contains("Ann"))
    // A click beside the words opens nothing; nothing in it leads to the page that it is.
    #expect(first[0].layout(in: context).hitRegions.isEmpty)
    #expect(
      !first[2].layout(in: context).hitRegions.contains {
        FeedAction($0.action) == .profile(author: FeedSamples.ann.id)
      })
    // Somebody whom the person answers keeps name and picture.
    let other = rows(Post(id: ItemID(3), author: FeedSamples.ben, time: 0), configuration)
    #expect(other[1].layout(in: context).accessibleText.contains("Ben"))
  }

  @Test("Sensitive media: no file is named until the reader asks, and the words stay")
  func sensitive() throws {
    var post = Post(
      id: ItemID(1), author: FeedSamples.ann, time: 0, text: StyledText("Look"),
      media: (0..<3).map { PostMedia(kind: .photo, imageKey: ImageKey("\($0).jpg")) })
    post.mediaWarning = "Nudity"
    let tools = PaintTools()
    let context = LayoutContext(environment: LayoutEnvironment(width: 420), text: tools.text)
    func media() throws -> RowLayout {
      try #require(rows(post, .home()).first { $0.id.part == FeedPart.media }).layout(in: context)
    }
    func keys(_ layout: RowLayout) -> [ImageKey] {
      layout.drawList.commands.compactMap { command in
        if case .image(let key, _, _, _) = command { key } else { nil }
      }
    }
    #expect(rows(post, .home()).contains { $0.id.part == FeedPart.text })
    let covered = try media()
    #expect(keys(covered).isEmpty && covered.accessibleText.contains("Nudity"))
    #expect(covered.hitRegions.contains { FeedAction($0.action) == .disclose })
    post.reader.isRevealed = true
    let shown = try media()
    #expect(keys(shown).count == 3)
    #expect(shown.hitRegions.contains { FeedAction($0.action) == .disclose })
    #expect(shown.size == covered.size)
    // A warning about the whole post asks once.
    post.warning = "Beach"
    #expect(try keys(media()).count == 3)
    #expect(try !media().hitRegions.contains { FeedAction($0.action) == .disclose })
  }

  @Test("A post that is elsewhere shows where, and leads there")
  func elsewhere() throws {
    var post = Post(id: ItemID(1), author: FeedSamples.ann, time: 0)
    post.quote = QuotedPost(
      author: FeedSamples.ben, text: StyledText(""), url: "https://www.example.org/@ben/2/")
    let tools = PaintTools()
    let context = LayoutContext(environment: LayoutEnvironment(width: 420), text: tools.text)
    let quote = try #require(rows(post, .home()).first { $0.id.part == FeedPart.quote })
      .layout(in: context)
    #expect(quote.accessibleText == "Ben, example.org/@ben/2")
    #expect(quote.copyText == "https://www.example.org/@ben/2/")
    #expect(
      quote.hitRegions.contains { $0.action == .openLink("https://www.example.org/@ben/2/") })
    post.quote?.item = ItemID(7)
    let known = try #require(rows(post, .home()).first { $0.id.part == FeedPart.quote })
      .layout(in: context)
    #expect(known.hitRegions.contains { $0.action == .goTo(ItemID(7)) })
  }

  @Test("What a post says can be marked, where its letters are")
  func selectable() throws {
    let post = Post(
      id: ItemID(1), author: FeedSamples.ann, time: 0, text: StyledText("Some words"))
    let tools = PaintTools()
    for width in [320, 700] {
      let context = LayoutContext(environment: LayoutEnvironment(width: width), text: tools.text)
      let layout = try #require(rows(post, .home()).first { $0.id.part == FeedPart.text })
        .layout(in: context)
      let text = try #require(layout.texts.first)
      #expect(text.layout.request.text.string == "Some words")
      let drawn = layout.drawList.commands.compactMap { command in
        if case .text(_, let origin, _, _) = command { origin } else { nil }
      }
      #expect(drawn.contains(text.origin))
    }
  }
}
