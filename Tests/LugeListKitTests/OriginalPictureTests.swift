import Foundation
import LugeCore
import LugeImages
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("A picture's file: saved and opened, be it the archive's or fetched")
struct OriginalPictureTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    + Array("IHDR".utf8) + [0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0]

  @Test(
    "Names come from addresses, are safe, and end as their format does",
    arguments: [
      ("https://a.example/b/photo.png", "photo.png"),
      ("https://a.example/b/photo.jpg?name=large", "photo.jpg.png"),
      ("https://a.example/b/photo", "photo.png"),
      ("https://a.example/b/", "picture.png"),
      ("https://a.example", "picture.png"),
      ("https://a.example/..%2F..%2Fetc%2Fpasswd", "etcpasswd.png"),
      ("https://a.example/%2E%2E", "picture.png"),
      ("https://a.example/gr%C3%BC%C3%9Fe.PNG", "grüße.PNG"),
      ("https://a.example/a%00b%0Ac.png", "abc.png"),
    ])
  func names(address: String, expected: String) {
    let last = OriginalPicture.lastPart(of: address)
    #expect(OriginalPicture.name(last, Self.png) == expected)
    #expect(OriginalPicture.name(String(repeating: "x", count: 400), Self.png).count < 100)
    #expect(OriginalPicture.name("a.bin", [1, 2, 3]) == "a.bin")
  }

  @Test("Nothing is saved over a database, what belongs to one, or what is no ordinary file")
  func replacing() throws {
    let folder = try TemporaryFolder()
    let archive = try folder.write("SQLite format 3\0and more", as: "a.luge")
    let other = try folder.write("text", as: "b.png")
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [archive, archive + "-wal", archive + "-journal", "/dev/null", pipe, folder.path] {
      #expect(throws: (any Error).self, "\(path)") { try OpenedFiles.checkMayReplace(path) }
    }
    for path in [other, folder.path + "/none", folder.path + "/none-wal"] {
      try OpenedFiles.checkMayReplace(path)
    }
    // Characters may be of any length; file systems count bytes.
    let wide = String(repeating: "👩‍👩‍👧‍👦", count: 100) + ".png"
    let name = OpenedFiles.plainName(wide, or: "x")
    #expect(name.utf8.count <= 200 && name.hasSuffix(".png"))
  }

  @Test("No address leads to the copy of another one")
  func copies() async throws {
    let folder = try TemporaryFolder()
    let files = OpenedFiles(folder: folder.path + "/opened")
    // A hash of 64 bits is turned back in no time: the name says more than one.
    let one = try await files.file(of: "mxc://a/b", called: "a.pdf") { [1] }
    let other = try await files.file(of: "mxc://a/c", called: "a.pdf") { [2] }
    #expect(one != other)
    #expect(one.pathParts.dropLast().last.map { $0.utf8.count } == 64)
    var info = stat()
    #expect(stat(files.folder, &info) == 0 && info.st_mode & 0o777 == 0o700)
  }

  @Test("What was fetched is saved byte for byte, opened as a file of its name, and knows its size")
  func fetched() async throws {
    let folder = try TemporaryFolder()
    let key = ImageKey("https://a.example/b/photo.png")
    let cache = OriginalCache(folder: "\(folder.path)/originals")
    cache.store(Self.png, for: key)
    let picture = OriginalPicture(
      key: key,
      originals: KeptOriginals(PermittedFetcher(HTTPImageFetcher()), cache: cache),
      folder: "\(folder.path)/opened")
    #expect(await picture.size() == PixelSize(width: 7, height: 5))
    #expect(await picture.name(or: nil) == "photo.png")
    let target = "\(folder.path)/saved.png"
    #expect(await picture.save(to: target) == nil)
    #expect(FileManager.default.contents(atPath: target) == Data(Self.png))
    let opened = try await picture.openable().get()
    #expect(opened.hasSuffix("/photo.png"))
    #expect(FileManager.default.contents(atPath: opened) == Data(Self.png))
    // Where nothing can be written something is said.
    #expect(await picture.save(to: "/proc/none/saved.png")?.contains("Not saved") == true)
  }

  @Test("What was not fetched says so, and nobody is asked")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let picture = OriginalPicture(
      key: ImageKey("https://a.example/c.png"),
      originals: KeptOriginals(PermittedFetcher(HTTPImageFetcher()), cache: nil),
      folder: folder.path)
    #expect(await picture.size() == nil)
    #expect(await picture.save(to: "\(folder.path)/x.png")?.contains("network") == true)
    guard case .failure(let problem) = await picture.openable() else {
      Issue.record("opened what is not there")
      return
    }
    #expect(problem.words.contains("network"))
  }

  @Test("A file of the archive is copied, and opened itself")
  func file() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.png"
    try Data(Self.png).write(to: URL(fileURLWithPath: path))
    let picture = OriginalPicture(
      key: ImageKey(path),
      originals: KeptOriginals(PermittedFetcher(HTTPImageFetcher()), cache: nil), folder: nil)
    #expect(await picture.size() == PixelSize(width: 7, height: 5))
    #expect(await picture.name(or: "holiday.png") == "holiday.png")
    #expect(await picture.path() == path)
    #expect(await picture.save(to: path) == nil)
    let target = "\(folder.path)/b.png"
    #expect(await picture.save(to: target) == nil)
    #expect(FileManager.default.contents(atPath: target) == Data(Self.png))
  }
}
