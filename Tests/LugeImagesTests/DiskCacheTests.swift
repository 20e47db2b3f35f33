import Foundation
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeImages

@Suite("Disk cache: pictures that outlive the program", .timeLimit(.minutes(15)))
struct DiskCacheTests {
  let folder: TestFolder
  let place: String

  init() throws {
    folder = try TestFolder()
    place = "\(folder.path)/deep/cache"
  }

  private func bitmap(_ seed: Int, side: Int = 20) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: side, height: side))
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = UInt32(truncatingIfNeeded: (index &+ seed) &* 2_654_435_761)
      }
    }
    return bitmap
  }

  private func request(_ name: String, side: Int = 20) throws -> ImageRequest {
    if !FileManager.default.fileExists(atPath: "\(folder.path)/\(name)") {
      try folder.write(Array(name.utf8), to: name)
    }
    return ImageRequest(folder.key(name), size: PixelSize(width: side, height: side))
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).map { "\(place)/\($0)" }
  }

  @Test("What is stored comes back, to another cache as well")
  func roundTrip() throws {
    let (a, b) = (try request("a"), try request("b"))
    let cache = DiskImageCache(folder: place)
    #expect(cache.picture(for: a) == nil)
    cache.store(bitmap(1), for: a)
    cache.store(bitmap(2), for: b)
    for cache in [cache, DiskImageCache(folder: place)] {
      #expect(cache.picture(for: a)?.withPixels(Array.init) == bitmap(1).withPixels(Array.init))
      #expect(cache.picture(for: b)?.withPixels(Array.init) == bitmap(2).withPixels(Array.init))
    }
    #expect(cache.picture(for: try request("a", side: 21)) == nil)
    #expect(cache.statistics.hits == 2)
    // Nobody else's business.
    for path in try [place] + files() {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect((mode ?? 0o77) & 0o77 == 0)
    }
  }

  @Test("A file that was replaced is another picture")
  func replaced() throws {
    let wanted = try request("a")
    let cache = DiskImageCache(folder: place)
    cache.store(bitmap(1), for: wanted)
    try folder.write(Array("other, longer".utf8), to: "a")
    #expect(cache.picture(for: wanted) == nil)
    try FileManager.default.removeItem(atPath: wanted.key.source)
    #expect(cache.picture(for: wanted) == nil)
  }

  @Test("A file that is damaged anywhere, cut off or longer counts as not there")
  func damaged() throws {
    let wanted = try request("a")
    let cache = DiskImageCache(folder: place)
    cache.store(bitmap(1), for: wanted)
    let path = try #require(try files().first)
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      try whole.damaged(using: &random).write(to: URL(filePath: path))
      #expect(cache.picture(for: wanted) == nil)
    }
    try whole.write(to: URL(filePath: path))
    #expect(cache.picture(for: wanted) != nil)
  }

  @Test("The folder stays within its limit, and keeps what was of use last")
  func limit() throws {
    let one = 20 * 20 * 4
    let cache = DiskImageCache(folder: place, byteLimit: 20 * one)
    for index in 0..<60 { cache.store(bitmap(index), for: try request("p\(index)")) }
    let sizes = try files().map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    #expect(sizes.reduce(0, +) <= 20 * one + 20 * one / 8 + one)
    #expect(sizes.count >= 10)
    #expect(cache.statistics.removed >= 60 - 23)
    #expect(cache.picture(for: try request("p59")) != nil)
    #expect(cache.picture(for: try request("p0")) == nil)
  }

  @Test("Several programs write and read the same; none ever sees half a picture")
  func shared() throws {
    let caches = (0..<4).map { _ in DiskImageCache(folder: place, byteLimit: 40_000) }
    let wanted = try (0..<12).map { try request("s\($0)") }
    let right = wanted.indices.map { bitmap($0) }
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<60 {
        let index = (thread &* 7 &+ round &* 5) % wanted.count
        if let found = caches[thread].picture(for: wanted[index]) {
          if found.withPixels(Array.init) != right[index].withPixels(Array.init) {
            wrong.add(1, ordering: .relaxed)
          }
        } else {
          caches[thread].store(right[index], for: wanted[index])
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(try files().allSatisfy { $0.hasSuffix(".pixels") })
  }

  @Test("What a program that died left half written is removed, in time")
  func orphans() throws {
    let cache = DiskImageCache(folder: place)
    cache.store(bitmap(1), for: try request("a"))
    let (old, new) = ("\(place)/.1-1.tmp", "\(place)/.2-2.tmp")
    for path in [old, new] { try Data([1]).write(to: URL(filePath: path)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now - 7200], ofItemAtPath: old)
    DiskImageCache(folder: place).store(bitmap(2), for: try request("b"))
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(FileManager.default.fileExists(atPath: new))
  }

  @Test("A folder that cannot be made costs nothing but the cache")
  func noFolder() throws {
    let cache = DiskImageCache(folder: "/proc/no/such/place")
    let wanted = try request("a")
    cache.store(bitmap(1), for: wanted)
    #expect(cache.picture(for: wanted) == nil)
  }

  @Test("A pipeline decodes once for all time")
  func pipeline() async throws {
    struct Counting: ImageDecoding {
      let count = Counter()
      func decode(
        _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
      ) throws(ImageError) -> Bitmap {
        count.value.add(1, ordering: .relaxed)
        let bitmap = Bitmap(size: size)
        bitmap.withMutablePixels { $0.update(repeating: 7) }
        return bitmap
      }
    }
    final class Counter: Sendable { let value = Atomic<Int>(0) }
    try folder.write(Array("GIF89a, or nearly".utf8), to: "a.gif")
    let decoder = Counting()
    let wanted = ImageRequest(folder.key("a.gif"), size: PixelSize(width: 9, height: 9))
    for _ in 0..<3 {
      let cache = DiskImageCache(folder: place)
      let pipeline = ImagePipeline(diskCache: cache, decoder: decoder)
      let bitmap = try await pipeline.image(for: wanted)
      #expect(bitmap.withPixels { $0.allSatisfy { $0 == 7 } })
      // It is stored after the answer was given.
      while cache.statistics.stored + cache.statistics.hits == 0, !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    #expect(decoder.count.value.load(ordering: .relaxed) == 1)
  }
}
