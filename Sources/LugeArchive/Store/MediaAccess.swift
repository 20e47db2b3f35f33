import Foundation
import LugeCore

/// Folders from which the media of an archive may be read.
///
/// An archive records where its media are, and it may come from anybody: one that says "/" would
/// show the user's own files as if they had been sent. The recorded folder is used only if the user
/// or the program vouches for it.
public struct MediaAccess: Sendable, Hashable {
  private enum Rule: Sendable, Hashable {
    case none
    case asRecorded
    case folders(Set<String>, beneath: [String])
    case chosen(String, except: Set<String>)
  }

  private let rule: Rule

  /// Access to no folder.
  public static let none = MediaAccess(rule: .none)

  /// Access to every folder recorded in the archive: for archives that the caller has just written.
  public static let asRecorded = MediaAccess(rule: .asRecorded)

  /// Access to recorded folders that are among `folders`, or inside one of `others`.
  public static func only(_ folders: Set<String>, beneath others: [String] = []) -> MediaAccess {
    MediaAccess(rule: .folders(folders, beneath: others))
  }

  /// Access to a folder that the user has chosen, whatever the archive records. If it records
  /// several, the chosen one replaces the part that they have in common.
  ///
  /// - Parameter except: folders that are read at their recorded place.
  public static func folder(_ path: String, except: Set<String> = []) -> MediaAccess {
    MediaAccess(rule: .chosen(path, except: except))
  }

  /// Returns the folder from which media recorded in a folder may be read; nil if none.
  ///
  /// - Parameter all: the folders that the archive's conversations record.
  func root(_ recorded: String?, among all: [String]) -> String? {
    switch rule {
    case .none: return nil
    case .asRecorded: return recorded
    case .folders(let folders, let others):
      guard let recorded, Self.isPlain(recorded) else { return nil }
      let isBeneath = others.contains { PathNames.isBeneath(recorded, $0) }
      return folders.contains { PathNames.isSame($0, recorded) } || isBeneath ? recorded : nil
    case .chosen(let folder, let except):
      guard let recorded else { return folder }
      if except.contains(where: { PathNames.isSame($0, recorded) }), Self.isPlain(recorded) {
        return recorded
      }
      let others = all.filter { !except.contains($0) }
      let shared = Self.shared(others.isEmpty ? [recorded] : others)
      let inner = recorded.pathParts.dropFirst(shared.count).filter {
        !PathNames.isSame($0, "..") && !PathNames.isSame($0, ".")
      }
      return inner.isEmpty ? folder : "\(folder)/\(inner.joined(separator: "/"))"
    }
  }

  var needsAllRoots: Bool { if case .chosen = rule { true } else { false } }

  /// Whether a path is absolute and has no "." or "..".
  private static func isPlain(_ path: String) -> Bool {
    PathNames.isAbsolute(path) && !PathNames.leadsUp(path)
      && !path.pathParts.contains { PathNames.isSame($0, ".") }
  }

  /// Returns the parts that all paths begin with.
  private static func shared(_ paths: [String]) -> [Substring] {
    guard let first = paths.first else { return [] }
    return paths.dropFirst().reduce(first.pathParts) { shared, path in
      Array(zip(shared, path.pathParts).prefix { PathNames.isSame($0, $1) }.map(\.0))
    }
  }
}
