import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import Testing

@testable import LugeSamples

@Suite("Generate: Bluesky repository") struct BlueskyOutputTests {
  @Test("Each post of the timeline is read from it again, with its pictures")
  func repository() throws {
    try withScratchFolder { folder in
      let timeline = GeneratedTimeline(count: 400, seed: 3)
      let generator = Generator(format: .bluesky, path: folder, pictures: 24)
      #expect(try generator.run(timeline).messages == 400)
      let sink = CollectingSink()
      try #require(try ExportOpener().open(path: folder).items.first).read(into: sink)
      #expect(sink.skipped.isEmpty)
      #expect(sink.conversations.map(\.name) == [timeline.owner.name])
      let posts = Array(timeline)
      try #require(sink.messages.count == posts.count)
      for (read, post) in zip(sink.messages, posts) {
        #expect(read.time.seconds == post.time)
        #expect((read.post?.boostedBy != nil) == (post.boosts != nil))
        guard post.boosts == nil else { continue }
        #expect(read.text.string.hasPrefix(post.text.string))
        #expect((read.replyTo != nil) == (post.replyTo != nil))
        #expect(read.post?.link?.url == post.link?.url)
        #expect(read.post?.warning == post.warning)
        #expect(read.media.count == post.pictures.count)
        for medium in read.media {
          let path = try #require(medium.path)
          #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"))
        }
      }
    }
  }
}
