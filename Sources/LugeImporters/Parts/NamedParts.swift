import LugeArchive
import LugeCore

/// Purpose of a file of an export, told by its name.
enum NamedPart: Equatable {
  /// Messages.
  case chat
  /// A list without which messages would get other keys; its reader fails if it is damaged.
  case keys
  /// A list whose damage loses what ``losing`` says, and no messages.
  ///
  /// - Parameters:
  ///   - isBeside: whether it belongs to chats of the same folder.
  ///   - isOfLines: whether it has a JSON value per line.
  case list(losing: String, isBeside: Bool = false, isOfLines: Bool = false)
}

/// A format whose exports have files of fixed names. Their names tell what they are where damage at
/// their beginnings hides it.
protocol NamedPartsReader: ExportReader {
  /// Returns what a file of an export of this format is; nil if the name does not tell.
  static func part(named name: String) -> NamedPart?
}

/// Tells the files of the exports that were found in a folder or zip by their names.
struct NamedParts {
  /// Maximum bytes of a list.
  static let largest = 64 << 20

  /// Folders with files of each format, and the folders around them.
  private var folders: [(reader: any NamedPartsReader.Type, paths: Set<String>)] = []

  /// - Parameter found: recognised files with their formats.
  init(_ found: some Sequence<(path: String, reader: any ExportReader.Type)>) {
    for (path, reader) in found {
      guard let reader = reader as? any NamedPartsReader.Type else { continue }
      let index = folders.firstIndex { $0.reader == reader } ?? folders.count
      if index == folders.count { folders.append((reader, [])) }
      var folder = PathNames.folder(of: path)
      while folders[index].paths.insert(folder).inserted, !folder.isEmpty, folder != "/" {
        folder = PathNames.folder(of: folder)
      }
    }
  }

  /// Returns what a file is, and of which format: messages may be in a folder beside that of
  /// others, lists are in a folder with messages or around it.
  func part(at path: String) -> (reader: any NamedPartsReader.Type, part: NamedPart)? {
    let name = PathNames.name(of: path)
    let folder = PathNames.folder(of: path)
    for (reader, paths) in folders {
      guard let part = reader.part(named: name) else { continue }
      if paths.contains(folder) || part == .chat && paths.contains(PathNames.folder(of: folder)) {
        return (reader, part)
      }
    }
    return nil
  }

  /// Removes the files of the exports that were not recognised, and returns whether each is empty.
  func taken(from files: inout [PassedOverFile]) -> [String: Bool] {
    var taken: [String: Bool] = [:]
    files.removeAll { file in
      switch file.reason {
      case .unknown, .unsure, .empty:
        guard part(at: file.path) != nil else { return false }
        taken[file.path] = file.reason == .empty
        return true
      case .attachment, .noChatInside, .packed, .unnamed, .link, .sameExport: return false
      }
    }
    return taken
  }

  /// Returns what the damage of a list loses; nil for another file.
  func loss(at path: String) -> (losing: String, isOfLines: Bool)? {
    guard case .list(let losing, _, let isOfLines)? = part(at: path)?.part else { return nil }
    return (losing, isOfLines)
  }

  /// Returns the report of a list that is damaged; nil if it is whole.
  static func damage(
    of list: any ByteSource, path: String, _ loss: (losing: String, isOfLines: Bool)
  ) -> SkippedRecord? {
    do {
      if loss.isOfLines {
        var bad: Int?
        try JSONLines.read(
          list, progress: { _ in }, onBad: { number, _ in bad = bad ?? number },
          onValue: { _, _ in })
        guard let bad else { return nil }
        return record(path, "line \(bad)", loss.losing)
      }
      let isScript = path.hasSuffix(".js")
      _ = try JSONDocument.load(isScript ? AssignmentSource(list) : list, limit: largest)
      return nil
    } catch let error as ArchiveError {
      switch SideFiles.damage(error, of: path) {
      case .malformed(_, let place, _), .truncated(_, let place):
        return record(path, place, loss.losing)
      case .tooLarge(_, let place, let limit):
        return SkippedRecord(
          file: path, place: place, reason: "it is larger than \(limit): \(loss.losing)")
      default: return record(path, "whole file", loss.losing)
      }
    } catch {
      return record(path, "whole file", loss.losing)
    }
  }

  private static func record(_ path: String, _ place: String, _ losing: String) -> SkippedRecord {
    SkippedRecord(file: path, place: place, reason: "it is damaged (\(place)): \(losing)")
  }

  /// Returns the report of a file with messages that is not recognised.
  static func lost(_ path: String, isEmpty: Bool) -> SkippedRecord {
    SkippedRecord(
      file: path, place: "whole file",
      reason: isEmpty
        ? "it is a part of the chats by its name, but empty"
        : "it is a part of the chats by its name, but damaged at its beginning")
  }
}
