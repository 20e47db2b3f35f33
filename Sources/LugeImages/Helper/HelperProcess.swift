import CImageSupport
import Glibc
import LugeCore
import LugeThreads

/// One running `luge-decode`: the program that reads what strangers wrote, so that nothing in a
/// file can take down, fill up or hold up this one.
///
/// Started when the first picture is decoded, confined by itself (`lis_confine`), killed when it
/// takes longer than it may, and replaced by its owner when it has died.
///
/// `@unchecked Sendable`: whoever holds a helper is the only one to use it; ``HelperDecoder`` hands
/// it out and takes it back under its lock.
final class HelperProcess: @unchecked Sendable {
  private let path: String
  private let memory: SharedMemory

  // MARK: Mutable State (of the one who holds it)

  private var socket: MessageSocket
  private(set) var process: pid_t
  private(set) var isAlive = true
  /// Whether it has reported.
  private var isReady = false
  /// Whether it has loaded what all formats take. Afterwards it can open nothing, so it is decided
  /// at its start.
  private(set) var hasAllLibraries: Bool

  /// Limits until a started helper must have reported.
  static let startLimits = HelperTimeout.Limits(
    work: 10_000_000_000, silence: 30_000_000_000, total: 600_000_000_000)
  /// Milliseconds between two looks at whether it gets on.
  private static let startStep: Int32 = 100
  /// Seconds that a helper may overrun its time before it is killed; it looks at the clock itself.
  private static let grace = 0.2
  /// Times as long as a picture's time that its helper may neither work nor answer, for it comes
  /// after everything else on the machine; and seconds in any case.
  private static let silenceFactor = 10.0
  private static let leastSilence = 2.0
  /// Times as long as a picture's time that its helper may be at it in all.
  private static let longest = 120.0
  /// Milliseconds between two looks at whether the picture is still wanted.
  private static let step: Int32 = 10

  /// Starts the program, which is asked something once it has reported (``awaitReady()``).
  init(path: String, withAllLibraries: Bool = false) throws(ImageError) {
    guard let memory = SharedMemory() else {
      throw .noDecoder(reason: "no shared memory: \(Self.words(errno))")
    }
    self.path = path
    self.memory = memory
    hasAllLibraries = withAllLibraries
    (process, socket) = try Self.start(path, memory, withAllLibraries)
  }

  /// Goes on with a new process that has all libraries, and with the same memory: the file stands
  /// there still.
  func loadAllLibraries() throws(ImageError) {
    guard !hasAllLibraries || !isAlive else { return }
    end()
    (process, socket) = try Self.start(path, memory, true)
    (isAlive, isReady, hasAllLibraries) = (true, false, true)
    try awaitReady()
  }

  /// Waits until the program has reported, which it does once it is confined.
  ///
  /// - Throws: ``ImageError/noDecoder(reason:)``; it has ended then.
  func awaitReady() throws(ImageError) {
    guard isAlive, !isReady else { return }
    isReady = Self.isReady(process, socket)
    guard !isReady else { return }
    isAlive = false
    close(socket.descriptor)
    let status = Self.kill(process)
    let isFree = status & 0x7F == 0 && status >> 8 & 0xFF == HelperExit.notConfined
    throw .noDecoder(
      reason: isFree ? "this system cannot confine \(path)" : "\(path) does not answer")
  }

  private static func start(
    _ path: String, _ memory: SharedMemory, _ withAllLibraries: Bool
  ) throws(ImageError) -> (pid_t, MessageSocket) {
    var ends: (Int32, Int32) = (-1, -1)
    let paired = withUnsafeMutablePointer(to: &ends) { pair in
      pair.withMemoryRebound(to: Int32.self, capacity: 2) { lis_socket_pair($0) }
    }
    guard paired == 0 else { throw .noDecoder(reason: "no socket: \(Self.words(errno))") }
    var process = pid_t()
    let mode = withAllLibraries ? "--serve-all" : "--serve"
    let problem = lis_spawn(path, mode, memory.descriptor, ends.1, &process)
    close(ends.1)
    guard problem == 0 else {
      close(ends.0)
      throw .noDecoder(reason: "\(path): \(Self.words(problem))")
    }
    return (process, MessageSocket(descriptor: ends.0))
  }

  private static func isReady(_ process: pid_t, _ socket: MessageSocket) -> Bool {
    var timeout = HelperTimeout(
      startLimits, worked: worked(by: process), now: MonotonicClock.nanoseconds)
    while true {
      switch socket.receive(count: HelperReply.wordCount, milliseconds: startStep) {
      case .message(let words): return HelperReply(words: words)?.status == .ready
      case .closed: return false
      case .nothingYet:
        let now = MonotonicClock.nanoseconds
        if timeout.isOver(worked: worked(by: process), now: now) { return false }
      }
    }
  }

  /// - Returns: how it ended, as `waitpid` says it.
  @discardableResult
  private static func kill(_ process: pid_t) -> Int32 {
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  deinit { end() }

  /// Ends the program, at once.
  func end() {
    guard isAlive else { return }
    isAlive = false
    close(socket.descriptor)
    Self.kill(process)
  }

  /// Puts a file into the memory that the helper reads.
  ///
  /// - Parameters:
  ///   - count: bytes at most.
  ///   - fill: is handed that much room and returns how much of it has been filled.
  /// - Returns: how many bytes that are.
  func place(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
  ) throws(ImageError) -> Int {
    guard count <= SharedMemory.inputCapacity else {
      throw .tooManyBytes(count, limit: SharedMemory.inputCapacity)
    }
    return try fill(UnsafeMutableRawBufferPointer(rebasing: memory.input.prefix(count)))
  }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameters:
  ///   - request: what it is about has been put into its place (``place(_:_:)``).
  ///   - watch: has been started; asked every 10 ms while the helper works.
  /// - Throws: ``ImageError/decoderDied`` when the helper died of it, and what the helper reports.
  func reply(
    to request: HelperRequest, watch: DecodeWatch
  ) throws(ImageError) -> HelperReply {
    guard isAlive else { throw .decoderDied }
    try awaitReady()
    memory.isCancelled = false
    guard socket.send(request.words) else {
      end()
      throw .decoderDied
    }
    let reply = try wait(limits: request.limits, watch: watch)
    // The next helper reads the same file.
    if reply.status != .needsLibraries { memory.release(input: request.byteCount, output: 0) }
    // Copied before they are looked at: the helper can still write there.
    let error = reply.error(request) { Array(memory.output.prefix($0)) }
    if let error { throw error }
    return reply
  }

  private func wait(limits: DecodeLimits, watch: DecodeWatch) throws(ImageError) -> HelperReply {
    let seconds = max(0, min(limits.seconds, 1e6))
    var timeout = HelperTimeout(
      .init(
        work: UInt64((seconds + Self.grace) * 1e9),
        silence: UInt64((seconds * Self.silenceFactor + Self.leastSilence) * 1e9),
        total: UInt64((seconds * Self.longest + Self.leastSilence) * 1e9)),
      worked: worked, now: MonotonicClock.nanoseconds)
    while true {
      switch socket.receive(count: HelperReply.wordCount, milliseconds: Self.step) {
      case .message(let words):
        guard let reply = HelperReply(words: words) else { break }
        return reply
      case .closed: break
      case .nothingYet:
        if watch.wasCancelled { memory.isCancelled = true }
        guard timeout.isOver(worked: worked, now: MonotonicClock.nanoseconds) else { continue }
        self.end()
        throw watch.wasCancelled ? .cancelled : .tookTooLong(limit: limits.seconds)
      }
      self.end()
      throw .decoderDied
    }
  }

  /// Nanoseconds that the helper has worked so far.
  var worked: UInt64 { Self.worked(by: process) }

  /// Nanoseconds that a program has worked; 0 for one that is gone.
  static func worked(by process: pid_t) -> UInt64 {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }

  /// The pixels of a reply, checked against what was asked for.
  func bitmap(_ reply: HelperReply, atMost size: PixelSize) throws(ImageError) -> Bitmap {
    let (width, height) = (reply.size.width, reply.size.height)
    guard reply.status == .pixels, width > 0, height > 0, width <= size.width,
      height <= size.height, width * height * 4 <= SharedMemory.outputCapacity,
      reply.hasValidFlags
    else { throw .unexpectedAnswer }
    let bitmap = Bitmap(size: reply.size, isPartial: reply.isPartial)
    bitmap.withMutablePixels { pixels in
      UnsafeMutableRawBufferPointer(pixels).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: memory.output.prefix(width * height * 4)))
    }
    memory.release(input: 0, output: width * height * 4)
    return bitmap
  }

  /// A file's first bytes, as they were placed.
  func placed(_ count: Int) -> [UInt8] { Array(memory.input.prefix(count)) }

  /// Reads numbers of 32 bits from the output area; fewer when it is smaller.
  func numbers(count: Int) -> [Int32] {
    let count = max(0, min(count, SharedMemory.outputCapacity / 4))
    return (0..<count).map { memory.output.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Timeout of a helper. Its CPU time counts first, because a busy machine schedules the helper
/// last.
struct HelperTimeout {
  /// Nanoseconds: of CPU time, of wall time without progress, and of wall time in all.
  struct Limits {
    var work: UInt64
    var silence: UInt64
    var total: UInt64
  }

  private let limits: Limits
  private let workedBefore: UInt64
  private let began: UInt64
  private var lastWork: UInt64
  private var lastWorkAt: UInt64

  /// - Parameters:
  ///   - worked: nanoseconds that it has worked so far.
  ///   - now: of a clock that is never set.
  init(_ limits: Limits, worked: UInt64, now: UInt64) {
    self.limits = limits
    workedBefore = worked
    began = now
    (lastWork, lastWorkAt) = (worked, now)
  }

  /// Returns whether the timeout has expired; to be polled.
  mutating func isOver(worked: UInt64, now: UInt64) -> Bool {
    if worked != lastWork { (lastWork, lastWorkAt) = (worked, now) }
    return worked > workedBefore &+ limits.work || now &- lastWorkAt > limits.silence
      || now &- began > limits.total
  }
}
