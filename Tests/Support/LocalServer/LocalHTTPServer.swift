import Glibc
import Synchronization

/// A small HTTP/1.1 server on the loopback address, for measurements and tests: it serves the
/// responses of a closure, with the requested delays and errors.
///
/// Each connection has a thread, so that a delay is a sleep, and Swift's shared pool, which a test
/// on two cores would starve, is not needed. Connections are kept alive; requests are counted.
public final class LocalHTTPServer: Sendable {
  public struct Response: Sendable {
    public var status = 200
    public var headers: [(String, String)] = []
    public var body: [UInt8] = []
    /// Seconds before the first byte.
    public var delay = 0.0
    /// Number of bytes of the body after which the connection ends, although more were announced.
    public var cutAt: Int?
    /// Number of bytes of the body after which nothing is sent for a number of seconds.
    public var stall: (after: Int, seconds: Double)?
    /// Seconds before each byte of the body.
    public var trickle: Double?

    public init(status: Int = 200, body: [UInt8] = [], delay: Double = 0) {
      self.status = status
      self.body = body
      self.delay = delay
    }
  }

  public struct Request: Sendable {
    public var method: String
    /// Path, including the query.
    public var path: String
    /// Headers by names in lower case.
    public var headers: [String: String]
    public var body: [UInt8]
  }

  public struct Counts: Hashable, Sendable {
    public var connections = 0
    public var requests = 0
    /// Maximum number of requests at the same time.
    public var mostAtOnce = 0
    public var paths: [String] = []
  }

  private struct State {
    var counts = Counts()
    var atOnce = 0
    var connections: Set<Int32> = []
    var isStopped = false
  }

  /// Address such as `http://127.0.0.1:port`, without a slash at its end.
  public let address: String
  private let listener: Int32
  private let answer: @Sendable (Request) -> Response

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State())

  /// Starts a server whose responses depend only on the path.
  ///
  /// - Parameter answer: called on the connections' threads.
  /// - Throws: ``LocalHTTPServer/Failure``.
  public convenience init(
    answer: @escaping @Sendable (_ path: String) -> Response
  ) throws(Failure) {
    try self.init(answering: { answer($0.path) })
  }

  /// Starts a server.
  ///
  /// - Parameter answer: called on the connections' threads.
  /// - Throws: ``LocalHTTPServer/Failure``.
  @_disfavoredOverload
  public init(answering answer: @escaping @Sendable (Request) -> Response) throws(Failure) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw Failure(reason: reason)
    }
    self.listener = listener
    self.answer = answer
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    ServerThread.start { [self] in accept() }
  }

  /// Reason why a server could not be started.
  public struct Failure: Error, CustomStringConvertible {
    public let reason: String
    public var description: String { "no local server: \(reason)" }
  }

  public var counts: Counts { state.withLock { $0.counts } }

  /// Ends all connections and the server.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { break }
      let isWelcome = state.withLock { state in
        guard !state.isStopped else { return false }
        state.connections.insert(connection)
        state.counts.connections += 1
        return true
      }
      guard isWelcome else {
        close(connection)
        break
      }
      ServerThread.start { [self] in
        serve(connection)
        state.withLock { _ = $0.connections.remove(connection) }
        close(connection)
      }
    }
    close(listener)
  }

  private func serve(_ connection: Int32) {
    var on: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(4))
    var received: [UInt8] = []
    while let request = Self.nextRequest(connection, &received) {
      state.withLock { state in
        state.counts.requests += 1
        state.counts.paths.append(request.path)
        state.atOnce += 1
        state.counts.mostAtOnce = max(state.counts.mostAtOnce, state.atOnce)
      }
      let response = answer(request)
      Self.sleep(response.delay)
      state.withLock { $0.atOnce -= 1 }
      guard Self.send(response, to: connection) else { return }
    }
  }

  private static func nextRequest(_ connection: Int32, _ received: inout [UInt8]) -> Request? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = received.firstRange(of: end) {
        let head = String(decoding: received[..<place.lowerBound], as: UTF8.self)
        received.removeSubrange(..<place.upperBound)
        guard var request = request(head) else { return nil }
        let count = request.headers["content-length"].flatMap { Int($0) } ?? 0
        while received.count < count { guard receive(connection, &received) else { return nil } }
        request.body = Array(received.prefix(count))
        received.removeFirst(count)
        return request
      }
      // The beginning of TLS, which this server does not support.
      guard received.first != 0x16, received.count < 65_536, receive(connection, &received) else {
        return nil
      }
    }
  }

  private static func request(_ head: String) -> Request? {
    let lines = head.split(separator: "\r\n")
    let parts = lines.first?.split(separator: " ") ?? []
    guard parts.count >= 2 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    return Request(
      method: String(parts[0]), path: String(parts[1]), headers: headers, body: [])
  }

  private static func receive(_ connection: Int32, _ received: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = recv(connection, &buffer, buffer.count, 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      received += buffer[..<got]
      return true
    }
  }

  private static func send(_ response: Response, to connection: Int32) -> Bool {
    var head = "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "No")\r\n"
    head += "Content-Length: \(response.body.count)\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    head += "\r\n"
    guard send(Array(head.utf8)[...], to: connection) else { return false }
    if let stall = response.stall {
      guard send(response.body.prefix(stall.after), to: connection) else { return false }
      sleep(stall.seconds)
      return send(response.body.dropFirst(stall.after), to: connection)
    }
    if let pause = response.trickle {
      for byte in response.body {
        sleep(pause)
        guard send([byte], to: connection) else { return false }
      }
      return true
    }
    let isSent = send(response.body.prefix(response.cutAt ?? .max), to: connection)
    return isSent && response.cutAt == nil
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to connection: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  private static func sleep(_ seconds: Double) {
    if seconds > 0 { usleep(UInt32(min(seconds, 3600) * 1e6)) }
  }
}

/// Starts detached threads.
enum ServerThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    let failed = pthread_create(
      &thread, nil,
      { body in
        guard let body else { return nil }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, body)
    if failed == 0 { pthread_detach(thread) } else { Unmanaged<Body>.fromOpaque(body).release() }
  }
}
