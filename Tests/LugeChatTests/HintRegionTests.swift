import LugeChat
import LugeCore
import LugeEngine
import Testing

extension RowLayout {
  /// Actions that something comes of: a time only says when.
  var pressed: [HitRegion.Action] {
    hitRegions.map(\.action).filter { action in
      if case .typed(let typed) = action { !(typed.value is MessageTime) } else { true }
    }
  }
}

@Suite("What parts of a message say of themselves")
struct HintRegionTests {
  @Test("A reaction names who reacted, as far as they are known")
  func people() throws {
    var said = message(1, "hello")
    said.reactions = [
      ChatReaction(emoji: "👍", count: 3, people: ["Zoë", "Ben"]),
      ChatReaction(emoji: "❤", count: 2),
    ]
    let layout = try #require(rows(said).last).layout(in: context())
    let labels = layout.hitRegions.map(\.label).filter { !$0.isEmpty }
    #expect(labels.count == 2 && labels.last == "❤\u{FE0F} 2")
    #expect(labels.first?.contains("Zoë") == true && labels.first?.hasSuffix("+1") == true)
  }

  @Test("The picture and the name of an author lead to them, where that is wanted")
  func authors() throws {
    func actions(_ isButton: Bool) throws -> [HitRegion.Action] {
      var style = ChatStyle()
      style.avatar.isButton = isButton
      let factory = ChatRowFactory(
        ChatConfiguration(appearance: ChatAppearance(style: style), isGroup: true))
      let row = try #require(factory.rows(for: message(1), previous: nil, next: nil).last)
      return row.layout(in: context()).pressed
    }
    let action = HitRegion.Action.typed(AnyRowAction(AuthorAction(author: message(1).author)))
    #expect(try actions(true) == [action, action])
    #expect(try actions(false) == [])
  }

  @Test("A line of what happened hides below the floating date, a message and a date do not")
  func hides() throws {
    var service = message(1, "Anna joined")
    service.isService = true
    let lines = rows(service)
    #expect(lines.map(\.hidesBelowHeading) == lines.map { !$0.isHeading })
    #expect(rows(message(1)).allSatisfy { !$0.hidesBelowHeading })
  }

  @Test("A time knows its second, and a moment is said whole")
  func time() throws {
    let layout = try #require(rows(message(1, "hello")).last).layout(in: context())
    let times = layout.hitRegions.compactMap { region -> (Int64, Rect)? in
      guard case .typed(let typed) = region.action, let time = typed.value as? MessageTime else {
        return nil
      }
      return (time.localSeconds, region.rect)
    }
    #expect(times.count == 1)
    #expect(times.first.map { $0.1.width > 0 && $0.1.maxX <= 400 } == true)
    #expect(ChatStrings().moment(1_709_474_709) == "Sunday, 3 March 2024, 14:05:09")
  }
}
