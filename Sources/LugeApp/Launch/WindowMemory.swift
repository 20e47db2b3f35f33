import Foundation
import LugeArchive
import LugeListKit
import Synchronization

/// Settings and reading positions of the last session, read while the program connects to the
/// window system: decoding the two small files takes the main thread as long as several frames.
final class WindowMemory: Sendable {
  let reading: ReadingPositions
  let file: SettingsFile
  let drafts = DraftFolder(path: "\(UserFolders.data())/luge/drafts")
  private let known = Mutex<ViewerSettings?>(nil)

  /// - Parameter folder: nil remembers nothing.
  init(folder: String?) {
    reading = ReadingPositions(folder: folder)
    file = SettingsFile(folder: folder)
  }

  /// Called, on any thread, each time that something could not be written; it is kept and tried
  /// again.
  func onFailure(_ tell: @escaping @Sendable (ArchiveError) -> Void) {
    let tellOf: @Sendable (String, any Error) -> Void = { path, error in
      tell(ArchiveError(writing: path, error).plain)
    }
    reading.onFailure(tellOf)
    file.onFailure(tellOf)
    drafts.onFailure(tellOf)
  }

  /// Reads the settings, unless somebody has.
  func read() { _ = settings }

  /// Read by whoever asks first; the other waits for what is left of that.
  var settings: ViewerSettings {
    known.withLock { known in
      let settings = known ?? file.read()
      known = settings
      return settings
    }
  }
}

/// An archive, and where its conversations were left.
struct ReadyArchive: Sendable {
  var archive: OpenArchive
  var places: [ConversationID: OpeningPlace]
}
