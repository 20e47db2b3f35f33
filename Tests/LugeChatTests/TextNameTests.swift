import LugeCore
import Testing

@testable import LugeChat

@Suite("Mentions and hashtags that are clicked") struct TextNameTests {
  @Test("A click on one searches for its words; other actions are none")
  func named() throws {
    let mention = try #require(TextName(.custom(ChatAction.mentionPrefix + "@anna:here")))
    #expect(mention.words == "@anna:here" && mention.isMention)
    let hashtag = try #require(TextName(.custom(ChatAction.hashtagPrefix + "#sea")))
    #expect(hashtag.words == "#sea" && !hashtag.isMention)
    #expect(TextName(.custom(ChatAction.mentionPrefix))?.words == "")
    #expect(TextName(.custom(ChatAction.fold)) == nil)
    #expect(TextName(.openLink(ChatAction.mentionPrefix)) == nil)
  }
}
