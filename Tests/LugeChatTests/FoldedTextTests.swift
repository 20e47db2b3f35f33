import LugeCore
import LugeEngine
import Testing

@testable import LugeChat

@Suite("Long texts that are folded") struct FoldedTextTests {
  private func layouts(_ message: ChatMessage, lines: Int? = 10) -> [RowLayout] {
    var kinds = ChatKinds.standard
    kinds.append(TextKind(foldedLines: lines))
    return rows(message, kinds: kinds).filter { $0.id.part >= ChatPart.bubble }.map {
      $0.layout(in: context())
    }
  }

  private func text(lines: Int) -> String {
    (1...lines).map { "Line \($0)" }.joined(separator: "\n")
  }

  private func offers(_ layouts: [RowLayout]) -> [String] {
    layouts.flatMap(\.drawList.texts).filter { ["Show more", "Show less"].contains($0) }
  }

  private func folds(_ layouts: [RowLayout]) -> Int {
    layouts.flatMap(\.hitRegions).count { $0.action == .custom(ChatAction.fold) }
  }

  @Test("Few lines more than the limit are shown; a long text is cut and offers the rest")
  func cut() throws {
    #expect(offers(layouts(message(1, text(lines: 13)))) == [])
    let long = message(1, text(lines: 14))
    let folded = layouts(long)
    #expect(offers(folded) == ["Show more"] && folds(folded) == 1)
    #expect(folded[0].lines.count == 10)
    #expect(folded[0].copyText == long.text.string, "what is copied is the whole")
    #expect(offers(layouts(long, lines: nil)) == [])
    var unfolded = long
    unfolded.isUnfolded = true
    let whole = layouts(unfolded)
    #expect(offers(whole) == ["Show less"] && whole[0].lines.count == 14)
    #expect(whole[0].size.height > folded[0].size.height)
    // The lines that were seen stand where they stood.
    #expect(Array(whole[0].lines.prefix(10)) == folded[0].lines)
  }

  @Test("A text of several rows is one of them while it is folded")
  func severalRows() {
    var long = message(1, text(lines: 2000))
    let folded = layouts(long)
    #expect(folded.count == 1 && offers(folded) == ["Show more"])
    #expect(folded[0].copyText == long.text.string)
    long.isUnfolded = true
    let whole = layouts(long)
    #expect(whole.count > 2 && offers(whole) == ["Show less"])
    #expect(whole.last.map { offers([$0]) } == ["Show less"])
  }

  @Test("Unfolding makes another revision of the bubble, and of nothing else")
  func revisions() {
    let plain = message(1, text(lines: 100))
    var unfolded = plain
    unfolded.isUnfolded = true
    let changed = zip(rows(plain), rows(unfolded)).filter { $0.revision != $1.revision }
    #expect(changed.map(\.0.id.part) == [ChatPart.bubble])
  }
}
