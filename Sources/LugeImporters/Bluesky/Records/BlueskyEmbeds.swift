import LugeArchive
import LugeCore

/// Embeds of a post: pictures, a video, a page, another post.
struct BlueskyEmbeds {
  var media: [MediaRecord] = []
  var link: PostRecord.Link?
  /// The quoted record.
  var quoted: RecordAddress?
  /// Whether Luge knows the kind of embed.
  var isKnown = true

  private let blobs: BlobFolder
  /// DID of the blobs' owner.
  private let did: String

  init(_ embed: JSONValue?, of did: String, blobs: BlobFolder) {
    self.blobs = blobs
    self.did = did
    if let embed { add(embed, depth: 0) }
    // A feed or a list cannot be shown as a post, but its page has an address.
    if let quoted, quoted.collection != "app.bsky.feed.post" {
      if link == nil, let page = quoted.page {
        link = .init(url: page, title: Self.title(of: quoted))
      }
      if quoted.page == nil { isKnown = false }
      self.quoted = nil
    }
  }

  private static func title(of record: RecordAddress) -> String {
    switch record.collection {
    case "app.bsky.feed.generator": "Feed"
    case "app.bsky.graph.list": "List"
    case "app.bsky.graph.starterpack": "Starter pack"
    default: record.collection
    }
  }

  private mutating func add(_ embed: JSONValue, depth: Int) {
    switch embed["$type"]?.string {
    case "app.bsky.embed.images":
      for image in embed["images"].map({ Array($0.elements.prefix(64)) }) ?? [] {
        media.append(medium(image, image["image"], .photo))
      }
    case "app.bsky.embed.video": media.append(medium(embed, embed["video"], .video))
    case "app.bsky.embed.external": external(embed["external"])
    case "app.bsky.embed.record":
      quoted = embed["record"]?["uri"]?.string.flatMap(RecordAddress.init)
      if quoted == nil { isKnown = false }
    case "app.bsky.embed.recordWithMedia" where depth == 0:
      quoted = embed["record"]?["record"]?["uri"]?.string.flatMap(RecordAddress.init)
      if quoted == nil { isKnown = false }
      if let media = embed["media"] { add(media, depth: 1) }
    default: isKnown = false
    }
  }

  private func medium(
    _ value: JSONValue, _ blob: JSONValue?, _ kind: MediaRecord.Kind
  ) -> MediaRecord {
    let name = Self.name(blob)
    let type = blob?["mimeType"]?.string
    let (width, height) = Self.pixels(value["aspectRatio"])
    let file = blobs.path(name)
    // A blob without a file beside the repository gets its address on the network, for a user who
    // asks for it.
    let address = file == nil ? name.flatMap { BlobAddress(did: did, blob: $0) } : nil
    return MediaRecord(
      kind: type == "image/gif" ? .animation : kind,
      path: file ?? (kind == .photo ? address?.picture(.whole) : nil),
      thumbnailPath: kind == .video ? address?.still : nil, mimeType: type, fileName: name,
      size: blob?["size"]?.integer, width: width, height: height,
      note: value["alt"]?.string.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the name of a blob; in the oldest records it is plain text.
  static func name(_ blob: JSONValue?) -> String? {
    blob?["ref"]?["$link"]?.string ?? blob?["cid"]?.string
  }

  /// Returns the size in an aspect ratio, which may be in pixels or as small as 4 to 3.
  private static func pixels(_ ratio: JSONValue?) -> (Int?, Int?) {
    guard let width = ratio?["width"]?.integer, let height = ratio?["height"]?.integer,
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return (nil, nil) }
    let larger = max(width, height)
    let factor = larger < 100 ? 1000 / larger : 1
    return (Int(width * factor), Int(height * factor))
  }

  private mutating func external(_ page: JSONValue?) {
    guard let address = page?["uri"]?.string.flatMap(WebAddress.init) else {
      isKnown = false
      return
    }
    link = PostRecord.Link(
      url: address.text, title: page?["title"]?.string ?? "",
      summary: page?["description"]?.string ?? "",
      image: blobs.picture(Self.name(page?["thumb"]), of: did, .preview))
  }
}
