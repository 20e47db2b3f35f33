import LugeArchive

/// Handles by DID. A repository contains none, not even its owner's; but a mention's text is a
/// person's handle, and its facet has their DID.
struct BlueskyHandles {
  private var handles: [String: String] = [:]

  private static let most = 200_000
  private static let mostFacets = 100
  private static let longest = 253
  /// Maximum bytes of a DID, by the AT Protocol.
  private static let longestIdentity = 2048

  /// Returns the handle of a DID without its `@`; nil if no mention contained it.
  subscript(did: String) -> String? { handles[did] }

  /// Adds the mentions of a post.
  mutating func add(_ post: JSONValue) {
    guard handles.count < Self.most, let facets = post["facets"], let text = post["text"]?.string
    else { return }
    let bytes = Array(text.utf8)
    for facet in facets.elements.prefix(Self.mostFacets) {
      guard let start = facet["index"]?["byteStart"]?.integer,
        let end = facet["index"]?["byteEnd"]?.integer, start >= 0, start < end,
        end <= Int64(bytes.count), bytes[Int(start)] == UInt8(ascii: "@"),
        let feature = facet["features"]?.elements.first(where: { $0.kind == .object }),
        feature["$type"]?.string == "app.bsky.richtext.facet#mention",
        let did = feature["did"]?.string, did.utf8.count <= Self.longestIdentity
      else { continue }
      let handle = bytes[Int(start) + 1..<Int(end)]
      // A handle is a domain name; other text after an @ is ignored.
      if Self.isDomain(handle) { handles[did] = String(decoding: handle, as: UTF8.self) }
    }
  }

  private static func isDomain(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count <= longest, name.contains(UInt8(ascii: ".")), name.first != UInt8(ascii: "."),
      name.last != UInt8(ascii: ".")
    else { return false }
    return name.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  /// Returns the host of a `did:web`.
  static func host(of did: String) -> String? {
    guard did.hasPrefix("did:web:") else { return nil }
    let host = did.dropFirst("did:web:".count)
    return isDomain(Array(host.utf8)[...]) ? String(host) : nil
  }

  /// Returns a DID for display; a long one is cut after 16 characters.
  static func short(_ did: String) -> String {
    let shown = 16
    return did.count > shown + 4 ? "\(did.prefix(shown))…" : did
  }
}
