import Foundation
import LocalServer
import LugeCore
import LugeLab
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeImages

@Suite("Originals: pictures of the network are kept as they came", .timeLimit(.minutes(15)))
struct OriginalTests {
  let folder: TestFolder
  let place: String

  init() throws {
    folder = try TestFolder()
    place = "\(folder.path)/deep/originals"
  }

  private func picture() throws -> [UInt8] {
    try folder.png("made.png", 90, 30) { x, _ in x < 45 ? 0xFF0000 : 0x0000FF }
    return try folder.bytes("made.png")
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).map { "\(place)/\($0)" }
  }

  /// What is stored is written after the answer.
  private func stored(_ key: ImageKey, in cache: OriginalCache) async throws -> [UInt8] {
    while !Task.isCancelled {
      if let bytes = cache.bytes(of: key) { return bytes }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw CancellationError()
  }

  @Test("A local file that became a picture of the network is not fetched; a damaged one is no bar")
  func keptFile() async throws {
    let bytes = try picture()
    let server = try LocalHTTPServer { _ in .init(status: 404) }
    defer { server.stop() }
    let key = ImageKey(server.address + "/own.png")
    let originals = KeptOriginals(HTTPImageFetcher(), cache: OriginalCache(folder: place))
    originals.keep(file: "\(folder.path)/none.png", as: key)
    originals.keep(file: "\(folder.path)/made.png", as: key, limit: 10)
    originals.keep(file: "\(folder.path)/made.png", as: key)
    #expect(try await originals.original(of: key) == bytes)
    #expect(await originals.header(of: key)?.size == PixelSize(width: 90, height: 30))
    // Also at the next start.
    let next = KeptOriginals(HTTPImageFetcher(), cache: OriginalCache(folder: place))
    #expect(try await next.original(of: key) == bytes)
    #expect(server.counts.requests == 0)
  }

  @Test("A picture is fetched once for all sizes, the picture itself and the next start")
  func once() async throws {
    let bytes = try picture()
    let server = try LocalHTTPServer { _ in .init(body: bytes) }
    defer { server.stop() }
    let key = ImageKey(server.address + "/a.png?x=1")
    for start in 0..<2 {
      let cache = OriginalCache(folder: place)
      let originals = KeptOriginals(HTTPImageFetcher(), cache: cache)
      if start == 0 { #expect(await originals.header(of: key) == nil) }
      let pipeline = ImagePipeline(fetcher: originals)
      for side in [8, 20] {
        let size = PixelSize(width: side, height: side)
        let bitmap = try await pipeline.image(for: ImageRequest(key, size: size))
        #expect(bitmap.size == size)
      }
      #expect(try await originals.original(of: key) == bytes)
      #expect(await originals.header(of: key)?.size == PixelSize(width: 90, height: 30))
      #expect(try await stored(key, in: cache) == bytes)
      #expect(server.counts.requests == 1)
    }
    let cache = OriginalCache(folder: place)
    #expect(cache.header(of: key)?.size == PixelSize(width: 90, height: 30))
    #expect(cache.header(of: key)?.byteCount == bytes.count)
    for path in try [place] + files() {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      let mode = found as? Int ?? 0o77
      #expect(mode & 0o77 == 0)
    }
  }

  @Test("What is kept needs no permission; nothing else is asked for without it")
  func permission() async throws {
    let bytes = try picture()
    let server = try LocalHTTPServer { _ in .init(body: bytes) }
    defer { server.stop() }
    let (kept, other) = (ImageKey(server.address + "/a"), ImageKey(server.address + "/b"))
    let cache = OriginalCache(folder: place)
    cache.store(bytes, for: kept)
    let originals = KeptOriginals(PermittedFetcher(HTTPImageFetcher()), cache: cache)
    #expect(try await originals.original(of: kept) == bytes)
    await #expect(throws: ImageError.network(.notPermitted)) {
      try await originals.original(of: other)
    }
    #expect(server.counts.connections == 0)
  }

  @Test("What is no picture after all is fetched again when it is asked for again")
  func forgotten() async throws {
    let bytes = try picture()
    let isWell = Mutex(false)
    let server = try LocalHTTPServer { _ in
      .init(body: isWell.withLock { $0 } ? bytes : Array(bytes.prefix(40)))
    }
    defer { server.stop() }
    let key = ImageKey(server.address + "/a")
    let originals = KeptOriginals(HTTPImageFetcher(), cache: OriginalCache(folder: place))
    let pipeline = ImagePipeline(fetcher: originals)
    let wanted = ImageRequest(key, size: PixelSize(width: 9, height: 9))
    await #expect(throws: ImageError.self) { try await pipeline.image(for: wanted) }
    isWell.withLock { $0 = true }
    pipeline.forgetFailure(of: key)
    let bitmap = try await pipeline.image(for: wanted)
    #expect(bitmap.size == wanted.size)
    #expect(server.counts.requests == 2)
  }

  @Test("Who leaves before anything has come is told so, and costs nobody anything")
  func left() async throws {
    struct Silent: ImageFetching {
      final class Pending: FetchTask {
        let completion: @Sendable (Result<[UInt8], ImageError>) -> Void
        init(_ completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void) {
          self.completion = completion
        }
        func cancel() { completion(.failure(.cancelled)) }
        func setPriority(_ priority: ImagePriority) {}
      }
      func accepts(_ key: ImageKey) -> Bool { true }
      func fetch(
        _ key: ImageKey, limit: Int, priority: ImagePriority,
        completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
      ) -> any FetchTask { Pending(completion) }
    }
    let originals = KeptOriginals(Silent(), cache: nil)
    for delay in [0, 1, 20] {
      let asking = Task { try await originals.original(of: ImageKey("http://a/b")) }
      try await Task.sleep(for: .milliseconds(delay))
      asking.cancel()
      let failure = await asking.result.failure as? ImageError
      #expect(failure == .cancelled)
    }
  }

  @Test("A file that is damaged anywhere, cut off, longer or of another picture is not there")
  func damaged() throws {
    var random = SeededGenerator(seed: 9)
    let bytes = (0..<1001).map { _ in UInt8.random(in: 0...255, using: &random) }
    let key = ImageKey("https://example.org/a.jpg")
    let cache = OriginalCache(folder: place)
    cache.store(bytes, for: key)
    #expect(cache.bytes(of: key) == bytes)
    #expect(cache.bytes(of: ImageKey("https://example.org/b.jpg")) == nil)
    let path = try #require(try files().first)
    let whole = try Data(contentsOf: URL(filePath: path))
    for _ in 0..<300 {
      try whole.damaged(using: &random).write(to: URL(filePath: path))
      #expect(cache.bytes(of: key) == nil)
    }
    try whole.write(to: URL(filePath: path))
    cache.remove(ImageKey("https://example.org/b.jpg"))
    #expect(cache.bytes(of: key) == bytes)
    cache.remove(key)
    #expect(try files().isEmpty)
  }

  @Test("The folder stays within its limit, and half-written files of the dead go in time")
  func limit() throws {
    let cache = OriginalCache(folder: place, byteLimit: 40_000)
    let bytes = [UInt8](repeating: 7, count: 2000)
    for index in 0..<60 { cache.store(bytes, for: ImageKey("http://a/\(index)")) }
    let sizes = try files().map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    let total = sizes.reduce(0, +)
    #expect(total <= 47_200)
    #expect(sizes.count >= 10)
    #expect(cache.bytes(of: ImageKey("http://a/59")) == bytes)
    #expect(cache.bytes(of: ImageKey("http://a/0")) == nil)
    // One that would push out all others is not kept.
    cache.store([UInt8](repeating: 1, count: 30_000), for: ImageKey("http://a/huge"))
    #expect(cache.bytes(of: ImageKey("http://a/huge")) == nil)
  }
}

extension Result {
  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
