import Foundation
import LugeCore
import LugeEngine
import LugePaint
import LugePictures
import LugeTestSupport
import Testing

@testable import LugeFeed

/// Posts as pictures, compared with ones that were looked at and found right.
@Suite("Pictures of posts")
struct FeedPictureTests {
  enum Shape: String, CaseIterable, Sendable {
    case poll, quote, warning, sensitive, elsewhere, profile
  }

  private static let width = 480
  private let tools = PaintTools()

  /// A post of each kind, all rows below each other as a list shows them.
  private static func post(_ shape: Shape) -> Post {
    var post = Post(
      id: ItemID(1), author: FeedSamples.ann, time: FeedSamples.start,
      text: StyledText("The first swallows are back. Two of them sat on the wire this morning."),
      counts: PostCounts(replies: 3, boosts: 7, likes: 21))
    switch shape {
    case .poll:
      post.boostedBy = FeedSamples.ben
      post.poll = PostPoll(
        answers: [.init(text: "In the barn", votes: 30), .init(text: "Under the roof", votes: 10)])
    case .quote:
      post.reader.likes = true
      post.quote = QuotedPost(
        author: FeedSamples.ben, time: FeedSamples.start - 86_400,
        text: StyledText("None so far, and the nest is empty."))
      post.comments = [
        PostComment(
          number: 1, author: FeedSamples.ben, time: FeedSamples.start + 60,
          text: StyledText("Ours came yesterday."))
      ]
    case .warning:
      post.warning = "Heights"
      post.link = LinkPreview(
        url: "https://example.org/birds", title: "Birds", summary: "What flies where")
    case .sensitive:
      post.mediaWarning = ""
      post.media = [
        PostMedia(
          kind: .photo, imageKey: ImageKey("nest.jpg"),
          pixelSize: PixelSize(width: 400, height: 200))
      ]
    case .elsewhere:
      post.boostedBy = FeedSamples.ben
      post.text = StyledText("")
      post.link = .absentPost(at: "https://www.example.org/@ann/1", FeedStrings())
      post.quote = QuotedPost(
        author: FeedSamples.ben, text: StyledText(""), url: "https://example.org/@ben/2")
    case .profile: break
    }
    return post
  }

  private func configuration(_ shape: Shape) -> FeedConfiguration {
    guard shape == .profile else { return .home(now: FeedSamples.start + 3600) }
    let profile = PostProfile(
      author: FeedSamples.ann, posts: 128, first: FeedSamples.start - 90_000_000,
      last: FeedSamples.start)
    return .profile(profile, above: ItemID(1), now: FeedSamples.start + 3600)
  }

  private func picture(
    _ shape: Shape, _ scheme: ColorScheme, scale: Double = 1
  ) -> Bitmap {
    let width = Int(Double(Self.width) * scale)
    let context = LayoutContext(
      environment: LayoutEnvironment(width: width, scale: scale), text: tools.text)
    var list = DrawList()
    var y = 0
    let rows = PostRowFactory(configuration(shape)).rows(
      for: Self.post(shape), previous: nil, next: nil)
    for row in rows {
      let layout = row.layout(in: context)
      list.append(layout.drawList, at: Point(x: 0, y: Double(y)))
      y += layout.size.height
    }
    return tools.paint(
      RowLayout(size: PixelSize(width: width, height: y), drawList: list), slice: 0..<y,
      scheme: scheme, background: FeedStyle.background)
  }

  private func blocks(_ bitmap: Bitmap) -> [Int] {
    bitmap.withPixels { MeanBlocks($0, width: bitmap.size.width, side: 40).colors }
  }

  @Test("They look as they always did", arguments: Shape.allCases, [ColorScheme.light, .dark])
  func golden(shape: Shape, scheme: ColorScheme) throws {
    for scale in [1.0, 2] {
      let complaint = try GoldenPicture.complaint(
        about: picture(shape, scheme, scale: scale), "post-\(shape)-\(scheme)-\(scale)",
        scale: scale)
      #expect(complaint == nil)
    }
  }

  @Test("Light and dark differ in colour alone", arguments: Shape.allCases)
  func schemes(shape: Shape) {
    let light = picture(shape, .light)
    let dark = picture(shape, .dark)
    #expect(light.size == dark.size)
    let pairs = Array(zip(blocks(light), blocks(dark)))
    // No part of a post is forgotten in the dark, where only the faces of people are lighter.
    #expect(pairs.count { $0 >> 8 & 0xFF < $1 >> 8 & 0xFF } * 10 <= pairs.count)
    #expect(pairs.count { $0 >> 8 & 0xFF > 2 * ($1 >> 8 & 0xFF) } * 10 > 8 * pairs.count)
  }
}
