import LugeCore
import Synchronization

/// Slices that the lane is asked to draw, nearest first. The engine and the lane share it, so that
/// each slice is drawn by one of them: what a frame draws is taken away from the lane, what the
/// lane has begun is not requested again, and what it has finished is shown before the mailbox has
/// delivered it.
final class DrawQueue: Sendable {
  /// A slice that the lane has begun, until the engine has taken its result out of the mailbox.
  private struct Begun {
    let key: BitmapKey
    let generation: Int
    /// Nil while the lane draws it.
    var drawn: DrawnBitmap?
    /// When it was finished, on the engine's clock: a simulated lane works ahead of the frame.
    var finished = 0.0
    var isShown = false
  }

  private struct State {
    var waiting: [RowRequest] = []
    var next = 0
    /// Generation of pictures of those that wait.
    var generation = 0
    /// In the order of the lane, which is that of the mailbox.
    var begun: [Begun] = []
  }

  private let state = Mutex(State())

  // MARK: The engine's thread

  /// Replaces the requests that wait. Those that the lane has begun already are left out.
  ///
  /// - Parameter generation: current generation of pictures.
  /// - Returns: the number that the lane has to be asked for; nil when nothing has changed.
  func replace(_ wanted: [RowRequest], generation: Int) -> Int? {
    var wanted = wanted
    // The old requests are let go of outside of the lock.
    let before: ArraySlice<RowRequest>? = state.withLock { state in
      if !state.begun.isEmpty {
        wanted.removeAll { wanted in
          state.begun.contains {
            $0.generation >= wanted.request.needed && $0.key == wanted.request.key
          }
        }
      }
      let rest = state.waiting[state.next...]
      guard !rest.elementsEqual(wanted, by: { $0.request == $1.request }) else { return nil }
      state.waiting = wanted
      state.next = 0
      state.generation = generation
      return rest
    }
    return before.map { _ in wanted.count }
  }

  /// Takes a slice away from the lane, if it waits.
  func withdraw(_ key: BitmapKey) {
    state.withLock { state in
      let rest = state.next..<state.waiting.count
      guard let index = rest.first(where: { state.waiting[$0].request.key == key }) else { return }
      // Slices in view are among the first.
      for moved in (state.next..<index).reversed() {
        state.waiting[moved + 1] = state.waiting[moved]
      }
      state.next += 1
    }
  }

  /// Returns a slice that the lane has finished and the mailbox has not delivered.
  func finished(_ key: BitmapKey, at time: Double) -> DrawnBitmap? {
    state.withLock { state in
      guard
        let index = state.begun.lastIndex(where: {
          $0.key == key && $0.drawn != nil && $0.finished <= time
        })
      else { return nil }
      state.begun[index].isShown = true
      return state.begun[index].drawn
    }
  }

  /// Notes that the mailbox has delivered a slice.
  ///
  /// - Returns: whether the frame got it from ``finished(_:at:)`` before.
  func delivered(_ slice: DrawnSlice) -> Bool {
    state.withLock { state in
      guard
        let index = state.begun.firstIndex(where: {
          $0.key == slice.key && $0.generation == slice.drawn.generation
        })
      else { return false }
      return state.begun.remove(at: index).isShown
    }
  }

  // MARK: The lane

  /// Returns the next slice to draw; nil when a frame has drawn the rest.
  func begin() -> MissingSlice? {
    state.withLock { state in
      guard state.next < state.waiting.count else { return nil }
      let wanted = state.waiting[state.next]
      state.next += 1
      state.begun.append(Begun(key: wanted.request.key, generation: state.generation))
      return MissingSlice(
        key: wanted.request.key, row: wanted.row, generation: state.generation)
    }
  }

  /// Notes that the lane has drawn a slice.
  func finish(_ slice: DrawnSlice, at time: Double) {
    state.withLock { state in
      guard
        let index = state.begun.lastIndex(where: {
          $0.key == slice.key && $0.generation == slice.drawn.generation
        })
      else { return }
      state.begun[index].drawn = slice.drawn
      state.begun[index].finished = time
    }
  }
}
