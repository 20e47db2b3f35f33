import Foundation
import LugeArchive
import LugeCore
import LugePaint
import Synchronization

/// Target of an export: whether it may be written, and where its pictures are.
///
/// Everything is written into a draft, a folder on the same disk, and renamed when it is complete.
struct OutputTarget {
  let format: Generator.Format
  let path: String
  let draftFolder: String

  init(format: Generator.Format, path: String) {
    self.format = format
    self.path = path
    let url = URL(fileURLWithPath: path)
    let isThere = format.isFolder && FileManager.default.fileExists(atPath: path)
    let folder = isThere ? url : url.deletingLastPathComponent()
    let number = UUID().uuidString.prefix(8)
    draftFolder =
      "\(folder.path)/\(LeftDrafts.sampleBeginning)\(number)\(LeftDrafts.ending)"
  }

  /// Path in the draft of the folder or file that will be renamed to the target.
  var draftPath: String {
    format.isFolder ? draftFolder : "\(draftFolder)/\(URL(fileURLWithPath: path).lastPathComponent)"
  }

  /// Folder that the paths of pictures are relative to.
  var mediaFolder: String {
    if format.isFolder { return path }
    let url = URL(fileURLWithPath: path)
    return url.deletingPathExtension().path + "-media"
  }

  /// Folder in the draft into which pictures are drawn.
  var pictureFolder: String {
    guard picturePrefix.isEmpty else { return "\(draftFolder)/\(picturePrefix.dropLast())" }
    return format.isFolder ? draftFolder : "\(draftFolder)/\(PathNames.name(of: mediaFolder))"
  }

  /// Creates ``pictureFolder``, but never the draft: when that is gone, the process is being ended.
  func makePictureFolder() throws(GenerateError) {
    let folder = pictureFolder
    guard folder != draftFolder, mkdir(folder, 0o777) != 0 else { return }
    let problem = errno
    guard problem != EEXIST else { return }
    throw .notWritable(path: folder, reason: String(cString: strerror(problem)))
  }

  var picturePrefix: String {
    switch format {
    case .telegram: "photos/"
    case .mastodon: "media_attachments/"
    case .bluesky: "blobs/"
    default: ""
    }
  }

  /// Name of a file in each generated folder, so that `replaces` does not destroy a user's photos.
  static let mark = ".luge-sample"

  /// Creates the draft's folder, if the target may be written, and removes those of processes that
  /// were killed.
  ///
  /// - Returns: the draft's lock, to be held while it is used.
  func prepare(replaces: Bool) throws(GenerateError) -> FileLock? {
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
      if format == .luge || format == .timeline { try checkIsGenerated() }
    }
    do {
      let folder = PathNames.folder(of: draftFolder)
      if format.isFolder {
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      LeftDrafts.remove(in: folder)
      // `removeDrafts` of another thread finds both or neither.
      let lock = try Self.drafts.withLock { drafts in
        drafts.insert(draftFolder)
        // A disk without locks keeps what is left of killed processes.
        let lock = try? FileLock(draftFolder + LeftDrafts.lockEnding)
        try files.createDirectory(atPath: draftFolder, withIntermediateDirectories: false)
        return lock
      }
      if format.isFolder {
        try Data().write(to: URL(fileURLWithPath: "\(draftFolder)/\(Self.mark)"))
      }
      return lock
    } catch {
      removeDraft()
      throw .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }

  /// - Throws: ``GenerateError/notGeneratedArchive(path:)`` if the archive at the path has other
  ///   messages than generated ones, or cannot be read.
  private func checkIsGenerated() throws(GenerateError) {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    if size?.int64Value == 0 { return }
    do throws(ArchiveError) {
      let archive = try Archive(opening: path)
      let conversations = try archive.conversations()
      let imports = try archive.imports()
      guard
        conversations.allSatisfy({ GeneratedKey.isGenerated($0.key) }),
        imports.allSatisfy({ PathNames.name(of: $0.path) == GeneratedKey.importName })
      else { throw ArchiveError.notAnArchive(path: path) }
    } catch { throw .notGeneratedArchive(path: path) }
  }

  // MARK: The draft

  /// Drafts of this process.
  private static let drafts = Mutex<Set<String>>([])

  /// Removes incomplete drafts.
  ///
  /// - Parameters:
  ///   - folder: folder of the targets; nil for all.
  ///   - end: called when they are removed. Until it returns, a thread that wants to begin or end a
  ///     draft waits, so that it neither leaves a new one nor reports that its own is gone.
  static func removeDrafts(in folder: String?, then end: () -> Void = {}) {
    drafts.withLock { drafts in
      for draft in drafts where folder.map({ draft.hasPrefix("\($0)/") }) ?? true {
        // Another thread may be about to create one more file there.
        for _ in 0..<5 where FileManager.default.fileExists(atPath: draft) {
          try? FileManager.default.removeItem(atPath: draft)
        }
        unlink(draft + LeftDrafts.lockEnding)
      }
      end()
    }
  }

  /// Returns the error with the final names of its files.
  func inPlace(_ error: GenerateError) -> GenerateError {
    switch error {
    case .notWritable(let path, let reason):
      .notWritable(path: inPlace(path), reason: inPlace(reason))
    case .notEncodable(let path): .notEncodable(path: inPlace(path))
    case .archive(.notWritable(let path, let reason)):
      .archive(.notWritable(path: inPlace(path), reason: inPlace(reason)))
    case .archive(.diskFull(let path)): .archive(.diskFull(path: inPlace(path)))
    case .archive(.database(let path, let reason)):
      .archive(.database(path: inPlace(path), reason: inPlace(reason)))
    case .picture(.notWritten(let path, let reason)):
      .picture(.notWritten(path: inPlace(path), reason: inPlace(reason)))
    default: error
    }
  }

  private func inPlace(_ words: String) -> String {
    let folder = format.isFolder ? path : PathNames.folder(of: path)
    return words.replacingOccurrences(
      of: "\(draftFolder)/", with: folder.isEmpty ? "" : "\(folder)/"
    ).replacingOccurrences(of: draftFolder, with: path)
  }

  func removeDraft() {
    try? FileManager.default.removeItem(atPath: draftFolder)
    Self.drafts.withLock { _ = $0.remove(draftFolder) }
  }

  /// Renames the complete draft. In an existing folder, files of other names stay.
  ///
  /// - Parameter replaces: as in ``prepare(replaces:)``.
  func publish(replaces: Bool) throws(GenerateError) {
    // A lock file beside the final archive would be meaningless.
    unlink(draftPath + "-lock")
    do {
      if format.isFolder {
        try Self.move(draftFolder, to: path)
      } else {
        let folder = PathNames.folder(of: draftFolder)
        let main = PathNames.name(of: draftPath)
        // The main file comes last: the old one stays until everything else is in place.
        for name in try FileManager.default.contentsOfDirectory(atPath: draftFolder)
        where name != main {
          try Self.move("\(draftFolder)/\(name)", to: "\(folder)/\(name)")
        }
        if format == .luge || format == .timeline {
          try ArchiveFile.put(draftPath, at: path, replaces: replaces)
        } else {
          try Self.move(draftPath, to: path)
        }
      }
    } catch let error as ArchiveError {
      throw .archive(error)
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
