public import LugeCore
public import LugeEngine
import LugeWords

/// Facts about a message that change after it was sent.
public struct MessageFacts: Hashable, Sendable {
  public var state: DeliveryState?
  /// People who have read as far as this message, the latest first.
  public var readers: [ChatAuthor]

  public init(state: DeliveryState? = nil, readers: [ChatAuthor] = []) {
    self.state = state
    self.readers = readers
  }
}

/// Delivery states and read receipts of a conversation, stored apart from its messages. However
/// many change, no row is laid out, drawn or moved; only marks in view are drawn.
///
/// ```swift
/// let facts = ChatFacts(appearance: configuration.appearance)
/// facts.serve(engine)                                   // ChatView does this
/// facts.setState(.sent, of: message.id)                 // from any thread
/// facts.markRead(by: anna, upTo: message.id)
/// ```
///
/// Messages with ``ChatMessage/tracksState`` have slots for these marks.
///
/// Thread-safe: all fields are behind one lock, which is not held during calls to other code. A
/// change is seen in the next frame; several changes cost one frame.
public final class ChatFacts: RowDecorator, Sendable {
  fileprivate struct State {
    var facts: [ItemID: MessageFacts] = [:]
    /// Message of each person's receipt, by the author's id.
    var places: [Int64: ItemID] = [:]
    /// Number that grows when ``places`` changes.
    var placesVersion = 0
    /// Messages that show the receipts of others, the latest of those first.
    var hosts: [ItemID: [ItemID]] = [:]
    /// Authors of messages with receipts: who wrote a message is not shown as its reader.
    var authors: [ItemID: Int64] = [:]

    /// Returns a message's own facts, with the receipts that it shows for others.
    func shown(at message: ItemID) -> MessageFacts {
      var shown = facts[message] ?? MessageFacts()
      if let author = authors[message] { shown.readers.removeAll { $0.id == author } }
      if let guests = hosts[message] {
        shown.readers = guests.flatMap { facts[$0]?.readers ?? [] } + shown.readers
      }
      return shown
    }
  }

  private let appearance: ChatAppearance
  private let state = DecorationState(State())

  public init(appearance: ChatAppearance = ChatAppearance()) { self.appearance = appearance }

  /// Shows the facts in the slots of an engine's rows. Call it on the engine's thread.
  public func serve(_ engine: ListEngine) {
    state.serve(engine)
    engine.decorator = self
  }

  /// The facts of a message.
  public subscript(message: ItemID) -> MessageFacts {
    state.read { $0.facts[message] } ?? MessageFacts()
  }

  /// Returns the facts of a message, with the receipts that it shows for others.
  package func shown(at message: ItemID) -> MessageFacts { state.read { $0.shown(at: message) } }

  /// Messages that have receipts, and a number that changes with them.
  package var receipts: (version: Int, messages: Set<ItemID>) {
    state.read { ($0.placesVersion, Set($0.places.values)) }
  }

  /// The number of ``receipts`` only.
  package var receiptsVersion: Int { state.read(\.placesVersion) }

  /// Sets which messages show the receipts of others that cannot show their own, because they were
  /// deleted or have no place for them. Replaces the previous setting; the facts themselves stay.
  ///
  /// - Parameter authors: the authors' ids of messages that have receipts.
  package func showReceipts(of guests: [ItemID: [ItemID]], authors: [ItemID: Int64]) {
    guard state.read({ $0.hosts != guests || $0.authors != authors }) else { return }
    state.change { state in
      state.hosts = guests
      state.authors = authors
    }
  }

  /// Sets the state of messages; nil removes their marks.
  public func setState(_ state: DeliveryState?, of messages: ItemID...) {
    setState(state, of: messages)
  }

  public func setState(_ state: DeliveryState?, of messages: some Sequence<ItemID>) {
    self.state.change { facts in
      for message in messages { facts.facts[message, default: MessageFacts()].state = state }
    }
  }

  /// Forgets the states of messages that are not in the list any more, for programs that show a
  /// part of a large conversation at a time. Receipts stay.
  public func forgetStates(of messages: some Sequence<ItemID>) {
    self.state.change { facts in
      for message in messages {
        guard let known = facts.facts[message] else { continue }
        facts.facts[message] = known.readers.isEmpty ? nil : MessageFacts(readers: known.readers)
      }
    }
  }

  /// Number of messages with a state or receipts.
  package var count: Int { state.read(\.facts.count) }

  /// Sets the state of the user's messages up to a message, which may be somebody else's, because
  /// servers report "read up to here".
  ///
  /// It goes backwards from that message and ends at the first one that already has this state or a
  /// later one. Messages that failed, and earlier ones that are still being sent, stay as they are.
  ///
  /// - Parameter messages: from the oldest to the newest; of the user's messages only those with
  ///   ``ChatMessage/tracksState`` count.
  /// - Complexity: O(messages after this one, and back to the last one that already has the state).
  public func setState(
    _ state: DeliveryState, upTo message: ItemID,
    in messages: some BidirectionalCollection<ChatMessage>
  ) {
    guard let last = messages.lastIndex(where: { $0.id == message }) else {
      return setState(state, of: message)
    }
    self.state.change { facts in
      for earlier in messages[...last].reversed() {
        guard earlier.isOutgoing, earlier.tracksState, earlier.failure == nil else { continue }
        let known = facts.facts[earlier.id]?.state
        if known == .sending, earlier.id != message { continue }
        if let known, known >= state { break }
        facts.facts[earlier.id, default: MessageFacts()].state = state
      }
    }
  }

  /// Moves a person's receipt to a message, up to which they have read. The ticks of messages are
  /// set by ``setState(_:upTo:in:)``.
  public func markRead(by reader: ChatAuthor, upTo message: ItemID) {
    state.change { state in
      state.removeReceipt(of: reader.id)
      state.places[reader.id] = message
      state.placesVersion &+= 1
      state.facts[message, default: MessageFacts()].readers.insert(reader, at: 0)
    }
  }

  /// Removes a person's receipt.
  public func removeReceipt(of reader: ChatAuthor) {
    state.change { $0.removeReceipt(of: reader.id) }
  }

  /// Sets all facts of a message; empty ones remove it.
  public func set(_ facts: MessageFacts, of message: ItemID) {
    state.change { state in
      for reader in state.facts[message]?.readers ?? [] { state.places[reader.id] = nil }
      for reader in facts.readers {
        state.removeReceipt(of: reader.id)
        state.places[reader.id] = message
      }
      state.placesVersion &+= 1
      state.facts[message] = facts
    }
  }

  /// Moves the facts of a message to its new id, which the server assigned.
  public func rename(_ old: ItemID, to new: ItemID) {
    guard old != new else { return }
    state.change { state in
      guard let facts = state.facts.removeValue(forKey: old) else { return }
      for reader in facts.readers { state.places[reader.id] = new }
      state.placesVersion &+= 1
      state.facts[new] = facts
    }
  }

  // MARK: Decorations and accessible text

  public func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    let facts = state.read { $0.shown(at: slot.item) }
    let style = appearance.style
    switch slot.part {
    case ChatSlot.state, ChatSlot.stateOverPicture:
      return facts.state.map {
        StateMark($0, style.colors, isOverPicture: slot.part == ChatSlot.stateOverPicture)
      }
    case ChatSlot.readersBeforeBubble, ChatSlot.readersAfterBubble:
      guard !facts.readers.isEmpty else { return nil }
      return ReadersMark(
        readers: facts.readers, style: style,
        leansRight: slot.part == ChatSlot.readersBeforeBubble)
    default: return nil
    }
  }

  /// Maximum number of people named in a hint.
  private static let namedPeople = 20

  /// Returns the hint of the mark in a slot: "Delivered", or "Read by Anna, Ben, Clara, +3"; nil if
  /// the slot shows nothing.
  public func hint(in slot: SlotKey) -> String? {
    let facts = state.read { $0.shown(at: slot.item) }
    let strings = appearance.strings
    switch slot.part {
    case ChatSlot.state, ChatSlot.stateOverPicture: return facts.state.map { strings.states[$0] }
    case ChatSlot.readersBeforeBubble, ChatSlot.readersAfterBubble:
      guard !facts.readers.isEmpty else { return nil }
      let names = facts.readers.prefix(Self.namedPeople).map {
        ForeignText.isolated(Clipping.singleLine(Clipping.prefix($0.name, bytes: 120)))
      }
      let rest = facts.readers.count - names.count
      return strings.readBy.filled([
        "name": (names + (rest > 0 ? ["+\(rest)"] : [])).joined(separator: ", ")
      ])
    default: return nil
    }
  }

  /// Returns a text like "Delivered" or "Read by Anna and Ben".
  ///
  /// - Parameter slots: the message's slots. Without one for the state, the state is not said: a
  ///   message that failed says so itself, also while it is being sent again.
  public func accessibleText(of message: ItemID, in slots: [SlotKey]) -> String? {
    let facts = state.read { $0.shown(at: message) }
    let strings = appearance.strings
    guard facts.readers.isEmpty else {
      return strings.naming(strings.readBy, people: facts.readers.map(\.name))
    }
    let stateSlots = [ChatSlot.state, ChatSlot.stateOverPicture]
    guard slots.contains(where: { $0.item == message && stateSlots.contains($0.part) }) else {
      return nil
    }
    return facts.state.map { strings.states[$0] }
  }
}

extension ChatFacts.State {
  fileprivate mutating func removeReceipt(of reader: Int64) {
    guard let place = places.removeValue(forKey: reader) else { return }
    placesVersion &+= 1
    facts[place]?.readers.removeAll { $0.id == reader }
    if facts[place] == MessageFacts() { facts[place] = nil }
  }
}
