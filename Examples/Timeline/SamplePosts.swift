import LugeCore
import LugeFeed

/// Made-up posts, page by page, the newest first.
enum SamplePosts {
  static let pageSize = 25
  /// Current time of the sample: Friday, 7 June 2024, 12:00 UTC.
  static let now: Int64 = 1_717_761_600

  private static let people = [
    PostAuthor(id: 1, name: "Ann Weaver", handle: "@ann@example.social"),
    PostAuthor(id: 2, name: "Benedikt", handle: "@ben@garden.example"),
    PostAuthor(id: 3, name: "Chidi Okafor", handle: "@chidi@example.org"),
    PostAuthor(id: 4, name: "Dora", handle: "@dora@example.social"),
  ]
  private static let texts = [
    "The swifts are back! I counted eleven over the old brewery this morning.",
    "Does anybody know why my sourdough rises beautifully and then gives up in the oven?",
    """
    Notes from the night train: a dining car that serves soup in real bowls, four strangers who \
    share their biscuits, and a conductor who knows the name of every river we cross. We left an \
    hour late and nobody minded. In the corridor two children play a game whose rules change at \
    every station. When it gets dark the windows become mirrors, and for a while the whole coach \
    reads, until somebody points out the moon over the reservoir and everybody looks up.
    I should travel like this more often. The return ticket is for Sunday, but there is a later \
    train, and a later one after that.
    """,
    "Three ripe strawberries. Three! The slugs had the rest.",
    "Today's small victory: the bicycle light that flickered since March was just a loose screw.",
  ]

  /// Returns a page of posts.
  ///
  /// - Parameter number: from 0, the newest; there is no last page.
  static func page(_ number: Int) -> [Post] {
    (number * pageSize..<(number + 1) * pageSize).map(post)
  }

  /// Returns a post that has just been written, for the top of the list.
  static func news(_ number: Int) -> Post {
    var post = Self.post(number * 5 + 1)
    post.id = ItemID(-Int64(number) - 1)
    post.time = now
    post.counts = PostCounts()
    post.media = number.isMultiple(of: 2) ? [painting(number + 11)] : []
    return post
  }

  private static func painting(_ number: Int) -> PostMedia {
    PostMedia(
      kind: .photo, imageKey: Paintings.key(number),
      pixelSize: number.isMultiple(of: 3)
        ? PixelSize(width: 900, height: 1100) : PixelSize(width: 1200, height: 800),
      caption: "Hills behind hills, and the sun above them")
  }

  private static func post(_ index: Int) -> Post {
    var author = people[index % people.count]
    author.avatar = Paintings.key(100 + index % people.count)
    var post = Post(
      id: ItemID(Int64(index)), author: author,
      time: now - 240 - Int64(index) * 2700, text: StyledText(texts[index % texts.count]),
      counts: PostCounts(replies: index % 3, boosts: index * 7 % 23, likes: index * 13 % 61))
    switch index % 9 {
    case 1: post.media = [painting(index)]
    case 3: post.media = (0..<2 + index / 9 % 3).map { painting(index + $0) }
    case 2: post.boostedBy = people[(index + 1) % people.count]
    case 4:
      post.text = StyledText("What goes into the pot tonight?")
      post.poll = PostPoll(
        answers: [.init(text: "Dal", votes: 14), .init(text: "Risotto", votes: 9)],
        closes: now + 7200)
    case 5:
      post.link = LinkPreview(
        url: "https://example.org/clouds", title: "A field guide to clouds",
        summary: "Ten kinds, and what they say of tomorrow.", imageKey: Paintings.key(index))
    case 7:
      post.quote = QuotedPost(
        item: ItemID(Int64(index + 3)), author: people[(index + 3) % people.count],
        time: now - 90_000, text: StyledText(texts[(index + 3) % texts.count]))
    case 8: post.warning = "Spiders"
    default: break
    }
    return post
  }
}
