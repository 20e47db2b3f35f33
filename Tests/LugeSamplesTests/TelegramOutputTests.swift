import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import Testing

@testable import LugeSamples

@Suite("Generate: Telegram export") struct TelegramOutputTests {
  private func export(_ chats: [any MessageGenerating], pictures: Int = 0) throws -> Data {
    try withScratchFolder { folder in
      let generator = Generator(format: .telegram, path: folder, pictures: pictures)
      _ = try generator.run(chats)
      return try bytes(folder + "/result.json")
    }
  }

  @Test("The bytes are the same for a seed and others for another")
  func determinism() throws {
    func data(_ seed: UInt64) throws -> Data {
      try export([RealisticChat(.init(count: 400, seed: seed))])
    }
    let first = try data(1)
    #expect(try data(1) == first)
    #expect(try data(2) != first)
  }

  @Test("It is JSON, with the fields an export has")
  func json() throws {
    let data = try export([RealisticChat(.init(count: 3000))])
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let chats = try #require(root["chats"] as? [String: Any])
    let list = try #require(chats["list"] as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list[0]["type"] as? String == "private_supergroup")
    let messages = try #require(list[0]["messages"] as? [[String: Any]])
    #expect(messages.count >= 3000)
    for message in messages {
      #expect(message["id"] is NSNumber)
      #expect((message["date_unixtime"] as? String).flatMap { Int64($0) } != nil)
      let entities = try #require(message["text_entities"] as? [[String: Any]])
      let joined = entities.compactMap { $0["text"] as? String }.joined()
      if let plain = message["text"] as? String {
        #expect(joined == plain)
      } else {
        let parts = try #require(message["text"] as? [Any])
        let text = parts.map { $0 as? String ?? ($0 as? [String: Any])?["text"] as? String ?? "?" }
        #expect(text.joined() == joined)
      }
    }
  }

  @Test("The importer reads back what was made up")
  func roundTrip() throws {
    let chats = [0, 1].map { RealisticChat(.init(count: 2000, index: $0, mixing: 0.3)) }
    let sink = CollectingSink()
    try TelegramReader.read(
      MemoryByteSource([UInt8](try export(chats)), name: "result.json"), into: sink)
    #expect(sink.skipped.isEmpty)
    #expect(sink.conversations.map(\.name) == chats.map(\.conversation.name))
    #expect(sink.conversations.allSatisfy { $0.ownAuthorKey == "user1001" })

    // The pictures of an album but the first are messages of their own there.
    let made = chats.flatMap { Array($0) }
    let extra = made.reduce(0) { $0 + max(0, $1.attachments.count - 1) }
    #expect(sink.messages.count == made.count + extra)
    var position = 0
    for message in made {
      let read = sink.messages[position]
      position += max(1, message.attachments.count)
      #expect(read.sourceKey == "\(message.id)")
      #expect(read.time == Timestamp(seconds: message.time, certainty: .exact))
      #expect(read.author?.name == message.author.name)
      #expect(read.replyTo?.sourceKey == message.replyTo.map { "\($0)" })
      #expect(read.edited?.seconds == message.edited)
      #expect(read.forwardedFrom == message.forwardedFrom)
      #expect(read.reactions.map(\.emoji) == message.reactions.map(\.emoji))
      #expect(read.reactions.map(\.count) == message.reactions.map(\.authors.count))
      if let event = message.event {
        #expect(read.kind == .service(action: event.action))
        #expect(read.text.string.contains(message.author.name) || event == .joinedByLink)
      } else {
        #expect(read.unknownFields == nil)
        #expect(read.text == message.text)
        #expect(read.media.isEmpty == message.attachments.isEmpty)
      }
    }
  }

  @Test("Pictures are files that the messages name")
  func pictures() throws {
    try withScratchFolder { folder in
      let generator = Generator(format: .telegram, path: folder, pictures: 2)
      let report = try generator.run([RealisticChat(.init(count: 600))])
      #expect(report.pictures == 2)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/photos").sorted()
      #expect(files.count == 2)
      for file in files {
        let png = try bytes("\(folder)/photos/\(file)")
        #expect(png.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      }
      let sink = CollectingSink()
      try TelegramReader.read(
        try MemoryByteSource(file: folder + "/result.json"), into: sink)
      let photos = sink.messages.flatMap(\.media).filter { $0.kind == .photo }
      #expect(!photos.isEmpty)
      for photo in photos {
        let path = try #require(photo.path)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"))
        #expect(photo.size == Int64(try bytes("\(folder)/\(path)").count))
      }
    }
  }
}
