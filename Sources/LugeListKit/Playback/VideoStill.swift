import Dispatch
import LugeCore
import LugePaint
import Synchronization

/// A still picture of a video that the user has downloaded, taken by the player library, so that no
/// other program is needed. Other videos are not opened.
public enum VideoStill {
  /// Maximum longer side of a picture, pixels.
  private static let longest = 720
  /// Timeout, seconds.
  private static let timeout = 5.0

  /// Writes the first picture of a video into a PNG file, off the main thread.
  ///
  /// - Returns: the picture's size; nil where the video cannot be played here.
  public static func write(of video: ImageKey, to path: String) async -> PixelSize? {
    await withCheckedContinuation { continuation in
      let taking = Taking(path) { continuation.resume(returning: $0) }
      taking.begin(video)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + timeout) {
        taking.end(with: nil)
      }
    }
  }

  /// The work on one video. The first of its picture, its failure and the timeout decides the
  /// result.
  private final class Taking: Sendable {
    private struct State {
      var done: (@Sendable (PixelSize?) -> Void)?
      var player: MediaPlayer?
    }

    private let path: String
    private let state: Mutex<State>

    init(_ path: String, done: @escaping @Sendable (PixelSize?) -> Void) {
      self.path = path
      state = Mutex(State(done: done))
    }

    func begin(_ video: ImageKey) {
      let player = MediaPlayer(
        video, pictures: PixelSize(width: VideoStill.longest, height: VideoStill.longest)
      ) { [self] picture in
        guard isWanted else { return }
        let isWritten = (try? PNG.write(picture, to: path)) != nil
        end(with: isWritten ? picture.size : nil)
      } onEvent: { [self] event in
        switch event {
        case .progress: break
        case .ended, .unavailable, .failed: end(with: nil)
        }
      }
      let isKept = state.withLock { state in
        guard state.done != nil else { return false }
        state.player = player
        return true
      }
      // It may have failed meanwhile.
      if !isKept { player.close() }
    }

    private var isWanted: Bool { state.withLock { $0.done != nil } }

    func end(with size: PixelSize?) {
      let (done, player) = state.withLock { state in
        defer { state = State() }
        return (state.done, state.player)
      }
      player?.close()
      done?(size)
    }
  }
}
