import Foundation
public import LugeCore
import LugeImages
public import LugeQt
import LugeWords

/// Opens links and files of messages in the desktop's programs, and asks first if one may deceive
/// the user.
///
/// The sender of a message chooses the text of its links and the names of its files. The user is
/// asked about a link whose text names another site, a link with a password before its host, and a
/// file that would be executed rather than shown.
@MainActor
public final class ForeignOpener {
  private unowned let window: Window
  /// Shows an error message.
  public var onNote: (@MainActor (String) -> Void)?

  /// - Parameter window: parent of the dialogs.
  public init(window: Window) { self.window = window }

  // MARK: Links

  /// Opens an address in the desktop's program for it.
  ///
  /// - Parameter words: texts of the link, see ``LugeCore/StyledText/words(ofLinksTo:)``; empty if
  ///   only its address is shown.
  public func open(link url: String, shownAs words: [String] = []) {
    let check = LinkCheck(host: Desktop.host)
    if let host = Desktop.hostBehindCredentials(of: url) {
      ask(
        about: url, leadingTo: host,
        because: localized(
          "The part before the @ is a user name or password that would be sent there:"))
    } else if let misleading = words.first(where: { check.isMisleading($0, for: url) }) {
      let shown = ForeignText.visible(String(misleading.prefix(120)))
      ask(
        about: url, leadingTo: Desktop.host(of: url) ?? String(url.prefix(60)),
        because: localized("It is shown as “{words}”, but its real address is:", ["words": shown]))
    } else {
      hand(link: url)
    }
  }

  private func ask(about url: String, leadingTo host: String, because reason: String) {
    let host = ForeignText.visible(host)
    Task { @MainActor [weak self] in
      let answer = await self?.window.showMessage(
        .warning, title: localized("Open Link"),
        text: localized("This link leads to {host}.", ["host": host]),
        detail: reason + "\n" + ForeignText.visible(String(url.prefix(300))),
        buttons: [localized("Cancel"), localized("Open {name}", ["name": host])])
      if answer == 1 { self?.hand(link: url) }
    }
  }

  private func hand(link url: String) {
    if !Desktop.open(url: url) {
      onNote?(
        localized(
          "No program found to open {name}", ["name": ForeignText.visible(String(url.prefix(300)))])
      )
    }
  }

  // MARK: Files

  /// Opens a file in the desktop's program for it. Asks first about programs, scripts and other
  /// files that would be executed.
  ///
  /// - Parameter key: the file; opened only where its ``LugeCore/ImageKey/confinement`` allows.
  public func open(file key: ImageKey) {
    Task { @MainActor [weak self] in
      switch await Self.look(at: key) {
      case .problem(let words): self?.onNote?(words)
      case .file(let path, nil): self?.hand(file: path)
      case .file(let path, let kind?): await self?.askAndOpen(path, kind)
      }
    }
  }

  /// Shows the folder of a file, with the file selected if the file manager can do that.
  public func showFolder(of key: ImageKey) {
    Task { @MainActor [weak self] in
      switch await Self.look(at: key) {
      case .problem(let words): self?.onNote?(words)
      case .file(let path, _): self?.showFolder(ofPath: path)
      }
    }
  }

  private func askAndOpen(_ path: String, _ kind: ProgramKind) async {
    let name = ForeignText.visible((path as NSString).lastPathComponent)
    let answer = await window.showMessage(
      .warning, title: localized("Open File"),
      text: localized("“{name}” is {kind}.", ["name": name, "kind": kind.words]),
      detail:
        localized(
          "It came with a message. What it does when you open it is up to the sender."),
      buttons: [localized("Cancel"), localized("Show in Folder"), localized("Open Anyway")])
    switch answer {
    case 1: showFolder(ofPath: path)
    case 2: hand(file: path)
    default: break
    }
  }

  private func hand(file path: String) {
    if !Desktop.open(path: path) {
      onNote?(localized("No program found to open {name}", ["name": ForeignText.visible(path)]))
    }
  }

  /// Shows the folder of a file by its path, with the file selected if the file manager can do
  /// that.
  public func showFolder(ofPath path: String) {
    Task { @MainActor [weak self] in
      if await !FolderRequest.show(file: path) { self?.hand(folder: PathNames.folder(of: path)) }
    }
  }

  private func hand(folder: String) {
    if !Desktop.open(path: folder) {
      onNote?(localized("No program found to open {name}", ["name": ForeignText.visible(folder)]))
    }
  }

  private enum Look: Sendable {
    case file(path: String, ProgramKind?)
    case problem(String)
  }

  /// Checks a file off the main actor, because a disk may be slow.
  private nonisolated static func look(at key: ImageKey) async -> Look {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: lookNow(at: key))
      }
    }
  }

  private nonisolated static func lookNow(at key: ImageKey) -> Look {
    do throws(ImageError) {
      let file = try ExportFile(key)
      return .file(path: file.path, ProgramKind(file))
    } catch {
      return .problem(error.explanation(of: .file))
    }
  }
}
