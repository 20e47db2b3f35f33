import Foundation
import Testing

@testable import LugeSamples

@Suite("Generate: random numbers") struct RandomTests {
  @Test("SplitMix64 gives the published sequence")
  func splitMix() {
    var generator = SplitMix64(seed: 1_234_567)
    let values = (0..<3).map { _ in generator.next() }
    #expect(
      values == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test("Logarithm and exponential agree with the C library's")
  func functions() {
    for step in 1...400 {
      let x = Double(step) * 0.37
      #expect(abs(Exact.log(x) - log(x)) < 1e-11)
      #expect(abs(Exact.exp(x - 70) / exp(x - 70) - 1) < 1e-12)
      #expect(abs(Exact.wave(x) - sin(x * 2 * .pi)) < 0.0015)
    }
  }

  @Test("Draws keep their bounds and their means")
  func draws() {
    var random = Xoshiro256(seed: 3)
    var counts = [Int](repeating: 0, count: 7)
    var sum = 0.0
    var squares = 0.0
    for _ in 0..<70_000 {
      counts[random.below(7)] += 1
      let z = random.normal()
      sum += z
      squares += z * z
    }
    #expect(counts.allSatisfy { (9600...10_400).contains($0) })
    #expect(abs(sum / 70_000) < 0.02)
    #expect(abs(squares / 70_000 - 1) < 0.03)
    let waits = (0..<50_000).map { _ in random.exponential(mean: 90) }
    #expect(abs(waits.reduce(0, +) / 50_000 - 90) < 2)
    #expect((waits.min() ?? -1) >= 0)
  }
}
