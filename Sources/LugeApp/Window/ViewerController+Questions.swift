/// What is asked about the archive that is shown.
extension ViewerController: AskingWindow {
  var opened: OpenArchive? { if case .open(let opened) = content { opened } else { nil } }

  func openAgain(_ archive: OpenArchive) {
    open(
      archive.export.map { ArchiveOpening(archive: archive.path, of: $0) }
        ?? ArchiveOpening(path: archive.path))
  }
}
