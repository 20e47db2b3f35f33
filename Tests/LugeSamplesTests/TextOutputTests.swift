import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import Testing

@testable import LugeSamples

@Suite("Generate: WhatsApp and IRC texts") struct TextOutputTests {
  private let chat = RealisticChat(.init(count: 3000, mixing: 0.3))

  /// What a reader finds in the one file of an export.
  private func read(
    _ format: Generator.Format, with reader: any ExportReader.Type
  ) throws -> CollectingSink {
    try withScratchFolder { folder in
      _ = try Generator(format: format, path: folder).run([chat])
      // Beside the mark of a folder that was generated.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasPrefix(".") }
      #expect(names.count == 1)
      let sink = CollectingSink()
      let file = "\(folder)/\(try #require(names.first))"
      try reader.read(try MemoryByteSource(file: file), into: sink)
      return sink
    }
  }

  @Test("The WhatsApp reader finds every message, with author, minute and text")
  func whatsApp() throws {
    let sink = try read(.whatsapp, with: WhatsAppTextReader.self)
    #expect(sink.skipped.isEmpty)
    #expect(sink.conversations.map(\.name) == [chat.conversation.name])
    // An attachment is a message of its own there.
    let expected = chat.reduce(0) { $0 + max(1, $1.attachments.count) }
    try #require(sink.messages.count == expected)
    var position = 0
    for message in chat {
      let read = sink.messages[position]
      position += max(1, message.attachments.count)
      #expect(read.time.seconds == message.time / 60 * 60)
      guard message.event == nil else { continue }
      #expect(read.author?.name == message.author.name)
      // Marks are written as characters and read back, but names and links get marks around them.
      if message.attachments.isEmpty, message.text.spans.isEmpty {
        #expect(read.text.string == message.text.string)
        #expect(read.isEdited == (message.edited != nil))
      }
    }
  }

  @Test("The IRC reader finds every line, with author and minute")
  func irc() throws {
    let sink = try read(.irc, with: IRCLogReader.self)
    #expect(sink.skipped.isEmpty)
    let lines = chat.filter { $0.event == nil }.flatMap { message in
      let count = max(1, message.text.string.split(separator: "\n").count)
      return Array(repeating: message, count: count)
    }
    let read = sink.messages.filter { $0.kind == .message }
    try #require(read.count == lines.count)
    for (read, made) in zip(read, lines) {
      #expect(read.time.seconds == made.time / 60 * 60)
      #expect(read.author?.name == made.author.name.lowercased())
    }
  }
}
