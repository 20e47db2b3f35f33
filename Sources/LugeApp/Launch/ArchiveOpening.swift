import Dispatch
import Foundation
public import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeImporters
import LugePaint
import Synchronization

/// Opens what is at a path, an archive or an export, off the main thread.
///
/// It begins when it is created, so that a program can start it before it connects to the window
/// system: the archive is then open when the window appears.
public final class ArchiveOpening: Sendable {
  public enum Outcome: Sendable {
    case archive(OpenArchive)
    /// An export, which has to be imported first.
    ///
    /// - Parameter known: the archive of earlier imports of it; nil if there is none.
    case export(known: OpenArchive?)
    case failed(ArchiveError)

    /// The archive that can be shown at once; nil if there is none.
    var readable: OpenArchive? {
      switch self {
      case .archive(let opened): opened
      case .export(let known): known
      case .failed: nil
      }
    }
  }

  public let path: String
  private let task: Task<Outcome, Never>
  private let first = Late<[any RowModel]>([])
  /// The window's settings and reading places, read ahead; nil if the window reads them itself.
  let memory: WindowMemory?
  /// The archive with everything that the window's list needs; set once.
  private let ready = Mutex<ReadyArchive?>(nil)
  /// Progress of upgrading an archive of an earlier version; nil for other archives.
  private let upgrade: Upgrade

  private final class Upgrade: Sendable {
    let share = Mutex<Double?>(nil)
  }

  /// A value that is set once and that other threads can wait for.
  private final class Late<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let isSet = DispatchSemaphore(value: 0)

    init(_ value: Value) { self.value = Mutex(value) }

    func set(_ new: Value) {
      value.withLock { $0 = new }
      isSet.signal()
    }

    /// - Parameter seconds: timeout, after which the initial value is returned.
    func wait(atMost seconds: Double = .infinity) -> Value {
      let time = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
      if isSet.wait(timeout: time) == .success { isSet.signal() }
      return value.withLock { $0 }
    }
  }

  /// - Parameters:
  ///   - path: path of an archive or an export; relative to the current folder.
  ///   - cache: folder of archives made from exports.
  ///   - settings: folder of the program's settings, to read the window's saved state as well; nil:
  ///     the window reads it.
  public convenience init(
    path: String, cache: String = ArchiveLocator.cacheFolder, settings: String? = nil
  ) {
    self.init(path: path, cache: cache, settings: settings, tricks: .all)
  }

  init(
    path: String, cache: String = ArchiveLocator.cacheFolder, settings: String?,
    tricks: LaunchTricks
  ) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.path = path
    let memory = settings.map(WindowMemory.init)
    self.memory = memory
    let upgrade = Upgrade()
    self.upgrade = upgrade
    task = Task.detached(priority: .userInitiated) {
      Self.look(at: path, cache: cache, upgrade)
    }
    let (task, first) = (task, first)
    Task.detached(priority: .userInitiated) { [weak self] in
      StartupTimes.mark("the archive is looked for")
      memory?.read()
      guard case .archive(let opened) = await task.value else { return first.set([]) }
      StartupTimes.mark("the archive is open")
      let places = memory?.reading.openings(of: opened) ?? [:]
      if memory != nil, tricks.contains(.earlyArchive) {
        self?.ready.withLock { $0 = ReadyArchive(archive: opened, places: places) }
        StartupTimes.mark("the window can have its list")
      }
      first.set(
        await opened.firstRows(
          24, places, showsEachJoin: memory?.settings.showsEachJoin ?? false))
      StartupTimes.mark("the first messages are read")
    }
  }

  /// Opens an archive that was made from exports.
  convenience init(archive: String, ofAny exports: [String]) {
    if exports.count == 1, let export = exports.first {
      self.init(archive: archive, of: export)
    } else {
      self.init(path: archive)
    }
  }

  /// Opens a path that is known to be an archive.
  init(archive: String, of export: String) {
    path = export
    memory = nil
    let upgrade = Upgrade()
    self.upgrade = upgrade
    task = Task.detached(priority: .userInitiated) {
      Self.open(archive, export: export, upgrade)
    }
    first.set([])
  }

  public var outcome: Outcome {
    get async { await task.value }
  }

  /// Completed share of an upgrade from an earlier version, 0 to 1; nil for other archives.
  package var upgraded: Double? { upgrade.share.withLock { $0 } }

  package var isReady: Bool { readyNow != nil }

  /// The archive with everything that a list needs, if it is known already; never waits.
  var readyNow: ReadyArchive? { ready.withLock { $0 } }

  /// Returns the rows of the conversation that is shown first, from the reading place or else its
  /// end, those most certainly in view first. Waits until they are read, so do not call it on
  /// Swift's shared thread pool. Reading them also fills the database connection's cache for the
  /// list.
  func firstRows() -> [any RowModel] { first.wait() }

  private static func look(at path: String, cache: String, _ upgrade: Upgrade) -> Outcome {
    guard FileManager.default.fileExists(atPath: path) else {
      return .failed(.notFound(path: path))
    }
    if ArchiveLocator.isArchive(path) {
      let outcome = open(path, export: nil, upgrade)
      // Some exports are databases, too.
      guard case .failed(.notAnArchive) = outcome, (try? ImportInput(opening: path)) != nil else {
        return outcome
      }
    }
    let current = ArchiveLocator.currentArchive(ofExport: path, cache: cache)
    // If the archive in the cache is damaged, the export can be imported again.
    guard
      let cached = current ?? ArchiveLocator.knownArchive(ofExports: [path], cache: cache),
      case .archive(let opened) = open(cached, export: path, upgrade)
    else { return .export(known: nil) }
    if current != nil { return .archive(opened) }
    return .export(known: opened.conversations.contains { $0.count > 0 } ? opened : nil)
  }

  private static func open(_ archive: String, export: String?, _ upgrade: Upgrade) -> Outcome {
    do {
      let store = try Archive(
        opening: archive,
        media: { MediaPermissions.ofUser.access($0, export: export, path: archive) },
        upgrading: { share in upgrade.share.withLock { $0 = share } })
      return .archive(
        OpenArchive(
          path: archive, export: export, archive: store,
          conversations: try store.conversations()))
    } catch {
      return .failed(error)
    }
  }
}

extension OpenArchive {
  /// Returns the conversation that a window shows first: the one that was left last, or else the
  /// newest.
  func firstShown(_ places: [ConversationID: OpeningPlace]) -> ConversationSummary? {
    let latest = places.latest
    return conversations.first { $0.id == latest && $0.count > 0 }
      ?? conversations.first { $0.count > 0 }
  }

  /// Returns the rows of the messages that a window shows first, those most certainly in view
  /// first; empty if they cannot be read.
  func firstRows(
    _ count: Int, _ places: [ConversationID: OpeningPlace], showsEachJoin: Bool
  ) async -> [any RowModel] {
    guard let first = firstShown(places) else { return [] }
    let provider = ChatPresentation.provider(
      archive: archive, conversation: first, zone: ZoneOffsets(.current),
      showsEachJoin: showsEachJoin)
    let target = first.kind == .timeline ? nil : places[first.id]?.target
    // The reading line is in the upper third of the view.
    let lower = max(0, min(target.map { $0 - count / 3 } ?? .max, first.count - count))
    let positions = lower..<min(first.count, lower + count)
    guard let make = try? await provider.load(positions) else { return [] }
    let items = zip(positions, make())
    guard let target else { return items.flatMap(\.1.rows).reversed() }
    // Twice as much is visible below the line as above it.
    return items.sorted { distance($0.0, from: target) < distance($1.0, from: target) }
      .flatMap(\.1.rows)
  }

  private func distance(_ position: Int, from target: Int) -> Int {
    position < target ? 2 * (target - position) : position - target
  }
}
