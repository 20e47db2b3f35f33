import Foundation
import LugeArchive
import LugeCore

/// Writes a timeline in the form of Mastodon's account archive: a folder with `outbox.json`,
/// `actor.json` and the media.
struct MastodonWriter {
  let folder: String
  let pictures: PictureSet
  private let json = JSONWriter()

  init(folder: String, pictures: PictureSet) {
    self.folder = folder
    self.pictures = pictures
  }

  /// - Returns: the number of bytes written.
  func write(
    _ timeline: GeneratedTimeline, progress: (Int) -> Void
  ) throws(GenerateError) -> Int64 {
    let owner = timeline.owner
    let actor = try OutputFile("\(folder)/actor.json")
    try actor.append(self.actor(owner))
    try actor.finish()
    let file = try OutputFile("\(folder)/outbox.json")
    try file.append(
      """
      {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",\
      "type":"OrderedCollection","totalItems":\(timeline.count),"orderedItems":[
      """)
    var done = 0
    for post in timeline {
      if done > 0 { try file.append(",\n") }
      try file.append(activity(post, owner))
      done += 1
      if done.isMultiple(of: 4096) { progress(done) }
    }
    try file.append("]}\n")
    try file.finish()
    return file.bytesWritten + actor.bytesWritten
  }

  private func address(_ author: GeneratedAuthor) -> String {
    "https://\(GeneratedTimeline.host)/users/\(author.userName)"
  }

  private func address(_ id: Int64, _ author: GeneratedAuthor) -> String {
    "\(address(author))/statuses/\(id)"
  }

  private func actor(_ owner: GeneratedAuthor) -> String {
    json.beginObject()
    json.field("@context", "https://www.w3.org/ns/activitystreams")
    json.field("id", address(owner))
    json.field("type", "Person")
    json.field("preferredUsername", owner.userName)
    json.field("name", owner.name)
    json.field("outbox", "outbox.json")
    json.endObject()
    return json.take() ?? ""
  }

  /// Returns a post's activity. An account's archive belongs to one person, so posts of the others
  /// become that person's.
  private func activity(_ post: GeneratedPost, _ owner: GeneratedAuthor) -> String {
    let time = CivilTime(localSeconds: post.time).iso + "Z"
    json.beginObject()
    json.field("id", address(post.id, owner) + "/activity")
    json.field("type", post.boosts == nil ? "Create" : "Announce")
    json.field("actor", address(owner))
    json.field("published", time)
    addressees(post)
    if let boosted = post.boosts {
      json.field("object", address(boosted.id, boosted.author))
    } else {
      json.key("object")
      note(post, owner, time)
    }
    json.endObject()
    return json.take() ?? "{}"
  }

  private func addressees(_ post: GeneratedPost) {
    let everyone = "https://www.w3.org/ns/activitystreams#Public"
    let followers = "https://\(GeneratedTimeline.host)/users/someone/followers"
    for (name, list) in [
      ("to", post.isUnlisted ? followers : everyone),
      ("cc", post.isUnlisted ? everyone : followers),
    ] {
      json.key(name)
      json.beginArray()
      json.string(list)
      json.endArray()
    }
  }

  private func note(_ post: GeneratedPost, _ owner: GeneratedAuthor, _ time: String) {
    json.beginObject()
    json.field("id", address(post.id, owner))
    json.field("type", post.poll == nil ? "Note" : "Question")
    json.field("published", time)
    json.field("attributedTo", address(owner))
    addressees(post)
    if let warning = post.warning { json.field("summary", warning) }
    if let target = post.replyTo { json.field("inReplyTo", address(target.id, owner)) }
    if let quoted = post.quote { json.field("quote", address(quoted.id, owner)) }
    json.key("sensitive")
    json.boolean(post.warning != nil)
    json.field("content", HTMLFragment(post.text, link: post.link?.url).text)
    json.key("attachment")
    json.beginArray()
    for choice in post.pictures { attachment(choice) }
    json.endArray()
    if let poll = post.poll { answers(poll, closes: post.time + 86_400) }
    for (name, count) in [
      ("likes", post.likes), ("shares", post.boostCount), ("replies", post.replies),
    ] {
      json.key(name)
      json.beginObject()
      json.field("type", "Collection")
      json.field("totalItems", Int64(count))
      json.endObject()
    }
    json.endObject()
  }

  private func attachment(_ choice: PictureChoice) {
    guard let picture = pictures.picture(for: choice), let path = picture.path else { return }
    json.beginObject()
    json.field("type", "Document")
    json.field("mediaType", "image/png")
    json.field("url", "/\(path)")
    json.field("name", "A picture of \(picture.motif.rawValue)")
    json.field("width", Int64(picture.size.width))
    json.field("height", Int64(picture.size.height))
    json.endObject()
  }

  private func answers(_ poll: GeneratedMessage.Poll, closes: Int64) {
    json.field("endTime", CivilTime(localSeconds: closes).iso + "Z")
    json.key("oneOf")
    json.beginArray()
    for answer in poll.answers {
      json.beginObject()
      json.field("type", "Note")
      json.field("name", answer.text)
      json.key("replies")
      json.beginObject()
      json.field("type", "Collection")
      json.field("totalItems", Int64(answer.votes))
      json.endObject()
      json.endObject()
    }
    json.endArray()
  }
}

/// Styled text as Mastodon's HTML.
struct HTMLFragment {
  private(set) var text = "<p>"

  init(_ styled: StyledText, link: String?) {
    var offset = 0
    let utf8 = styled.string.utf8
    for span in styled.spans where span.range.lowerBound >= offset {
      guard case .hashtag = span.attribute else { continue }
      append(utf8, offset..<span.range.lowerBound)
      let tag = Self.part(utf8, span.range)
      let name = tag.drop { $0 == "#" }
      text +=
        "<a href=\"https://\(GeneratedTimeline.host)/tags/\(name)\" class=\"mention hashtag\" "
        + "rel=\"tag\">#<span>\(Self.escaped(String(name)))</span></a>"
      offset = span.range.upperBound
    }
    append(utf8, offset..<utf8.count)
    if let link {
      let bare = link.drop { $0 != "/" }.dropFirst(2)
      text +=
        " <a href=\"\(link)\" rel=\"nofollow noopener\" target=\"_blank\"><span "
        + "class=\"invisible\">https://</span><span class=\"ellipsis\">\(bare.prefix(20))</span>"
        + "<span class=\"invisible\">\(bare.dropFirst(20))</span></a>"
    }
    text += "</p>"
  }

  private static func part(_ utf8: String.UTF8View, _ range: Range<Int>) -> String {
    String(decoding: Array(utf8)[range.clamped(to: 0..<utf8.count)], as: UTF8.self)
  }

  private mutating func append(_ utf8: String.UTF8View, _ range: Range<Int>) {
    text += Self.escaped(Self.part(utf8, range))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "<br />"
      default: result.append(character)
      }
    }
    return result
  }
}
