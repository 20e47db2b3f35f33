import LugeListKit

/// Target of the Edit menu: the widget that has the user's attention.
///
/// A menu's shortcut comes before the keys of the surface that has the focus, so its entries have
/// to find out themselves whom they are meant for.
@MainActor
protocol EditResponder: AnyObject {
  var canSelectAll: Bool { get }
  func copyContent()
  func selectAllContent()
}

extension PictureViewer: EditResponder {
  var canSelectAll: Bool { false }
  func copyContent() { perform(.copy) }
  func selectAllContent() {}
}

extension ArchivePane {
  var canSelectAll: Bool { true }
  func copyContent() { copySelection() }
  func selectAllContent() { selectAll() }
}

extension ViewerController {
  /// The picture viewer while it is open, for it covers the lists.
  var editResponder: (any EditResponder)? { overlay.picture ?? pane ?? live }
}
