import LugeArchive

/// Writers of facts found about the open archive and stored in it: about its pictures and its
/// heights. Opening another archive replaces them.
@MainActor
final class ArchiveNotes {
  // MARK: Mutable State (main actor)

  private var pictures: (path: String, notes: PictureNotes)?
  private var heights: (path: String, notes: HeightNotes)?

  func pictures(of opened: OpenArchive) -> PictureNotes {
    if let pictures, pictures.path == opened.path { return pictures.notes }
    let notes = PictureNotes(archive: opened.path)
    pictures = (opened.path, notes)
    return notes
  }

  func heights(of opened: OpenArchive) -> HeightNotes {
    if let heights, heights.path == opened.path { return heights.notes }
    let notes = HeightNotes(archive: opened.path)
    heights = (opened.path, notes)
    return notes
  }

  /// Writes everything that is not written yet.
  func flush() {
    pictures?.notes.flush()
    heights?.notes.flush()
  }
}
