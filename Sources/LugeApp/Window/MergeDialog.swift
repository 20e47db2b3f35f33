import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeQt
import LugeWords

/// Merges two archives with the same chats, from two phones or in two formats. Shows the effects
/// first, and offers to undo the merge.
@MainActor
final class MergeDialog {
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Asks for another archive or export, shows which conversations would be merged, and merges.
  func merge(_ opened: OpenArchive) {
    Task { @MainActor [window, weak self] in
      let paths = await window.askForFiles(
        .openFile, title: localized("Merge with Archive or Export"),
        filters: ArchiveOpener.fileFilters)
      guard let self, let path = paths.first else { return }
      await merge(opened, withFileAt: path)
    }
  }

  private func merge(_ opened: OpenArchive, withFileAt path: String) async {
    let controller = controller
    defer { withExtendedLifetime(controller) {} }
    let name = ForeignText.visible(URL(fileURLWithPath: path).lastPathComponent)
    let cancellation = ImportCancellation()
    func showProgress(_ words: String) {
      notices.tell(
        ViewerNotice(text: words, buttons: [localized("Cancel")]) { _ in cancellation.cancel() },
        about: .progress)
    }
    showProgress(localized("Comparing with “{name}” …", ["name": name]))
    do throws(ArchiveError) {
      let merge = try await MergeJob.look(at: path, besides: opened, cancellation: cancellation)
      notices.tell(nil, about: .progress)
      guard !cancellation.isCancelled, await accept(merge, name: name) else { return }
      let suggested = MergeJob.suggestedPath(for: opened)
      let targets = await window.askForFiles(
        .saveFile, title: localized("Save Merged Archive"), path: suggested,
        filters: [localized("Luge archives") + " (*.luge)"])
      guard var target = targets.first else { return }
      if !target.hasSuffix(".luge") { target += ".luge" }
      showProgress(localized("Merging with “{name}” …", ["name": name]))
      let count = try await MergeJob.make(
        merge, of: [opened.export ?? opened.path, path], at: target, cancellation: cancellation)
      notices.tell(nil, about: .progress)
      showMerged(target, count: count, before: opened)
    } catch {
      notices.tell(nil, about: .progress)
      if error != .cancelled { controller.showFailure(error, path: path) }
    }
  }

  /// Asks whether to carry out a merge, showing its effects.
  private func accept(_ merge: ArchiveMerge, name: String) async -> Bool {
    let lines = MergeWords.lines(of: merge)
    let most = 24
    var shown = lines.prefix(most).joined(separator: "\n")
    if lines.count > most {
      shown +=
        "\n"
        + localized(
          one: "… and {count} more line", other: "… and {count} more lines",
          count: lines.count - most)
    }
    let choice = await window.showMessage(
      .plain, title: localized("Merge"),
      text: localized(
        "Preview of merging this archive with “{name}”. Neither is changed; the merged archive is a new file.",
        ["name": name]),
      detail: shown, buttons: [localized("Merge…"), localized("Cancel")])
    return choice == 0
  }

  /// Opens the merged archive, with a button to undo.
  private func showMerged(_ path: String, count: Int, before: OpenArchive) {
    controller.archives.open(path)
    Task { @MainActor [weak controller = controller, notices] in
      // Notices about an archive disappear when another one is opened.
      while let controller, controller.archives.isOpening {
        try? await Task.sleep(for: .milliseconds(50))
      }
      guard let controller, controller.opened?.path == path else { return }
      let mark = await Task.detached { MergeJob.Mark(path) }.value
      notices.tell(
        ViewerNotice(
          text: localized(
            one: "Merged: {count} message. The two original archives are unchanged.",
            other: "Merged: {count} messages. The two original archives are unchanged.",
            count: count),
          buttons: [localized("Undo Merge")]
        ) { [weak controller] index in
          guard index == 0, let controller else { return }
          guard MergeJob.remove(path, madeAs: mark) else {
            return controller.note(
              localized("The merged archive has changed since. Nothing was removed."))
          }
          controller.settings.recents.removeAll { $0 == path }
          controller.archives.open(before.export ?? before.path)
        }, about: .leftOut)
    }
  }
}
