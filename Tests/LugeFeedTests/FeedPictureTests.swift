import Foundation
import LugeCore
import LugeEngine
import LugePaint
import LugeTestSupport
import Testing

@testable import LugeFeed

/// Posts as pictures, compared with ones that were looked at and found right.
@Suite("Pictures of posts")
struct FeedPictureTests {
  private static let width = 480
  private let tools = PaintTools()

  /// A post of each kind, all rows below each other as a list shows them.
  private static func post(_ shape: FeedGolden.Shape) -> Post {
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

  private func configuration(_ shape: FeedGolden.Shape) -> FeedConfiguration {
    guard shape == .profile else { return .home(now: FeedSamples.start + 3600) }
    let profile = PostProfile(
      author: FeedSamples.ann, posts: 128, first: FeedSamples.start - 90_000_000,
      last: FeedSamples.start)
    return .profile(profile, above: ItemID(1), now: FeedSamples.start + 3600)
  }

  private func picture(
    _ shape: FeedGolden.Shape, _ scheme: ColorScheme, scale: Double = 1
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
    bitmap.withPixels { MeanBlocks($0, width: bitmap.size.width, side: FeedGolden.block).colors }
  }

  @Test("They look as they always did", arguments: FeedGolden.all)
  func golden(known: FeedGolden) throws {
    let bitmap = picture(known.shape, known.scheme)
    let drawn = blocks(bitmap)
    if let folder = ProcessInfo.processInfo.environment["LUGE_WRITE_PICTURES"] {
      try PNG.write(bitmap, to: "\(folder)/post-\(known).png")
      try PNG.write(
        picture(known.shape, known.scheme, scale: 2), to: "\(folder)/post-\(known)-2x.png")
      let words = drawn.map { "0x" + String($0, radix: 16, uppercase: true) }
      try Data(words.joined(separator: " ").utf8).write(
        to: URL(fileURLWithPath: "\(folder)/post-\(known).txt"))
    }
    #expect(drawn.count == known.blocks.count)
    #expect(MeanBlocks.distance(drawn, known.blocks) <= 12)
  }

  @Test("Light and dark differ in colour alone", arguments: FeedGolden.Shape.allCases)
  func schemes(shape: FeedGolden.Shape) {
    let light = picture(shape, .light)
    let dark = picture(shape, .dark)
    #expect(light.size == dark.size)
    let pairs = Array(zip(blocks(light), blocks(dark)))
    // No part of a post is forgotten in the dark; avatars keep their colours.
    #expect(pairs.allSatisfy { $0 >> 8 & 0xFF >= $1 >> 8 & 0xFF })
    #expect(pairs.count { $0 >> 8 & 0xFF > 2 * ($1 >> 8 & 0xFF) } * 10 > 8 * pairs.count)
  }
}
