import LugeCore
import LugeImages
import LugeLive
import Synchronization

/// Downloads a room's pictures from the account's server; only that server gets the account's
/// token.
struct LivePictures: ImageFetching {
  let account: LiveAccount

  /// Whether an address is requested only from an account's server.
  static func isOwn(_ source: String) -> Bool { source.hasPrefix("mxc://") }

  func accepts(_ key: ImageKey) -> Bool { Self.isOwn(key.source) }

  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    let account = account
    let task = Task.detached(priority: .utility) {
      do throws(LiveFailure) {
        completion(.success(try await account.media(key.source, limit: limit)))
      } catch {
        completion(
          .failure(error == .cancelled ? .cancelled : .network(.failed(error.description))))
      }
    }
    return Fetch(task: task)
  }

  private struct Fetch: FetchTask {
    let task: Task<Void, Never>
    func cancel() { task.cancel() }
    func setPriority(_ priority: ImagePriority) {}
  }
}
