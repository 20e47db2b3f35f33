import Foundation
import LugeChat
import LugeCore
import LugeEngine
import LugeWords

/// Loads the messages before the oldest one, a page at a time, as the user comes near them.
///
/// At most one page is requested at a time. An empty page ends the loading; after an error the user
/// has to try again.
@MainActor
final class OlderPages {
  typealias Load = @MainActor (_ oldest: ChatMessage) async throws -> [ChatMessage]

  enum Phase: Hashable {
    /// Nothing is older, or the program loads no pages.
    case none
    /// There may be older messages; they are not requested yet.
    case waiting
    case loading
    /// The request failed, with the reason.
    case failed(String)
  }

  /// Distance from the oldest message, in screens, within which a page is requested.
  static let screens = 1.5
  /// Seconds of scrolling at the present speed within which a page is requested, too: the time that
  /// a page may take to load.
  static let seconds = 0.3
  /// Device pixels per second; a higher speed does not predict where the list will stop.
  private static let greatestSpeed = 30_000.0

  /// Called when ``mark`` has changed.
  var onMark: (@MainActor () -> Void)?
  /// Called with each page, from the oldest message to the newest, after ``mark`` has changed.
  var onPage: (@MainActor ([ChatMessage]) -> Void)?

  // MARK: Mutable State (main actor)

  private(set) var phase = Phase.none
  private var load: Load?
  private var task: Task<Void, Never>?
  /// Reason of the last failure, while the page is loaded again.
  private var lastReason: String?
  /// The oldest message at the last request. A page that does not change it has brought nothing,
  /// and requesting again would never end.
  private var asked: ChatMessage?

  isolated deinit { task?.cancel() }

  /// Starts with another source; nil: there is nothing to load.
  func start(_ load: Load?) {
    task?.cancel()
    (task, lastReason, asked) = (nil, nil, nil)
    self.load = load
    phase = load == nil ? .none : .waiting
    onMark?()
  }

  /// Requests a page if the view is near the oldest message, or will soon be.
  ///
  /// - Parameters:
  ///   - offset: device pixels between the list's beginning and the view.
  ///   - height: height of the view, device pixels.
  ///   - velocity: device pixels per second, negative towards the oldest message.
  ///   - oldest: the first message of the list.
  func look(offset: Int, height: Int, velocity: Double, oldest: ChatMessage) {
    guard phase == .waiting, height > 0,
      Self.isNear(offset: offset, height: height, velocity: velocity)
    else { return }
    ask(before: oldest)
  }

  static func isNear(offset: Int, height: Int, velocity: Double) -> Bool {
    let travel = min(max(0, -velocity), greatestSpeed) * seconds
    return Double(offset) < Double(height) * screens + travel
  }

  /// Requests the page that failed again.
  func retry() {
    guard case .failed(let reason) = phase, let oldest = asked else { return }
    lastReason = reason
    asked = nil
    ask(before: oldest)
    onMark?()
  }

  /// Loads the page before the oldest message, wherever the view is; if a request is running, waits
  /// for it.
  ///
  /// - Returns: false if nothing was loaded: nothing is older, or it failed.
  func page(before oldest: ChatMessage) async -> Bool {
    switch phase {
    case .none: return false
    case .waiting: ask(before: oldest)
    case .failed: retry()
    case .loading: break
    }
    await task?.value
    return phase == .waiting || phase == .loading
  }

  private func ask(before oldest: ChatMessage) {
    guard let load else { return }
    guard oldest.id != asked?.id else { return end() }
    asked = oldest
    phase = .loading
    task = Task { [weak self] in
      do {
        let page = try await load(oldest)
        // A cancelled request belongs to a previous source.
        if !Task.isCancelled { self?.take(page) }
      } catch {
        if !Task.isCancelled { self?.fail(error) }
      }
    }
  }

  private func take(_ page: [ChatMessage]) {
    task = nil
    lastReason = nil
    guard !page.isEmpty else { return end() }
    phase = .waiting
    onPage?(page)
  }

  private func fail(_ error: any Error) {
    task = nil
    phase = .failed(Self.words(for: error))
    onMark?()
  }

  /// Returns an error's own description; errors of Foundation have theirs in `userInfo`.
  static func words(for error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription
      ?? (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String ?? "\(error)"
  }

  private func end() {
    phase = .none
    onMark?()
  }

  // MARK: Contents

  /// The line before the oldest message: older ones are loading, or why that failed. Nil once there
  /// are none.
  var mark: ChatMessage? {
    let shown: UnloadedState.Phase
    switch phase {
    case .none: return nil
    case .waiting, .loading: shown = .loading
    case .failed(let reason): shown = .failed(reason)
    }
    let state = UnloadedState(place: .before, phase: shown, lastReason: lastReason)
    return ChatMessage(
      id: Self.markID, revision: UnloadedRow(state).revision, author: ChatAuthor(id: 0, name: ""),
      time: 0, isService: true, attachments: [OlderMark(state: state)])
  }

  nonisolated static let markID = UnloadedRow.item(.before)
}

/// Marks a message as the line of ``OlderPages``.
struct OlderMark: ChatAttachment {
  let state: UnloadedState
  var summary: String { "" }
}

/// The rows of a chat view: those of its messages, and the line before the oldest one.
struct ChatViewRows: RowFactory {
  let base: ChatRowFactory
  let words: UnloadedWords

  init(_ configuration: ChatConfiguration) {
    base = ChatRowFactory(configuration)
    words = UnloadedWords(
      loading: localized("Loading older messages …"),
      failed: localized("Older messages could not be loaded"),
      retry: configuration.appearance.strings.tryAgain)
  }

  func rows(
    for message: ChatMessage, previous: ChatMessage?, next: ChatMessage?
  ) -> [any RowModel] {
    if message.id == OlderPages.markID, let mark = message.attachments.first as? OlderMark {
      return [UnloadedRow(mark.state, words: words)]
    }
    // Whether a message precedes the oldest loaded one is unknown.
    let before = previous?.id == OlderPages.markID ? nil : previous
    return base.rows(for: message, previous: before, next: next)
  }
}
