import CCurl
import Dispatch
import Foundation
import LugeThreads
import Synchronization

/// The thread that communicates with servers.
///
/// `@unchecked Sendable`: only the thread in ``run()`` uses `client` and `transfers`. Data from
/// other threads is protected by the lock, as is the client's pointer, which they read for
/// `lcu_wake`, the only function of libcurl that may be called on any thread.
final class HTTPWorker: @unchecked Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPProblem>) -> Void

  enum Command {
    case start(HTTPTicket, HTTPRequest, Completion)
    case cancel(HTTPTicket)
  }

  /// A running request, with the part of its response received so far.
  private final class Transfer {
    let ticket: HTTPTicket
    let request: HTTPRequest
    let completion: Completion
    var handle: UnsafeMutableRawPointer?
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var isTooLarge = false

    init(_ ticket: HTTPTicket, _ request: HTTPRequest, _ completion: @escaping Completion) {
      self.ticket = ticket
      self.request = request
      self.completion = completion
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
      isTooLarge = body.count + bytes.count > request.maxBytes
      if !isTooLarge { body.append(contentsOf: bytes) }
      return !isTooLarge
    }

    func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
      let line = String(decoding: bytes, as: UTF8.self)
      // The headers of a further response begin again, for instance after "100 Continue".
      if line.hasPrefix("HTTP/") { headers = [:] }
      guard let colon = line.firstIndex(of: ":"), headers.count < 200 else { return }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private struct Shared {
    var commands: [Command] = []
    var client: UInt = 0
    var isRunning = false
    var isEnded = false
  }

  private let userAgent: String
  private let connectSeconds: Double
  private let stallSeconds: Int
  private let sleep = DispatchSemaphore(value: 0)

  // MARK: Mutable State (under the lock; the rest of the thread)

  private let shared = Mutex(Shared())
  private var client: OpaquePointer?
  private var transfers: [ObjectIdentifier: Transfer] = [:]

  init(userAgent: String, connectSeconds: Double, stallSeconds: Int) {
    self.userAgent = userAgent
    self.connectSeconds = connectSeconds
    self.stallSeconds = stallSeconds
  }

  /// Queues a command; callable on any thread.
  func submit(_ command: Command) {
    let starts = shared.withLock { shared in
      shared.commands.append(command)
      defer { shared.isRunning = true }
      if shared.client != 0, let client = OpaquePointer(bitPattern: shared.client) {
        lcu_wake(client)
      }
      return !shared.isRunning
    }
    sleep.signal()
    if starts {
      BackgroundThread.start(name: "luge-http", stackBytes: 512 << 10) { [self] in run() }
    }
  }

  /// Ends the thread; no more responses are expected.
  func end() {
    shared.withLock { shared in
      shared.isEnded = true
      if let client = OpaquePointer(bitPattern: shared.client) { lcu_wake(client) }
    }
    sleep.signal()
  }

  private func run() {
    client = lcu_client_new(16, 8)
    shared.withLock { $0.client = UInt(bitPattern: client) }
    while true {
      let (commands, isEnded) = shared.withLock { shared in
        defer { shared.commands = [] }
        return (shared.commands, shared.isEnded)
      }
      for command in commands {
        switch command {
        case .start(let ticket, let request, let completion):
          start(Transfer(ticket, request, completion))
        case .cancel(let ticket): cancel(ticket)
        }
      }
      if isEnded, transfers.isEmpty { break }
      if let client, !transfers.isEmpty {
        // A signal also wakes libcurl; remaining signals are consumed here.
        while sleep.wait(timeout: .now()) == .success {}
        lcu_perform(client, 1000)
        takeEnds(client)
      } else {
        sleep.wait()
      }
    }
    shared.withLock { $0.client = 0 }
    if let client { lcu_client_free(client) }
    client = nil
  }

  private func start(_ transfer: Transfer) {
    guard !transfer.ticket.isCancelled else { return transfer.completion(.failure(.cancelled)) }
    guard let client else { return transfer.completion(.failure(.noClient)) }
    let request = transfer.request
    let lines = request.headers.map { strdup("\($0.name): \($0.value)") }
    defer { for line in lines { free(line) } }
    let handle = request.url.withCString { url in
      userAgent.withCString { agent in
        request.method.rawValue.withCString { method in
          lines.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer { headers in
            (request.body ?? []).withUnsafeBytes { body in
              var call = lcu_call()
              call.base = lcu_request(
                url: url, user_agent: agent, connect_ms: Self.milliseconds(connectSeconds),
                stall_s: request.stallSeconds,
                // The first byte of the response must not extend the request's own timeout.
                body_stall_s: request.stallSeconds > 0 ? 0 : stallSeconds,
                total_ms: Self.milliseconds(request.totalSeconds),
                max_bytes: Int64(request.maxBytes))
              call.method = method
              call.stays_outside = request.staysOutside ? 1 : 0
              call.headers = headers.baseAddress
              call.header_count = headers.count
              // An empty body is still a body.
              call.body = request.body == nil ? nil : body.baseAddress ?? UnsafeRawPointer(url)
              call.body_count = body.count
              call.on_header = { context, bytes, count in
                guard let context else { return 0 }
                Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                  .receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count))
                return count
              }
              if request.onSent != nil {
                call.on_sent = { context, sent, total in
                  guard let context else { return }
                  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                    .request.onSent?(sent, total)
                }
              }
              return lcu_start_call(
                client, &call,
                { context, bytes, count in
                  guard let context else { return 0 }
                  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                  return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: count))
                    ? count : 0
                }, Unmanaged.passUnretained(transfer).toOpaque())
            }
          }
        }
      }
    }
    guard let handle else { return transfer.completion(.failure(.badAddress(request.url))) }
    transfer.handle = handle
    transfers[ObjectIdentifier(transfer)] = transfer
  }

  private func cancel(_ ticket: HTTPTicket) {
    guard let transfer = transfers.values.first(where: { $0.ticket === ticket }) else { return }
    transfers[ObjectIdentifier(transfer)] = nil
    if let client, let handle = transfer.handle { lcu_stop(client, handle) }
    transfer.completion(.failure(.cancelled))
  }

  private func takeEnds(_ client: OpaquePointer) {
    var end = lcu_end()
    while lcu_next_end(client, &end) != nil {
      guard let context = end.context else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      transfers[ObjectIdentifier(transfer)] = nil
      transfer.completion(Self.result(of: transfer, &end))
    }
  }

  private static func result(
    of transfer: Transfer, _ end: inout lcu_end
  ) -> Result<HTTPResponse, HTTPProblem> {
    let reason = withUnsafeBytes(of: &end.reason) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let limit = transfer.request.maxBytes
    if transfer.isTooLarge { return .failure(.tooLarge(limit: limit)) }
    switch end.outcome {
    case lcu_done:
      return .success(
        HTTPResponse(status: end.status, headers: transfer.headers, body: transfer.body))
    case lcu_bad_address: return .failure(.badAddress(transfer.request.url))
    case lcu_unreachable: return .failure(.unreachable(host: host(of: transfer.request.url)))
    case lcu_timed_out: return .failure(.timedOut)
    case lcu_insecure: return .failure(.insecure(reason))
    case lcu_too_large: return .failure(.tooLarge(limit: limit))
    case lcu_cut: return .failure(.cut)
    default: return .failure(.failed(reason))
    }
  }

  /// Returns the host of an address, for messages only.
  private static func host(of address: String) -> String {
    let rest = address.split(separator: "://", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(max(0, min(seconds, 1e6) * 1000))
  }
}
