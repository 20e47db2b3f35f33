import Foundation
import Testing

@testable import LugeLab

@Suite("The study's arithmetic")
struct StudyMathTests {
  private func times(_ rate: Double, from start: Double = 0, seconds: Double) -> [Double] {
    (0..<Int(rate * seconds)).map { start + Double($0) / rate }
  }

  @Test("even frames have their rate, and are stable")
  func even() {
    let rate = StudyMath.rate(times(60, seconds: 10) + [10])
    #expect(rate.samples.count == 20)
    #expect(abs(rate.average - 60) < 0.01)
    #expect(rate.stabilityPercent == 100)
  }

  @Test("samples more than a fifth from the average are unstable")
  func uneven() {
    // Four seconds of 60 and four of 30: on average 45, so that 60 is a third above it, and 30
    // below.
    let uneven = times(60, seconds: 4) + times(30, from: 4, seconds: 4) + [8]
    #expect(abs(StudyMath.rate(uneven).average - 45) < 0.01)
    #expect(StudyMath.rate(uneven).stabilityPercent == 0)
    // 50 and 60 are both within a fifth of 55.
    let near = times(60, seconds: 4) + times(50, from: 4, seconds: 4) + [8]
    #expect(StudyMath.rate(near).stabilityPercent == 100)
    // One sample of twenty without any frame.
    let stall = times(60, seconds: 5) + times(60, from: 5.5, seconds: 4.5) + [10]
    #expect(StudyMath.rate(stall).stabilityPercent == 95)
  }

  @Test("less than a second says nothing")
  func short() {
    #expect(StudyMath.rate([]) == StudyMath.Rate())
    #expect(StudyMath.rate(times(60, seconds: 0.9)) == StudyMath.Rate())
  }

  @Test("percentiles are values that occurred")
  func percentiles() {
    let values = (1...200).map(Double.init).shuffled()
    #expect(Timing.percentile(0.5, of: values) == 100)
    #expect(Timing.percentile(0.95, of: values) == 190)
    #expect(Timing.percentile(0.99, of: values) == 198)
    #expect(Timing.percentile(1, of: values) == 200)
    #expect(Timing.percentile(0.99, of: [7]) == 7)
  }

  @Test("the spread is the largest in the smallest")
  func spread() {
    #expect(StudyMath.spreadPercent([2]) == nil)
    #expect(StudyMath.spreadPercent([0, 1]) == nil)
    #expect(StudyMath.spreadPercent([2, 2]) == 0)
    #expect(abs((StudyMath.spreadPercent([1.1, 1, 1.05]) ?? 0) - 10) < 1e-9)
  }

  @Test("ratios are to the best case of the same pace, and of several runs the middle one counts")
  func comparison() throws {
    func result(_ configuration: StudyConfiguration, _ mode: StudyMode, cpu: Double) -> StudyResult
    {
      var sample = StudySample()
      sample.frameMs = [Double](repeating: 2, count: 100)
      sample.times = (0..<100).map { Double($0) / 60 }
      var section = MeasuredProgram.Section()
      section.seconds = 2
      section.cpuSeconds = cpu / 10
      return StudyResult(configuration, mode, sample, section)
    }
    var report = StudyReport(
      messages: 1, slowedBy: nil,
      runs: [
        result(.best, .steady, cpu: 1), result(.luge, .steady, cpu: 1.5),
        result(.best, .slow, cpu: 4), result(.luge, .slow, cpu: 2),
        result(.luge, .uncapped, cpu: 1),
      ])
    report.runs[0].openMs = 200
    report.runs[1].openMs = 250
    report.compare()
    #expect(report.runs.map(\.cpuRatio) == [1, 1.5, 1, 0.5, nil])
    #expect(report.runs.map(\.openRatio) == [1, 1.25, nil, nil, nil])
    #expect(report.runs[1].ratePercentOfBest == 100)
    #expect(report.runs[0].cpuMsPerFrame == 1)
    #expect(report.runs[4].frameRateFps == 500)
    let middle = StudyLab.middle(of: [3, 1, 2].map { result(.luge, .steady, cpu: $0) })
    #expect(middle.cpuMsPerFrame == 2)
    #expect(middle.cpuSpreadPercent == 200)
    #expect(middle.cpuRatioSpreadPercent == nil)
    // Twice as fast a machine in the second run: the CPU is apart, the ratio is not.
    let bestCase = [2, 1].map { result(.best, .steady, cpu: $0) }
    let paired = StudyLab.middle(
      of: [3, 1.5].map { result(.luge, .steady, cpu: $0) }, against: bestCase)
    #expect(paired.cpuSpreadPercent == 100)
    #expect(paired.cpuRatioSpreadPercent == 0)
    #expect(StudyTable.spread(paired) == "  runs of 12 are apart: CPU 100 %, x best 0.0 %")
    #expect(StudyTable.spread(result(.luge, .steady, cpu: 1)) == nil)
    // What frames could not show is the worst run's, whichever run has the median CPU.
    var worst = result(.luge, .steady, cpu: 3)
    (worst.missedFrames, worst.latePictures) = (7, 9)
    (worst.frameRateFps, worst.stabilityPercent, worst.frameMaxMs) = (50, 90, 40)
    let counted = StudyLab.middle(
      of: [worst] + [1, 2].map { result(.luge, .steady, cpu: $0) })
    #expect(counted.cpuMsPerFrame == 2)
    #expect((counted.missedFrames, counted.latePictures) == (7, 9))
    // What is expected of rates, and the frame that is told as the reason, likewise.
    #expect((counted.frameRateFps, counted.stabilityPercent) == (50, 90))
    #expect(counted.frameMaxMs == 40)
    #expect((counted.spreadPercent?["frame_rate_fps"] ?? 0) > 10)
    // Of frames of animations the least: a list that is late shows fewer.
    var (few, many) = (result(.luge, .steady, cpu: 1), result(.luge, .steady, cpu: 2))
    (few.animationFrames, many.animationFrames) = (5, 9)
    #expect(StudyLab.middle(of: [few, many]).animationFrames == 5)
    // A round without the best case's run makes no pair, and pairs go by rounds.
    let gap = StudyLab.middle(
      of: [3, 1.5, 4].map { result(.luge, .steady, cpu: $0) },
      against: [result(.best, .steady, cpu: 2), nil, result(.best, .steady, cpu: 2)])
    #expect(abs((gap.cpuRatioSpreadPercent ?? 0) - 33.333) < 0.01)
    // Openings with how far they are apart.
    few.takeOpenings([100])
    #expect(few.openMs == 100 && few.openP25Ms == nil)
    few.takeOpenings((1...9).map { Double($0) * 10 })
    #expect((few.openMs, few.openP25Ms, few.openP75Ms) == (50, 30, 70))
    #expect(StudyTable.opening(few) == "50.0 (30.0 to 70.0)")
    // Of two runs the dearer one.
    #expect(
      StudyLab.middle(of: [1, 2].map { result(.luge, .steady, cpu: $0) }).cpuMsPerFrame == 2)
    // Rates without a pace are held against those of the best case, so their median counts.
    let rates = [100, 300, 200].map { rate in
      var run = result(.luge, .uncapped, cpu: 1)
      (run.frameRateFps, run.passes, run.passRateMinFps) = (rate, 2, rate)
      return run
    }
    let middleRate = StudyLab.middle(of: rates)
    #expect((middleRate.frameRateFps, middleRate.passes) == (200, 6))
    #expect(middleRate.passRateMinFps == 100)
  }

  @Test("a process that cannot be slowed is not measured as if it were")
  func brake() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "luge-brake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = MeasuredProgram(program: "/bin/echo", arguments: ["@DONE", "a b"])
    let group = folder.appending(path: "cgroup.procs")
    _ = try ProcessorBrake.entering(group.path, program).run()
    let entered = try String(contentsOf: group, encoding: .utf8)
    #expect(Int32(entered.trimmingCharacters(in: .whitespacesAndNewlines)) != nil)
    #expect(throws: LabError.self) {
      try ProcessorBrake.entering(folder.appending(path: "none/procs").path, program).run()
    }
    // A write that the kernel refuses.
    #expect(throws: LabError.self) { try ProcessorBrake.entering("/dev/full", program).run() }
  }

  @Test("pictures of another size than the thesis' are not taken")
  func files() {
    let usual = [Int](repeating: 50_000, count: 100) + [Int](repeating: 1_000_000, count: 10)
    #expect(StudyFiles.areUsual(usual))
    #expect(!StudyFiles.areUsual(Array(usual.dropLast())))
    #expect(!StudyFiles.areUsual([Int](repeating: 1000, count: 110)))
  }

  @Test("whether keeping drawn rows helps is worked out, and said")
  func keptRows() throws {
    func result(_ configuration: StudyConfiguration, _ mode: StudyMode, ms: Double) -> StudyResult {
      var sample = StudySample()
      sample.frameMs = [Double](repeating: ms, count: 100)
      sample.times = (0..<100).map { Double($0) / 60 }
      return StudyResult(configuration, mode, sample, .init())
    }
    var report = StudyReport(
      messages: 1, slowedBy: nil,
      runs: [result(.targetSize, .uncapped, ms: 2), result(.rowBitmaps, .uncapped, ms: 1)])
    report.compare()
    #expect(
      report.keptRowsNote?.hasSuffix(
        "uncapped 100 % more frames a second, so it helps here") == true)
    report.runs[1] = result(.rowBitmaps, .uncapped, ms: 4)
    report.compare()
    #expect(
      report.keptRowsNote?.hasSuffix(
        "uncapped 50 % fewer frames a second, so it does not help here either") == true)
    // Runs that are as far apart as the step is large prove nothing.
    report.runs[1] = result(.rowBitmaps, .uncapped, ms: 1.9)
    report.runs[0].spreadPercent = ["frame_rate_fps": 25]
    report.compare()
    #expect(
      report.keptRowsNote?.hasSuffix("no more than the 25 % by which runs of one are apart") == true
    )
    report.runs = [result(.targetSize, .uncapped, ms: 2)]
    report.compare()
    #expect(report.keptRowsNote == nil)
  }

  @Test("passes of a script add up, and so do the parts of a workload")
  func passes() {
    func pass(_ frames: Int, waited: Double) -> StudySample {
      var sample = StudySample()
      sample.frameMs = [Double](repeating: 2, count: frames)
      sample.times = (1...frames).map { Double($0) * 0.002 }
      sample.waitedMs = waited
      sample.workedMs = 1.5 * Double(frames)
      sample.allocations = 7
      sample.add(
        StudyFrame(
          rows: 5, blankPixels: 1, skeletons: 2, latePictures: 3, animationFrames: 4))
      sample.add(StudyFrame(rows: 5))
      return sample
    }
    var whole = StudySample()
    whole.append(pass(10, waited: 1))
    whole.append(pass(20, waited: 3))
    #expect(whole.passes == 2)
    #expect(whole.frameMs.count == 30)
    #expect(abs(whole.seconds - 0.06) < 1e-9)
    #expect(abs((whole.times.last ?? 0) - 0.06) < 1e-9)
    #expect(whole.times == whole.times.sorted())
    #expect(whole.allocations == 14)
    #expect((whole.blankPx, whole.skeletons, whole.latePictures) == (2, 4, 6))
    var section = MeasuredProgram.Section()
    section.add(.init(seconds: 1, cpuSeconds: 0.5, memoryMb: 10, threads: ["main": 0.5]))
    section.add(.init(seconds: 3, cpuSeconds: 1, memoryMb: 30, threads: ["main": 0.5, "a": 0.5]))
    #expect(section.seconds == 4)
    #expect(section.cpuSeconds == 1.5)
    #expect(section.memoryMb == 25)
    #expect(section.threads == ["main": 1, "a": 0.5])
    let result = StudyResult(.luge, .uncapped, whole, section)
    // A pass's.
    #expect(whole.animationFrames == 8 && result.animationFrames == 4)
    // Rates by the clock, and by the CPU alone.
    #expect(result.frameRateFps == 500)
    #expect(result.workRateFps == 666.667)
    #expect(result.threadCpuMsPerFrame == ["main": 33.333, "a": 16.667])
    // One pass that was held up does not make the rate; it makes the spread.
    whole.passRates = [480, 500, 100]
    let held = StudyResult(.luge, .uncapped, whole, section)
    #expect(held.frameRateFps == 480)
    #expect(StudyTable.passes(held) == "  passes of 12: 2, 100 to 500 fps")
    #expect(StudyResult(.luge, .steady, whole, section).passes == nil)
    // Figures that mean something else without a pace: of a processor, memory, seconds.
    let places = [4, 7, 9]
    let steady = StudyTable.cells(StudyResult(.luge, .steady, whole, section))
    #expect(places.map { steady[$0] } == ["37.5", "25.0", "0.06"])
    #expect(places.map { StudyTable.cells(result)[$0] } == ["-", "-", "-"])
  }

  @Test("the CPU of this process's threads is told by name")
  func threadTimes() {
    var sum = 0.0
    while Timing.threadNow < 0.02 { sum += 1 }
    let times = ThreadTimes.seconds(of: getpid())
    #expect(times.values.reduce(0, +) > 0, "\(sum)")
    #expect(
      StudyTable.threads(["main": 0.5, "b": 0.25, "c": 0.004, "d": 0.003])
        == "main 0.5, b 0.25, others 0.01")
  }

  @Test("control groups of both versions are found")
  func controlGroups() {
    let first = ControlGroups.folders(
      mounts: """
        tmpfs /sys/fs/cgroup tmpfs rw 0 0
        cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0
        cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,nosuid,cpu,cpuacct 0 0
        cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0
        """, own: "4:memory:/x\n1:cpu,cpuacct:/a/b\n0::/\n")
    #expect(first.map(\.path) == ["/sys/fs/cgroup/unified", "/sys/fs/cgroup/cpu,cpuacct/a/b"])
    #expect(first.map(\.version) == [.two, .one])
    let second = ControlGroups.folders(
      mounts: "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0", own: "0::/user.slice/session-1.scope")
    #expect(second.map(\.path) == ["/sys/fs/cgroup/user.slice/session-1.scope"])
    #expect(ControlGroups.folders(mounts: "", own: "").isEmpty)
    #expect(ControlGroups.folders(mounts: "nonsense", own: "1:2").isEmpty)
  }

  @Test("CPU of this process is told exactly, and that of a child that ended is counted")
  func processTree() throws {
    // The kernel's books know whole hundredths of a second only; all of twenty readings would be
    // that.
    let readings = (0..<20).map { _ in ProcessTree.usage(withMemory: false).cpuSeconds }
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(readings.contains { abs(($0 * 100).rounded() - $0 * 100) > 1e-4 })
    let now = readings.last ?? 0
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sh")
    child.arguments = ["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"]
    try child.run()
    child.waitUntilExit()
    #expect(ProcessTree.usage(withMemory: false).cpuSeconds - now >= 0.01)
  }
}
