import Foundation
import LugeCore
import LugeImages
import LugeQt
import LugeWords

extension PictureViewer {
  package func perform(_ action: ViewerAction) {
    switch action {
    case .previous: move(by: -1)
    case .next: move(by: 1)
    case .message: onMessage?(entry)
    case .close: onClose?()
    case .retry: retry()
    case .copy: copy()
    case .save: save()
    case .open: open()
    case .folder: showInFolder()
    case .browser: openInBrowser()
    case .address: copyAddress()
    }
  }

  func showMenu(at point: Point) {
    let actions = ViewerAction.menu(
      isOfArchive: entry.key.filePath != nil, isLoaded: loader.best(for: entry) != nil,
      hasMessage: onMessage != nil)
    Task { @MainActor [weak self] in
      guard let surface = self?.surface else { return }
      let choices = actions.map { Surface.Choice.entry($0.title) }
      if let index = await surface.choose(from: choices, at: point) {
        self?.perform(actions[index])
      }
    }
  }

  private func open() {
    if hasFile { onOpen?(entry) }
  }

  private func showInFolder() {
    if entry.key.filePath != nil { onFolder?(entry) }
  }

  private func openInBrowser() { onBrowse?(entry) }

  private func copyAddress() {
    Clipboard.text = entry.key.source
    onNote?(localized("Copied"))
  }

  /// Copies the picture that is shown.
  public func copy() {
    onCopy?(entry, loader.best(for: entry))
  }

  private func save() {
    if hasFile { onSave?(entry) }
  }
}
