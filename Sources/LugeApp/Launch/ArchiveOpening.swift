import Dispatch
import Foundation
public import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import Synchronization

/// Finds out what is at a path and opens it, off the main thread.
///
/// It begins when it is made, so that a program can start it before it connects to the window
/// system: the archive is there when the window is.
public final class ArchiveOpening: Sendable {
  public enum Outcome: Sendable {
    case archive(OpenArchive)
    /// Something that has to be imported first.
    ///
    /// - Parameter known: what earlier imports have brought of it; nil where they brought nothing.
    case export(known: OpenArchive?)
    case failed(ArchiveError)

    /// What can be shown at once.
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
  /// Window's memory, read ahead; nil if the window reads it itself.
  let memory: WindowMemory?
  /// Set once, when all that the window needs for its list is known.
  private let ready = Mutex<ReadyArchive?>(nil)
  /// How much of an earlier version's archive has been brought up to date; nil where nothing is.
  private let upgrade: Upgrade

  private final class Upgrade: Sendable {
    let share = Mutex<Double?>(nil)
  }

  /// A value that other threads wait for, set once.
  private final class Late<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let isSet = DispatchSemaphore(value: 0)

    init(_ value: Value) { self.value = Mutex(value) }

    func set(_ new: Value) {
      value.withLock { $0 = new }
      isSet.signal()
    }

    /// - Parameter seconds: after these, what it was made with is the answer.
    func wait(atMost seconds: Double = .infinity) -> Value {
      let time = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
      if isSet.wait(timeout: time) == .success { isSet.signal() }
      return value.withLock { $0 }
    }
  }

  /// - Parameters:
  ///   - path: of an archive or an export; relative ones count from the current folder.
  ///   - cache: the folder of archives made from exports.
  ///   - settings: the program's folder of settings, to read what the window remembers, too; nil
  ///     leaves that to the window.
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

  /// An archive that was made of exports.
  convenience init(archive: String, ofAny exports: [String]) {
    if exports.count == 1, let export = exports.first {
      self.init(archive: archive, of: export)
    } else {
      self.init(path: archive)
    }
  }

  /// An archive that is known to be one.
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

  /// Fraction of an earlier version's archive that has been upgraded, 0 to 1; nil for any other
  /// archive.
  package var upgraded: Double? { upgrade.share.withLock { $0 } }

  package var isReady: Bool { readyNow != nil }

  /// All that a list needs, if it is known already; never waits.
  var readyNow: ReadyArchive? { ready.withLock { $0 } }

  /// Rows of the conversation that is shown first, from where it was left or else its end, those
  /// that are surest in view first; waits until they have been read, so it is not for Swift's
  /// shared pool. Reading them also leaves the database's connection with what the list will ask of
  /// it.
  func firstRows() -> [any RowModel] { first.wait() }

  private static func look(at path: String, cache: String, _ upgrade: Upgrade) -> Outcome {
    guard FileManager.default.fileExists(atPath: path) else {
      return .failed(.notFound(path: path))
    }
    if ArchiveLocator.isArchive(path) { return open(path, export: nil, upgrade) }
    let current = ArchiveLocator.currentArchive(ofExport: path, cache: cache)
    // Whatever is wrong with the archive in the cache, the export is still there.
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
  /// The conversation that a window begins with: the one that was left last, or else the newest.
  func firstShown(_ places: [ConversationID: OpeningPlace]) -> ConversationSummary? {
    let latest = places.latest
    return conversations.first { $0.id == latest && $0.count > 0 }
      ?? conversations.first { $0.count > 0 }
  }

  /// Rows of the messages that a window begins with, the surest first; none when they can't be
  /// read.
  func firstRows(
    _ count: Int, _ places: [ConversationID: OpeningPlace], showsEachJoin: Bool
  ) async -> [any RowModel] {
    guard let first = firstShown(places) else { return [] }
    let provider = ChatPresentation.provider(
      archive: archive, conversation: first, zone: ZoneOffsets(.current),
      showsEachJoin: showsEachJoin)
    let target = first.kind == .timeline ? nil : places[first.id]?.target
    // The line that was read stands in the upper third.
    let lower = max(0, min(target.map { $0 - count / 3 } ?? .max, first.count - count))
    let positions = lower..<min(first.count, lower + count)
    guard let make = try? await provider.load(positions) else { return [] }
    let items = zip(positions, make())
    guard let target else { return items.flatMap(\.1.rows).reversed() }
    // Twice as much is seen below it as above.
    return items.sorted { distance($0.0, from: target) < distance($1.0, from: target) }
      .flatMap(\.1.rows)
  }

  private func distance(_ position: Int, from target: Int) -> Int {
    position < target ? 2 * (target - position) : position - target
  }
}
