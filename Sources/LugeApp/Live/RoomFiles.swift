import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeLive
import LugeWords

/// Files that are sent from here to a room. A value without account, so that it can be tested by
/// itself.
struct RoomFiles: Sendable {
  /// Paths of files on this computer, by the addresses that the server gave them.
  private var paths: [String: String] = [:]
  /// Text about how much of a file was sent; nil while none is being sent.
  private(set) var progress: String?

  /// Returns the path of the file at an address; nil if it is not on this computer.
  func path(of address: String) -> String? {
    PathNames.isAbsolute(address) ? address : paths[address]
  }

  /// Keeps the path of a message's file, so that what was sent from here is not downloaded once the
  /// server has it.
  ///
  /// - Parameter former: the message as it was before; looked for only if the file is to be kept.
  mutating func keep(_ message: LiveMessage, sentAs former: @autoclosure () -> LiveMessage?) {
    guard message.isOwn, let address = message.stored.media.first?.path,
      LivePictures.isOwn(address), paths[address] == nil,
      let path = former()?.stored.media.first?.path, PathNames.isAbsolute(path)
    else { return }
    paths[address] = path
  }

  /// - Parameter part: the part of the file that was sent, 0 to 1; nil when it has ended.
  /// - Returns: whether ``progress`` has changed.
  mutating func sent(_ part: Double?, of name: String) -> Bool {
    let words = part.map {
      localized(
        "sending {name}: {percent} %",
        ["name": ForeignText.visible(name), "percent": "\(Int(($0 * 100).rounded()))"])
    }
    defer { progress = words }
    return words != progress
  }

  /// Returns what the server is told about a file: its kind, and the size of a picture. Reads the
  /// beginning of the file.
  static func record(of file: OutgoingAttachment) async -> MediaRecord {
    let size = await PictureProbe.size(of: ImageKey(file.path))
    let look = await Task.detached { ChatMedia(file: file.path) }.value
    let kind: MediaRecord.Kind =
      switch look.kind {
      case _ where size != nil: .photo
      case .audio: .audio
      case .video: .video
      default: .file
      }
    var media = MediaRecord(
      kind: kind, path: file.path, mimeType: FileType.mime(ofName: file.name),
      fileName: file.name, size: file.byteSize, duration: look.duration)
    media.width = size?.width ?? look.pixelSize?.width
    media.height = size?.height ?? look.pixelSize?.height
    return media
  }
}
