import Testing

@testable import LugeListKit

@Suite("Steps of the picture viewer before its pictures are known")
struct StepsAheadTests {
  private func place(_ change: (inout StepsAhead) -> Void) -> Int {
    var steps = StepsAhead()
    change(&steps)
    return steps.place(from: 5, of: 10)
  }

  @Test("They are taken from the opened picture, and end at the first and the last one")
  func steps() {
    #expect(place { _ in } == 5)
    #expect(place { for _ in 0..<3 { $0.move(by: -1) } } == 2)
    #expect(place { for _ in 0..<30 { $0.move(by: 1) } } == 9)
    #expect(place { for _ in 0..<30 { $0.move(by: -1) } } == 0)
    #expect(place { for _ in 0..<2 { $0.move(by: .max) } } == 9)
  }

  @Test("After the first and the last picture, steps count from there")
  func ends() {
    #expect(place { $0.go(to: .first) } == 0)
    #expect(place { $0.go(to: .last) } == 9)
    #expect(
      place {
        $0.move(by: 3)
        $0.go(to: .first)
        $0.move(by: -1)
        $0.move(by: 2)
      } == 2)
    #expect(
      place {
        $0.go(to: .last)
        $0.move(by: 1)
        $0.move(by: -2)
      } == 7)
  }
}
