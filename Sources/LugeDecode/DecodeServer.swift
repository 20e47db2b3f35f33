import CConfinement
import CImageSupport
import Dispatch
import Glibc
import LugeCore
import LugeImages

/// What `luge-decode` does: answers one request after the other until its program is gone.
public enum DecodeServer {
  /// Private memory that the process may have, bytes; files and their pixels stand in shared memory
  /// beside it.
  private static let privateBytes = 320 << 20
  private static let niceness: Int32 = 15

  /// Becomes another program that reads what strangers wrote, under limits as for pictures; video
  /// decoders hold more frames than one.
  ///
  /// - Parameter arguments: the program's path first; it may open libraries and the file that
  ///   ``HelperExit/input`` is, and nothing else.
  /// - Returns: only when there is no such program.
  public static func become(_ arguments: [String]) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    guard let name = pointers.first, let name else { return 64 }
    lcf_limit(2 * privateBytes, niceness)
    guard lcf_close_files_but(name, Int32(lis_piped_input)) != lcf_failed,
      lcf_filter_program() == lcf_done
    else { return HelperExit.notConfined }
    execv(name, &pointers)
    return HelperExit.notFound
  }

  /// - Parameter withAllLibraries: whether libvips is loaded, now or never: nothing can be opened
  ///   afterwards. Without it only plain photos, GIFs and WebP pictures are decoded.
  /// - Returns: the exit status.
  public static func run(withAllLibraries: Bool) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    guard let memory = SharedMemory(descriptor: Int32(lis_helper_shared)) else { return 1 }
    // First of all: threads that libraries start inherit what holds for this one.
    lcf_limit(privateBytes, niceness)
    VipsLibrary.settle(loading: withAllLibraries)
    // Where the kernel has no Landlock, the filter alone lets nothing be opened.
    guard lcf_close_files() != lcf_failed, lcf_filter_decoder() == lcf_done else {
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
        guard let request = HelperRequest(words: words) else { return 1 }
        guard socket.send(answers.answer(request).words) else { return 0 }
      }
    }
  }
}

/// Answers requests; keeps the animations that are open.
struct DecodeAnswers {
  let memory: SharedMemory
  private var animations: [Int: any OpenAnimation] = [:]
  private var nextAnimation = 1

  /// Animations open at once, and the bytes they may hold; who needs more waits for others to
  /// close.
  private static let animationLimit = 64
  private static let animationBytes = 144 << 20

  init(memory: SharedMemory) { self.memory = memory }

  mutating func answer(_ request: HelperRequest) -> HelperReply {
    let reply = outcome(of: request)
    // Whatever came of it without the library.
    return VipsLibrary.takeMissed() ? HelperReply(.needsLibraries) : reply
  }

  private mutating func outcome(of request: HelperRequest) -> HelperReply {
    do throws(ImageError) {
      return try reply(request)
    } catch {
      let memory = memory
      return HelperReply(error) { words in
        let bytes = Array(words.utf8.prefix(1000))
        bytes.withUnsafeBytes { memory.output.copyMemory(from: $0) }
        return bytes.count
      }
    }
  }

  /// What this process has worked. A picture's time is counted in it: on a busy machine a helper,
  /// which everything else comes before, may wait for seconds with a picture that takes
  /// milliseconds.
  private static var workNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }

  private mutating func reply(_ request: HelperRequest) throws(ImageError) -> HelperReply {
    let file = UnsafeRawBufferPointer(rebasing: memory.input.prefix(request.byteCount))
    let memory = memory
    let format = ImageFormat(Array(file.prefix(ImageFormat.sniffedBytes)))
    let watch = DecodeWatch(now: { Self.workNanoseconds }) { memory.isCancelled }
    watch.start(seconds: request.limits.seconds)
    switch request.kind {
    case .still:
      let bitmap = try VipsDecoder().decode(
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
  ) throws(ImageError) -> any OpenAnimation {
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
    reply.first = bitmap.isPartial ? 1 : 0
    return reply
  }

  private func animation(
    _ number: Int, _ animation: any OpenAnimation
  ) throws(ImageError) -> HelperReply {
    var reply = HelperReply(.animation)
    reply.size = animation.size
    reply.first = animation.delays.count
    reply.second = min(max(0, animation.loops), 65_536)
    // Files say what they like.
    let words = [Int32(clamping: number)] + animation.delays.map { max(0, $0) }
    words.withUnsafeBytes { memory.output.copyMemory(from: $0) }
    return reply
  }
}
