import LugeArchive
import LugeCore
import Testing

@testable import LugeImporters

@Suite("Signal") struct SignalTests {
  private static let backup = """
    {"version":"1","backupTimeMs":"1700000000000","mediaRootBackupKey":"x"}
    {"account":{"givenName":"Me"}}
    {"recipient":{"id":"1","self":{}}}
    {"recipient":{"id":"2","contact":{"aci":"aci-ann","e164":"491234","profileGivenName":"Ann","profileFamilyName":"Lee"}}}
    {"recipient":{"id":"3","group":{"masterKey":"mk","snapshot":{"title":{"title":"Hikers"}}}}}
    {"chat":{"id":"7","recipientId":"2"}}
    {"chat":{"id":"8","recipientId":"3"}}
    {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","incoming":{"dateReceived":"1"},"standardMessage":{"text":{"body":"Hello 👍 bold","bodyRanges":[{"start":9,"length":4,"style":"BOLD"}]},"reactions":[{"emoji":"❤️","authorId":"1","sentTimestamp":"2"}]}}}
    {"chatItem":{"chatId":"8","authorId":"1","dateSent":"1700000001000","outgoing":{},"standardMessage":{"text":{"body":"\u{FFFC} look","bodyRanges":[{"start":0,"length":1,"mentionAci":"aci-ann"}]},"quote":{"targetSentTimestamp":"1700000000123","authorId":"2"},"attachments":[{"pointer":{"contentType":"image/jpeg","fileName":"a.jpg","width":10,"height":20}}]}}}
    {"chatItem":{"chatId":"8","authorId":"2","dateSent":"1700000002000","remoteDeletedMessage":{}}}
    {"chatItem":{"chatId":"8","authorId":"2","dateSent":"1700000003000","updateMessage":{"simpleUpdate":{"type":"IDENTITY_UPDATE"}}}}
    {"chatItem":{"chatId":"99","authorId":"2","dateSent":"1"}}
    {"chatItem":{"chatId":"8","authorId":"2","dateSent":"1700000004000","futureMessage":{"a":1}}}
    not json
    """

  @Test("The desktop's export: names, marks, mentions, answers, reactions, what was deleted")
  func backup() throws {
    #expect(FormatSupport.format(Self.backup, name: "main.jsonl") == SignalBackupReader.formatName)
    let sink = try FormatSupport.read(Self.backup, as: SignalBackupReader.self, name: "main.jsonl")
    #expect(sink.conversations.map(\.name) == ["Ann Lee", "Hikers"])
    #expect(sink.conversations.map(\.key) == ["signal:aci-ann", "signal:mk"])
    #expect(
      sink.texts == [
        "Hello 👍 bold", "@Ann Lee look", "This message was deleted",
        "The safety number with Ann Lee changed", "",
      ])
    let bold = try #require(sink.messages[0].text.spans.first)
    #expect(Array(sink.texts[0].utf8)[bold.range].elementsEqual("bold".utf8))
    #expect(
      sink.messages[0].reactions == [ReactionRecord(emoji: "❤️", count: 1, authors: ["Me"])])
    #expect(sink.messages[1].text.spans.map(\.attribute) == [.mention(id: "aci-ann")])
    #expect(sink.messages[1].replyTo?.sourceKey == sink.messages[0].sourceKey)
    #expect(sink.messages[1].media.map(\.kind) == [.photo])
    #expect(sink.messages[2].kind == .deleted)
    #expect(sink.messages[4].media.map(\.note) == ["future message"])
    #expect(sink.messages[4].unknownFields?.contains("futureMessage") == true)
    #expect(sink.skipped.map(\.place) == ["line 12", "line 14"])
  }

  @Test("Ranges that lie: beyond the text, inside of a character, over each other")
  func ranges() throws {
    for (start, length) in [(0, 1), (1, 1), (0, 3), (2, 50), (-1, 4), (5, 0), (1, 2)] {
      let line = """
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"5","standardMessage":{"text":{"body":"👍👍a","bodyRanges":[{"start":\(start),"length":\(length),"mentionAci":"aci-ann"},{"start":1,"length":3,"mentionAci":"b"},{"start":\(start),"length":\(length),"style":"ITALIC"}]}}}}
        """
      let head = Self.backup.split(separator: "\n").prefix(7).joined(separator: "\n")
      let sink = try FormatSupport.read(
        head + "\n" + line, as: SignalBackupReader.self, name: "main.jsonl")
      let text = try #require(sink.messages.first?.text)
      #expect(text.spans.allSatisfy { $0.range.upperBound <= text.string.utf8.count })
    }
  }

  @Test("sigtop's JSON")
  func sigtop() throws {
    let text = """
      [{"id":"a","conversationId":"c1","type":"incoming","sent_at":1700000000123,"source":"+491","sourceServiceId":"aci-ann","body":"Hello","reactions":[{"emoji":"👍","fromId":"x"}],"attachments":[]},
      {"id":"b","conversationId":"c1","type":"outgoing","sent_at":1700000001000,"body":"yes","quote":{"id":1700000000123,"authorAci":"aci-ann"},"expireTimer":5},
      {"id":"d","conversationId":"c1","type":"outgoing"}]
      """
    #expect(FormatSupport.format(text, name: "Ann (+491).json") == SigtopReader.formatName)
    let sink = try FormatSupport.read(text, as: SigtopReader.self, name: "out/Ann (+491).json")
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.authors == ["Ann", "Me"])
    #expect(sink.texts == ["Hello", "yes"])
    #expect(sink.messages[1].replyTo?.sourceKey == sink.messages[0].sourceKey)
    #expect(sink.messages[1].unknownFields == #"{"expireTimer":5}"#)
    #expect(sink.skipped.count == 1)
  }

  @Test("sigtop's JSON of a group: several people, by their numbers")
  func sigtopGroup() throws {
    let sink = try FormatSupport.read(
      """
      [{"id":"a","conversationId":"g","type":"incoming","sent_at":1700000000123,"source":"+491","body":"1"},
      {"id":"b","conversationId":"g","type":"incoming","sent_at":1700000001000,"source":"+492","body":"2"}]
      """, as: SigtopReader.self, name: "Hut (group).json")
    #expect(sink.authors == ["+491", "+492"])
    #expect(sink.conversations.map(\.kind) == [.personal] && sink.amended.map(\.kind) == [.group])
  }

  @Test("sigtop's JSON of a group whose second person's message does not name it")
  func sigtopUnnamed() throws {
    let sink = try FormatSupport.read(
      """
      [{"id":"a","conversationId":"g","type":"incoming","sent_at":1700000000123,"source":"+491","body":"1"},
      {"id":"b","type":"incoming","sent_at":1700000001000,"source":"+492","body":"2"}]
      """, as: SigtopReader.self, name: "Hut (group).json")
    #expect(sink.conversations.map(\.key) == ["signal:g"])
    #expect(sink.amended.map(\.key) == ["signal:g"] && sink.amended.map(\.kind) == [.group])
  }
}
