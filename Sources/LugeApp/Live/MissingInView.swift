import LugeArchive
import LugeCore
import LugeLive

/// Requests what messages in view lack: the message that one quotes, the votes of a poll, the
/// picture of a person of whom the room's members tell nothing. Of each kind one at a time, so that
/// a long scroll asks for what is in view at its end before what it has passed.
@MainActor
final class MissingInView {
  private let account: LiveAccount
  private let room: ConversationID
  /// Whether the server answers.
  private var isLive: Bool
  /// Messages with rows in view.
  private let inView: @MainActor () -> [LiveMessage]
  /// Messages of the open thread.
  private let inThread: @MainActor () -> [LiveMessage]
  /// Called with the address of a person's picture; empty for none.
  private let onPicture: @MainActor (_ picture: String, _ person: String) -> Void
  /// Messages whose quotes are requested.
  private var quotes = OnceEach<ItemID>()
  /// People whose pictures are requested.
  private var people = OnceEach<String>()
  /// Polls whose votes are requested, by their events: once per connection.
  private var polls = OnceEach<String>()
  /// The rows in view at the last look; none after a message changed.
  private var lookedThrough: [RowID] = []

  init(
    _ account: LiveAccount, _ room: ConversationID, isLive: Bool,
    inView: @escaping @MainActor () -> [LiveMessage],
    inThread: @escaping @MainActor () -> [LiveMessage],
    onPicture: @escaping @MainActor (_ picture: String, _ person: String) -> Void
  ) {
    self.account = account
    self.room = room
    self.isLive = isLive
    self.inView = inView
    self.inThread = inThread
    self.onPicture = onPicture
  }

  /// Looks through the rows in view, unless these are the last look's.
  func look(through rows: [RowID]) {
    guard rows != lookedThrough else { return }
    lookedThrough = rows
    look()
  }

  /// Called when messages have changed: the rows in view are looked through again.
  func messagesChanged() { lookedThrough = [] }

  /// Called when the connection has changed. What failed without one is requested again.
  func connectionChanged(isLive: Bool) {
    self.isLive = isLive
    guard isLive else { return }
    polls.retryAll()
    quotes.retryFailed()
    people.retryFailed()
    look()
  }

  /// Called when a thread was opened beside the list.
  func threadOpened() { requestVotes(inView()) }

  private func look() {
    guard isLive else { return }
    let messages = inView()
    requestQuote(messages)
    requestPicture(messages)
    requestVotes(messages)
  }

  private func requestQuote(_ messages: [LiveMessage]) {
    let lacking = messages.lazy.filter { $0.stored.reply.map { $0.original == nil } == true }
    guard isLive, let id = quotes.begin(among: lacking.map(\.id)) else { return }
    let (account, room) = (account, room)
    Task { [weak self] in
      // Without a server the next one is of no use either.
      let isAnswered = (try? await account.bringQuote(of: id, in: room)) != nil
      guard let self else { return }
      quotes.end(id, failed: !isAnswered)
      if isAnswered { return requestQuote(inView()) }
      lookedThrough = []
    }
  }

  private func requestVotes(_ messages: [LiveMessage]) {
    func events(of items: [LiveMessage]) -> some Sequence<String> {
      items.lazy.filter { $0.poll != nil && $0.state == .sent }.map(\.event)
    }
    guard isLive,
      let event = polls.begin(among: events(of: messages))
        ?? polls.begin(among: events(of: inThread()))
    else { return }
    let (account, room) = (account, room)
    Task { [weak self] in
      try? await account.completePoll(event, in: room)
      guard let self else { return }
      polls.end(event)
      requestVotes(inView())
    }
  }

  private func requestPicture(_ messages: [LiveMessage]) {
    let unknown = messages.lazy.filter {
      !$0.isOwn && $0.picture == nil && $0.stored.kind == .message
    }
    guard isLive, let person = people.begin(among: unknown.map(\.sender)) else { return }
    let account = account
    Task { [weak self] in
      var found: String?
      var isPassing = false
      do {
        found = try await account.bringPicture(of: person)
      } catch {
        isPassing = (error as? LiveFailure)?.isPassing ?? false
      }
      guard let self else { return }
      people.end(person, failed: isPassing)
      if let found { onPicture(found, person) }
      // Without a server the next one is of no use either.
      if !isPassing { requestPicture(inView()) }
    }
  }
}
