import Dispatch
import Glibc
import LocalServer
import LugeCore
import LugeLab
import Synchronization
import Testing

@testable import LugeImages

/// Bytes that begin as a GIF does; the rest is whatever.
private func gif(_ count: Int) -> [UInt8] {
  Array("GIF89a".utf8) + (0..<max(0, count - 6)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
}

extension HTTPImageFetcher {
  /// Waits without holding a thread.
  fileprivate func bytes(
    _ source: String, limit: Int = 1 << 20, priority: ImagePriority = .onScreen
  ) async -> Result<[UInt8], ImageError> {
    await withCheckedContinuation { continuation in
      _ = fetch(ImageKey(source), limit: limit, priority: priority) {
        continuation.resume(returning: $0)
      }
    }
  }
}

@Suite("Network: a real local server", .timeLimit(.minutes(15)))
struct NetworkTests {
  private func fetcher(
    _ change: (inout HTTPImageFetcher.Configuration) -> Void = { _ in }
  ) -> HTTPImageFetcher {
    var configuration = HTTPImageFetcher.Configuration()
    configuration.retry.firstDelay = 0.01
    change(&configuration)
    return HTTPImageFetcher(configuration: configuration)
  }

  @Test("Bytes come as they are; connections are used again")
  func reuse() async throws {
    let server = try LocalHTTPServer { path in .init(body: gif(path.count * 1000)) }
    defer { server.stop() }
    let fetcher = fetcher()
    for index in 0..<10 {
      let path = "/\(String(repeating: "x", count: index))"
      #expect(await fetcher.bytes(server.address + path) == .success(gif((index + 1) * 1000)))
    }
    #expect(server.counts.connections == 1)
    #expect(fetcher.statistics.connections == 1)
    #expect(fetcher.statistics.transfers == 10)
  }

  @Test("Fetches below whatever draws, or at the priority that it is told", arguments: [nil, 3])
  func niceness(told: Int32?) async throws {
    let server = try LocalHTTPServer { _ in .init(body: gif(100)) }
    defer { server.stop() }
    let fetcher = fetcher { if let told { $0.niceness = told } }
    let found = await withCheckedContinuation { answer in
      _ = fetcher.fetch(ImageKey("\(server.address)/a"), limit: 1000, priority: .onScreen) { _ in
        // On Linux a niceness belongs to a thread, and 0 names the calling one.
        answer.resume(returning: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
      }
    }
    #expect(found == told ?? 15)
  }

  @Test("Several at once, but not more than a server may be asked")
  func atOnce() async throws {
    let server = try LocalHTTPServer { _ in .init(body: gif(100), delay: 0.05) }
    defer { server.stop() }
    let fetcher = fetcher { $0.connectionsPerHost = 4 }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          let result = await fetcher.bytes("\(server.address)/\(index)")
          #expect(result == .success(gif(100)))
        }
      }
    }
    #expect(server.counts.mostAtOnce <= 4)
    #expect(server.counts.mostAtOnce >= 2)
  }

  @Test("What fails for a passing reason is tried again", arguments: [503, 500, 429, -1])
  func retry(status: Int) async throws {
    let asked = Atomic<Int>(0)
    let server = try LocalHTTPServer { _ in
      let number = asked.add(1, ordering: .relaxed).newValue
      if number >= 3 { return .init(body: gif(50)) }
      var response = LocalHTTPServer.Response(body: gif(50_000))
      if status > 0 { response = .init(status: status) } else { response.cutAt = 20_000 }
      return response
    }
    defer { server.stop() }
    #expect(await fetcher().bytes(server.address + "/a") == .success(gif(50)))
    #expect(server.counts.requests == 3)
  }

  @Test(
    "But not for ever, and not what will not change", arguments: [(404, 1), (403, 1), (503, 3)])
  func giveUp(status: Int, attempts: Int) async throws {
    let server = try LocalHTTPServer { _ in .init(status: status) }
    defer { server.stop() }
    let result = await fetcher().bytes(server.address + "/a")
    #expect(result == .failure(.network(.status(status))))
    #expect(server.counts.requests == attempts)
  }

  @Test("A server that falls silent is left")
  func timeOut() async throws {
    let server = try LocalHTTPServer { _ in
      var response = LocalHTTPServer.Response(body: gif(5000))
      response.stall = (after: 100, seconds: 3)
      return response
    }
    defer { server.stop() }
    let fetcher = fetcher {
      $0.totalSeconds = 0.3
      $0.retry.attempts = 1
    }
    let result = await fetcher.bytes(server.address + "/a")
    #expect(result == .failure(.network(.timedOut)))
  }

  @Test("Too much, or no picture, is not fetched to its end")
  func limits() async throws {
    let server = try LocalHTTPServer { path in
      .init(body: path == "/page" ? Array(repeating: 0x3C, count: 8 << 20) : gif(2 << 20))
    }
    defer { server.stop() }
    let fetcher = fetcher()
    let large = await fetcher.bytes(server.address + "/large", limit: 1 << 20)
    guard case .failure(.tooManyBytes(_, limit: 1 << 20)) = large else {
      Issue.record("not refused")
      return
    }
    #expect(
      await fetcher.bytes(server.address + "/page", limit: 16 << 20)
        == .failure(.unsupportedFormat))
    #expect(fetcher.statistics.bytes < 2 << 20)
  }

  @Test("Nobody there, a name nobody has, no address: words for people")
  func unreachable() async throws {
    let server = try LocalHTTPServer { _ in .init() }
    server.stop()
    let fetcher = fetcher { $0.retry.attempts = 1 }
    let address = server.address
    let result = await fetcher.bytes(address + "/a")
    #expect(
      result == .failure(.network(.unreachable(host: String(address.dropFirst(7))))))
    let odd = await fetcher.bytes("http://[::bad/a")
    #expect(odd == .failure(.network(.badAddress("http://[::bad/a"))))
    #expect(fetcher.accepts(ImageKey("HTTPS://example.org/a.png")))
    for other in ["ftp://example.org/a", "/a/file.png", "file:///etc/passwd", "a:b", ""] {
      #expect(!fetcher.accepts(ImageKey(other)))
    }
  }

  @Test("A redirection is followed; one away from http is not")
  func redirection() async throws {
    let server = try LocalHTTPServer { path in
      var response = LocalHTTPServer.Response(status: 302)
      switch path {
      case "/a": response.headers = [("Location", "/b")]
      case "/file": response.headers = [("Location", "file:///etc/hostname")]
      case "/loop": response.headers = [("Location", "/loop")]
      default: response = .init(body: gif(60))
      }
      return response
    }
    defer { server.stop() }
    let fetcher = fetcher { $0.retry.attempts = 1 }
    #expect(await fetcher.bytes(server.address + "/a") == .success(gif(60)))
    for path in ["/file", "/loop"] {
      let result = await fetcher.bytes(server.address + path)
      #expect(throws: ImageError.self) { try result.get() }
    }
  }

  @Test("Who leaves ends the transfer at once")
  func cancel() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LocalHTTPServer { _ in
      gate.wait()
      return .init(body: gif(10))
    }
    defer { server.stop() }
    let fetcher = fetcher()
    // The answer comes only after this one is through.
    let result = await withCheckedContinuation { continuation in
      let task = fetcher.fetch(
        ImageKey(server.address + "/a"), limit: 100, priority: .onScreen
      ) { continuation.resume(returning: $0) }
      task.cancel()
    }
    gate.signal()
    #expect(result == .failure(.cancelled))
  }

  @Test("Waits grow, are spread, and respect what the server asks for")
  func policy() {
    var policy = RetryPolicy()
    policy.attempts = 10
    func delay(_ made: Int, _ serverDelay: Double? = nil, jitter: Double = 1) -> Double? {
      policy.delay(
        after: .timedOut, attempts: made, serverDelay: serverDelay, jitter: jitter)
    }
    #expect((1...6).map { delay($0) } == [0.5, 1, 2, 4, 8, 8])
    #expect(delay(1, jitter: 0) == 0.25)
    #expect(delay(10) == nil)
    #expect(delay(1, 3) == 3)
    #expect(delay(1, 3600) == nil)
    #expect(policy.delay(after: .status(404), attempts: 1, serverDelay: nil, jitter: 1) == nil)
  }
}

@Suite("Pipeline: pictures over the network", .timeLimit(.minutes(15)))
struct RemotePipelineTests {
  private struct SizeDecoder: ImageDecoding {
    func decode(
      _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
    ) throws(ImageError) -> Bitmap { Bitmap(size: size) }
  }

  @Test("Two sizes of one picture are fetched once; a slow one does not hold the others up")
  func once() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LocalHTTPServer { path in
      // Blocks a thread of the server's alone.
      if path == "/slow" { gate.wait() }
      return .init(body: gif(500), delay: 0.05)
    }
    defer { server.stop() }
    let pipeline = ImagePipeline(fetcher: HTTPImageFetcher(), decoder: SizeDecoder())
    func load(_ path: String, _ side: Int) async throws -> PixelSize {
      try await pipeline.image(
        for: ImageRequest(
          ImageKey(server.address + path), size: PixelSize(width: side, height: side))
      ).size
    }
    async let slow = load("/slow", 5)
    while server.counts.requests == 0, !Task.isCancelled {
      try await Task.sleep(for: .milliseconds(2))
    }
    async let small = load("/a", 10)
    async let large = load("/a", 20)
    async let other = load("/b", 30)
    #expect(try await [small.width, large.width, other.width] == [10, 20, 30])
    #expect(pipeline.statistics.pending == 1)
    gate.signal()
    #expect(try await slow.width == 5)
    #expect(server.counts.paths.sorted() == ["/a", "/b", "/slow"])
  }

  @Test("A failure says why, can be tried again, and then works")
  func tryAgain() async throws {
    let isWell = Atomic<Bool>(false)
    let server = try LocalHTTPServer { _ in
      isWell.load(ordering: .relaxed) ? .init(body: gif(100)) : .init(status: 404)
    }
    defer { server.stop() }
    let pipeline = ImagePipeline(fetcher: HTTPImageFetcher(), decoder: SizeDecoder())
    let request = ImageRequest(
      ImageKey(server.address + "/a"), size: PixelSize(width: 4, height: 4))
    for _ in 0..<2 {
      await #expect(throws: ImageError.network(.status(404))) {
        try await pipeline.image(for: request)
      }
    }
    #expect(server.counts.requests == 1)
    isWell.store(true, ordering: .relaxed)
    pipeline.forgetFailure(of: request.key)
    _ = try await pipeline.image(for: request)
    #expect(server.counts.requests == 2)
  }

  @Test(
    "What the server has decided is not asked again by scrolling past it", arguments: [404, 200])
  func decided(status: Int) async throws {
    let server = try LocalHTTPServer { _ in
      status == 404
        ? .init(status: 404) : .init(body: Array("<html>a page that says nothing</html>".utf8))
    }
    defer { server.stop() }
    var configuration = ImagePipeline.Configuration()
    configuration.failureSeconds = 0
    let pipeline = ImagePipeline(
      configuration: configuration, fetcher: HTTPImageFetcher(), decoder: SizeDecoder())
    let key = ImageKey(server.address + "/a")
    for side in [4, 5, 4, 6] {
      await #expect(throws: ImageError.self) {
        try await pipeline.image(
          for: ImageRequest(key, size: PixelSize(width: side, height: side)))
      }
    }
    #expect(server.counts.requests == 1)
    pipeline.forgetFailure(of: key)
    await #expect(throws: ImageError.self) {
      try await pipeline.image(for: ImageRequest(key, size: PixelSize(width: 4, height: 4)))
    }
    #expect(server.counts.requests == 2)
  }

  @Test("What may pass rests twice as long each time, what is decided an hour, files never longer")
  func rests() {
    let passing = ImageError.network(.timedOut)
    let spans = (1...12).map { passing.restSeconds(30, attempts: $0, isRemote: true) }
    #expect(spans.prefix(4) == [30, 60, 120, 240])
    #expect(spans.last == 3600 && spans == spans.sorted())
    #expect(ImageError.network(.status(404)).restSeconds(30, attempts: 1, isRemote: true) == 3600)
    #expect(ImageError.corrupt("").restSeconds(30, attempts: 1, isRemote: true) == 3600)
    #expect(ImageError.corrupt("").restSeconds(30, attempts: 9, isRemote: false) == 30)
    // Whether anything is fetched is this program's own matter.
    #expect(
      ImageError.network(.notPermitted).restSeconds(30, attempts: 9, isRemote: true) == 30)
    #expect(passing.restSeconds(7200, attempts: 1, isRemote: true) == 7200)
  }

  @Test("The last of two sizes to leave ends the fetch")
  func leaving() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LocalHTTPServer { _ in
      gate.wait()
      return .init(body: gif(100))
    }
    defer {
      gate.signal()
      server.stop()
    }
    let fetcher = HTTPImageFetcher()
    let pipeline = ImagePipeline(fetcher: fetcher, decoder: SizeDecoder())
    func task(_ side: Int) -> ImageTask {
      pipeline.load(
        ImageRequest(
          ImageKey(server.address + "/a"), size: PixelSize(width: side, height: side))
      ) { _ in }
    }
    let (one, two) = (task(3), task(4))
    while server.counts.requests == 0, !Task.isCancelled {
      try await Task.sleep(for: .milliseconds(2))
    }
    // The second has to have joined the first one's fetch.
    try await Task.sleep(for: .milliseconds(300))
    one.cancel()
    try await Task.sleep(for: .milliseconds(30))
    #expect(fetcher.statistics.cancelled == 0)
    two.cancel()
    while fetcher.statistics.cancelled == 0, !Task.isCancelled {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(fetcher.statistics.cancelled == 1)
    #expect(pipeline.statistics.pending == 0)
  }
}
