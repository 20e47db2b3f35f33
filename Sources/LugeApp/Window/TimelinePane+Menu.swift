import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed
import LugeListKit
import LugeQt
import LugeWords

/// Actions on a post: the context menu and the clipboard.
extension TimelinePane {
  func showMenu(_ hit: ListHit?, at point: Point) {
    guard let hit else { return }
    let parts =
      hit.action.map { regions(of: hit.row.item, at: hit.position).entries(for: $0, of: hit.row) }
      ?? []
    offerMore(parts, about: hit.row, at: hit.position, copying: hit.copyText, in: point)
  }

  /// Shows the menu of the whole post, for the keyboard.
  func showMenu(_ contents: ItemContents, at point: Point) {
    offerMore(
      entries(forPartsOf: contents, regions(of: contents.item, at: contents.position)),
      about: contents.row, at: contents.position, copying: contents.copyText, in: point,
      beside: contents.rect)
  }

  private func regions(of item: ItemID, at position: Int) -> RegionEntries {
    var regions = actions.regions(of: item, at: position)
    regions.goToTitle = localized("Show Post")
    return regions
  }

  /// Shows the entries of a part of a post, and those of the post itself.
  private func offerMore(
    _ first: [MenuItem], about row: RowID, at position: Int, copying text: String?,
    in point: Point, beside shown: Rect? = nil
  ) {
    Task { @MainActor [weak self] in
      guard let self else { return }
      let post = await post(at: position)
      actions.offer(
        first + entries(for: row.item.rawValue, copying: text, of: post), at: point, beside: shown)
    }
  }

  private func post(at position: Int) async -> Post? {
    let posts = posts
    do {
      return try await Task.detached { try await posts(position..<position + 1).first }.value
    } catch {
      note((error as? ArchiveError)?.windowWords ?? "\(error)")
      return nil
    }
  }

  /// Returns the name of a post's part that shows only an icon or a position.
  static func title(of action: HitRegion.Action) -> String? {
    switch FeedAction(action) {
    case .open: localized("Show Post")
    case .profile: localized("Show Person")
    case .like: localized("Like", context: "button")
    case .boost: localized("Boost", context: "button")
    case .reply: localized("Replies")
    case .bookmark: localized("Bookmark")
    case .fold: localized("Show More or Less")
    case .disclose: localized("Show or Hide Sensitive Content")
    case .vote(let index): localized("Answer {number}", ["number": "\(index + 1)"])
    case nil:
      action == BackPiece.action
        ? localized("Back") : action == MorePiece.action ? localized("Show More") : nil
    }
  }

  private func entries(for item: Int64, copying text: String?, of post: Post?) -> [MenuItem] {
    var entries: [MenuItem] = []
    if hasSelection {
      entries.append(
        .entry(localized("Copy Selection")) { [weak self] in self?.copySelection() })
    }
    if let text = text ?? post?.text.string, !text.isEmpty {
      entries.append(.entry(localized("Copy Text")) { Clipboard.text = text })
    }
    if let url = post?.url {
      entries.append(
        .entry(localized("Open in Browser")) { [weak self] in
          self?.controller.opener.open(link: url)
        })
      entries.append(.entry(localized("Copy Link to Post")) { Clipboard.text = url })
    }
    if screen.first != .thread(item) {
      entries.append(
        .entry(localized("Show Thread")) { [weak self] in
          self?.controller.navigation.visit(.thread(item))
        })
    }
    if let author = post?.author, screen != .person(.init(rawValue: author.id)) {
      let name = TimelinePresentation.appearance.strings.name(of: author)
      entries.append(
        .entry(localized("Posts by {name}", ["name": MenuTitle.of(name, limit: 40)])) {
          [weak self] in self?.controller.navigation.visit(.person(.init(rawValue: author.id)))
        })
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
        self?.note(
          copied.isCut
            ? localized(
              one: "Copied the first post", other: "Copied the first {count} posts",
              count: copied.posts)
            : localized(
              one: "Copied {count} post", other: "Copied {count} posts", count: copied.posts))
      } catch {
        self?.note("\(error)")
      }
    }
  }

  private func copyCurrent() {
    guard let current else { return }
    Task { @MainActor [weak self] in
      guard let post = await self?.post(at: current) else { return }
      let text = post.text.isEmpty ? post.url ?? "" : post.text.string
      guard !text.isEmpty else { return }
      Clipboard.text = text
      self?.note(localized("Copied the post"))
    }
  }
}
