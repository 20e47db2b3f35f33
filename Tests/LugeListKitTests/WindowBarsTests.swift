import Testing

@testable import LugeListKit

@Suite("The bar below the list") @MainActor struct WindowBarsTests {
  /// Texts that were shown one after the other; "-" for none.
  @MainActor private final class Shown {
    var texts: [String] = []
    private(set) lazy var bars = WindowBars { [weak self] bar, _ in
      self?.texts.append(bar?.text ?? "-")
    }

    func tell(_ text: String?, about subject: WindowBars.Subject) {
      bars.tell(text.map { WindowBars.Bar($0, buttons: []) { _ in } }, about: subject)
    }
  }

  @Test("The end of a selection brings back why nothing can be written")
  func back() {
    let shown = Shown()
    shown.tell("obstacle", about: .obstacle)
    shown.tell("1 selected", about: .selection)
    shown.tell(nil, about: .selection)
    #expect(shown.texts == ["obstacle", "1 selected", "obstacle"])
  }

  @Test("What comes, changes and goes behind a selection leaves its bar alone")
  func behind() {
    let shown = Shown()
    shown.tell("1 selected", about: .selection)
    shown.tell("obstacle", about: .obstacle)
    shown.tell("another", about: .obstacle)
    shown.tell(nil, about: .obstacle)
    #expect(shown.texts == ["1 selected"])
    shown.tell(nil, about: .selection)
    #expect(shown.texts == ["1 selected", "-"])
  }

  @Test("A closed chat leaves nothing behind")
  func clear() {
    let shown = Shown()
    shown.tell("obstacle", about: .obstacle)
    shown.tell("1 selected", about: .selection)
    shown.bars.clear()
    shown.tell("2 selected", about: .selection)
    shown.tell(nil, about: .selection)
    #expect(shown.texts == ["obstacle", "1 selected", "-", "2 selected", "-"])
  }
}
