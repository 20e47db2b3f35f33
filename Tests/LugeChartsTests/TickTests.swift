import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeCharts

@Suite("Ticks")
struct TickTests {
  @Test("Marks are within the range, evenly apart, at multiples of a nice step")
  func nice() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let size = pow(10, Double.random(in: -8...8, using: &random))
      let low = Double.random(in: -1...1, using: &random) * size
      let high = low + size * Double.random(in: 0.01...1, using: &random)
      let wish = Int.random(in: 3...9, using: &random)
      let ticks = ValueTicks(in: low...high, count: wish)
      #expect((2...3 * wish).contains(ticks.values.count), "\(low)...\(high): \(ticks)")
      #expect(ticks.values.allSatisfy { $0 >= low && $0 <= high })
      for (a, b) in zip(ticks.values, ticks.values.dropFirst()) {
        #expect(((b - a) / ticks.step - 1).magnitude < 1e-6)
      }
      // The step's digits are those of a nice one, or of a small multiple of it.
      let digits = ticks.step / pow(10, log10(ticks.step).rounded(.down))
      let isNice = ValueTicks.steps.contains { q in
        (1...12).contains { skip in
          let ratio = digits / (q * Double(skip))
          let power = log10(ratio)
          return (power - power.rounded()).magnitude < 1e-6
        }
      }
      #expect(isNice, "\(ticks.step)")
    }
  }

  @Test(
    "Known ranges",
    arguments: [
      (0.0...100.0, 5, [0.0, 25, 50, 75, 100]), (0...1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]),
      (-1...1, 5, [-1, -0.5, 0, 0.5, 1]),
    ])
  func known(range: ClosedRange<Double>, count: Int, expected: [Double]) {
    let values = ValueTicks(in: range, count: count).values
    #expect(values.count == expected.count)
    for (a, b) in zip(values, expected) { #expect((a - b).magnitude < 1e-9) }
  }

  @Test("Counts have only whole marks, however few they are")
  func whole() {
    for (high, expected) in [(1.06, [0.0, 1]), (2.12, [0, 1, 2]), (0.5, [0]), (0.0001, [0])] {
      let ticks = ValueTicks(in: 0...high, count: 5, isWhole: true)
      #expect(ticks.values == expected && ticks.step == 1)
    }
    let many = ValueTicks(in: 0...100, count: 5)
    #expect(ValueTicks(in: 0...100, count: 5, isWhole: true) == many)
  }

  @Test("Hopeless ranges have no marks")
  func hopeless() {
    for range in [1e300...1.0000000000001e300, 5...5, -1e308...1e308, 1e15...1e15 + 0.1] {
      #expect(ValueTicks(in: range, count: 5).values.count <= 8)
    }
    #expect(ValueTicks(in: 5...5, count: 5) == .none)
  }

  @Test("Times are marked at beginnings, no more than there is room for")
  func times() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let start = Double.random(in: -2e9...4e9, using: &random)
      let span = pow(10, Double.random(in: 0.5...9.5, using: &random))
      let count = Int.random(in: 2...12, using: &random)
      let ticks = TimeTicks(in: start...start + span, count: count)
      #expect(ticks.marks.count <= count + 2, "\(ticks)")
      #expect(ticks.marks.allSatisfy { $0.time >= start && $0.time <= start + span })
      #expect(zip(ticks.marks, ticks.marks.dropFirst()).allSatisfy { $0.time < $1.time })
      for mark in ticks.marks {
        let time = CivilTime(localSeconds: Int64(mark.time.rounded(.down)))
        switch ticks.unit {
        case .seconds(let step): #expect(mark.time.truncatingRemainder(dividingBy: step) == 0)
        case .days: #expect(time.secondOfDay == 0)
        case .months, .years: #expect(time.date.day == 1 && time.hour == 0)
        }
      }
    }
  }

  @Test("Labels in a zone")
  func labels() {
    // 3 June 2024, 14:05 UTC.
    let start = 1_717_423_500.0
    let ticks = TimeTicks(in: start...start + 4 * 3600, count: 5, utcOffset: 7200)
    #expect(ticks.marks.map(\.label) == ["17:00", "18:00", "19:00", "20:00"])
    let night = TimeTicks(in: start...start + 20 * 3600, count: 4, utcOffset: 0)
    #expect(night.marks.map(\.label) == ["18:00", "4 Jun", "06:00"])
  }

  @Test("Somewhere it is said which day a clock's times are of, and which year a day is of")
  func largerUnits() {
    let day = 86_400.0
    let start = 1_717_423_500.0
    func full(_ span: Double, from start: Double) -> [String?] {
      TimeTicks(in: start...start + span, count: 5).marks.map(\.fullLabel)
    }
    #expect(full(3 * 3600, from: start).first == "3 Jun, 15:00")
    #expect(full(20 * 3600, from: start).allSatisfy { $0 == nil })
    #expect(full(4 * day, from: start).first == "4 Jun 2024")
    #expect(full(100 * day, from: start).first == "Jul 2024")
    #expect(full(400 * day, from: start).allSatisfy { $0 == nil })
    #expect(full(4000 * day, from: start).allSatisfy { $0 == nil })
  }

  @Test(
    "Numbers say as much as their step needs",
    arguments: [
      (12.5, 2.5, "12.5"), (1234.0, 1, "1,234"), (-0.25, 0.25, "−0.25"), (0, 0.1, "0.0"),
      (2_500_000, 500_000, "2.5M"), (30_000, 10_000, "30k"), (-0.0001, 1, "0"),
    ])
  func numbers(value: Double, step: Double, expected: String) {
    #expect(NumberLabel.text(value, step: step) == expected)
  }

  @Test("Any number of marks may be asked for", arguments: [Int.min, -1, 0, 1000, .max - 3, .max])
  func extreme(count: Int) {
    for range in [0.0...1, -1e300...1e300, 0...1e-300] {
      let ticks = ValueTicks(in: range, count: count)
      #expect(ticks.values.allSatisfy(range.contains))
      #expect(ValueTicks(in: range, count: count, isWhole: true).values.count < 2000)
    }
  }
}
