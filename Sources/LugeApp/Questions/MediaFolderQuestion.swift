import Foundation
import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// Asks for the folder of an archive's pictures if this user has not imported it.
@MainActor
final class MediaFolderQuestion {
  private let window: Window
  private let notices: ViewerNotices
  private unowned let host: any AskingWindow

  init(_ host: any AskingWindow, window: Window, notices: ViewerNotices) {
    self.host = host
    self.window = window
    self.notices = notices
  }

  private static let longestFolder = 160

  /// Shows that nothing is read from the folder that an archive records, and lets the user choose
  /// it.
  func ask(of opened: OpenArchive) {
    let named = opened.conversations.lazy.compactMap { conversation -> String? in
      let named = conversation.namedMediaFolders.first { $0.readable == nil }?.recorded
      return conversation.mediaRoot == nil ? conversation.recordedMediaRoot ?? named : named
    }.first
    guard let named else { return }
    let folder = ForeignText.visible(String(named.prefix(Self.longestFolder)))
    notices.tell(
      ViewerNotice(
        text:
          localized(
            "You did not import this archive, so its pictures and files are not shown. They are expected in {folder}.",
            ["folder": folder]),
        buttons: [localized("Choose Picture Folder…")]
      ) { [weak self] index in
        if index == 0 { self?.choose() }
      }, about: .media)
  }

  /// Asks for the folder, stores it for this user, and opens the archive again.
  func choose() {
    guard let opened = host.opened else { return }
    let recorded = opened.conversations.lazy.compactMap {
      $0.recordedMediaRoot ?? $0.namedMediaFolders.first?.recorded
    }.first
    let beside = PathNames.folder(of: opened.path)
    Task { @MainActor [weak self, window] in
      let start = recorded.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
      let chosen = await window.askForFiles(
        .openFolder, title: localized("Choose Picture Folder"),
        path: start ?? beside
      ).first
      guard let chosen else { return }
      let problem = await Task.detached { () -> String? in
        do throws(ArchiveError) {
          try MediaPermissions.ofUser.choose(chosen, forArchive: opened.path)
          return nil
        } catch {
          return error.words
        }
      }.value
      if let problem { self?.host.note(problem) } else { self?.host.openAgain(opened) }
    }
  }
}
