import Foundation
import LugeArchive
import LugeQt

/// An archive with what the window needs of it.
struct OpenArchive {
  let path: String
  /// The export that was opened, when it was one.
  let export: String?
  let archive: Archive
  let conversations: [ConversationSummary]
}

extension ViewerController {
  /// Opens an archive, or imports an export and opens what comes of it.
  func open(_ path: String) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    if case .importing(let job, _) = content { job.cancel() }
    guard FileManager.default.fileExists(atPath: path) else {
      showFailure(.notFound(path: path), path: path)
      return
    }
    if ArchiveLocator.isArchive(path) {
      openArchive(path, export: nil)
    } else {
      importExport(path)
    }
  }

  func askForFile(_ mode: Window.FileMode) {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      let paths = await window.askForFiles(
        mode, title: mode == .openFolder ? "Open an export folder" : "Open an archive or export",
        filters: [
          "Archives and exports (*.luge *.json *.txt *.zip *.log)", "All files (*)",
        ])
      if let path = paths.first { self?.open(path) }
    }
  }

  // MARK: States without a list

  func showEmpty() {
    content = .empty
    closePanes()
    window.title = "Luge"
    show(
      .init(
        title: "No archive is open",
        detail: "Open a Luge archive or a chat export (Telegram JSON, WhatsApp text or zip, IRC "
          + "logs), or drop one onto this window.",
        buttons: ["Open…", "Open Folder…"])
    ) { [weak self] index in
      self?.askForFile(index == 0 ? .openFile : .openFolder)
    }
  }

  private func showFailure(_ error: ArchiveError, path: String) {
    content = .failed
    closePanes()
    window.title = "Luge"
    show(
      .init(
        title: "This could not be opened", detail: error.description,
        buttons: ["Try Again", "Open Another…"])
    ) { [weak self] index in
      if index == 0 { self?.open(path) } else { self?.askForFile(.openFile) }
    }
  }

  private func show(
    _ state: ListArea.State, onButton: @escaping @MainActor (Int) -> Void
  ) {
    window.main.onStateButton = onButton
    window.main.state = state
    menus?.update()
  }

  private func closePanes() {
    chat = nil
    sidebar = nil
    window.setSideVisible(false)
    window.main.setScroll(contentHeight: 0, viewportHeight: 1, offset: 0, line: 1)
    window.main.setJump(isVisible: false)
    paintPlainly()
    window.main.surface.update()
  }

  // MARK: Import

  private func importExport(_ path: String) {
    closePanes()
    let name = URL(fileURLWithPath: path).lastPathComponent
    window.title = "\(name) – Luge"
    let job = ImportJob(export: path) { [weak self] event in
      guard let self, case .importing(_, let current) = content, current == path else { return }
      switch event {
      case .progress(let progress): showProgress(progress, name: name)
      case .failed(.cancelled): showEmpty()
      case .failed(let error): showFailure(error, path: path)
      case .done(let archive, let report):
        openArchive(archive, export: path)
        if report.skippedCount > 0 {
          window.main.toast(
            "\(report.skippedCount) records could not be read and were left out", seconds: 6)
        }
      }
    }
    content = .importing(job, path: path)
    showProgress(nil, name: name)
  }

  private func showProgress(_ progress: ImportProgress?, name: String) {
    var state = ListArea.State(title: "Importing \(name)", buttons: ["Cancel"])
    state.progress = .unknown
    if let progress {
      let count = progress.messages.formatted(.number)
      switch progress.phase {
      case .reading:
        state.detail = "\(count) messages" + (progress.conversation.map { " · \($0)" } ?? "")
        if let total = progress.totalBytes, total > 0 {
          state.progress = .part(Double(progress.bytesRead) / Double(total))
        }
      case .finishing: state.detail = "\(count) messages · putting them in order"
      case .undoing: state.detail = "Removing what was imported"
      }
    } else {
      state.detail = "Looking at the file"
    }
    show(state) { [weak self] _ in
      guard let self, case .importing(let job, _) = content else { return }
      job.cancel()
    }
  }

  // MARK: Archive

  private func openArchive(_ path: String, export: String?) {
    do {
      let archive = try Archive(opening: path)
      let conversations = try archive.conversations()
      let opened = OpenArchive(
        path: path, export: export, archive: archive, conversations: conversations)
      content = .open(opened)
      settings.remember(export ?? path)
      showConversations(opened)
    } catch {
      showFailure(error, path: export ?? path)
    }
  }

  private func showConversations(_ opened: OpenArchive) {
    // The one with the latest message is what one looks for first.
    let sorted = opened.conversations.sorted {
      ($0.last?.seconds ?? .min) > ($1.last?.seconds ?? .min)
    }
    guard let first = sorted.first(where: { $0.count > 0 }) else {
      closePanes()
      window.title = "Luge"
      show(
        .init(
          title: "There are no messages in this archive",
          detail: "Import an export into it: luge import EXPORT --into "
            + URL(fileURLWithPath: opened.path).lastPathComponent, buttons: ["Open Another…"])
      ) { [weak self] _ in self?.askForFile(.openFile) }
      return
    }
    window.main.state = nil
    if sorted.count > 1 {
      sidebar = SidebarPane(self, opened: opened, conversations: sorted, selected: first.id)
      window.setSideVisible(settings.placement.isSideVisible)
    } else {
      sidebar = nil
      window.setSideVisible(false)
    }
    show(first, of: opened)
    menus?.update()
  }

  func show(_ conversation: ConversationSummary, of opened: OpenArchive) {
    chat = nil
    chat = ChatPane(self, opened: opened, conversation: conversation)
    sidebar?.select(conversation.id)
    window.title = "\(conversation.name) – Luge"
    window.main.surface.focus()
  }
}
