import LugeArchive
import LugeCore

/// A person according to their own profile, or to a server.
struct BlueskyProfile {
  var did: String?
  var name: String?
  var handle: String?
  /// Name of the picture's blob.
  var avatar: String?
  /// The person's description of themselves.
  var about: String?

  init() {}

  /// Reads a profile record, or a server's description of a post's author.
  init(_ value: JSONValue) {
    did = value["did"]?.string
    // Each post repeats them.
    name = value["displayName"]?.string.flatMap { $0.isEmpty ? nil : Clipping.name($0) }
    handle = value["handle"]?.string.flatMap {
      $0.isEmpty || $0 == "handle.invalid" ? nil : Clipping.name($0)
    }
    about = value["description"]?.string
    avatar = value["avatar"]?["ref"]?["$link"]?.string
  }

  /// - Parameter known: a handle known from elsewhere.
  func person(_ did: String, handle known: String? = nil) -> PostRecord.Person {
    let handle = (handle ?? known ?? BlueskyHandles.host(of: did)).map { "@\($0)" } ?? ""
    return PostRecord.Person(
      key: did, name: name ?? (handle.isEmpty ? BlueskyHandles.short(did) : handle),
      handle: handle)
  }
}
