import LugeCore
import Testing

@testable import LugeChat

@Suite("What is asked about kinds of media") struct MediaFormTests {
  private func kinds(_ isMeant: (ChatMedia) -> Bool) -> Set<ChatMedia.Kind> {
    Set(
      ChatMedia.Kind.allCases.filter {
        isMeant(ChatMedia(kind: $0, imageKey: ImageKey("/a.gif"), path: "/b"))
      })
  }

  @Test("Which kinds are pictures, shown without a bubble, viewed and played")
  func forms() {
    #expect(kinds(\.isPicture) == [.photo, .video, .animation])
    #expect(kinds(\.isBare) == [.sticker, .videoMessage])
    #expect(kinds(\.mayMove) == [.photo, .animation, .sticker])
    #expect(kinds(\.isViewable) == [.photo, .sticker, .animation])
    #expect(kinds(\.playsInRow) == [.audio, .voice])
    #expect(kinds(\.isPlayable) == [.video, .animation, .audio, .voice, .videoMessage])
    #expect(kinds { $0.kind.form.isFilm } == [.video, .animation, .videoMessage])
    #expect(
      kinds { !$0.kind.form.isFile } == [.contact, .location, .poll, .call, .other])
  }

  @Test("The shape of a line's icon, and the mark of a picture that is not there")
  func marks() {
    #expect(kinds { $0.kind.glyph == .play } == kinds(\.isPlayable))
    #expect(kinds { $0.kind.glyph == .page } == [.photo, .sticker, .file, .other])
    #expect(kinds { $0.kind.glyph == .person } == [.contact, .call])
    #expect(kinds { $0.kind.glyph == .pin } == [.location])
    #expect(kinds { $0.kind.glyph == .bars } == [.poll])
    #expect(kinds { $0.placeholderMark == .playable } == [.video, .videoMessage])
    #expect(kinds { $0.placeholderMark == .photo } == [.photo, .animation])
    #expect(kinds { $0.placeholderMark == .none } == [.sticker])
  }
}
