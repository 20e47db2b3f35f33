import CCurl
import Dispatch
import LugeCore
import LugeThreads
import Synchronization

/// The download thread: starts transfers, receives their bytes, ends cancelled ones.
///
/// `@unchecked Sendable`: only the thread in ``run()`` accesses `client` and `transfers`. Other
/// threads only call ``wake()``, which reads the client's pointer under the lock that also guards
/// its end; libcurl allows a wake-up from any thread.
final class FetchThread: @unchecked Sendable {
  /// A running transfer, and the bytes it has received.
  private final class Transfer {
    let download: FetchQueue.Download
    var handle: UnsafeMutableRawPointer?
    var bytes: [UInt8] = []
    /// Reason why the transfer is stopped; nil while more bytes are wanted.
    var refusal: ImageError?
    /// Whether the received bytes are enough.
    var isEnough = false
    private let content: HTTPImageFetcher.Content

    init(_ download: FetchQueue.Download, _ content: HTTPImageFetcher.Content) {
      self.download = download
      self.content = content
    }

    func receive(_ more: UnsafeRawBufferPointer) -> Bool {
      switch content {
      case .pictures: receive(ofPicture: more)
      case .beginningsOfPages: receive(ofPage: more)
      }
    }

    private func receive(ofPage more: UnsafeRawBufferPointer) -> Bool {
      bytes.append(contentsOf: more.prefix(max(0, download.limit - bytes.count)))
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let beginning = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
      // Content other than a page shows in its first character; do not fetch a video up to the
      // limit.
      if let first = beginning.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<") {
        refusal = .unsupportedFormat
      }
      isEnough = bytes.count >= download.limit
      return refusal == nil && !isEnough
    }

    private func receive(ofPicture more: UnsafeRawBufferPointer) -> Bool {
      let checked = bytes.count >= ImageFormat.sniffedBytes
      bytes.append(contentsOf: more)
      if bytes.count > download.limit {
        refusal = .tooManyBytes(bytes.count, limit: download.limit)
      } else if !checked, bytes.count >= ImageFormat.sniffedBytes {
        let beginning = Array(bytes.prefix(ImageFormat.sniffedBytes))
        // Do not fetch a video or a web page to its end.
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

  /// Wakes the thread. Thread-safe.
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
      case .start(let download): start(download)
      case .cancelled(let downloads): cancel(downloads)
      case .stop(let unfinished):
        cancel(unfinished)
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
    // A wake-up also signals the semaphore; consume the remaining signals here.
    while sleep.wait(timeout: .now()) == .success {}
    lcu_perform(client, min(1000, milliseconds ?? 1000))
    takeEnds(client)
  }

  private func start(_ download: FetchQueue.Download) {
    guard let client else { return fail(download, .noClient) }
    let settings = queue.configuration
    let transfer = Transfer(download, settings.content)
    let mostBytes = settings.content == .pictures ? Int64(download.limit) : Int64(Int32.max)
    let handle = download.key.source.withCString { url in
      settings.userAgent.withCString { agent in
        var request = lcu_request(
          url: url, user_agent: agent, connect_ms: Self.milliseconds(settings.connectSeconds),
          stall_s: max(1, settings.stallSeconds), body_stall_s: 0,
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
    guard let handle else { return fail(download, .badAddress(download.key.source)) }
    transfer.handle = handle
    transfers[download.number] = transfer
  }

  private func fail(_ download: FetchQueue.Download, _ problem: NetworkProblem) {
    let ended = queue.ended(
      download.number, bytes: 0, connections: 0, problem: problem, retryAfter: nil, now: Self.now)
    ended?.completion(.failure(.network(problem)))
  }

  private func cancel(_ downloads: [FetchQueue.Download]) {
    for download in downloads {
      if let transfer = transfers.removeValue(forKey: download.number),
        let handle = transfer.handle,
        let client
      {
        lcu_stop(client, handle)
      }
      download.completion(.failure(.cancelled))
    }
  }

  private func takeEnds(_ client: OpaquePointer) {
    var end = lcu_end()
    while lcu_next_end(client, &end) != nil {
      guard let context = end.context else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      transfers[transfer.download.number] = nil
      finish(transfer, end)
    }
  }

  private func finish(_ transfer: Transfer, _ end: lcu_end) {
    let result = Self.result(of: transfer, end)
    var problem: NetworkProblem?
    if case .failure(.network(let found)) = result { problem = found }
    let download = queue.ended(
      transfer.download.number, bytes: transfer.bytes.count, connections: end.new_connections,
      problem: problem, retryAfter: end.retry_after_s > 0 ? Double(end.retry_after_s) : nil,
      now: Self.now)
    download?.completion(result)
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
    let address = transfer.download.key.source
    switch end.outcome {
    case lcu_done: return .success(transfer.bytes)
    case lcu_bad_address: return .failure(.network(.badAddress(address)))
    case lcu_unreachable: return .failure(.network(.unreachable(host: host(of: address))))
    case lcu_timed_out: return .failure(.network(.timedOut))
    case lcu_insecure: return .failure(.network(.insecure(reason)))
    case lcu_too_large:
      return .failure(.tooManyBytes(transfer.download.limit, limit: transfer.download.limit))
    case lcu_wrong_zone: return .failure(.network(.leadsInside))
    case lcu_refused: return .failure(.network(.status(end.status)))
    default: return .failure(.network(.failed(reason)))
    }
  }

  /// Returns the host of an address, for messages only.
  private static func host(of address: String) -> String {
    let rest = address.split(separator: "://", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(max(1, min(seconds, 1e6) * 1000))
  }
}
