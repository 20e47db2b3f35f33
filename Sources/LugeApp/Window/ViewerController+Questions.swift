/// Questions about the archive that is shown.
extension ViewerController: AskingWindow {
  var opened: OpenArchive? { shown.opened }

  func openAgain(_ archive: OpenArchive) {
    archives.open(
      archive.export.map { ArchiveOpening(archive: archive.path, of: $0) }
        ?? ArchiveOpening(path: archive.path))
  }
}
