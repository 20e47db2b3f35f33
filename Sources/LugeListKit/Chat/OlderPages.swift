import Foundation
import LugeChat
import LugeCore
import LugeEngine
import LugeWords

/// Loads the messages before the oldest one, a page at a time, as the user comes near them.
///
/// Never more than one page is on its way. An empty page ends it, and an error waits for the user
/// to try again.
@MainActor
final class OlderPages {
  typealias Load = @MainActor (_ oldest: ChatMessage) async throws -> [ChatMessage]

  enum Phase: Hashable {
    /// Nothing is older, or nobody loads it.
    case none
    /// There may be more, which is not asked for yet.
    case waiting
    case loading
    /// With the reason.
    case failed(String)
  }

  /// A page is asked for when the messages end within this many screens of the view,
  static let screens = 1.5
  /// or within the distance scrolled in this time: as long as a page may take.
  static let seconds = 0.3
  /// Device pixels a second, above which the speed says nothing about where the list will be.
  private static let greatestSpeed = 30_000.0

  /// Called when ``mark`` has changed.
  var onMark: (@MainActor () -> Void)?
  /// Called with each page, from the oldest message to the newest, after ``mark`` has changed.
  var onPage: (@MainActor ([ChatMessage]) -> Void)?

  // MARK: Mutable State (main actor)

  private(set) var phase = Phase.none
  private var load: Load?
  private var task: Task<Void, Never>?
  /// Why the page that is loaded again could not be loaded before.
  private var lastReason: String?
  /// The oldest message when the last page was asked for. A page that leaves it the oldest brought
  /// nothing, and asking again would never end.
  private var asked: ChatMessage?

  isolated deinit { task?.cancel() }

  /// Begins anew; nil: there is nothing to load.
  func start(_ load: Load?) {
    task?.cancel()
    (task, lastReason, asked) = (nil, nil, nil)
    self.load = load
    phase = load == nil ? .none : .waiting
    onMark?()
  }

  /// Asks for a page if the view is near the oldest message, or will soon be.
  ///
  /// - Parameters:
  ///   - offset: device pixels between the list's beginning and the view.
  ///   - height: of the view, device pixels.
  ///   - velocity: device pixels a second, negative towards the oldest message.
  ///   - oldest: the first message of that list.
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

  /// Asks for a page that failed again.
  func retry() {
    guard case .failed(let reason) = phase, let oldest = asked else { return }
    lastReason = reason
    asked = nil
    ask(before: oldest)
    onMark?()
  }

  /// Loads the page before the oldest message, wherever the view is, or waits for the one that is
  /// on its way.
  ///
  /// - Returns: false where nothing was loaded: there is no older message, or it failed.
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
        // Another source is asked by now, or none.
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

  /// An error's own description; Foundation has the words of its errors among their facts.
  static func words(for error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription
      ?? (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String ?? "\(error)"
  }

  private func end() {
    phase = .none
    onMark?()
  }

  // MARK: What is shown

  /// What stands before the oldest message: that older ones are being loaded, or why that failed.
  /// Nil once there are none.
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

/// Makes a message the mark of ``OlderPages``.
struct OlderMark: ChatAttachment {
  let state: UnloadedState
  var summary: String { "" }
}

/// The rows of a chat view: those of its messages, and the mark before the oldest one.
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
    // To the oldest message, what is before it is unknown.
    let before = previous?.id == OlderPages.markID ? nil : previous
    return base.rows(for: message, previous: before, next: next)
  }
}
