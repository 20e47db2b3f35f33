import LugeArchive
import LugeCore
import LugeEngine
import LugeQt
import LugeWords

extension ChatPane {
  /// Number of messages above which reading takes noticeably long.
  private static let manyMessages = 20_000

  /// Copies the selection (Ctrl+C).
  func copySelection() {
    guard let selection = surface.engine.selection, !selection.isEmpty else { return }
    let count = selection.positions(of: conversation.count).count
    guard count > Self.manyMessages else {
      return read(selection, limit: SelectedMessages.byteLimit) { [weak self] in self?.take($0) }
    }
    let messages = selected(selection)
    let isWanted = StopFlag()
    let ticks = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let work = Task.detached {
      defer { ticks.continuation.finish() }
      return Result { () throws(ArchiveError) in
        try messages.text {
          ticks.continuation.yield(Int($0 * 100))
          return !isWanted.isStopped
        }
      }
    }
    Task { @MainActor [weak controller, weak self] in
      for await percent in ticks.stream where !isWanted.isStopped {
        controller?.notices.tell(
          ViewerNotice(
            text: localized(
              one: "Copying {count} message … {percent} %",
              other: "Copying {count} messages … {percent} %", count: count,
              ["percent": "\(percent)"]),
            buttons: [localized("Cancel")]
          ) { _ in isWanted.stop() }, about: .progress)
      }
      let made = await work.value
      controller?.notices.tell(nil, about: .progress)
      switch made {
      case .success(let copied): self?.take(copied)
      case .failure(.cancelled): break
      case .failure(let error): controller?.note(error.description)
      }
    }
  }

  private func take(_ copied: SelectedMessages.Copied) {
    Clipboard.text = copied.text
    guard !copied.isCut else { return tellCut(copied) }
    guard copied.messages > 1 else { return }
    note(
      localized(
        one: "Copied {count} message", other: "Copied {count} messages", count: copied.messages))
  }

  /// Says until it is put away that the clipboard has not got everything, and how to have it all.
  private func tellCut(_ copied: SelectedMessages.Copied) {
    let words = localized(
      one:
        "Only the first message is on the clipboard, which takes {size} MB at most. A file takes all of them.",
      other:
        "Only the first {count} messages are on the clipboard, which takes {size} MB at most. A file takes all of them.",
      count: copied.messages, ["size": "\(SelectedMessages.byteLimit >> 20)"])
    controller.notices.tell(
      ViewerNotice(text: words, buttons: [localized("Export…")]) { [weak self] index in
        if let self, index == 0 { controller.export(conversation) }
      }, about: .written)
  }

  /// Offers the selection to a middle click (X11's primary selection), if the system has one.
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
        self?.note("\(error)")
      }
    }
  }

  func handleEscape() -> Bool {
    guard hasSelection else { return false }
    surface.clearSelection()
    return true
  }
}
