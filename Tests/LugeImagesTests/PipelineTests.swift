import Dispatch
import LugeCore
import Synchronization
import Testing

@testable import LugeImages

/// Decodes nothing: notes what it was asked for, and waits while the gate is shut.
private final class GatedDecoder: ImageDecoding {
  let log = Mutex<[String]>([])
  private let gate = DispatchSemaphore(value: 0)
  private let isOpen = Atomic<Bool>(true)
  let begun = DispatchSemaphore(value: 0)

  func shut() { isOpen.store(false, ordering: .releasing) }
  func open() {
    isOpen.store(true, ordering: .releasing)
    gate.signal()
  }

  func decode(_ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch)
    throws(ImageError) -> Bitmap
  {
    log.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    begun.signal()
    while !isOpen.load(ordering: .acquiring), !watch.shouldStop {
      _ = gate.wait(timeout: .now() + 0.005)
    }
    if watch.wasCancelled { throw .cancelled }
    if bytes == Array("broken".utf8) { throw .corrupt("as asked") }
    return Bitmap(size: size)
  }
}

/// A key's source is its bytes.
private struct EchoLoader: ImageLoading {
  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    Array(key.source.utf8)
  }
}

private func request(_ name: String, _ side: Int = 10) -> ImageRequest {
  ImageRequest(ImageKey(name), size: PixelSize(width: side, height: side))
}

@Suite("Pipeline: coalescing, order, cancellation, memory", .timeLimit(.minutes(15)))
struct PipelineTests {
  private let decoder = GatedDecoder()

  private func pipeline(
    _ change: (inout ImagePipeline.Configuration) -> Void = { _ in }
  ) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.limits.seconds = 50
    // What is decoded in which order.
    configuration.threads = 1
    change(&configuration)
    return ImagePipeline(configuration: configuration, loader: EchoLoader(), decoder: decoder)
  }

  @Test(
    "A picture at another size stands in: the nearest larger, else the largest, of its own shape first"
  )
  func standIns() async throws {
    let pipeline = pipeline { $0.memoryLimit = 1 << 20 }
    func size(_ width: Int, _ height: Int) -> ImageRequest {
      ImageRequest(ImageKey("a"), size: PixelSize(width: width, height: height))
    }
    #expect(pipeline.standIn(for: size(40, 30)) == nil)
    let held = [size(20, 15), size(60, 45), size(80, 60), size(50, 50), size(120, 30)]
    for request in held { _ = try await pipeline.image(for: request) }
    _ = try await pipeline.image(for: request("b", 41))
    func found(_ width: Int, _ height: Int) -> PixelSize? {
      pipeline.standIn(for: size(width, height))?.size
    }
    #expect(found(40, 30) == PixelSize(width: 60, height: 45))
    #expect(found(61, 46) == PixelSize(width: 80, height: 60))
    #expect(found(400, 300) == PixelSize(width: 80, height: 60))
    #expect(found(49, 48) == PixelSize(width: 50, height: 50))
    // Cropped to another shape, it does for what is about as large.
    #expect(found(30, 45) == PixelSize(width: 50, height: 50))
    #expect(found(300, 900) == nil)
    #expect(pipeline.standIn(for: request("c", 40)) == nil, "never another picture")
    pipeline.removeAll()
    #expect(found(40, 30) == nil)
  }

  @Test("What had to make room stands in no more, and what stands in keeps its room")
  func standInsAreHeld() async throws {
    // Room for four pictures.
    let pipeline = pipeline { $0.memoryLimit = 4 * 10 * 10 * 4 }
    _ = try await pipeline.image(for: request("kept"))
    _ = try await pipeline.image(for: request("left"))
    for number in 0..<200 {
      #expect(pipeline.standIn(for: request("kept", 9))?.size.width == 10)
      _ = try await pipeline.image(for: request("p\(number)"))
    }
    #expect(pipeline.standIn(for: request("left", 9)) == nil)
    #expect(pipeline.standIn(for: request("p199", 9)) != nil)
  }

  private func names() -> [String] { decoder.log.withLock { $0 } }

  @Test("Ten who want the same cost one decode, and get the same bitmap")
  func coalescing() async throws {
    let pipeline = pipeline()
    decoder.shut()
    let bitmaps = try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<10 { group.addTask { try await pipeline.image(for: request("a")) } }
      await decoder.begun.arrived()
      decoder.open()
      return try await group.reduce(into: [Bitmap]()) { $0.append($1) }
    }
    #expect(bitmaps.count == 10)
    #expect(bitmaps.allSatisfy { $0 === bitmaps[0] })
    #expect(names() == ["a"])
    _ = try await pipeline.image(for: request("a"))
    #expect(names() == ["a"])
    #expect(pipeline.statistics.decoded == 1)
  }

  @Test("Higher priorities first, equal ones in order; one who joins raises it")
  func order() async throws {
    let pipeline = pipeline()
    decoder.shut()
    let done = DispatchSemaphore(value: 0)
    func load(_ name: String, _ priority: ImagePriority) -> ImageTask {
      pipeline.load(request(name), priority: priority) { _ in done.signal() }
    }
    _ = load("first", .onScreen)
    await decoder.begun.arrived()
    _ = load("far", .ahead(pixels: 900))
    _ = load("near", .ahead(pixels: 100))
    _ = load("seen 1", .onScreen)
    _ = load("seen 2", .onScreen)
    _ = load("joined", .ahead(pixels: 5000))
    _ = load("joined", .ahead(pixels: 50))
    let lifted = load("lifted", .ahead(pixels: 6000))
    lifted.setPriority(ImagePriority(rawValue: 1))
    decoder.open()
    for _ in 0..<8 { await done.arrived() }
    #expect(names() == ["first", "lifted", "seen 1", "seen 2", "joined", "near", "far"])
  }

  @Test("Of two threads, one is free of large pictures, which are decoded one after the other")
  func large() async throws {
    let pipeline = pipeline { $0.threads = 2 }
    decoder.shut()
    let done = DispatchSemaphore(value: 0)
    // Headers of GIFs of 31,354 pixels a side.
    let large = ["a", "b", "c"].map { "GIF89azzzz\($0)\0\0" }
    for name in large { _ = pipeline.load(request(name)) { _ in done.signal() } }
    await decoder.begun.arrived()
    #expect(names().count == 1)
    _ = pipeline.load(request("small"), priority: .ahead(pixels: 9000)) { _ in done.signal() }
    await decoder.begun.arrived()
    #expect(names().count == 2 && names().last == "small")
    decoder.open()
    for _ in 0..<4 { await done.arrived() }
    #expect(Set(names()) == Set(large + ["small"]))
    #expect(pipeline.statistics.decoded == 4)
  }

  @Test("The last one to leave ends the decode, one of two does not")
  func cancellation() async throws {
    let pipeline = pipeline()
    decoder.shut()
    let results = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    func load(_ name: String, _ who: String) -> ImageTask {
      pipeline.load(request(name)) { result in
        let word = if case .failure(let error) = result { "\(error)" } else { "picture" }
        results.withLock { $0.append("\(who): \(word)") }
        done.signal()
      }
    }
    let running = load("running", "a")
    await decoder.begun.arrived()
    let (one, _) = (load("shared", "b"), load("shared", "c"))
    let waiting = load("waiting", "d")
    waiting.cancel()
    one.cancel()
    // The gate is still shut: only its cancellation can end this one.
    running.cancel()
    for _ in 0..<3 { await done.arrived() }
    decoder.open()
    await done.arrived()
    #expect(
      results.withLock { Set($0) } == [
        "a: cancelled", "b: cancelled", "c: picture", "d: cancelled",
      ])
    #expect(names() == ["running", "shared"])
    #expect(pipeline.statistics.pending == 0)
    #expect(pipeline.statistics.cancelled == 2)
  }

  @Test("Cancelling a task leaves its request")
  func taskCancellation() async throws {
    let pipeline = pipeline()
    decoder.shut()
    let task = Task { try await pipeline.image(for: request("a")) }
    await decoder.begun.arrived()
    task.cancel()
    let result = await task.result
    #expect(throws: ImageError.cancelled) { try result.get() }
    #expect(pipeline.statistics.pending == 0)
  }

  @Test("The cache stays within its limit")
  func memoryLimit() async throws {
    let pipeline = pipeline { $0.memoryLimit = 4 * 100 * 5 }
    for index in 0..<20 {
      _ = try await pipeline.image(for: request("\(index)"))
      #expect(pipeline.statistics.memoryBytes <= 2000)
    }
    #expect(pipeline.statistics.memoryBytes == 2000)
    let large = PixelSize(width: 30, height: 30)
    await #expect(throws: ImageError.invalidSize(large)) {
      try await pipeline.image(for: ImageRequest(ImageKey("large"), size: large))
    }
  }

  @Test("A failure is remembered, at every size")
  func failures() async throws {
    let pipeline = pipeline { $0.failureSeconds = 3600 }
    for side in [10, 10, 20] {
      await #expect(throws: ImageError.corrupt("as asked")) {
        try await pipeline.image(for: request("broken", side))
      }
    }
    #expect(names() == ["broken"])
    #expect(pipeline.failure(of: ImageKey("broken")) == .corrupt("as asked"))
  }

  @Test("A failure is forgotten after a while, and the picture is tried again")
  func forgottenFailures() async throws {
    let pipeline = pipeline { $0.failureSeconds = 0.05 }
    await #expect(throws: ImageError.self) {
      try await pipeline.image(for: request("broken"))
    }
    try await Task.sleep(for: .seconds(0.1))
    #expect(pipeline.failure(of: ImageKey("broken")) == nil)
    await #expect(throws: ImageError.self) {
      try await pipeline.image(for: request("broken"))
    }
    #expect(names() == ["broken", "broken"])
  }

  @Test("A pipeline that ends tells those who wait")
  func ending() async {
    let done = DispatchSemaphore(value: 0)
    decoder.shut()
    do {
      let pipeline = pipeline()
      for name in ["a", "b", "c"] {
        pipeline.load(request(name)) { result in
          if case .failure(.cancelled) = result { done.signal() }
        }
      }
      await decoder.begun.arrived()
    }
    for _ in 0..<3 { await done.arrived() }
  }
}

extension DispatchSemaphore {
  /// Waits without holding a thread of the pool that the tests share; the suite's time limit ends
  /// a hang.
  fileprivate func arrived() async {
    while wait(timeout: .now()) == .timedOut, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
