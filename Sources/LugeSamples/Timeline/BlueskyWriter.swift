import Foundation
import LugeArchive
import LugeCore
import LugeImporters

/// Writes a timeline as a Bluesky account's repository: `repo.car`, and the pictures in `blobs`,
/// named by their content identifiers (CID).
///
/// The file begins with the identifier of the commit, which depends on those of all records. So the
/// records are made twice: to compute their identifiers, and to be written. Only keys and
/// identifiers are held in memory.
struct BlueskyWriter {
  let folder: String
  let pictures: PictureSet
  private var blobs: [String: DAGValue] = [:]

  /// Renames the pictures to their content identifiers.
  init(folder: String, pictures: PictureSet) throws(GenerateError) {
    self.folder = folder
    self.pictures = pictures
    for path in pictures.pictures.compactMap(\.path) {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      let cid = CID(hashing: bytes, codec: .raw)
      let target = "\(folder)/blobs/\(cid.text)"
      guard rename("\(folder)/\(path)", target) == 0 else {
        throw .notWritable(path: target, reason: String(cString: strerror(errno)))
      }
      blobs[path] = .map([
        "$type": .text("blob"), "ref": .link(cid), "mimeType": .text("image/png"),
        "size": .integer(Int64(bytes.count)),
      ])
    }
  }

  /// - Returns: the number of bytes written.
  func write(
    _ timeline: GeneratedTimeline, progress: (Int) -> Void
  ) throws(GenerateError) -> Int64 {
    let records = Records(owner: timeline.owner, pictures: pictures, blobs: blobs)
    var keys: [(key: String, cid: CID)] = [
      ("app.bsky.actor.profile/self", CID(hashing: records.profile))
    ]
    for post in timeline {
      keys.append((records.key(post), CID(hashing: records.record(post))))
    }
    let tree = RepositoryTree(keys)
    let commit = RepositoryWriting.commit(
      did: records.owner, data: tree.root,
      revision: RecordTime.key(microseconds: timeline.start * 1_000_000, clock: 0))
    let root = CID(hashing: commit)
    let file = try OutputFile("\(folder)/repo.car")
    try file.append(RepositoryWriting.header(root: root))
    try file.append(RepositoryWriting.section(commit, cid: root))
    for block in tree.blocks.reversed() {
      try file.append(RepositoryWriting.section(block.bytes, cid: block.cid))
    }
    try file.append(RepositoryWriting.section(records.profile, cid: keys[0].cid))
    for (done, post) in timeline.enumerated() {
      try file.append(RepositoryWriting.section(records.record(post), cid: keys[done + 1].cid))
      if done.isMultiple(of: 4096) { progress(done) }
    }
    try file.finish()
    return file.bytesWritten
  }

  /// Records of posts.
  private struct Records {
    let owner: String
    let profile: [UInt8]
    let pictures: PictureSet
    let blobs: [String: DAGValue]

    init(owner: GeneratedAuthor, pictures: PictureSet, blobs: [String: DAGValue]) {
      self.owner = Self.did(owner)
      self.pictures = pictures
      self.blobs = blobs
      profile =
        DAGValue.map([
          "$type": .text("app.bsky.actor.profile"), "displayName": .text(owner.name),
        ]).encoded
    }

    static func did(_ author: GeneratedAuthor) -> String {
      "did:plc:\(CID(hashing: Array(author.handle.utf8)).text.suffix(24))"
    }

    func key(_ post: GeneratedPost) -> String {
      let collection = post.boosts == nil ? "post" : "repost"
      return "app.bsky.feed.\(collection)/\(time(post.time, post.id))"
    }

    private func time(_ seconds: Int64, _ id: Int64) -> String {
      RecordTime.key(microseconds: seconds * 1_000_000, clock: id)
    }

    /// Returns a reference to a post. It must have a content identifier, which is made of the
    /// address here, because the post may be of somebody who has no repository.
    private func strong(_ reference: GeneratedPost.Reference, by did: String) -> DAGValue {
      let address = "at://\(did)/app.bsky.feed.post/\(time(reference.time, reference.id))"
      return .map([
        "uri": .text(address), "cid": .text(CID(hashing: Array(address.utf8)).text),
      ])
    }

    /// Returns a post's record. A repository belongs to one person, so posts of the others become
    /// that person's.
    func record(_ post: GeneratedPost) -> [UInt8] {
      var fields: [String: DAGValue] = [
        "createdAt": .text(CivilTime(localSeconds: post.time).iso + "Z")
      ]
      if let boosted = post.boosts {
        fields["$type"] = .text("app.bsky.feed.repost")
        fields["subject"] = strong(boosted, by: Self.did(boosted.author))
        return DAGValue.map(fields).encoded
      }
      fields["$type"] = .text("app.bsky.feed.post")
      fields["langs"] = .list([.text("en")])
      fields["text"] = .text(text(post))
      let facets = facets(post)
      if !facets.isEmpty { fields["facets"] = .list(facets) }
      if let target = post.replyTo {
        let parent = strong(target, by: owner)
        fields["reply"] = .map(["root": parent, "parent": parent])
      }
      if let warning = post.warning {
        fields["labels"] = .map([
          "$type": .text("com.atproto.label.defs#selfLabels"),
          "values": .list([.map(["val": .text(warning)])]),
        ])
      }
      if let embed = embed(post) { fields["embed"] = embed }
      return DAGValue.map(fields).encoded
    }

    /// Returns a post's text. The network has no polls: their answers become text.
    private func text(_ post: GeneratedPost) -> String {
      let answers = post.poll?.answers.map { "\n• \($0.text)" } ?? []
      return post.text.string + answers.joined()
    }

    private func facets(_ post: GeneratedPost) -> [DAGValue] {
      let bytes = Array(post.text.string.utf8)
      return post.text.spans.compactMap { span in
        guard case .hashtag = span.attribute else { return nil }
        let tag = String(decoding: bytes[span.range].dropFirst(), as: UTF8.self)
        return .map([
          "index": .map([
            "byteStart": .integer(Int64(span.range.lowerBound)),
            "byteEnd": .integer(Int64(span.range.upperBound)),
          ]),
          "features": .list([
            .map(["$type": .text("app.bsky.richtext.facet#tag"), "tag": .text(tag)])
          ]),
        ])
      }
    }

    private func embed(_ post: GeneratedPost) -> DAGValue? {
      if let link = post.link {
        return .map([
          "$type": .text("app.bsky.embed.external"),
          "external": .map([
            "uri": .text(link.url), "title": .text(link.title), "description": .text(link.summary),
          ]),
        ])
      }
      if let quoted = post.quote {
        return .map([
          "$type": .text("app.bsky.embed.record"), "record": strong(quoted, by: owner),
        ])
      }
      let images = post.pictures.compactMap(image)
      guard !images.isEmpty else { return nil }
      return .map(["$type": .text("app.bsky.embed.images"), "images": .list(images)])
    }

    private func image(_ choice: PictureChoice) -> DAGValue? {
      guard let picture = pictures.picture(for: choice),
        let blob = picture.path.flatMap({ blobs[$0] })
      else { return nil }
      return .map([
        "image": blob, "alt": .text("A picture of \(picture.motif.rawValue)"),
        "aspectRatio": .map([
          "width": .integer(Int64(picture.size.width)),
          "height": .integer(Int64(picture.size.height)),
        ]),
      ])
    }
  }
}
