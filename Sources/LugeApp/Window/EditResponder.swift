import LugeListKit

/// Target of the Edit menu: the part of the window that the user is working in.
///
/// A menu's shortcut is handled before the keys of the focused surface, so its entries have to find
/// their target themselves.
@MainActor
protocol EditResponder: AnyObject {
  var canSelectAll: Bool { get }
  /// Whether there is something to copy.
  var canCopy: Bool { get }
  func copyContent()
  func selectAllContent()
}

extension PictureViewer: EditResponder {
  var canSelectAll: Bool { false }
  var canCopy: Bool { true }
  func copyContent() { perform(.copy) }
  func selectAllContent() {}
}

extension ArchivePane {
  var canSelectAll: Bool { true }
  var canCopy: Bool { hasSelection }
  func copyContent() { copySelection() }
  func selectAllContent() { selectAll() }
}

extension ViewerController {
  /// The picture viewer while it is open, because it covers the lists; a video has nothing to copy.
  var editResponder: (any EditResponder)? {
    if let covering { return covering.picture }
    return pane ?? live
  }
}
