import Foundation
import LugeCore
import LugeEngine
import LugeFeed
import LugeQt
import LugeWords

/// Actions on a post: the context menu and the clipboard.
extension TimelinePane {
  func showMenu(_ hit: ListHit?, at point: Point) {
    guard let hit else { return }
    let posts = posts
    Task { @MainActor [weak self] in
      let post = try? await Task.detached {
        try await posts(hit.position..<hit.position + 1).first
      }.value
      guard let self else { return }
      offer(entries(for: hit, of: post), at: point)
    }
  }

  /// Shows the menu of the whole post, for the keyboard.
  func showMenu(_ contents: ItemContents, at point: Point) {
    let (posts, position) = (posts, contents.position)
    let hit = ListHit(
      position: position, row: contents.row, action: nil, copyText: contents.copyText)
    Task { @MainActor [weak self] in
      let post = try? await Task.detached { try await posts(position..<position + 1).first }.value
      guard let self else { return }
      offer(
        entries(forPartsOf: contents) + entries(for: hit, of: post), at: point,
        beside: contents.rect)
    }
  }

  /// Returns the name of a post's part that shows only an icon or a position.
  static func title(of action: HitRegion.Action) -> String? {
    switch FeedAction(action) {
    case .open: localized("Show Post")
    case .profile: localized("Show Person")
    case .like: localized("Like", context: "button")
    case .boost: localized("Boost", context: "button")
    case .reply: localized("Answers")
    case .bookmark: localized("Bookmark")
    case .fold: localized("Show More or Less")
    case .reveal: localized("Show or Hide What the Warning Is About")
    case .vote(let index): localized("Answer {number}", ["number": "\(index + 1)"])
    case nil:
      action == BackPiece.action
        ? localized("Back") : action == MorePiece.action ? localized("Show More") : nil
    }
  }

  private func entries(for hit: ListHit, of post: Post?) -> [Entry] {
    var entries: [Entry] = []
    switch hit.action {
    case .openLink(let url):
      entries.append(
        (localized("Open Link"), { [weak self] in self?.openLink(url, in: hit.row.item.rawValue) }))
      entries.append((localized("Copy Link Address"), { Clipboard.text = url }))
    case .openImage(let key):
      entries += choices(for: key) { [weak self] in self?.show(key, of: hit) }
    default: break
    }
    if hasSelection {
      entries.append((localized("Copy Selection"), { [weak self] in self?.copySelection() }))
    }
    if let text = hit.copyText ?? post?.text.string, !text.isEmpty {
      entries.append((localized("Copy Text"), { Clipboard.text = text }))
    }
    if let url = post?.url {
      entries.append((localized("Open in Browser"), { [weak self] in self?.openLink(url) }))
      entries.append((localized("Copy Address of the Post"), { Clipboard.text = url }))
    }
    let item = hit.row.item.rawValue
    if screen.first != .note(item) {
      entries.append(
        (
          localized("Show Thread"),
          { [weak self] in self?.controller.navigation.visit(.note(item)) }
        ))
    }
    if let author = post?.author, screen != .person(.init(rawValue: author.id)) {
      let name = TimelinePresentation.appearance.strings.name(of: author)
      entries.append(
        (
          localized("Posts of {name}", ["name": String(name.prefix(40))]),
          { [weak self] in self?.controller.navigation.visit(.person(.init(rawValue: author.id))) }
        ))
    }
    return entries
  }

  // MARK: Clipboard

  /// Copies the selection, or else the post at the cursor (Ctrl+C).
  func copySelection() {
    guard let selection = surface.engine.selection, !selection.isEmpty else {
      return copyCurrent()
    }
    let copying = SelectedPosts(
      posts: posts, count: surface.engine.count, zone: controller.zone, selection: selection)
    Task { @MainActor [weak self] in
      do {
        let copied = try await Task.detached { try await copying.text() }.value
        Clipboard.text = copied.text
        guard copied.posts > 1 || copied.isCut else { return }
        self?.toast(
          copied.isCut
            ? localized(
              one: "Copied the first post", other: "Copied the first {count} posts",
              count: copied.posts)
            : localized(
              one: "Copied {count} post", other: "Copied {count} posts", count: copied.posts))
      } catch {
        self?.toast("\(error)")
      }
    }
  }

  private func copyCurrent() {
    guard let current else { return }
    let posts = posts
    Task { @MainActor [weak self] in
      let post = try? await Task.detached {
        try await posts(current..<current + 1).first
      }.value
      guard let post else { return }
      let text = post.text.isEmpty ? post.url ?? "" : post.text.string
      guard !text.isEmpty else { return }
      Clipboard.text = text
      self?.toast(localized("Copied the post"))
    }
  }
}
