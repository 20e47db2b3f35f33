import Foundation
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

  func accepts(_ key: ImageKey) -> Bool {
    Self.isOwn(key.source) || FaceKey(key)?.user == account.user
  }

  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    if let face = FaceKey(key) { return face.fetch(from: account, limit: limit, completion) }
    let account = account
    return LiveFetch(completion) { () async throws(LiveFailure) in
      try await account.media(key.source, limit: limit)
    }
  }
}

/// Key of the picture of a person or a room, as a small version of it that an account requests from
/// its server.
struct FaceKey: Hashable {
  let user: String
  let address: String

  private static let scheme = "face://"
  /// Side of the pictures, pixels: all servers have this size ready.
  private static let side = 96

  init(user: String, address: String) {
    self.user = user
    self.address = address
  }

  init?(_ key: ImageKey) {
    guard key.source.hasPrefix(Self.scheme) else { return nil }
    let rest = key.source.dropFirst(Self.scheme.count)
    guard let start = rest.range(of: "/mxc://", options: .backwards) else { return nil }
    user = String(rest[..<start.lowerBound])
    address = String(rest[rest.index(after: start.lowerBound)...])
  }

  private var key: ImageKey { ImageKey("\(Self.scheme)\(user)/\(address)") }

  /// Returns the key of a picture; nil without an address of an account's server.
  static func key(_ address: String?, of user: String) -> ImageKey? {
    guard let address, LivePictures.isOwn(address) else { return nil }
    return FaceKey(user: user, address: address).key
  }

  func fetch(
    from account: LiveAccount, limit: Int,
    _ completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    let address = address
    return LiveFetch(completion) { () async throws(LiveFailure) in
      try await account.thumbnail(address, side: Self.side, limit: limit)
    }
  }
}

/// Downloads the pictures of people and rooms of all accounts of a window.
final class LiveFaces: ImageFetching {
  // MARK: Mutable State (under the lock)

  private let accounts = Mutex<[String: LiveAccount]>([:])

  /// Replaces the accounts that are asked.
  func set(_ running: [LiveAccount]) {
    accounts.withLock { known in
      known = Dictionary(running.map { ($0.user, $0) }) { first, _ in first }
    }
  }

  func accepts(_ key: ImageKey) -> Bool { FaceKey(key) != nil }

  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    let face = FaceKey(key)
    let account = face.flatMap { face in accounts.withLock { $0[face.user] } }
    guard let face, let account else {
      return LiveFetch(completion) { () async throws(LiveFailure) in throw .cancelled }
    }
    return face.fetch(from: account, limit: limit, completion)
  }
}

/// A running download of an account's.
private struct LiveFetch: FetchTask {
  private let task: Task<Void, Never>

  init(
    _ completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void,
    _ work: @escaping @Sendable () async throws(LiveFailure) -> [UInt8]
  ) {
    task = Task.detached(priority: .utility) {
      do throws(LiveFailure) {
        completion(.success(try await work()))
      } catch {
        completion(
          .failure(error == .cancelled ? .cancelled : .network(.failed(error.description))))
      }
    }
  }

  func cancel() { task.cancel() }
  func setPriority(_ priority: ImagePriority) {}
}
