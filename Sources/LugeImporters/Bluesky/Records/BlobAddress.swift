import LugeArchive

/// Address of a blob's picture on the network's own servers, in the form used in posts (`fullsize`
/// in app.bsky.embed.images#view, `thumbnail` in app.bsky.embed.video#view).
struct BlobAddress {
  /// The servers' names for versions of a picture.
  enum Preset: String { case whole = "feed_fullsize", preview = "feed_thumbnail", avatar }

  private let did: String
  private let blob: String

  /// Nil if a name cannot be part of an address.
  init?(did: String, blob: String) {
    func isPlain(_ text: String, _ others: String) -> Bool {
      text.utf8.count <= 512
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
    }
    guard did.hasPrefix("did:"), isPlain(did, ":.-_%"), blob.hasPrefix("baf"), isPlain(blob, "")
    else { return nil }
    self.did = did
    self.blob = blob
  }

  func picture(_ preset: Preset) -> String {
    "https://cdn.bsky.app/img/\(preset.rawValue)/plain/\(did)/\(blob)@jpeg"
  }

  /// Address of a video's poster frame.
  var still: String {
    let escaped = did.replacing("%", with: "%25").replacing(":", with: "%3A")
    return "https://video.bsky.app/watch/\(escaped)/\(blob)/thumbnail.jpg"
  }
}
