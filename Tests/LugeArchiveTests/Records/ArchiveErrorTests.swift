import LugeArchive
import LugeImporters
import Testing

@Suite("Archive errors") struct ArchiveErrorTests {
  @Test("Messages name the file and the place")
  func messages() {
    let error = ArchiveError.malformed(path: "a.json", place: "byte 7", reason: "expected a list")
    #expect("\(error)" == "a.json: byte 7: expected a list")
  }

  @Test("In a window, names turn no sentence around, break no line and leave room")
  func foreignNames() {
    let long = String(repeating: "a", count: 240) + ".bad"
    for error in [
      ArchiveError.notAnArchive(path: "/a/x\u{202E}gnp\nb.exe"),
      .notFound(path: "/a/x\u{202E}gnp\nb.exe"),
      .malformed(path: "/a/x\u{202E}gnp\nb.exe", place: "line 1", reason: "no\u{202E}\nbrace"),
      .unsafePath(path: "/a/x\u{202E}gnp\nb.exe", member: "../\u{202E}\nb"),
      .cancelled, .noSuchConversation(name: "\u{202E}\n", known: ["\u{2066}"]),
    ] {
      let words = error.windowWords
      #expect(
        !words.unicodeScalars.contains { "\u{202E}\u{2066}\n".unicodeScalars.contains($0) },
        "\(words)")
    }
    let words = ArchiveError.notAnArchive(path: "/a/\(long)").windowWords
    #expect(words.hasPrefix("aaa") && words.contains("…aaa") && words.contains("aaa.bad: "))
    #expect(words.count < 100)
    #expect(ArchiveError.notFound(path: "/a/\(long)").windowWords.count < 180)
    let hebrew = ArchiveError.notAnArchive(path: "/a/\u{5D0}\u{5D1}.bad").windowWords
    #expect(hebrew.contains("\u{2068}\u{5D0}\u{5D1}.bad\u{2069}"))
  }
}
