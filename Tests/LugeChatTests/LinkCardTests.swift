import LugeCore
import LugeEngine
import Testing

@testable import LugeChat

@Suite("Cards of linked pages") struct LinkCardTests {
  private func sample(_ card: LinkCard, text: String = "Look") -> ChatMessage {
    var made = message(1, text)
    made.links = [card]
    return made
  }

  private let lake = LinkCard(
    url: "https://www.example.org/lake?x=1", title: "The lake", summary: "How to get there",
    picture: ImageKey("https://example.org/lake.jpg"))

  @Test(
    "Site, title, summary and picture stand in the bubble; a click opens the page",
    arguments: LayoutTests.widths, [1, 1.5, 2])
  func card(width: Int, scale: Double) throws {
    let layout = try #require(bubble(sample(lake), width: width, scale: scale))
    let body = try #require(layout.drawList.bubbleBody())
    for rect in layout.hitRegions.map(\.rect) + layout.drawList.images {
      #expect(rect.x >= body.x && rect.maxX <= body.maxX && rect.maxY <= body.maxY)
    }
    #expect(layout.hitRegions.contains { $0.action == .openLink(lake.url) })
    guard Double(width) >= 400 * scale else { return }
    #expect(layout.drawList.texts.contains("The lake"))
    #expect(layout.drawList.texts.contains("example.org"))
    #expect(layout.drawList.images.count == 1)
    #expect(layout.accessibleText.contains("example.org, The lake, How to get there"))
  }

  @Test("A title that turns its letters around shows how") func turned() throws {
    let card = LinkCard(url: "https://example.org", title: "x\u{202E}gnp.exe", summary: "")
    let layout = try #require(bubble(sample(card)))
    #expect(layout.drawList.texts.contains("x<U+202E>gnp.exe"))
    #expect(layout.accessibleText.contains("x<U+202E>gnp.exe"))
    #expect(!layout.hitRegions.contains { $0.label.contains("\u{202E}") })
  }

  @Test("A card alone is no empty message; a deleted message has none") func alone() throws {
    let layout = try #require(bubble(sample(lake, text: "")))
    #expect(!layout.drawList.texts.contains("Empty message"))
    var deleted = sample(lake)
    deleted.isDeleted = true
    #expect(try #require(bubble(deleted)).pressed.isEmpty)
  }

  @Test("What names another site than the address is seen for what it is")
  func hosts() {
    #expect(LinkCard(url: "https://bank.example@evil.example/x").host == "evil.example")
    #expect(LinkCard(url: "https://www.example.org").host == "example.org")
    #expect(LinkCard(url: "mailto:a@b").host == "")
  }

  @Test("Endless words and thousands of cards are cut") func hostile() throws {
    var many = message(1, "x")
    many.links = (0..<5000).map {
      LinkCard(
        url: "https://example.org/\($0)", title: String(repeating: "long ", count: 20_000),
        summary: String(repeating: "\n", count: 10_000))
    }
    let layout = try #require(bubble(many))
    #expect(layout.size.height < 2000)
    #expect(layout.pressed.count == LinkKind.limit)
  }
}
