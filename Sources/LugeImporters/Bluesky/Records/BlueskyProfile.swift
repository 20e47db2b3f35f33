import LugeArchive

/// A person as their own profile, or a server, tells about them.
struct BlueskyProfile {
  var did: String?
  var name: String?
  var handle: String?
  /// Name of the picture's blob.
  var avatar: String?
  /// Person's own description.
  var about: String?

  init() {}

  /// A profile record, or what a server says of a post's author.
  init(_ value: JSONValue) {
    did = value["did"]?.string
    name = value["displayName"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    handle = value["handle"]?.string.flatMap { $0.isEmpty || $0 == "handle.invalid" ? nil : $0 }
    about = value["description"]?.string
    avatar = value["avatar"]?["ref"]?["$link"]?.string
  }

  /// - Parameter known: a handle that is told elsewhere.
  func person(_ did: String, handle known: String? = nil) -> PostRecord.Person {
    let handle = (handle ?? known ?? BlueskyHandles.host(of: did)).map { "@\($0)" } ?? ""
    return PostRecord.Person(
      key: did, name: name ?? (handle.isEmpty ? BlueskyHandles.short(did) : handle),
      handle: handle)
  }
}
