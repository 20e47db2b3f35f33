import Testing

@testable import LugeSamples

@Suite("Generate: thesis set") struct ThesisSetTests {
  @Test("Five hundred messages, the same for a seed")
  func defaults() {
    let set = ThesisSet(.init())
    #expect(Array(set).count == 500)
    #expect(Array(set) == Array(ThesisSet(.init())))
    #expect(Array(set) != Array(ThesisSet(.init(seed: 2))))
    #expect(Array(ThesisSet(.init(count: 100))) == Array(set.prefix(100)))
  }

  @Test(
    "Probabilities are kept", arguments: [(0.5, 0.25), (0.1, 0.9), (0, 1), (1, 0)])
  func probabilities(incoming: Double, media: Double) {
    let count = 20_000.0
    let all = Array(
      ThesisSet(.init(count: 20_000, incomingProbability: incoming, mediaProbability: media)))
    // Four standard deviations.
    let slack = 4 * (0.25 / count).squareRoot()
    #expect(abs(Double(all.count { !$0.isOutgoing }) / count - incoming) <= slack)
    #expect(abs(Double(all.count { !$0.attachments.isEmpty }) / count - media) <= slack)
    for message in all {
      #expect(message.text.isEmpty != message.attachments.isEmpty)
      #expect(message.attachments.count <= 3)
    }
  }

  @Test("All texts, pictures and animations are used")
  func coverage() {
    let all = Array(ThesisSet(.init(count: 20_000)))
    #expect(Set(all.map(\.text.string)).subtracting([""]) == Set(ThesisSet.texts))
    #expect(Set(all.flatMap(\.attachments)).count == 110)
    #expect(Set(all.map(\.attachments.count)) == [0, 1, 2, 3])
  }
}
