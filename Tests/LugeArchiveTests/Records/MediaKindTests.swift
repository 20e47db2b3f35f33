import LugeCore
import Testing

@testable import LugeArchive

@Suite("What is asked about kinds of attachments") struct MediaKindTests {
  @Test("The stored triggers index the notes of the kinds whose note is their content")
  func spoken() {
    let named = Set(
      ArchiveSearchSchema.spokenKinds.split(whereSeparator: { $0 == " " || $0 == "'" })
        .map(String.init))
    #expect(named == Set(MediaRecord.Kind.allCases.filter(\.isSpoken).map(\.rawValue)))
  }

  @Test("Files are listed; stickers and texts are not, nor pictures without a file")
  func listed() {
    func listed(_ path: String?) -> Set<MediaRecord.Kind> {
      Set(
        MediaRecord.Kind.allCases.filter { MediaRecord(kind: $0, path: path).isListed })
    }
    #expect(listed(nil) == [.video, .videoMessage, .voice, .audio, .file])
    #expect(listed("a") == listed(nil).union([.photo, .animation]))
    #expect(MediaRecord(kind: .photo, thumbnailPath: "t").isListed)
  }

  @Test("Two exports' attachments may be one if both are seen, heard, or of an unknown kind")
  func gist() {
    func kinds(_ file: MessageGist.File) -> Set<MediaRecord.Kind> {
      Set(MediaRecord.Kind.allCases.filter { MessageGist.File($0) == file })
    }
    #expect(kinds(.picture) == [.photo, .animation, .sticker, .video, .videoMessage])
    #expect(kinds(.sound) == [.voice, .audio] && kinds(.document) == [.file])
    #expect(kinds(.contact) == [.contact] && kinds(.unknown) == [.other])
    #expect(kinds(.none) == [.location, .poll, .call])
  }
}
