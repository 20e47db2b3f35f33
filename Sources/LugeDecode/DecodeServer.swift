import CConfinement
import CImageSupport
import Dispatch
import Glibc
import LugeCore
import LugeImages

/// Main loop of `luge-decode`: answers requests until the parent process closes the socket.
public enum DecodeServer {
  /// Maximum bytes of private memory. Input files and decoded pixels are in shared memory and do
  /// not count.
  private static let privateBytes = 320 << 20
  private static let niceness: Int32 = 15

  /// Replaces this process (`execv`) by a program that reads untrusted files, confined like the
  /// decoder. It gets twice the memory: video decoders keep several frames.
  ///
  /// - Parameter arguments: the program's path first. It may open libraries and the file at
  ///   descriptor `lis_piped_input`, nothing else.
  /// - Returns: the exit status, and only when the program could not be started.
  public static func execConfined(_ arguments: [String]) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    guard let name = pointers.first, let name else { return HelperExit.usage }
    lcf_set_rlimits(2 * privateBytes, niceness)
    guard lcf_landlock_program(name, Int32(lis_piped_input)) != lcf_failed,
      lcf_seccomp_program() == lcf_done
    else { return HelperExit.notConfined }
    execv(name, &pointers)
    return HelperExit.notFound
  }

  /// Runs the loop.
  ///
  /// - Parameter withAllLibraries: whether to load libvips. It cannot be loaded later, because the
  ///   confined process opens no files. Without it only plain photos, GIFs and WebP pictures are
  ///   decoded.
  /// - Returns: the exit status.
  public static func run(withAllLibraries: Bool) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    guard let memory = SharedMemory(descriptor: Int32(lis_helper_shared)) else {
      return HelperExit.noSharedMemory
    }
    // Set the limits before any library starts a thread, because threads inherit them.
    lcf_set_rlimits(privateBytes, niceness)
    VipsLibrary.settle(loading: withAllLibraries)
    // On kernels without Landlock, the filter of system calls alone forbids opening files.
    guard lcf_landlock_decoder() != lcf_failed, lcf_seccomp_decoder() == lcf_done else {
      return HelperExit.notConfined
    }
    let socket = MessageSocket(descriptor: Int32(lis_helper_socket))
    guard socket.send(HelperReply(.ready).words) else { return 0 }
    var answers = DecodeAnswers(memory: memory)
    while true {
      switch socket.receive(count: HelperRequest.wordCount, milliseconds: -1) {
      case .nothingYet: continue
      case .closed: return 0
      case .message(let words):
        guard let request = HelperRequest(words: words) else { return HelperExit.badRequest }
        guard socket.send(answers.answer(request).words) else { return 0 }
      }
    }
  }
}

/// Answers requests, and holds the open animations.
struct DecodeAnswers {
  let memory: SharedMemory
  private var animations: [Int: any AnimationDecoder] = [:]
  private var nextAnimation = 1

  /// Limits on the number of open animations and their bytes. Beyond them a request fails with
  /// `.tooMuchMemory`; the caller may close others and try again.
  private static let animationLimit = 64
  private static let animationBytes = 144 << 20

  init(memory: SharedMemory) { self.memory = memory }

  mutating func answer(_ request: HelperRequest) -> HelperReply {
    let reply = outcome(of: request)
    // libvips was needed and is not loaded: ask for a helper that has it, whatever the result was.
    return VipsLibrary.takeWasNeeded() ? HelperReply(.needsLibraries) : reply
  }

  private mutating func outcome(of request: HelperRequest) -> HelperReply {
    do throws(ImageError) {
      return try reply(request)
    } catch {
      // Copied, because the closure must not capture the mutable `self`.
      let memory = memory
      return HelperReply(error) { reason in
        let bytes = Array(reason.utf8.prefix(1000))
        bytes.withUnsafeBytes { memory.output.copyMemory(from: $0) }
        return bytes.count
      }
    }
  }

  /// CPU time of this process. Time limits count CPU time, not wall time, because a low-priority
  /// helper may wait for seconds on a busy machine.
  private static var cpuNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }

  private mutating func reply(_ request: HelperRequest) throws(ImageError) -> HelperReply {
    let file = UnsafeRawBufferPointer(rebasing: memory.input.prefix(request.byteCount))
    // Copied, because the closure must not capture the mutable `self`.
    let memory = memory
    let format = ImageFormat(Array(file.prefix(ImageFormat.sniffedBytes)))
    let watch = DecodeWatch(now: { Self.cpuNanoseconds }) { memory.isCancelled }
    watch.start(seconds: request.limits.seconds)
    switch request.kind {
    case .still:
      let bitmap = try PictureDecoder().decode(
        file, size: request.size, limits: request.limits, watch: watch)
      return try pixels(bitmap)
    case .openAnimation:
      let held = animations.values.reduce(0) { $0 + $1.heldBytes }
      let opened = try open(file, format, request.limits, watch)
      guard animations.count < Self.animationLimit,
        held + opened.heldBytes <= Self.animationBytes
      else { throw .tooMuchMemory(held + opened.heldBytes, limit: Self.animationBytes) }
      let number = nextAnimation
      nextAnimation += 1
      animations[number] = opened
      return try animation(number, opened)
    case .frame:
      guard let animation = animations[request.animation] else { return HelperReply(.notOpen) }
      return try pixels(
        animation.frame(
          request.frame, size: request.size, limits: request.limits, watch: watch))
    case .closeAnimation:
      animations[request.animation] = nil
      return HelperReply(.done)
    }
  }

  private func open(
    _ file: UnsafeRawBufferPointer, _ format: ImageFormat?, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> any AnimationDecoder {
    if format == .png { return try PNGAnimation(file, limits: limits) }
    if format == .gif, let small = try GIFAnimation(file, limits: limits, watch: watch) {
      return small
    }
    guard !watch.shouldStop else { throw watch.failure(limits, "stopped") }
    return try VipsAnimation(file, limits: limits, watch: watch)
  }

  private func pixels(_ bitmap: Bitmap) throws(ImageError) -> HelperReply {
    guard bitmap.byteCount <= memory.output.count else { throw .invalidSize(bitmap.size) }
    bitmap.withPixels { memory.output.copyMemory(from: UnsafeRawBufferPointer($0)) }
    var reply = HelperReply(.pixels)
    reply.size = bitmap.size
    reply.isPartial = bitmap.isPartial
    return reply
  }

  private func animation(
    _ number: Int, _ animation: any AnimationDecoder
  ) throws(ImageError) -> HelperReply {
    var reply = HelperReply(.animation)
    reply.size = animation.size
    reply.frameCount = animation.delays.count
    // Loops and delays come from the file and may be negative.
    reply.loopCount = min(max(0, animation.loops), HelperReply.mostLoops)
    let numbers = [Int32(clamping: number)] + animation.delays.map { max(0, $0) }
    numbers.withUnsafeBytes { memory.output.copyMemory(from: $0) }
    return reply
  }
}
