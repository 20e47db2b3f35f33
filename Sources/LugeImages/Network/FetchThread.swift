import CCurl
import Dispatch
import LugeCore
import LugeThreads
import Synchronization

/// The thread that fetches: starts transfers, takes in what comes, ends those that are unwanted.
///
/// `@unchecked Sendable`: `client` and `transfers` are touched by the thread in ``run()`` alone.
/// The one thing others do is ``wake()``, which reads the client's pointer under the lock that also
/// guards its end; libcurl allows a wake-up from any thread.
final class FetchThread: @unchecked Sendable {
  /// A transfer that is under way, and what came of it so far.
  private final class Transfer {
    let order: FetchQueue.Order
    var handle: UnsafeMutableRawPointer?
    var bytes: [UInt8] = []
    /// Why no more is wanted.
    var refusal: ImageError?
    /// What came is all that is wanted.
    var isEnough = false
    private let content: HTTPImageFetcher.Content

    init(_ order: FetchQueue.Order, _ content: HTTPImageFetcher.Content) {
      self.order = order
      self.content = content
    }

    func receive(_ more: UnsafeRawBufferPointer) -> Bool {
      switch content {
      case .pictures: receive(ofPicture: more)
      case .beginningsOfPages: receive(ofPage: more)
      }
    }

    private func receive(ofPage more: UnsafeRawBufferPointer) -> Bool {
      bytes.append(contentsOf: more.prefix(max(0, order.limit - bytes.count)))
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let beginning = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
      // What is no page says so with its first sign: a film is not fetched to the limit.
      if let first = beginning.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<") {
        refusal = .unsupportedFormat
      }
      isEnough = bytes.count >= order.limit
      return refusal == nil && !isEnough
    }

    private func receive(ofPicture more: UnsafeRawBufferPointer) -> Bool {
      let checked = bytes.count >= ImageFormat.sniffedBytes
      bytes.append(contentsOf: more)
      if bytes.count > order.limit {
        refusal = .tooManyBytes(bytes.count, limit: order.limit)
      } else if !checked, bytes.count >= ImageFormat.sniffedBytes {
        let beginning = Array(bytes.prefix(ImageFormat.sniffedBytes))
        // A video or a web page is not fetched to its end.
        if ImageFormat(beginning) == nil { refusal = .unknown(beginning) }
      }
      return refusal == nil
    }
  }

  private let queue: FetchQueue
  private let sleep = DispatchSemaphore(value: 0)

  // MARK: Mutable State (the pointer under its lock, the rest of the thread)

  private let shared = Mutex<UInt>(0)
  private var client: OpaquePointer?
  private var transfers: [Int: Transfer] = [:]

  init(queue: FetchQueue) { self.queue = queue }

  /// From any thread.
  func wake() {
    sleep.signal()
    shared.withLock { if let client = OpaquePointer(bitPattern: $0) { lcu_wake(client) } }
  }

  func run() {
    client = lcu_client_new(
      queue.configuration.connections, queue.configuration.connectionsPerHost)
    shared.withLock { $0 = UInt(bitPattern: client) }
    while true {
      switch queue.next(now: Self.now) {
      case .start(let order): start(order)
      case .cancelled(let orders): cancel(orders)
      case .end(let orders):
        cancel(orders)
        shared.withLock { $0 = 0 }
        if let client { lcu_client_free(client) }
        return
      case .wait(let time): wait(until: time)
      }
    }
  }

  private static var now: UInt64 { MonotonicClock.nanoseconds }

  private func wait(until time: UInt64?) {
    let now = Self.now
    let milliseconds = time.map { $0 > now ? Int32(clamping: ($0 - now) / 1_000_000 + 1) : 0 }
    guard let client, !transfers.isEmpty else {
      if let milliseconds {
        _ = sleep.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
      } else {
        sleep.wait()
      }
      return
    }
    // Whoever signals also wakes libcurl; the signals are used up here.
    while sleep.wait(timeout: .now()) == .success {}
    lcu_perform(client, min(1000, milliseconds ?? 1000))
    takeEnds(client)
  }

  private func start(_ order: FetchQueue.Order) {
    guard let client else { return fail(order, .noClient) }
    let settings = queue.configuration
    let transfer = Transfer(order, settings.content)
    let mostBytes = settings.content == .pictures ? Int64(order.limit) : Int64(Int32.max)
    let handle = order.key.source.withCString { url in
      settings.userAgent.withCString { agent in
        var request = lcu_request(
          url: url, user_agent: agent, connect_ms: Self.milliseconds(settings.connectSeconds),
          stall_s: max(1, settings.stallSeconds),
          total_ms: Self.milliseconds(settings.totalSeconds), max_bytes: mostBytes)
        return lcu_start(
          client, &request,
          { context, bytes, count in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
          }, Unmanaged.passUnretained(transfer).toOpaque())
      }
    }
    guard let handle else { return fail(order, .badAddress(order.key.source)) }
    transfer.handle = handle
    transfers[order.number] = transfer
  }

  private func fail(_ order: FetchQueue.Order, _ problem: NetworkProblem) {
    let ended = queue.ended(
      order.number, bytes: 0, connections: 0, problem: problem, retryAfter: nil, now: Self.now)
    ended?.completion(.failure(.network(problem)))
  }

  private func cancel(_ orders: [FetchQueue.Order]) {
    for order in orders {
      if let transfer = transfers.removeValue(forKey: order.number), let handle = transfer.handle,
        let client
      {
        lcu_stop(client, handle)
      }
      order.completion(.failure(.cancelled))
    }
  }

  private func takeEnds(_ client: OpaquePointer) {
    var end = lcu_end()
    while lcu_next_end(client, &end) != nil {
      guard let context = end.context else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      transfers[transfer.order.number] = nil
      finish(transfer, end)
    }
  }

  private func finish(_ transfer: Transfer, _ end: lcu_end) {
    let result = Self.result(of: transfer, end)
    var problem: NetworkProblem?
    if case .failure(.network(let found)) = result { problem = found }
    let order = queue.ended(
      transfer.order.number, bytes: transfer.bytes.count, connections: end.new_connections,
      problem: problem, retryAfter: end.retry_after_s > 0 ? Double(end.retry_after_s) : nil,
      now: Self.now)
    order?.completion(result)
  }

  private static func result(
    of transfer: Transfer, _ end: lcu_end
  ) -> Result<[UInt8], ImageError> {
    if let refusal = transfer.refusal { return .failure(refusal) }
    if transfer.isEnough { return .success(transfer.bytes) }
    var end = end
    let reason = withUnsafeBytes(of: &end.reason) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let address = transfer.order.key.source
    switch end.outcome {
    case lcu_done: return .success(transfer.bytes)
    case lcu_bad_address: return .failure(.network(.badAddress(address)))
    case lcu_unreachable: return .failure(.network(.unreachable(host: host(of: address))))
    case lcu_timed_out: return .failure(.network(.timedOut))
    case lcu_insecure: return .failure(.network(.insecure(reason)))
    case lcu_too_large:
      return .failure(.tooManyBytes(transfer.order.limit, limit: transfer.order.limit))
    case lcu_wrong_zone: return .failure(.network(.leadsInside))
    case lcu_refused: return .failure(.network(.status(end.status)))
    default: return .failure(.network(.failed(reason)))
    }
  }

  /// For words only.
  private static func host(of address: String) -> String {
    let rest = address.split(separator: "://", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(max(1, min(seconds, 1e6) * 1000))
  }
}
