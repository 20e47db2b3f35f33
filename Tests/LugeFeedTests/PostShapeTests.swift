import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeFeed

@Suite("Rows of posts: what does not fit, and what is not there") struct PostShapeTests {
  private let tools = PaintTools()

  private func rows(
    _ post: Post, _ configuration: FeedConfiguration = .home(), previous: Post? = nil,
    next: Post? = nil
  ) -> [any RowModel] {
    PostRowFactory(configuration).rows(for: post, previous: previous, next: next)
  }

  private func layout(
    _ part: UInt32, of post: Post, _ configuration: FeedConfiguration = .home(), width: Int = 600
  ) throws -> RowLayout {
    let context = LayoutContext(environment: LayoutEnvironment(width: width), text: tools.text)
    return try #require(rows(post, configuration).first { $0.id.part == part }).layout(in: context)
  }

  private func texts(_ layout: RowLayout) -> [TextLayout] {
    layout.drawList.commands.compactMap { command in
      if case .text(let text, _, _, _) = command { text } else { nil }
    }
  }

  private func post(_ edit: (inout Post) -> Void) -> Post {
    var post = Post(
      id: ItemID(1),
      author: PostAuthor(id: 1, name: "Ann Weaver", handle: "@ann@a.example"), time: 0)
    edit(&post)
    return post
  }

  @Test("A picture that is not there keeps its place and its shape, and offers nothing to open")
  func absent() throws {
    let there = post {
      $0.media = [
        PostMedia(
          kind: .photo, imageKey: ImageKey("a.png"), path: "a.png",
          pixelSize: PixelSize(width: 400, height: 300))
      ]
    }
    var gone = there
    gone.media[0].imageKey = nil
    gone.media[0].path = nil
    let (a, b) = try (
      layout(FeedPart.media, of: there), layout(FeedPart.media, of: gone)
    )
    #expect(a.size == b.size)
    #expect(a.hitRegions.count == b.hitRegions.count + 1)
    #expect(texts(b).map(\.request.text.string) == [FeedStrings().absentPicture])
    // A file remains a line.
    gone.media[0].kind = .file
    #expect(try layout(FeedPart.media, of: gone).size.height < b.size.height / 2)
  }

  @Test(
    "However long or flat a picture claims to be, it can be seen",
    arguments: [(1, 1_000_000), (1_000_000, 1), (1, 1), (3, 900)])
  func shapes(width: Int, height: Int) throws {
    let post = post {
      $0.media = [
        PostMedia(
          kind: .photo, imageKey: ImageKey("a.png"),
          pixelSize: PixelSize(width: width, height: height))
      ]
    }
    let cell = try #require(try layout(FeedPart.media, of: post).hitRegions.last).rect
    if width != height { #expect(cell.width >= 160 && cell.height >= 50) }
    #expect(cell.width >= 48 && cell.height >= 48 && cell.height <= 420)
  }

  @Test("A poll's answer is shown whole, on as many lines as it takes")
  func poll() throws {
    let long = "Beta option, which is a very long one with many words that nobody wants to miss"
    let post = post { $0.poll = PostPoll(answers: [.init(text: long, votes: 3)]) }
    let shown = try layout(FeedPart.poll, of: post, width: 330)
    let answer = try #require(texts(shown).first { $0.request.text.string == long })
    #expect(answer.lines.count > 1)
    #expect(answer.lines.last?.range.upperBound == long.utf8.count)
  }

  @Test("Who may read a post is not cut", arguments: [300, 330, 360, 420, 700])
  func narrow(width: Int) throws {
    let post = post { $0.visibility = .direct }
    var configuration = FeedConfiguration.home()
    configuration.now = nil
    let shown = texts(try layout(FeedPart.header, of: post, configuration, width: width))
    let words = FeedStrings().direct
    let notes = try #require(shown.first { $0.request.text.string.hasSuffix(words) })
    #expect(notes.lines.count == 1)
    #expect(notes.lines[0].range.upperBound == notes.request.text.string.utf8.count)
  }

  @Test("What can't be done is not offered: a read-only post says what was done alone")
  func readOnly() throws {
    var configuration = FeedConfiguration.home()
    configuration.pieces = configuration.pieces.map {
      $0 is ActionsPiece ? ActionsPiece(isReadOnly: true) : $0
    }
    let bare = post { $0.text = StyledText("x") }
    #expect(!rows(bare, configuration).contains { $0.id.part == FeedPart.actions })
    let liked = post { $0.counts.likes = 3 }
    let shown = try layout(FeedPart.actions, of: liked, configuration)
    #expect(shown.hitRegions.allSatisfy { FeedAction($0.action) == .open })
    #expect(shown.accessibleText == "3 Like")
  }

  @Test("A comment stands apart from the actions above it")
  func comments() throws {
    let post = post {
      $0.comments = [
        PostComment(number: 1, author: $0.author, time: 0, text: StyledText("Hi"))
      ]
    }
    let shown = try layout(FeedPart.firstComment + 1, of: post)
    let tops = shown.drawList.commands.compactMap { command -> Double? in
      // The card itself begins at the top.
      if case .roundedRectangle(let rect, _, _, _) = command, rect.width < 500 {
        rect.y
      } else {
        nil
      }
    }
    #expect(tops.allSatisfy { $0 >= 6 } && !tops.isEmpty)
  }

  @Test("Below the post that a screen is about no line begins that leads nowhere")
  func threadLine() {
    let focus = post { $0.text = StyledText("x") }
    var answer = focus
    answer.id = ItemID(2)
    answer.replyTo = .init(item: focus.id, name: "Ann")
    func linesAbove(_ configuration: FeedConfiguration) -> Bool {
      rows(answer, configuration, previous: focus).contains {
        ($0 as? any PostRow)?.card.lineAbove == true
      }
    }
    #expect(linesAbove(.home()))
    #expect(!linesAbove(.thread(focus.id)))
    #expect(linesAbove(.thread(answer.id)))
  }
}
