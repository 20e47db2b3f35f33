public import LugeCore
public import LugeEngine
import Synchronization

/// Posts with their rows kept up to date: changes name a post and come from any thread; only the
/// rows that look different are laid out again.
///
/// Rows are compared by ``ListFeed`` on the list's lane; the view does not move. A change of one
/// post costs O(posts) there (a table of identifiers), and nothing on the main thread.
public final class FeedController: Sendable {
  public typealias Feed = ListFeed<Post, PostRowFactory>

  public let feed: Feed
  private let posts: Mutex<[ItemID: Post]>

  /// Makes a controller.
  ///
  /// - Parameter posts: from top to bottom; if several have one identifier, the first is kept.
  public init(_ posts: [Post], configuration: FeedConfiguration) {
    feed = Feed(posts, factory: PostRowFactory(configuration)) {
      ItemKey(id: $0.id, revision: $0.revision)
    }
    self.posts = Mutex(Dictionary(posts.map { ($0.id, $0) }) { first, _ in first })
  }

  /// Provider for making the engine.
  public var provider: Feed.Provider { feed.provider }

  /// Sends changes to this engine, which was made with ``provider``.
  public func connect(to engine: ListEngine) { feed.connect(to: engine) }

  /// Current state of a post, with all changes; nil for an unknown one.
  public subscript(id: ItemID) -> Post? { posts.withLock { $0[id] } }

  // MARK: Changes

  /// Changes one post; does nothing when it is unknown, or stays the same.
  ///
  /// - Returns: the request's number, see ``ListFeed/isApplied(_:)``; nil when nothing changed.
  @discardableResult
  public func change(
    _ id: ItemID, options: UpdateOptions = UpdateOptions(), _ body: (inout Post) -> Void
  ) -> Int? {
    // Hold the lock, so that two changes of a post are applied in their order.
    posts.withLock { posts in
      guard let before = posts[id] else { return nil }
      var post = before
      body(&post)
      post.id = id
      post.revision = before.revision
      guard post != before else { return nil }
      post.revision = Revision(before.revision.rawValue &+ 1)
      posts[id] = post
      return feed.apply([.replace(post)], options: options)
    }
  }

  /// Likes a post, or removes the like.
  @discardableResult
  public func toggleLike(_ id: ItemID) -> Int? {
    change(id) { post in
      post.reader.likes.toggle()
      post.counts.likes = max(0, post.counts.likes.addingClamped(post.reader.likes ? 1 : -1))
    }
  }

  /// Boosts a post, or removes the boost.
  @discardableResult
  public func toggleBoost(_ id: ItemID) -> Int? {
    change(id) { post in
      post.reader.boosts.toggle()
      post.counts.boosts = max(0, post.counts.boosts.addingClamped(post.reader.boosts ? 1 : -1))
    }
  }

  /// Replaces the text.
  @discardableResult
  public func edit(_ id: ItemID, text: StyledText) -> Int? {
    change(id) { post in
      post.text = text
      post.isEdited = true
    }
  }

  @discardableResult
  public func delete(_ id: ItemID) -> Int? {
    posts.withLock { posts in
      guard posts.removeValue(forKey: id) != nil else { return nil }
      return feed.apply([.remove([id])], options: UpdateOptions(isAnimated: true))
    }
  }

  /// Adds newer posts, the newest first; posts already in the list are replaced in place.
  @discardableResult
  public func insertAtTop(_ new: [Post]) -> Int? { add(new, .others) { .insert($0, after: nil) } }

  /// Adds older posts, the newest first.
  @discardableResult
  public func appendOlder(_ old: [Post]) -> Int? { add(old, .history) { .append($0) } }

  private func add(
    _ new: [Post], _ author: UpdateOptions.Author, _ change: ([Post]) -> KeyedChange<Post>
  ) -> Int? {
    guard !new.isEmpty else { return nil }
    return posts.withLock { posts in
      for post in new { posts[post.id] = post }
      return feed.apply([change(new)], options: UpdateOptions(author: author))
    }
  }

  /// Adds a comment below a post.
  @discardableResult
  public func comment(_ id: ItemID, author: PostAuthor, time: Int64, text: StyledText) -> Int? {
    change(id) { post in
      let number = (post.comments.map(\.number).max() ?? 0) &+ 1
      post.comments.append(
        PostComment(number: number, author: author, time: time, text: text))
      post.counts.replies = post.counts.replies.addingClamped(1)
    }
  }

  /// Performs the action of a click in a post, as far as it only concerns the post.
  ///
  /// - Returns: whether it was handled: opening and replying are left to the program.
  @discardableResult
  public func perform(_ action: FeedAction, on id: ItemID) -> Bool {
    switch action {
    case .like: toggleLike(id) != nil
    case .boost: toggleBoost(id) != nil
    case .bookmark: change(id) { $0.reader.bookmarks.toggle() } != nil
    case .fold: change(id) { $0.reader.isExpanded.toggle() } != nil
    case .disclose: change(id) { $0.reader.isRevealed.toggle() } != nil
    case .vote(let index): change(id) { $0.poll?.choose(index) } != nil
    case .open, .profile, .reply: false
    }
  }
}

extension PostPoll {
  /// Sets the user's choice; an earlier one is removed.
  mutating func choose(_ index: Int) {
    guard answers.indices.contains(index), !answers[index].isChosen else { return }
    for other in answers.indices where answers[other].isChosen {
      answers[other].isChosen = false
      answers[other].votes = max(0, answers[other].votes.subtractingClamped(1))
    }
    answers[index].isChosen = true
    answers[index].votes = answers[index].votes.addingClamped(1)
  }
}
