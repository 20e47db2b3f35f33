import Dispatch
import LugeCore
import LugePaint
import Synchronization

/// A picture of a video that its user has asked for, taken by what plays it. No program beside this
/// one is needed for it; a video that nobody wanted to see is not opened.
public enum VideoStill {
  /// Longer sides of a picture, pixels.
  private static let longest = 720
  /// What is longer in coming is not waited for, seconds.
  private static let patience = 5.0

  /// Writes the first picture of a video into a PNG file, off the main thread.
  ///
  /// - Returns: the picture's size; nil where the video cannot be played here.
  public static func write(of video: ImageKey, to path: String) async -> PixelSize? {
    await withCheckedContinuation { continuation in
      let taking = Taking(path) { continuation.resume(returning: $0) }
      taking.begin(video)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + patience) {
        taking.end(with: nil)
      }
    }
  }

  /// One video: the first of its picture, its failure and the end of patience counts.
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
      // It has failed meanwhile.
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
