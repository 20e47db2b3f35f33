import LugeArchive
import LugeCore
import LugeListKit
import LugeLive
import Testing

@testable import LugeApp

@Suite("Files that are sent to a room") struct RoomFilesTests {
  private func message(_ path: String?, isOwn: Bool = true) -> LiveMessage {
    .sample(1, isOwn: isOwn, media: [MediaRecord(kind: .photo, path: path)])
  }

  @Test("What was sent from here is found by the address that the server gave it")
  func paths() {
    var files = RoomFiles()
    files.keep(message("mxc://here/1"), sentAs: message("/home/a.png"))
    #expect(files.path(of: "mxc://here/1") == "/home/a.png")
    #expect(files.path(of: "mxc://here/2") == nil)
    #expect(files.path(of: "/home/b.png") == "/home/b.png")
    // The first path stays: the file is the same.
    files.keep(message("mxc://here/1"), sentAs: message("/home/c.png"))
    #expect(files.path(of: "mxc://here/1") == "/home/a.png")
  }

  @Test("A message of others, or with a file that was never here, has no path")
  func strangers() {
    var files = RoomFiles()
    files.keep(message("mxc://here/1", isOwn: false), sentAs: message("/home/a.png"))
    files.keep(message("mxc://here/1"), sentAs: message("mxc://here/0"))
    files.keep(message("mxc://here/1"), sentAs: message(nil))
    files.keep(message("mxc://here/1"), sentAs: nil)
    #expect(files.path(of: "mxc://here/1") == nil)
    files.keep(message("https://here/1"), sentAs: message("/home/a.png"))
    #expect(files.path(of: "https://here/1") == nil)
  }

  @Test("Progress is told in whole percents until it ends")
  func progress() {
    var files = RoomFiles()
    #expect(files.sent(0.456, of: "a\u{202E}.png") == true)
    #expect(files.progress == "sending a<U+202E>.png: 46 %")
    #expect(files.sent(0.459, of: "a\u{202E}.png") == false)
    #expect(files.sent(nil, of: "a\u{202E}.png") == true)
    #expect(files.progress == nil)
    #expect(files.sent(nil, of: "a\u{202E}.png") == false)
  }

  @Test("The server is told the kind of a file and the size of a picture, by what they contain")
  func record() async throws {
    let folder = try TemporaryFolder()
    func record(_ bytes: [UInt8], _ name: String) async throws -> MediaRecord {
      let path = try folder.write(bytes, as: name)
      return await RoomFiles.record(
        of: OutgoingAttachment(path: path, name: name, byteSize: Int64(bytes.count)))
    }
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0, 0, 0, 0, 0]
    let picture = try await record(png, "a.png")
    #expect(picture.kind == .photo && picture.width == 7 && picture.height == 5)
    #expect(picture.path == "\(folder.path)/a.png" && picture.fileName == "a.png")
    #expect(picture.mimeType == "image/png" && picture.size == Int64(png.count))
    let text = try await record(Array("hello".utf8), "b.txt")
    #expect(text.kind == .file && text.width == nil && text.mimeType == "text/plain")
  }
}
