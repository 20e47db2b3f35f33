import LocalServer
import LugeCore
import LugeLab
import Testing

@testable import LugeImages

@Suite("Network: nothing without being asked", .timeLimit(.minutes(15)))
struct PermissionTests {
  private let request = PixelSize(width: 8, height: 8)

  private func outcome(
    _ pipeline: ImagePipeline, _ key: ImageKey
  ) async -> Result<Bitmap, ImageError> {
    do throws(ImageError) {
      return .success(try await pipeline.image(for: ImageRequest(key, size: request)))
    } catch {
      return .failure(error)
    }
  }

  @Test("A picture is fetched once the reader permits it, and no other")
  func one() async throws {
    let folder = try TestFolder()
    try folder.png("made.png", 64, 64) { x, _ in x < 32 ? 0xFF0000 : 0x0000FF }
    let bytes = try folder.bytes("made.png")
    let server = try LocalHTTPServer { _ in .init(body: bytes) }
    defer { server.stop() }
    let fetcher = PermittedFetcher(HTTPImageFetcher())
    let pipeline = ImagePipeline(fetcher: fetcher)
    let (wanted, other) = (ImageKey(server.address + "/a"), ImageKey(server.address + "/b"))
    for key in [wanted, other] {
      #expect(await outcome(pipeline, key).error == .network(.notPermitted))
    }
    #expect(server.counts.connections == 0)
    #expect(ImageError.network(.notPermitted).isRetryable)

    fetcher.permit(wanted)
    pipeline.forgetFailure(of: wanted)
    #expect(await outcome(pipeline, wanted).error == nil)
    #expect(await outcome(pipeline, other).error == .network(.notPermitted))
    #expect(server.counts.paths == ["/a"])

    fetcher.permitsAll = true
    pipeline.forgetFailure(of: other)
    #expect(await outcome(pipeline, other).error == nil)
    #expect(server.counts.paths == ["/a", "/b"])
  }
}

extension Result where Failure == ImageError {
  fileprivate var error: ImageError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
