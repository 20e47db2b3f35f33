import LugeCore
import Testing

@Suite("Percentages of polls")
struct PercentagesTests {
  private func of(_ votes: [Int]) -> [Int] {
    let all = Double(votes.reduce(0, +))
    return Percentages.of(votes.map { Double($0) / all })
  }

  @Test("They add up to 100, and each is the nearest below or above")
  func whole() {
    #expect(of([3, 5, 0]) == [38, 62, 0])
    #expect(of([1, 1, 1]) == [34, 33, 33])
    #expect(of([2, 5, 0]) == [29, 71, 0])
    #expect(of([1, 1, 1, 1, 1, 1]).reduce(0, +) == 100)
    #expect(of([1]) == [100] && of([50, 50]) == [50, 50] && of([3, 7]) == [30, 70])
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let votes = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        Int.random(in: 0...1000, using: &random)
      }
      let all = Double(votes.reduce(0, +))
      guard all > 0 else { continue }
      let found = of(votes)
      #expect(found.reduce(0, +) == 100, "\(votes)")
      #expect(
        zip(votes, found).allSatisfy { abs(Double($0) / all * 100 - Double($1)) < 1 }, "\(votes)")
    }
  }

  @Test("What adds up to something else is rounded one by one; what is no number is 0")
  func others() {
    #expect(Percentages.of([1, 0.5, 0.375]) == [100, 50, 38])
    #expect(Percentages.of([0, 0]) == [0, 0] && Percentages.of([]) == [])
    #expect(Percentages.of([.nan, 7, -1]) == [0, 100, 0])
  }
}
