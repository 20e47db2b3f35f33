import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import Testing

@Suite("The feed's controller") struct ControllerTests {
  /// A timeline of 10,000 posts in a list without a window, read from the middle.
  private final class Reader {
    let controller: FeedController
    let engine: ListEngine
    private var time = 0.0

    init(posts: Int = 10_000, at position: Int? = 5000) {
      controller = FeedController(FeedSamples.posts(posts), configuration: .home())
      var configuration = EngineConfiguration(
        opensAt: .start, background: FeedStyle.background, follow: .off)
      configuration.animationDuration = 0
      engine = ListEngine(
        provider: controller.provider, configuration: configuration, tools: PaintTools.factory())
      controller.connect(to: engine)
      engine.setViewport(
        PixelSize(width: 480, height: 800), environment: LayoutEnvironment(width: 480))
      settle()
      if let position {
        engine.jump(to: position)
        settle()
      }
    }

    /// Frames until nothing is under way.
    func settle() {
      var plan = engine.frame(at: time)
      var rounds = 0
      while !engine.isSettled || plan.blankPixels > 0 || !controller.feed.isIdle, rounds < 4000 {
        rounds += 1
        if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.01) }
        time += 1.0 / 60
        plan = engine.frame(at: time)
      }
    }

    /// Items remade and rows laid out by a change, and how far what the reader looks at moved.
    func effect(of change: () -> Int?) -> (items: Int, rows: Int, drift: Int) {
      let before = engine.statistics
      let eye = engine.visibleRows.first { $0.y + $0.height > 800 / 3 }
      #expect(change() != nil)
      settle()
      let after = engine.statistics
      let now = engine.visibleRows.first { $0.id == eye?.id }
      return (
        after.itemsRemade - before.itemsRemade, after.rowsRelaidOut - before.rowsRelaidOut,
        eye.flatMap { eye in now.map { abs($0.y - eye.y) } } ?? -1
      )
    }

    /// A post in view, below the reader's eye.
    var inView: ItemID? { engine.visibleRows.last { $0.y < 700 }?.id.item }
  }

  @Test("A like touches one row, and nothing moves")
  func like() throws {
    let reader = Reader()
    let id = try #require(reader.inView)
    let effect = reader.effect { reader.controller.toggleLike(id) }
    #expect(effect.rows == 1)
    #expect(effect.drift == 0)
    #expect(reader.controller[id]?.reader.likes == true)
    let back = reader.effect { reader.controller.toggleLike(id) }
    #expect(back.rows == 1)
  }

  @Test("An edit touches the text and the header that says so")
  func edit() throws {
    let reader = Reader()
    let id = try #require(reader.inView)
    reader.controller.change(id) {
      $0.warning = nil
      $0.text = StyledText("Before")
    }
    reader.settle()
    let effect = reader.effect { reader.controller.edit(id, text: StyledText("After")) }
    #expect(effect.rows == 2)
    #expect(effect.drift == 0)
  }

  @Test("A deletion makes no row anew but of those that it brings into view")
  func delete() throws {
    let reader = Reader()
    let id = try #require(reader.inView)
    let effect = reader.effect { reader.controller.delete(id) }
    #expect(effect.rows == 0)
    #expect(effect.drift == 0)
    #expect(reader.controller[id] == nil)
    #expect(reader.engine.count == 9999)
  }

  @Test("Posts above and below the reader come in without a pixel of drift")
  func insertAndAppend() {
    let reader = Reader()
    let new = reader.effect {
      reader.controller.insertAtTop((20_000..<20_050).map(FeedSamples.post))
    }
    #expect(new.rows == 0)
    #expect(new.drift == 0)
    let old = reader.effect {
      reader.controller.appendOlder((30_000..<30_050).map(FeedSamples.post))
    }
    #expect(old.rows == 0)
    #expect(old.drift == 0)
    #expect(reader.engine.count == 10_100)
  }

  @Test("A new post at the top does not push away what is read there")
  func insertAtTopInView() {
    let reader = Reader(posts: 200, at: nil)
    let effect = reader.effect { reader.controller.insertAtTop([FeedSamples.post(900)]) }
    #expect(effect.drift == 0)
  }

  @Test("A comment adds one row, changes the counts and the corner above it")
  func comment() throws {
    let reader = Reader()
    let id = try #require(reader.inView)
    let effect = reader.effect {
      reader.controller.comment(
        id, author: FeedSamples.ben, time: FeedSamples.start, text: StyledText("Well said"))
    }
    // The actions' row had the card's lower corners, and the count of answers.
    #expect(effect.rows == 2)
    #expect(effect.drift == 0)
    let second = reader.effect {
      reader.controller.comment(
        id, author: FeedSamples.ann, time: FeedSamples.start, text: StyledText("Thanks"))
    }
    #expect(second.rows == 3)
  }

  @Test("Scrolling makes as many cells as fit the screen, whatever the posts are like")
  func cells() {
    let reader = Reader(posts: 1000, at: nil)
    var visible = 0
    for _ in 0..<200 {
      reader.engine.scroll(by: 400)
      reader.settle()
      visible = max(visible, reader.engine.visibleRows.count)
    }
    let created = reader.engine.statistics.cellsCreated
    #expect(created > 0)
    // One kind of cell after another may be the commonest on a screen.
    #expect(created <= visible * 3)
  }

  @Test("Changes that change nothing cost nothing")
  func nothing() {
    let reader = Reader(posts: 50, at: nil)
    #expect(reader.controller.change(ItemID(3)) { _ in } == nil)
    #expect(reader.controller.change(ItemID(999)) { $0.isEdited = true } == nil)
    #expect(reader.controller.delete(ItemID(999)) == nil)
    #expect(reader.controller.insertAtTop([]) == nil)
    #expect(reader.controller.feed.statistics.requests == 0)
  }

  @Test("A vote is counted once and can be changed")
  func vote() {
    let controller = FeedController([FeedSamples.post(3)], configuration: .home())
    let id = ItemID(3)
    #expect(controller.perform(.vote(0), on: id))
    #expect(!controller.perform(.vote(0), on: id))
    #expect(controller[id]?.poll?.answers.map(\.votes) == [4, 1])
    #expect(controller.perform(.vote(1), on: id))
    #expect(controller[id]?.poll?.answers.map(\.votes) == [3, 2])
    #expect(!controller.perform(.vote(7), on: id))
    #expect(!controller.perform(.open, on: id))
  }
}
