import LugeArchive
import Testing

@Suite("What is wrong, with the path and without") struct ErrorReasonTests {
  @Test("The reason is what follows the path")
  func reasons() {
    let errors: [ArchiveError] = [
      .notFound(path: "/a: b"), .notReadable(path: "/a: b", reason: "x"), .diskFull(path: "/a: b"),
      .malformed(path: "/a: b", place: "line 2", reason: "x"), .locked(path: "/a: b", process: 7),
      .moved(path: "/a: b", to: "/c"), .database(path: "/a: b", reason: "x"),
    ]
    for error in errors {
      #expect(error.words == "/a: b: \(error.reason)")
      #expect(error.description == error.words)
    }
    #expect(ArchiveError.cancelled.words == ArchiveError.cancelled.reason)
  }
}
