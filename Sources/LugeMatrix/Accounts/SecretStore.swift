import CSecret
import Foundation
import LugeCore

/// Storage of access tokens: the desktop's keyring (libsecret), or without one a file that only its
/// owner may read. Never in an archive, and never in output.
public struct SecretStore: Sendable {
  public enum Place: String, Sendable, Codable {
    case keeper, file
  }

  private let folder: String
  let usesKeeper: Bool

  /// - Parameter folder: folder for files, created when the first one is written.
  public init(folder: String, usesKeeper: Bool = true) {
    self.folder = folder
    self.usesKeeper = usesKeeper
  }

  /// - Returns: the place where it was stored.
  public func store(_ secret: String, for account: String) throws -> Place {
    if usesKeeper, lsec_store(account, "Luge: \(account)", secret) == lsec_done {
      try? FileManager.default.removeItem(atPath: path(of: account))
      return .keeper
    }
    try PrivateFolder.make(folder)
    let draft = path(of: account) + ".new"
    unlink(draft)
    // Created with its mode, so that others can never read it.
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path: draft, code: errno) }
    let bytes = Array(secret.utf8)
    let count = write(descriptor, bytes, bytes.count)
    let isSafe = count == bytes.count && fsync(descriptor) == 0
    // A partial write means a full disk.
    let code = (0..<bytes.count).contains(count) ? ENOSPC : errno
    close(descriptor)
    guard isSafe, rename(draft, path(of: account)) == 0 else {
      unlink(draft)
      throw Failure(path: draft, code: code)
    }
    return .file
  }

  /// Returns the secret; nil if none is stored, or the keyring cannot be read.
  public func secret(for account: String) -> String? {
    if case .found(let secret) = lookUp(account) { secret } else { nil }
  }

  enum Lookup {
    case found(String), missing
    /// The keyring does not answer, is locked, or is gone.
    case unavailable
  }

  func lookUp(_ account: String) -> Lookup {
    if let data = FileManager.default.contents(atPath: path(of: account)) {
      return .found(String(decoding: data, as: UTF8.self))
    }
    guard usesKeeper else { return .missing }
    var found: UnsafeMutablePointer<CChar>?
    defer { lsec_free(found) }
    switch lsec_find(account, &found) {
    case lsec_done: return found.map { .found(String(cString: $0)) } ?? .unavailable
    case lsec_missing: return .missing
    default: return .unavailable
    }
  }

  public func remove(_ account: String) {
    try? FileManager.default.removeItem(atPath: path(of: account))
    if usesKeeper { _ = lsec_remove(account) }
  }

  private func path(of account: String) -> String {
    "\(folder)/\(MatrixAccounts.fileName(of: account)).token"
  }

  public struct Failure: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    public var description: String { "\(path): \(String(cString: strerror(code)))" }
  }
}
