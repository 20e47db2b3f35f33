import Dispatch
import LugeCore
import LugeImages
import Synchronization

/// Fetches each file once and keeps its bytes: what a cache of files on disk would hold. The
/// ordinary lists of the study do the same.
final class FetchedFiles: ImageFetching {
  typealias Completion = @Sendable (Result<[UInt8], ImageError>) -> Void

  private struct State {
    var files: [ImageKey: [UInt8]] = [:]
    /// Who waits for a file that is being fetched.
    var waiting: [ImageKey: [Int: Completion]] = [:]
    var tasks: [ImageKey: any FetchTask] = [:]
    var nextNumber = 0
  }

  private let fetcher = HTTPImageFetcher()
  private let queue = DispatchQueue(label: "luge.study.files")

  // MARK: Mutable State (under the lock; completions are called without it)

  private let state = Mutex(State())

  func accepts(_ key: ImageKey) -> Bool { fetcher.accepts(key) }

  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority, completion: @escaping Completion
  ) -> any FetchTask {
    state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      if let bytes = state.files[key] {
        queue.async { completion(.success(bytes)) }
        return Place(files: self, key: key, number: number)
      }
      let isUnderWay = state.waiting[key] != nil
      state.waiting[key, default: [:]][number] = completion
      if !isUnderWay {
        state.tasks[key] = fetcher.fetch(key, limit: limit, priority: priority) { [weak self] in
          self?.came(key, $0)
        }
      }
      return Place(files: self, key: key, number: number)
    }
  }

  private func came(_ key: ImageKey, _ result: Result<[UInt8], ImageError>) {
    let waiting = state.withLock { state -> [Completion] in
      if case .success(let bytes) = result { state.files[key] = bytes }
      state.tasks[key] = nil
      return state.waiting.removeValue(forKey: key).map { Array($0.values) } ?? []
    }
    for completion in waiting { completion(result) }
  }

  /// Who leaves is told so; a file that is under way still comes, for it will be wanted.
  private func leave(_ key: ImageKey, _ number: Int) {
    guard let completion = state.withLock({ $0.waiting[key]?.removeValue(forKey: number) }) else {
      return
    }
    queue.async { completion(.failure(.cancelled)) }
  }

  private func setPriority(_ priority: ImagePriority, of key: ImageKey) {
    state.withLock { $0.tasks[key] }?.setPriority(priority)
  }

  private struct Place: FetchTask {
    let files: FetchedFiles
    let key: ImageKey
    let number: Int

    func cancel() { files.leave(key, number) }
    func setPriority(_ priority: ImagePriority) { files.setPriority(priority, of: key) }
  }
}
