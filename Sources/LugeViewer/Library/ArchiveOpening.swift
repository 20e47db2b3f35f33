import Dispatch
import Foundation
public import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import Synchronization

/// Finds out what is at a path and opens it, off the main thread.
///
/// It begins when it is made, so that a program can start it before it connects to the window
/// system: the archive is there when the window is.
public final class ArchiveOpening: Sendable {
  public enum Outcome: Sendable {
    case archive(OpenArchive)
    /// Something that has to be imported first.
    case export
    case failed(ArchiveError)
  }

  public let path: String
  private let task: Task<Outcome, Never>
  private let newest = Newest()
  /// What the window remembers, read ahead; nil where the window reads it itself.
  let memory: WindowMemory?
  /// Set once, when all that the window needs for its list is known.
  private let ready = Mutex<ReadyArchive?>(nil)

  /// What ``newestRows()`` waits for.
  private final class Newest: Sendable {
    private let rows = Mutex<[any RowModel]>([])
    private let isRead = DispatchSemaphore(value: 0)

    func set(_ value: [any RowModel]) {
      rows.withLock { $0 = value }
      isRead.signal()
    }

    func wait() -> [any RowModel] {
      isRead.wait()
      isRead.signal()
      return rows.withLock { $0 }
    }
  }

  /// - Parameters:
  ///   - path: of an archive or an export; relative ones count from the current folder.
  ///   - cache: the folder of archives made from exports.
  ///   - settings: the program's folder of settings, to read what the window remembers, too; nil
  ///     leaves that to the window.
  public init(
    path: String, cache: String = ArchiveLocator.cacheFolder, settings: String? = nil
  ) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.path = path
    let memory = settings.map(WindowMemory.init)
    self.memory = memory
    task = Task.detached(priority: .userInitiated) { Self.look(at: path, cache: cache) }
    let (task, newest) = (task, newest)
    Task.detached(priority: .userInitiated) { [weak self] in
      StartupTimes.mark("the archive is looked for")
      memory?.read()
      guard case .archive(let opened) = await task.value else { return newest.set([]) }
      StartupTimes.mark("the archive is open")
      if let places = memory?.reading.openings(of: opened) {
        self?.ready.withLock { $0 = ReadyArchive(archive: opened, places: places) }
        StartupTimes.mark("the window can have its list")
      }
      newest.set(await opened.newestRows(24))
      StartupTimes.mark("the newest messages are read")
    }
  }

  /// An archive that is known to be one.
  init(archive: String, of export: String) {
    path = export
    memory = nil
    task = Task.detached(priority: .userInitiated) {
      Self.open(archive, export: export)
    }
    newest.set([])
  }

  public var outcome: Outcome {
    get async { await task.value }
  }

  package var isReady: Bool { readyNow != nil }

  /// All that a list needs, if it is known already; never waits.
  var readyNow: ReadyArchive? { ready.withLock { $0 } }

  /// The newest rows of the conversation that is shown first, most often, the newest first; waits
  /// until they have been read, so it is not for Swift's shared pool. Reading them also leaves the
  /// database's connection with what the list will ask of it.
  func newestRows() -> [any RowModel] { newest.wait().reversed() }

  private static func look(at path: String, cache: String) -> Outcome {
    guard FileManager.default.fileExists(atPath: path) else {
      return .failed(.notFound(path: path))
    }
    if ArchiveLocator.isArchive(path) { return open(path, export: nil) }
    guard let cached = ArchiveLocator.currentArchive(ofExport: path, cache: cache)
    else { return .export }
    // Whatever is wrong with the archive in the cache, the export is still there.
    if case .archive(let opened) = open(cached, export: path) { return .archive(opened) }
    return .export
  }

  private static func open(_ archive: String, export: String?) -> Outcome {
    do {
      let store = try Archive(opening: archive)
      return .archive(
        OpenArchive(
          path: archive, export: export, archive: store,
          conversations: try store.conversations()))
    } catch {
      return .failed(error)
    }
  }
}

/// An archive with what the window needs of it.
public struct OpenArchive: Sendable {
  public let path: String
  /// The export that was opened, when it was one.
  public let export: String?
  public let archive: Archive
  /// The one with the newest message first.
  public let conversations: [ConversationSummary]
}

extension OpenArchive {
  /// Rows of the newest messages, the newest last; none when they can't be read.
  func newestRows(_ count: Int) async -> [any RowModel] {
    guard let first = conversations.first(where: { $0.count > 0 }) else { return [] }
    let provider = ChatPresentation.provider(
      archive: archive, conversation: first, zone: ZoneOffsets(.current))
    guard let make = try? await provider.load(max(0, first.count - count)..<first.count) else {
      return []
    }
    return make().flatMap(\.rows)
  }
}
