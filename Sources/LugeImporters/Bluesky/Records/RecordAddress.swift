import LugeArchive

/// Address of a record: `at://did:plc:…/app.bsky.feed.post/3k2y…`.
struct RecordAddress {
  let did: String
  let collection: String
  let key: String

  init(did: String, collection: String, key: String) {
    self.did = did
    self.collection = collection
    self.key = key
  }

  /// Parses an address; nil if it is not `at://` with three parts.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "at:", parts[1].isEmpty, !parts[2].isEmpty,
      !parts[3].isEmpty, !parts[4].isEmpty, text.utf8.count <= 8192
    else { return nil }
    self.init(did: String(parts[2]), collection: String(parts[3]), key: String(parts[4]))
  }

  var text: String { "at://\(did)/\(collection)/\(key)" }

  /// Web address of the record on bsky.app; nil for kinds without a page.
  var page: String? {
    if collection == "app.bsky.graph.starterpack" {
      return WebAddress("https://bsky.app/starter-pack/\(did)/\(key)")?.text
    }
    let kinds = [
      "app.bsky.feed.post": "post", "app.bsky.feed.generator": "feed",
      "app.bsky.graph.list": "lists",
    ]
    return kinds[collection].flatMap {
      WebAddress("https://bsky.app/profile/\(did)/\($0)/\(key)")?.text
    }
  }
}
