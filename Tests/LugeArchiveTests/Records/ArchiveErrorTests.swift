import LugeArchive
import LugeImporters
import Testing

@Suite("Archive errors") struct ArchiveErrorTests {
  @Test("Messages name the file and the place")
  func messages() {
    let error = ArchiveError.malformed(path: "a.json", place: "byte 7", reason: "expected a list")
    #expect("\(error)" == "a.json: byte 7: expected a list")
  }
}
