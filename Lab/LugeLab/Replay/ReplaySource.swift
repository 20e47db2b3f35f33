import LugeChat
import LugeCore
import LugeEngine
import LugeSamples
import Synchronization

/// Generated conversation, loaded through a simulated network that is as slow as the trace says.
struct ReplaySource: IndexedSource {
  /// Identifiers of the messages, oldest first. A message's content depends only on its identifier,
  /// the seed, and how often it was edited.
  var ids: [Int64]
  /// Number of edits of each edited message, by its identifier.
  var edits: [Int64: Int] = [:]
  let seed: UInt64
  let network: ReplayNetwork

  var count: Int { ids.count }

  func items(at positions: Range<Int>) async throws -> [ChatMessage] {
    await network.wait(items: positions.count)
    return positions.map { message(ids[$0]) }
  }

  func id(of item: ChatMessage) -> ItemID { item.id }

  var provider: FactoryRowProvider<ReplaySource, ChatRowFactory> {
    FactoryRowProvider(
      source: self, factory: ChatRowFactory(ChatConfiguration(isGroup: false)))
  }

  private static let words = [
    "the", "tram", "was", "late", "again", "so", "we", "walked", "along", "the", "river", "and",
    "bought", "bread", "on", "the", "way", "home", "yesterday", "evening",
  ]

  func message(_ id: Int64) -> ChatMessage {
    let edit = edits[id] ?? 0
    var random = Xoshiro256(seed: seed, stream: UInt64(bitPattern: id) &* 31 &+ UInt64(edit))
    // Short messages are the most common, as in any chat.
    let share = Double(random.next() % 1000) / 1000
    let count = 1 + Int(share * share * share * 60)
    var text = (0..<count).map { _ in Self.words[Int(random.next() % 20)] }.joined(separator: " ")
    var media: [ChatMedia] = []
    if random.next() % 12 == 0 {
      let key = "picture-\(random.next() % 64)"
      media = [
        ChatMedia(
          kind: .photo, imageKey: ImageKey(key), pixelSize: PixelSize(width: 640, height: 480))
      ]
      if random.next() % 2 == 0 { text = "" }
    }
    return ChatMessage(
      id: ItemID(id), revision: Revision(UInt64(edit)),
      author: ChatAuthor(id: Int64(random.next() % 2), name: "Anna"),
      isOutgoing: random.next() % 2 == 0, time: 1_700_000_000 + id * 400,
      text: StyledText(text), media: media)
  }
}

/// Simulated network between a ``ReplaySource`` and its list: delays answers in virtual time.
final class ReplayNetwork: Sendable {
  private let clock: VirtualTime
  private let rates: ReplayRates
  private let seconds = Mutex(0.0)

  init(_ clock: VirtualTime, _ rates: ReplayRates) {
    self.clock = clock
    self.rates = rates
  }

  func setDelay(_ delay: Double) { seconds.withLock { $0 = delay } }

  func wait(items: Int) async {
    let now = clock.workTime
    clock.charge(rates.costs(at: now).fetchItem * Double(items))
    // A measured delay is the whole time that the source took; its items cost nothing then.
    let delay = rates.answer(at: now) ?? seconds.withLock { $0 }
    if delay > 0 { await clock.sleep(seconds: delay) }
  }
}

/// Decodes pictures in virtual time: one after the other, of those that a list requests at the
/// moment the first that is not there yet. A picture that is no longer requested is not decoded.
final class ReplayPictures: Sendable {
  private struct State {
    var ready: Set<ImageKey> = []
    /// Pictures that the list requested last, nearest first.
    var requested: [ImageKey] = []
    var isDecoding = false
    var inView: Set<ImageKey> = []
    var delay = 0.02
  }

  private let clock: VirtualTime
  private let state = Mutex(State())

  init(_ clock: VirtualTime) { self.clock = clock }

  func setDelay(_ seconds: Double) { state.withLock { $0.delay = seconds } }

  func serve(_ engine: ListEngine) {
    let arrived = engine.imageArrivals
    engine.onImageRequests = { [self] requests in request(requests, arrived) }
  }

  /// Takes on what a list requests, in place of what it requested before.
  ///
  /// - Parameter arrived: called with each picture when it is decoded.
  func request(
    _ requests: [ListImageRequest], _ arrived: @escaping @Sendable (Set<ImageKey>) -> Void
  ) {
    state.withLock { state in
      state.requested = requests.map(\.key)
      state.inView = Set(requests.filter { $0.distance == 0 }.map(\.key))
    }
    decodeNext(arrived)
  }

  private func decodeNext(_ arrived: @escaping @Sendable (Set<ImageKey>) -> Void) {
    let next = state.withLock { state -> (key: ImageKey, delay: Double)? in
      guard !state.isDecoding, let key = state.requested.first(where: { !state.ready.contains($0) })
      else { return nil }
      state.isDecoding = true
      return (key, state.delay)
    }
    guard let next else { return }
    clock.after(next.delay) { [self] in
      state.withLock { state in
        state.ready.insert(next.key)
        state.isDecoding = false
      }
      arrived([next.key])
      decodeNext(arrived)
    }
  }

  /// Pictures in view that are not decoded yet.
  var late: Set<ImageKey> { state.withLock { $0.inView.subtracting($0.ready) } }
}
