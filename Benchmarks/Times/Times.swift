import Benchmark
import Cases

// Times, which are for people. Counts are checked by luge-counts.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .throughput], warmupIterations: 2, scalingFactor: .one,
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
