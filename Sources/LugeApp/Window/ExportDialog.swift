import Foundation
import LugeArchive
import LugeCore
import LugeListKit
import LugeQt
import LugeWords

/// Exports a conversation, or a whole archive, as a page, a text or a table.
@MainActor
final class ExportDialog {
  private let window: Window
  private let notices: ViewerNotices
  private let opener: ForeignOpener

  init(_ window: Window, notices: ViewerNotices, opener: ForeignOpener) {
    self.window = window
    self.notices = notices
    self.opener = opener
  }

  /// Asks for the file, and writes it.
  ///
  /// - Parameter conversation: the conversation; nil for all.
  func export(_ conversation: ConversationSummary?, of opened: OpenArchive) {
    Task { @MainActor [window, weak self] in
      let targets = await window.askForFiles(
        .saveFile, title: localized("Export"),
        path: ExportJob.suggestedPath(for: opened, conversation),
        filters: ExportJob.formats.map { "\($0.title) (*.\($0.ending))" })
      guard let self, var target = targets.first else { return }
      if (target as NSString).pathExtension.isEmpty { target += ".html" }
      await write(conversation, of: opened, to: target)
    }
  }

  private func write(
    _ conversation: ConversationSummary?, of opened: OpenArchive, to target: String
  ) async {
    let name = ForeignText.visible(URL(fileURLWithPath: target).lastPathComponent)
    let all = conversation?.count ?? opened.conversations.reduce(0) { $0 + $1.count }
    let cancellation = ImportCancellation()
    let tell = { @MainActor [notices] (count: Int) in
      guard !cancellation.isCancelled else { return }
      let percent = all > 0 ? min(100, count * 100 / all) : 0
      notices.tell(
        ViewerNotice(
          text: localized(
            "Writing “{name}” … {percent} %", ["name": name, "percent": "\(percent)"]),
          buttons: [localized("Cancel")]
        ) { _ in cancellation.cancel() }, about: .progress)
    }
    tell(0)
    do throws(ArchiveError) {
      let written = try await ExportJob.write(
        conversation, of: opened, to: target, cancellation: cancellation
      ) { count in Task { @MainActor in tell(count) } }
      cancellation.cancel()
      notices.tell(nil, about: .progress)
      let folder = URL(fileURLWithPath: target).deletingLastPathComponent().lastPathComponent
      var words = localized(
        one: "{count} message written to “{name}” in the folder “{folder}”",
        other: "{count} messages written to “{name}” in the folder “{folder}”",
        count: written.messages, ["name": name, "folder": ForeignText.visible(folder)])
      if written.leftOut > 0 {
        words += ". "
        words += localized(
          one:
            "{count} picture is not in the page: too large, or of a kind that browsers don't show",
          other:
            "{count} pictures are not in the page: too large, or of a kind that browsers don't show",
          count: written.leftOut)
      }
      notices.tell(
        ViewerNotice(text: words, buttons: [localized("Show in Folder")]) { [opener] index in
          if index == 0 { opener.showFolder(ofPath: target) }
        }, about: .written)
    } catch {
      cancellation.cancel()
      notices.tell(nil, about: .progress)
      if error != .cancelled {
        notices.tell(
          ViewerNotice(
            text: localized(
              "Not exported: {reason}", ["reason": error.windowWords]),
            buttons: []
          ) { _ in }, about: .failure)
      }
    }
  }
}
