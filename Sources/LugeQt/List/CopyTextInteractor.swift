public import LugeCore
public import LugeEngine
import LugeWords

/// Copies the text of a region with a ``LugeCore/CopyText`` action: the button of a code block.
@MainActor
public final class CopyTextInteractor: RowInteractor {
  private weak var area: ListArea?

  public init(_ area: ListArea) { self.area = area }

  public func perform(_ copy: CopyText, on hit: ListHit) {
    Clipboard.text = copy.text
    area?.toast(localized("Copied"))
  }

  public func menuEntries(for copy: CopyText, on hit: ListHit) -> [RowMenuEntry] {
    [RowMenuEntry(localized("Copy Code")) { [weak self] in self?.perform(copy, on: hit) }]
  }
}
