import LugeChat
import LugeCore
import Testing

@Suite("Files") struct FileTests {
  private func words(_ file: ChatMedia) throws -> [String] {
    try #require(bubble(message(1, "", media: [file]), width: 1000)).drawList.texts
  }

  @Test(
    "A file without a name says what it is",
    arguments: [
      ("application/pdf", "files/a.pdf", "PDF document"), ("application/pdf", nil, "PDF document"),
      ("image/png", "files/a.png", "PNG picture"),
      ("image/jpeg", "files/a.jpg", "JPEG picture"), ("image/svg+xml", "a.svg", "SVG picture"),
      (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "files/b.docx",
        "DOCX document"
      ),
      ("application/vnd.ms-excel", "c.xls", "Spreadsheet"), ("application/zip", nil, "ZIP archive"),
      ("text/plain; charset=utf-8", nil, "Text"), (nil, "files/data.bin", "BIN file"),
      (nil, "files/.hidden", "File"), (nil, nil, "File"), ("nonsense", nil, "File"),
      ("application/octet-stream", nil, "File"), (nil, "x.toolongtobeone", "File"),
    ] as [(String?, String?, String)])
  func names(type: String?, path: String?, name: String) throws {
    let file = ChatMedia(kind: .file, path: path, mimeType: type, byteSize: 1_200_000)
    let words = try words(file)
    #expect(words.contains(name), "\(words)")
    #expect(words.contains("1.2 MB"))
  }

  @Test("A file with a name keeps it")
  func named() throws {
    let file = ChatMedia(kind: .file, fileName: "plan.pdf", mimeType: "application/pdf")
    #expect(try words(file).contains("plan.pdf"))
  }

  @Test("A picture that was sent as a file shows itself and is looked at by a click")
  func picture() throws {
    let path = "/export/files/hut.png"
    let file = ChatMedia(
      kind: .file, imageKey: ImageKey(path), path: path, fileName: "hut.png",
      mimeType: "image/png", byteSize: 90_000)
    let layout = try #require(bubble(message(1, "", media: [file]), width: 1000))
    let image = try #require(layout.drawList.images.first)
    #expect(image.width == 64 && image.height == 64)
    #expect(layout.drawList.texts.contains("hut.png") && layout.drawList.texts.contains("90 kB"))
    #expect(layout.hitRegions.contains { $0.action == .openImage(ImageKey(path)) })
    // Of another file the picture is but a sign.
    let video = ChatMedia(kind: .file, imageKey: ImageKey("thumb.jpg"), path: "/export/a.mkv")
    let other = try #require(bubble(message(1, "", media: [video]), width: 1000))
    #expect(other.drawList.images.count == 1)
    #expect(other.hitRegions.contains { $0.action == .openFile("/export/a.mkv") })
  }
}
