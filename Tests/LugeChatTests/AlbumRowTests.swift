import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("Albums as rows") struct AlbumRowTests {
  @Test("A message whose picture another one shows takes no room")
  func folded() throws {
    var part = message(2, "", media: photos(1))
    part.album = .folded
    let rows = rows(part, previous: message(1), next: message(3))
    #expect(rows.count == 1)
    #expect(rows[0].layout(in: context()).size.height == 0)
  }

  @Test("The date stands above the first message of an album, though that has no bubble")
  func date() throws {
    var first = message(2, "", media: photos(1))
    first.album = .folded
    var shown = message(3, "Words", media: photos(2))
    shown.album = .shown(before: nil, after: nil)
    #expect(rows(first, next: shown).map(\.id.part) == [ChatPart.dateHeader])
    #expect(rows(shown, previous: first).map(\.id.part) == [ChatPart.bubble])
  }
}
