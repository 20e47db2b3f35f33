import Foundation
import LugeArchive
import LugeCore

/// The files below a folder, in reading order.
struct FolderListing {
  struct File {
    var path: String
    /// Path relative to the listed folder.
    var relativePath: String
    var size: Int64?

    var name: String { (path as NSString).lastPathComponent }
    var isNamedAsPacked: Bool { FolderListing.isNamedAsPacked(name) }
  }

  let files: [File]
  /// Files that could not be listed because their names are not UTF-8; the names are repaired for
  /// display.
  let unnamed: [String]
  /// Symbolic links, which are not followed, because they may lead out of the export.
  let links: [String]
  /// Some of the listed folder's own files and folders that begin with a dot.
  let hidden: [String]
  /// Folders whose files could not be listed, with the reason.
  let unreadable: [SkippedRecord]

  static func isNamedAsPacked(_ name: String) -> Bool {
    SourceContext.packedEndings.contains(where: name.lowercased().hasSuffix)
  }

  /// Mattermost puts attachments ten folders deep.
  private static let deepest = 16
  private static let mostFiles = 1_000_000

  /// Lists a folder. Hidden files are omitted, and links are not followed.
  ///
  /// - Throws: ``ArchiveError/notReadable(path:reason:)``,
  ///   ``ArchiveError/tooLarge(path:place:limit:)``.
  init(_ root: String) throws(ArchiveError) {
    let root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    var files: [File] = []
    var unnamed: [String] = []
    var links: [String] = []
    var hidden: [String] = []
    var unreadable: [SkippedRecord] = []
    func leaveOut(_ folder: String, _ reason: String) {
      unreadable.append(SkippedRecord(file: folder, place: "whole folder", reason: reason))
    }
    var pending: [(folder: String, relative: String, depth: Int)] = [(root, "", 0)]
    let manager = FileManager.default
    while let (folder, relative, depth) = pending.popLast() {
      let names: [String]
      do { names = try manager.contentsOfDirectory(atPath: folder) } catch {
        let reason = SystemError.reason(of: error)
        guard depth > 0 else { throw .notReadable(path: folder, reason: reason) }
        leaveOut(folder, reason)
        continue
      }
      unnamed += Self.namesNotUTF8(in: folder).map { "\(folder)/\($0)" }
      for name in names {
        if name.hasPrefix(".") {
          if depth == 0, hidden.count < 10 { hidden.append(name) }
          continue
        }
        let path = "\(folder)/\(name)"
        let below = relative.isEmpty ? name : "\(relative)/\(name)"
        let attributes = try? manager.attributesOfItem(atPath: path)
        let type = attributes?[.type] as? FileAttributeType
        if type == .typeDirectory {
          if depth < Self.deepest {
            pending.append((path, below, depth + 1))
          } else {
            leaveOut(path, "more than \(Self.deepest) folders lie around it")
          }
        } else if type == .typeSymbolicLink {
          if links.count < Self.mostFiles { links.append(path) }
        } else if type == .typeRegular {
          guard files.count < Self.mostFiles else {
            throw .tooLarge(path: root, place: "the folder", limit: "\(Self.mostFiles) files")
          }
          let size = (attributes?[.size] as? NSNumber)?.int64Value
          files.append(File(path: path, relativePath: below, size: size))
        }
      }
    }
    self.files = Self.ordered(files, by: \.relativePath)
    self.unnamed = unnamed
    self.links = links.sorted()
    self.hidden = hidden.sorted()
    self.unreadable = unreadable
  }

  /// Returns the names that are not UTF-8, which Foundation silently omits.
  private static func namesNotUTF8(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if String(validating: name, as: UTF8.self) == nil {
        names.append(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }

  /// Sorts by folder, a folder's own files first; within a folder by the day in the name, then by
  /// the name.
  static func ordered<Element>(_ elements: [Element], by path: (Element) -> String) -> [Element] {
    elements.map { (key: Key(path($0)), element: $0) }.sorted { $0.key < $1.key }.map(\.element)
  }

  private struct Key: Comparable {
    let folder: String
    let day: Int
    let name: String

    init(_ path: String) {
      folder = PathNames.folder(of: path)
      name = (path as NSString).lastPathComponent
      day = IRCFileName(name).date?.daysSince1970 ?? Int.min
    }

    static func < (a: Self, b: Self) -> Bool {
      (a.folder, a.day, a.name) < (b.folder, b.day, b.name)
    }
  }
}
