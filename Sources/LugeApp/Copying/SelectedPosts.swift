import LugeCore
import LugeEngine
import LugeFeed
import LugeListKit

/// Selected posts of a timeline as text for the clipboard. They are read from the archive, because
/// most of them may never have been on screen.
struct SelectedPosts: Sendable {
  /// Reads posts by position in the list.
  let posts: @Sendable (Range<Int>) async throws -> [Post]
  let count: Int
  let zone: ZoneOffsets
  let selection: TextSelection

  private static let chunk = 256

  struct Copied: Sendable {
    var text: String
    var posts: Int
    /// Whether the text was cut at the limit.
    var isCut: Bool
  }

  /// Returns a single post's selected text; several posts each with time and author, in the list's
  /// order.
  ///
  /// - Complexity: O(posts).
  func text(limit: Int = SelectedMessages.byteLimit) async throws -> Copied {
    let places = selection.positions(of: count)
    let isSingle = places.count <= 1
    var copied = Copied(text: "", posts: 0, isCut: false)
    var next = places.lowerBound
    while next < places.upperBound {
      let range = next..<min(places.upperBound, next + Self.chunk)
      for (index, post) in try await posts(range).enumerated() {
        let part = selection.part(of: post.text.string, at: range.lowerBound + index)
        guard isSingle || !part.isEmpty || !post.media.isEmpty else { continue }
        if copied.posts > 0 { copied.text += "\n\n" }
        copied.text += isSingle ? part : paragraph(post, part)
        copied.posts += 1
        if copied.text.utf8.count > limit {
          copied.isCut = true
          return copied
        }
      }
      next = range.upperBound
    }
    return copied
  }

  /// Returns "[2024-05-21 10:01] Ann (@ann@a.example): Hello".
  private func paragraph(_ post: Post, _ part: String) -> String {
    let seconds = zone.localSeconds(at: post.time)
    let time = CivilDate.stamp(localSeconds: seconds)
    let name = TimelinePresentation.appearance.strings.name(of: post.author)
    let handle = post.author.handle
    let author = handle.isEmpty || handle == name ? name : "\(name) (\(handle))"
    let said = part.isEmpty ? post.media.map { "<\($0.kind)>" }.joined(separator: " ") : part
    return CopiedLine.text(time, author, said)
  }
}
