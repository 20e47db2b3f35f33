import Foundation
import LugeArchive
import LugeListKit
import Synchronization

/// Settings, reading places and drafts, which the window keeps from one session to the next. The
/// first two are read while the program connects to the window system, because decoding their files
/// on the main thread would take as long as several frames.
final class WindowMemory: Sendable {
  let reading: ReadingPositions
  let file: SettingsFile
  let drafts = DraftFolder(path: "\(UserFolders.data())/luge/drafts")
  private let known = Mutex<ViewerSettings?>(nil)

  /// - Parameter folder: folder of the two files; nil: neither is read or written. Drafts have a
  ///   folder of their own.
  init(folder: String?) {
    reading = ReadingPositions(folder: folder)
    file = SettingsFile(folder: folder)
  }

  /// Sets a function that is called, on any thread, each time that a file could not be written. The
  /// writing is tried again later.
  func onFailure(_ tell: @escaping @Sendable (ArchiveError) -> Void) {
    let report: @Sendable (String, any Error) -> Void = { path, error in
      tell(ArchiveError(writing: path, error).plain)
    }
    reading.onFailure(report)
    file.onFailure(report)
    drafts.onFailure(report)
  }

  /// Reads the settings, unless they were read already.
  func read() { _ = settings }

  /// Settings, read by the first thread that needs them; another one waits for it.
  var settings: ViewerSettings {
    known.withLock { known in
      let settings = known ?? file.read()
      known = settings
      return settings
    }
  }
}

/// An archive, and the places where its conversations were left.
struct ReadyArchive: Sendable {
  var archive: OpenArchive
  var places: [ConversationID: OpeningPlace]
}
