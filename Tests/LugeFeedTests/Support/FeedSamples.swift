import LugeCore
import LugeEngine
import LugeFeed

/// Posts by number, something of every kind among them.
enum FeedSamples {
  static let ann = PostAuthor(id: 1, name: "Ann Weaver", handle: "@ann@example.social")
  static let ben = PostAuthor(id: 2, name: "Ben", handle: "@ben@example.org")
  static let start: Int64 = 1_717_423_500

  static func post(_ number: Int) -> Post {
    let sentence = "Post \(number) says something that is long enough to need two lines or three. "
    var post = Post(
      id: ItemID(Int64(number)), author: number.isMultiple(of: 2) ? ann : ben,
      time: start - Int64(number) * 600,
      text: StyledText(String(repeating: sentence, count: 1 + number % 3)),
      counts: PostCounts(replies: number % 4, boosts: number % 7, likes: number % 30))
    if number % 5 == 1 {
      post.media = (0...(number % 4)).map { index in
        PostMedia(
          kind: .photo, imageKey: ImageKey("\(number)-\(index).jpg"),
          pixelSize: PixelSize(width: 800, height: 600))
      }
    }
    if number % 11 == 3 {
      post.poll = PostPoll(answers: [.init(text: "Yes", votes: 3), .init(text: "No", votes: 1)])
    }
    if number % 13 == 4 { post.boostedBy = ben }
    if number % 17 == 5 { post.warning = "Spiders" }
    if number % 19 == 6 {
      post.quote = QuotedPost(author: ann, time: start, text: StyledText("What was said"))
    }
    return post
  }

  static func posts(_ count: Int) -> [Post] { (0..<count).map(post) }
}
