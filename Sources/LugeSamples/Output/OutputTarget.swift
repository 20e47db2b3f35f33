import Foundation
import LugeArchive
import LugeCore
import Synchronization

/// Target of an export: whether it may be written, and where its pictures are.
///
/// All of it is written into a draft, a folder on the same disk, and gets its name when it is
/// complete.
struct OutputTarget {
  let format: Generator.Format
  let path: String
  /// Folder of the draft.
  let draft: String

  init(format: Generator.Format, path: String) {
    self.format = format
    self.path = path
    let url = URL(fileURLWithPath: path)
    let isThere = format.isFolder && FileManager.default.fileExists(atPath: path)
    let folder = isThere ? url : url.deletingLastPathComponent()
    draft = "\(folder.path)/luge-\(UUID().uuidString.prefix(8)).part"
  }

  /// Path that is written to.
  var drafted: String {
    format.isFolder ? draft : "\(draft)/\(URL(fileURLWithPath: path).lastPathComponent)"
  }

  /// Folder that the paths of pictures are relative to.
  var mediaFolder: String {
    if format.isFolder { return path }
    let url = URL(fileURLWithPath: path)
    return url.deletingPathExtension().path + "-media"
  }

  /// Folder in the draft that pictures are drawn into.
  var pictureFolder: String {
    guard picturePrefix.isEmpty else { return "\(draft)/\(picturePrefix.dropLast())" }
    return format.isFolder ? draft : "\(draft)/\(PathNames.name(of: mediaFolder))"
  }

  var picturePrefix: String {
    switch format {
    case .telegram: "photos/"
    case .mastodon: "media_attachments/"
    case .bluesky: "blobs/"
    default: ""
    }
  }

  /// Lies in each folder that was written here, so that `replaces` spoils nobody's photos.
  static let mark = ".luge-sample"

  /// Makes the draft's folder.
  func prepare(replaces: Bool) throws(GenerateError) {
    do { try ArchiveFile.checkBelongsToNone(path) } catch { throw .archive(error) }
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
    if exists {
      if format.isFolder, !isFolder.boolValue { throw .notAFolder(path: path) }
      if !format.isFolder, isFolder.boolValue { throw .isAFolder(path: path) }
      let isEmpty =
        isFolder.boolValue && (try? files.contentsOfDirectory(atPath: path))?.isEmpty == true
      guard replaces || isEmpty else { throw .exists(path: path) }
      guard !isFolder.boolValue || isEmpty || files.fileExists(atPath: "\(path)/\(Self.mark)")
      else { throw .notGenerated(path: path) }
    }
    do {
      let folder = PathNames.folder(of: draft)
      if format.isFolder {
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      Self.drafts.withLock { _ = $0.insert(draft) }
      try files.createDirectory(atPath: draft, withIntermediateDirectories: false)
      if format.isFolder { try Data().write(to: URL(fileURLWithPath: "\(draft)/\(Self.mark)")) }
    } catch {
      removeDraft()
      throw .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }

  // MARK: The draft

  /// Drafts of this process.
  private static let drafts = Mutex<Set<String>>([])

  /// Removes what is not complete.
  static func removeDrafts(in folder: String?) {
    for draft in drafts.withLock({ $0 }) where folder.map { draft.hasPrefix($0) } ?? true {
      // Another thread may be about to put one more file there.
      for _ in 0..<5 where FileManager.default.fileExists(atPath: draft) {
        try? FileManager.default.removeItem(atPath: draft)
      }
    }
  }

  /// The error with the names that its files would have had.
  func inPlace(_ error: GenerateError) -> GenerateError {
    let words = error.description
    guard words.contains(draft) else { return error }
    let folder = format.isFolder ? path : PathNames.folder(of: path)
    return .written(
      words.replacingOccurrences(
        of: "\(draft)/", with: folder.isEmpty ? "" : "\(folder)/"
      ).replacingOccurrences(of: draft, with: path))
  }

  func removeDraft() {
    try? FileManager.default.removeItem(atPath: draft)
    Self.drafts.withLock { _ = $0.remove(draft) }
  }

  /// Gives what is complete its name. In a folder that is there, files of other names stay.
  func publish() throws(GenerateError) {
    // A lock means nothing to whoever finds it under the archive's name.
    unlink(drafted + "-lock")
    var lock: FileLock?
    defer { withExtendedLifetime(lock) {} }
    if format == .luge || format == .timeline {
      do { lock = try ArchiveFile.lockToReplace(path) } catch { throw .archive(error) }
    }
    do {
      if format.isFolder {
        try Self.move(draft, to: path)
      } else {
        let folder = PathNames.folder(of: draft)
        for name in try FileManager.default.contentsOfDirectory(atPath: draft) {
          try Self.move("\(draft)/\(name)", to: "\(folder)/\(name)")
        }
      }
    } catch {
      throw .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }

  private static func move(_ source: String, to target: String) throws {
    var (one, other) = (stat(), stat())
    guard stat(target, &other) == 0, other.st_mode & S_IFMT == S_IFDIR,
      lstat(source, &one) == 0, one.st_mode & S_IFMT == S_IFDIR
    else {
      guard rename(source, target) == 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
      }
      return
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      try move("\(source)/\(name)", to: "\(target)/\(name)")
    }
  }
}
