import LugeArchive
import LugeCore
import LugeEngine
import LugeQt

extension ChatPane {
  /// Ctrl+C.
  func copySelection() {
    guard let selection = surface.engine.selection, !selection.isEmpty else { return }
    read(selection, limit: SelectedMessages.byteLimit) { [weak self] copied in
      Clipboard.text = copied.text
      guard copied.messages > 1 || copied.isCut else { return }
      self?.toast(
        copied.isCut
          ? "Copied the first \(copied.messages) messages" : "Copied \(copied.messages) messages")
    }
  }

  /// What is marked goes where a middle click pastes from, as far as that exists.
  func offer(_ selection: TextSelection) {
    guard Clipboard.hasPrimary else { return }
    read(selection, limit: 1 << 20) { Clipboard.setPrimary($0.text) }
  }

  private func read(
    _ selection: TextSelection, limit: Int,
    then: @escaping @MainActor (SelectedMessages.Copied) -> Void
  ) {
    let messages = selected(selection)
    Task { @MainActor [weak self] in
      do {
        then(try await Task.detached { try messages.text(limit: limit) }.value)
      } catch {
        self?.toast("\(error)")
      }
    }
  }

  /// Words of a tag or a name: shown where they stand, from the newest find upwards.
  func find(_ words: String) {
    let (archive, conversation) = (archive, conversation)
    surface.engine.textQuery = TextQuery(words)
    surface.requestFrame()
    let near = surface.engine.visibleRows.last?.position ?? conversation.count
    Task { @MainActor [weak self] in
      let hits = try? await Task.detached {
        try archive.search(words, in: conversation.id, limit: 5000).map(\.position)
      }.value
      guard let self else { return }
      finds = (hits ?? []).sorted()
      guard !finds.isEmpty else { return toast("“\(words)” is nowhere in this conversation") }
      // The one that was clicked is found as well: the next older one is shown.
      findIndex = finds.lastIndex { $0 <= near }
      showFind(by: 0)
    }
  }

  /// Goes to a later (positive) or an earlier find.
  func showFind(by steps: Int) {
    guard !finds.isEmpty else { return }
    let current = findIndex ?? (steps < 0 ? finds.count : -1)
    let index = ((current + steps) % finds.count + finds.count) % finds.count
    findIndex = index
    let isInView = surface.engine.visibleRows.contains { $0.position == finds[index] }
    if !isInView || steps != 0 { surface.jump(to: finds[index]) }
    toast("\(index + 1) of \(finds.count) · F3, Shift+F3")
  }

  /// Escape: first the finds go, then what is marked.
  func endMarks() -> Bool {
    if surface.engine.textQuery != nil {
      surface.engine.textQuery = nil
      (finds, findIndex) = ([], nil)
    } else if surface.engine.selection != nil {
      surface.clearSelection()
    } else {
      return false
    }
    surface.requestFrame()
    return true
  }
}
