import Benchmark
import Cases

// Times, which are for people. Counts are checked by luge-counts.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    // Not CPU time: its clock counts hundredths of a second, most cases take a thousandth.
    metrics: [.wallClock, .throughput], warmupIterations: 2, scalingFactor: .one,
    maxDuration: .seconds(2), maxIterations: 200)
  for one in Case.all {
    Benchmark(one.about) { benchmark in
      let body = try one.prepare()
      _ = try body()
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(try body()) }
      benchmark.stopMeasurement()
    }
  }
}
