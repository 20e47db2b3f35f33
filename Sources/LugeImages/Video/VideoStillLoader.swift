import CImageSupport
import Glibc
public import LugeCore
import LugeThreads

/// Loader of pictures from files, and of one frame of a video, by the system's `ffmpeg` if it is
/// installed.
///
/// `ffmpeg` runs in the decoding helper's sandbox, may additionally read its libraries and this
/// file (passed as a descriptor), and is killed on timeout; its output is decoded like any other
/// picture. Videos of exports that include a thumbnail do not need it. Without `ffmpeg`, a video
/// has no picture.
public struct VideoStillLoader: PictureFileLoading {
  private let files: any ImageLoading
  private let seconds: Double

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - files: reads everything that is a picture.
  ///   - seconds: maximum CPU seconds of `ffmpeg` for a still.
  public init(files: any ImageLoading = FileImageLoader(), seconds: Double = 3) {
    self.files = files
    self.seconds = seconds
  }

  public func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    do throws(ImageError) {
      return try files.bytes(of: key, limit: limit)
    } catch {
      guard error == .unsupportedFormat, key.source.addressScheme == nil else { throw error }
      let file = try PictureFile(key)
      guard Self.isVideo(try file.bytes(at: 0, count: 12)) else { throw error }
      return try still(of: file, limit: limit)
    }
  }

  func pictureFile(of key: ImageKey, limit: Int) throws(ImageError) -> PictureFile {
    guard let files = files as? any PictureFileLoading else { throw .unsupportedFormat }
    return try files.pictureFile(of: key, limit: limit)
  }

  /// Whether the first bytes are those of a video: MP4 and its relatives, Matroska and WebM, AVI.
  static func isVideo(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(4).starts(with: "ftyp".utf8)
      || bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "AVI ".utf8)
  }

  /// Returns the most representative frame of the first second, because many videos begin with
  /// black.
  private func still(of file: PictureFile, limit: Int) throws(ImageError) -> [UInt8] {
    let helper = try HelperLocation.find()
    guard let program = Self.program("ffmpeg") else { throw .unsupportedFormat }
    let arguments = [
      "luge-decode", "--confined", program, "-nostdin", "-v", "quiet", "-protocol_whitelist",
      "file,pipe", "-threads", "1", "-t", "1", "-i", "file:/proc/self/fd/\(lis_piped_input)", "-an",
      "-sn", "-dn", "-vf", "thumbnail=25", "-frames:v", "1", "-threads", "1", "-f", "image2pipe",
      "-c:v", "mjpeg", "-q:v", "3", "pipe:1",
    ]
    let (output, status) = try OutputOf.program(
      helper, arguments, reading: file, limit: limit, seconds: seconds)
    if ImageFormat(output) != nil { return output }
    if status == HelperExit.notConfined {
      throw .noDecoder(reason: "this system cannot confine \(program)")
    }
    // There is no output: either ffmpeg is missing, which says nothing about the video, or it finds
    // no frame in it.
    throw status == HelperExit.notFound
      ? .unsupportedFormat : .corrupt("no frame of it can be read")
  }

  /// Returns the path of a command; nil if there is none.
  private static func program(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}

/// Runs a program and reads its standard output, within limits.
private enum OutputOf {
  /// Wall-clock limit as a multiple of the CPU limit.
  private static let wallFactor: UInt64 = 10
  /// Milliseconds between two checks of the clocks.
  private static let lookMilliseconds: Int32 = 50

  static func program(
    _ path: String, _ arguments: [String], reading file: PictureFile, limit: Int, seconds: Double
  ) throws(ImageError) -> (bytes: [UInt8], status: Int32) {
    var process = pid_t()
    var output: Int32 = -1
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    let problem = file.withDescriptor {
      lis_spawn_piped(path, &pointers, $0, &output, &process)
    }
    guard problem == 0 else {
      throw .noDecoder(reason: "\(path): \(String(cString: strerror(problem)))")
    }
    var status: Int32 = 0
    var isOver = false
    func reap() {
      guard !isOver else { return }
      isOver = true
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    defer {
      close(output)
      if !isOver { kill(process, SIGKILL) }
      reap()
    }
    let span = UInt64(max(0, min(seconds, 1e6)) * 1e9)
    let end = MonotonicClock.nanoseconds &+ span * wallFactor
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let now = MonotonicClock.nanoseconds
      // Limit CPU time, and wall time only generously: a busy machine is not the video's fault.
      guard now < end, HelperProcess.worked(by: process) < span else {
        throw .tookTooLong(limit: seconds)
      }
      var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, lookMilliseconds) > 0 else { continue }
      let got = read(output, &buffer, buffer.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        // At the end of output, wait for the exit status only if nothing was written; otherwise the
        // process is killed.
        if bytes.isEmpty { reap() }
        return (bytes, status >> 8 & 0xFF)
      }
      bytes += buffer[..<got]
      guard bytes.count <= limit else { throw .tooManyBytes(bytes.count, limit: limit) }
    }
  }
}
