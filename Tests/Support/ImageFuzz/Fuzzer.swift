import Glibc
import LugeCore
import LugeImages
import LugeTestSupport

/// Mutates pictures, decodes them, and counts results.
struct Fuzzer {
  private let seeds: [[UInt8]]
  private var random: SeededGenerator
  private let decoder = HelperDecoder()
  private let animations = HelperAnimations()
  private var runs = 0
  private var pictures = 0
  private var frames = 0
  private var kinds: [String: Int] = [:]
  private var slowest = 0.0
  /// Maximum CPU seconds of a helper for one request.
  private var hardest = 0.0
  private var offences: [String] = []

  /// Values that are likely to break sizes and counts.
  private static let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]

  init(seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    random = SeededGenerator(seed: seed)
  }

  var report: String {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let errors = kinds.sorted { $0.value > $1.value }.map { "\"\($0.key)\":\($0.value)" }
    return """
      {"runs":\(runs),"seeds":\(seeds.count),"pictures":\(pictures),"frames":\(frames),\
      "errors":{\(errors.joined(separator: ","))},"slowest_ms":\(Int(slowest * 1000)),\
      "hardest_cpu_ms":\(Int(hardest * 1000)),\
      "helper_peak_mb":\(usage.ru_maxrss >> 10),"offences":\(offences.count)}
      """
  }

  /// - Returns: whether all pictures were handled correctly.
  mutating func run(seconds: Double) -> Bool {
    let end = Self.now + seconds
    while Self.now < end {
      let bytes = mutated()
      runs += 1
      _ = try? ImageProbe.header(of: bytes)
      let start = Self.now
      decode(bytes)
      if runs % 4 == 0 { play(bytes) }
      let spent = Self.now - start
      slowest = max(slowest, spent)
      // In real time a helper may wait for other processes, but not endlessly.
      if spent > 60 { offend("took \(spent) s", bytes) }
    }
    decoder.releaseIdle()
    animations.releaseIdle()
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    // Memory that a helper may use for itself, its files and their pixels.
    if usage.ru_maxrss >> 10 > 440 { offences.append("memory") }
    return offences.isEmpty
  }

  private mutating func decode(_ bytes: [UInt8]) {
    let size = PixelSize(width: 90, height: 90)
    let before = decoder.worked
    defer { charge(before, decoder.worked, bytes) }
    do throws(ImageError) {
      let bitmap = try decoder.decode(
        bytes, size: size, limits: DecodeLimits(), watch: DecodeWatch())
      pictures += 1
      if bitmap.size.width > 90 || bitmap.size.height > 90 { offend("too large", bytes) }
    } catch {
      note(error, bytes)
    }
  }

  private mutating func play(_ bytes: [UInt8]) {
    var before = animations.worked
    defer { charge(before, animations.worked, bytes) }
    do throws(ImageError) {
      let (number, info) = try animations.open(bytes, limits: DecodeLimits())
      for index in 0..<min(4, info.delays.count) {
        charge(before, animations.worked, bytes)
        before = animations.worked
        _ = try animations.frame(
          index, of: number, size: PixelSize(width: 40, height: 40), limits: DecodeLimits())
        frames += 1
      }
      animations.close(number)
    } catch {
      note(error, bytes)
    }
  }

  /// Checks the CPU time of a request: at most a second, and a quarter until its helper is killed.
  /// A helper that was killed or started for the request is not counted.
  private mutating func charge(_ before: UInt64?, _ after: UInt64?, _ bytes: [UInt8]) {
    guard let before, let after, after >= before else { return }
    let seconds = Double(after - before) / 1e9
    hardest = max(hardest, seconds)
    if seconds > 1.05 { offend("worked \(seconds) s", bytes) }
  }

  private mutating func note(_ error: ImageError, _ bytes: [UInt8]) {
    kinds[String("\(error)".prefix { $0 != ":" && !$0.isNumber }), default: 0] += 1
    switch error {
    // The helper died as intended, and luge survived; but it is worth investigating.
    case .decoderDied: keep(bytes, "died")
    case .noDecoder: offend("\(error)", bytes)
    default: break
    }
  }

  private mutating func offend(_ words: String, _ bytes: [UInt8]) {
    offences.append(words)
    print("offence: \(words)")
    keep(bytes, "offence")
  }

  private func keep(_ bytes: [UInt8], _ name: String) {
    let path = "/tmp/luge-image-fuzz-\(name)-\(runs)"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return }
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  private mutating func mutated() -> [UInt8] {
    var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      // Headers decide the most.
      let reach = Bool.random(using: &random) ? min(bytes.count, 64) : bytes.count
      let place = Int.random(in: 0..<reach, using: &random)
      let count = min(bytes.count - place, Int.random(in: 1...64, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      case 1: bytes[place] = Self.edges.randomElement(using: &random) ?? 0
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.removeSubrange(place..<place + count)
      case 4: bytes.insert(contentsOf: bytes[place..<place + count], at: place)
      case 5:
        let other = seeds[Int.random(in: seeds.indices, using: &random)]
        bytes.replaceSubrange(place..<place + count, with: other.dropFirst(place).prefix(count))
      default: bytes.removeLast(min(bytes.count - 1, count))
      }
    }
    return bytes
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
