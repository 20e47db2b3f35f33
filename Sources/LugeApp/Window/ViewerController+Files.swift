import Foundation
import LugeCore
import LugeImages
import LugeListKit
import LugeQt

/// Files of the export and other programs: the one place where they are handed over.
extension ViewerController {
  private enum Look: Sendable {
    case file(path: String, ProgramKind?)
    case problem(String)
  }

  /// Opens a file of the export with the program that the desktop has for it. Programs, scripts and
  /// whatever else is started rather than shown asks first.
  func openFile(_ key: ImageKey) {
    Task { @MainActor [weak self] in
      switch await Self.look(at: key) {
      case .problem(let words): self?.note(words)
      case .file(let path, nil): self?.hand(path)
      case .file(let path, let kind?): await self?.askAndOpen(path, kind)
      }
    }
  }

  /// Shows the folder that a file of the export lies in.
  func showFolder(of key: ImageKey) {
    Task { @MainActor [weak self] in
      switch await Self.look(at: key) {
      case .problem(let words): self?.note(words)
      case .file(let path, _): self?.showFolder(ofPath: path)
      }
    }
  }

  private func askAndOpen(_ path: String, _ kind: ProgramKind) async {
    let name = ForeignText.visible((path as NSString).lastPathComponent)
    let answer = await window.showMessage(
      .warning, title: "Open File", text: "“\(name)” is \(kind.words).",
      detail:
        "It came with the export, and what it does when it is opened is up to whoever sent it.",
      buttons: ["Cancel", "Show in Folder", "Open Anyway"])
    switch answer {
    case 1: showFolder(ofPath: path)
    case 2: hand(path)
    default: break
    }
  }

  private func hand(_ path: String) {
    if !Desktop.open(path: path) { note("No program opens \(ForeignText.visible(path))") }
  }

  private func showFolder(ofPath path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    if !Desktop.open(path: folder) { note("No program shows \(ForeignText.visible(folder))") }
  }

  /// A disk may take its time.
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
      return .problem(error.explanation(of: "file"))
    }
  }
}
