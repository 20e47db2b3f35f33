import LugeArchive
import Testing

@testable import LugeApp

@Suite("Dates beside the thumb") struct DateSamplesTests {
  private func samples(_ count: Int) throws -> (DateSamples, [Int64]) {
    let folder = try TemporaryFolder()
    let archive = try folder.archive(
      of: TelegramSample.chat((0..<count).map { TelegramSample.message($0 + 1, "a") }))
    let conversation = try #require(try archive.conversations().first)
    let exact = try archive.times(in: conversation.id, at: Array(0..<count)).map {
      $0?.seconds ?? 0
    }
    return (try DateSamples(archive: archive, conversation: conversation), exact)
  }

  @Test("A short conversation's dates are exact")
  func short() throws {
    let (samples, exact) = try samples(300)
    #expect(exact.indices.allSatisfy { samples.seconds(at: $0) == exact[$0] })
    #expect(samples.seconds(at: -5) == exact.first)
    #expect(samples.seconds(at: 9999) == exact.last)
  }

  @Test("A long one's are those of a message a few places above")
  func long() throws {
    let count = DateSamples.limit * 2 + 100
    let (samples, exact) = try samples(count)
    for position in exact.indices {
      let shown = try #require(samples.seconds(at: position))
      #expect(shown <= exact[position])
      #expect(shown >= exact[max(0, position - 3)])
    }
  }
}
