import Foundation
import LugeCore
import Testing

@testable import LugeDecode
@testable import LugeImages

enum Fixtures {
  static let folder =
    (ProcessInfo.processInfo.environment["LUGE_FIXTURES"] ?? "../shared/fixtures") + "/images"
  static var exist: Bool { FileManager.default.fileExists(atPath: folder) }
}

@Suite(
  "Decoding: real and broken files",
  .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run these"))
struct FixtureTests {
  @Test("Every file is a picture or a clear error, quickly and within 300 MB")
  func everyFile() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Fixtures.folder).sorted()
    var (pictures, errors) = (0, 0)
    let decoder = HelperDecoder()
    let size = PixelSize(width: 180, height: 180)
    for name in names {
      let path = "\(Fixtures.folder)/\(name)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let clock = ContinuousClock()
      let start = clock.now
      do throws(ImageError) {
        let bytes = try FileImageLoader().bytes(of: ImageKey(path), limit: 48 << 20)
        let bitmap = try decoder.decode(
          bytes, size: size, limits: DecodeLimits(), watch: DecodeWatch())
        #expect(bitmap.size.width <= 180 && bitmap.size.height <= 180)
        pictures += 1
      } catch {
        #expect(!error.description.isEmpty)
        // A file that ends its decoder is none of these.
        #expect(error != .decoderDied, "\(name)")
        errors += 1
      }
      // Decoding ends a file by its own processor time; this one only tells that none hangs.
      #expect(clock.now - start < .seconds(120), "\(name)")
    }
    #expect(pictures > 100)
    #expect(errors > 50)
    let peak = peakMemoryOfHelpers()
    #expect(peak > 1 << 20, "no helper was seen")
    #expect(peak < 300 << 20)
    decoder.releaseIdle()
  }

  /// The good files of the PNG suite all decode, the deliberately broken ones (x…) do not.
  @Test("PngSuite: good files are pictures, broken ones errors")
  func pngSuite() throws {
    let folder = "\(Fixtures.folder)/pngsuite"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".png") }
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try FileImageLoader().bytes(
        of: ImageKey("\(folder)/\(name)"), limit: 1 << 20)
      let result = Result { () throws(ImageError) in try decode(bytes, 32, 32) }
      if name.hasPrefix("x") {
        #expect(throws: ImageError.self, "\(name)") { try result.get() }
      } else {
        #expect(throws: Never.self, "\(name)") { try result.get() }
      }
    }
  }

  /// Most memory that a helper of this process ever had, bytes; shared memory counts.
  ///
  /// Not `RUSAGE_CHILDREN`: a child's figure begins with what its parent had.
  private func peakMemoryOfHelpers() -> Int {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let peaks = processes.compactMap { process -> Int? in
      guard Int(process) != nil,
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      else { return nil }
      let fields = status.split(separator: "\n").map { $0.split(separator: "\t") }
      func value(_ name: String) -> Substring? {
        fields.first { $0.first == "\(name):" && $0.count > 1 }?[1]
      }
      guard value("Name") == "luge-decode", value("PPid") == "\(getpid())",
        let kilobytes = value("VmHWM")?.split(separator: " ").first
      else { return nil }
      return Int(kilobytes).map { $0 << 10 }
    }
    return peaks.max() ?? 0
  }
}
