public import LugeCore
public import LugeEngine
import LugeWords

/// Copies what a region of a row offers to be copied (``LugeCore/CopyText``): the button of a block
/// of code.
@MainActor
public final class CopyTextInteractor: RowInteractor {
  private weak var area: ListArea?

  public init(_ area: ListArea) { self.area = area }

  public func perform(_ copy: CopyText, on hit: ListHit) {
    Clipboard.text = copy.text
    area?.toast(localized("Copied"))
  }

  public func menuEntries(for copy: CopyText, on hit: ListHit) -> [RowMenuEntry] {
    [
      RowMenuEntry(localized("Copy Code"), symbol: "edit-copy") { [weak self] in
        self?.perform(copy, on: hit)
      }
    ]
  }
}
