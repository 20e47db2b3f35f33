import LugeTestSupport
import Testing

@testable import LugeCharts

@Suite("Labels along an axis")
struct AxisLabelsTests {
  private func width(_ place: AxisLabels.Place, _ all: [AxisLabels.Candidate]) -> Double {
    place.isFull ? all[place.index].fullWidth ?? 0 : all[place.index].width
  }

  @Test("They are on the axis, apart from each other, and at most one is the long one")
  func apart() {
    var random = SeededGenerator(seed: 8)
    var long = 0
    for _ in 0..<2000 {
      let end = Double(Int.random(in: 60...900, using: &random))
      let step = Double.random(in: 20...200, using: &random)
      let candidates = stride(from: Double.random(in: 0...step, using: &random), to: end, by: step)
        .map { x in
          let width = Double(Int.random(in: 15...70, using: &random))
          return AxisLabels.Candidate(
            x: x, width: width, fullWidth: Bool.random(using: &random) ? width + 40 : nil)
        }
      let places = AxisLabels(candidates, from: 0, to: end, gap: 8).places
      for place in places {
        #expect(place.left >= 0 && place.left + width(place, candidates) <= end + 0.5)
      }
      for (a, b) in zip(places, places.dropFirst()) {
        #expect(a.index < b.index && a.left + width(a, candidates) + 8 <= b.left)
      }
      #expect(places.count(where: \.isFull) <= 1)
      long += places.count(where: \.isFull)
      if let first = candidates.first, first.width <= end { #expect(places.first?.index == 0) }
    }
    #expect(long > 200)
  }

  @Test("The first that has the room says it for all")
  func first() {
    let candidates = [10.0, 80, 200].map {
      AxisLabels.Candidate(x: $0, width: 40, fullWidth: 90)
    }
    let places = AxisLabels(candidates, from: 0, to: 300, gap: 8).places
    #expect(places.map(\.isFull) == [false, false, true])
    #expect(places.map(\.left) == [0, 60, 155])
  }
}
