/// Where the network's own servers have the picture of a blob, as they name it in what they tell of posts
/// (`fullsize` in app.bsky.embed.images#view, `thumbnail` in app.bsky.embed.video#view).
struct BlobAddress {
  let picture: String
  /// Of a film.
  let still: String

  /// Nil for names that are no part of an address.
  init?(did: String, blob: String) {
    func isPlain(_ text: String, _ others: String) -> Bool {
      !text.isEmpty && text.utf8.count <= 512
        && text.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || (0x30...0x39).contains($0.value))
            || others.unicodeScalars.contains($0)
        }
    }
    guard did.hasPrefix("did:"), isPlain(did, ":.-_"), isPlain(blob, "") else { return nil }
    picture = "https://cdn.bsky.app/img/feed_fullsize/plain/\(did)/\(blob)@jpeg"
    let escaped = did.split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "%3A")
    still = "https://video.bsky.app/watch/\(escaped)/\(blob)/thumbnail.jpg"
  }
}
