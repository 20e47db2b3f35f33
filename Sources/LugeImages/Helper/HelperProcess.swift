import CImageSupport
import Glibc
import LugeCore
import LugeThreads

/// A running `luge-decode`, the program that reads untrusted files, so that no file can crash, fill
/// up or block this program.
///
/// It is started when the first picture is decoded, confines itself (`lis_confine`), is killed on a
/// timeout, and is replaced by its owner when it has died.
///
/// `@unchecked Sendable`: only the current holder uses a helper; ``HelperDecoder`` lends it out and
/// takes it back under its lock.
final class HelperProcess: @unchecked Sendable {
  private let path: String
  private let memory: SharedMemory

  // MARK: Mutable State (of the one who holds it)

  private var socket: MessageSocket
  private(set) var process: pid_t
  private(set) var isAlive = true
  /// Whether the process has reported that it is ready.
  private var isReady = false
  /// Whether the process has loaded the libraries of all formats. It must do so at its start,
  /// because later it is confined and can open nothing.
  private(set) var hasAllLibraries: Bool

  /// Limits within which a started helper must report.
  static let startLimits = HelperTimeout.Limits(
    work: 10_000_000_000, silence: 30_000_000_000, total: 600_000_000_000)
  /// Milliseconds between two checks of its progress.
  private static let startStep: Int32 = 100
  /// Seconds beyond its time limit after which a helper is killed; it checks the limit itself.
  private static let grace = 0.2
  /// Maximum time without any progress of the helper, as a multiple of a picture's time limit, and
  /// at least this many seconds. It is long, because the helper has the lowest priority on the
  /// machine.
  private static let silenceFactor = 10.0
  private static let leastSilence = 2.0
  /// Maximum wall time of a decode, as a multiple of a picture's time limit.
  private static let longest = 120.0
  /// Milliseconds between two checks whether the decode was cancelled.
  private static let step: Int32 = 10

  /// Starts the program; call ``awaitReady()`` before the first request.
  init(path: String, withAllLibraries: Bool = false) throws(ImageError) {
    guard let memory = SharedMemory() else {
      throw .noDecoder(reason: "no shared memory: \(Self.words(errno))")
    }
    self.path = path
    self.memory = memory
    hasAllLibraries = withAllLibraries
    (process, socket) = try Self.start(path, memory, withAllLibraries)
  }

  /// Replaces the process by one that has all libraries and uses the same memory, which still
  /// contains the file.
  func loadAllLibraries() throws(ImageError) {
    guard !hasAllLibraries || !isAlive else { return }
    end()
    (process, socket) = try Self.start(path, memory, true)
    (isAlive, isReady, hasAllLibraries) = (true, false, true)
    try awaitReady()
  }

  /// Waits until the process has reported, which it does once it is confined.
  ///
  /// - Throws: ``ImageError/noDecoder(reason:)``; then the process has ended.
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

  /// Kills a process.
  ///
  /// - Returns: its exit status, as from `waitpid`.
  @discardableResult
  private static func kill(_ process: pid_t) -> Int32 {
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  deinit { end() }

  /// Kills the process at once.
  func end() {
    guard isAlive else { return }
    isAlive = false
    close(socket.descriptor)
    Self.kill(process)
  }

  /// Puts a file into the memory that the helper reads.
  ///
  /// - Parameters:
  ///   - count: maximum number of bytes.
  ///   - fill: gets memory of this size and returns the number of bytes it has filled.
  /// - Returns: the number of bytes filled.
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
  ///   - request: its file has been put into memory (``place(_:_:)``).
  ///   - watch: has been started; checked every 10 ms while the helper works.
  /// - Throws: ``ImageError/decoderDied`` when the helper crashed, or the error that it reports.
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
    // With this status, the next helper reads the same file.
    if reply.status != .needsLibraries { memory.release(input: request.byteCount, output: 0) }
    // Copy the bytes before checking them, because the helper can still write there.
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

  /// Nanoseconds of CPU time that the helper has used so far.
  var worked: UInt64 { Self.worked(by: process) }

  /// Returns the nanoseconds of CPU time that a process has used; 0 if it has ended.
  static func worked(by process: pid_t) -> UInt64 {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }

  /// Returns the pixels of a reply, which is checked against the request.
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

  /// Returns the first bytes of the file that was placed.
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
  /// Limits in nanoseconds: of CPU time, of wall time without progress, and of wall time in total.
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

  /// Starts the timeout.
  ///
  /// - Parameters:
  ///   - worked: nanoseconds of CPU time that the helper has used so far.
  ///   - now: nanoseconds of a monotonic clock.
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
