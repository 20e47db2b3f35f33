// Fields are called as the protocol calls them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import LugeWords

/// Address of a file on a Matrix server: `mxc://server/name`.
public struct MatrixMedia: Sendable, Hashable {
  public let server: String
  public let name: String

  /// Nil if it is not such an address.
  public init?(_ address: String) {
    guard address.hasPrefix("mxc://") else { return nil }
    let parts = address.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
      parts[0].allSatisfy({ $0.isASCII && !"?#%\\".contains($0) })
    else { return nil }
    server = String(parts[0])
    name = String(parts[1])
  }

  public var address: String { "mxc://\(server)/\(name)" }
}

extension MatrixClient {
  private struct UploadAnswer: Decodable { var content_uri: String }

  /// - Returns: the file's address, `mxc://…`.
  public func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
  ) async throws(MatrixError) -> String {
    var request = HTTPRequest(
      .post,
      address(["_matrix", "media", "v3", "upload"], name.map { [("filename", $0)] } ?? []),
      headers: [("Content-Type", type)], body: bytes, totalSeconds: 0, stallSeconds: 60)
    request.onSent = onSent
    let answer: UploadAnswer = try Self.decode(try await perform(request).body)
    guard MatrixMedia(answer.content_uri) != nil else {
      throw .unreadable(localized("it names no file"))
    }
    return answer.content_uri
  }

  /// Downloads a file.
  public func download(
    _ media: MatrixMedia, maxBytes: Int = 100 << 20
  ) async throws(MatrixError) -> [UInt8] {
    try await fetch(
      address(["_matrix", "client", "v1", "media", "download", media.server, media.name]), maxBytes)
  }

  /// Downloads a picture, scaled so that a square of the given side is filled.
  func thumbnail(
    of media: MatrixMedia, side: Int, maxBytes: Int
  ) async throws(MatrixError) -> [UInt8] {
    try await fetch(
      address(
        ["_matrix", "client", "v1", "media", "thumbnail", media.server, media.name],
        [("width", "\(side)"), ("height", "\(side)"), ("method", "crop")]), maxBytes)
  }

  /// Downloads from an address of the account's server. The token is sent to that server, but not
  /// to another one that it redirects to.
  private func fetch(_ address: String, _ maxBytes: Int) async throws(MatrixError) -> [UInt8] {
    let request = HTTPRequest(
      .get, address, totalSeconds: 0, stallSeconds: 30, maxBytes: maxBytes)
    do {
      return try await perform(request).body
    } catch .redirected(let place) {
      guard place.hasPrefix("https://") || place.hasPrefix(base + "/") else {
        throw .redirected(place)
      }
      var elsewhere = request
      elsewhere.url = place
      elsewhere.staysOutside = !place.hasPrefix(base + "/")
      return try await perform(elsewhere, isOpen: true).body
    }
  }
}
