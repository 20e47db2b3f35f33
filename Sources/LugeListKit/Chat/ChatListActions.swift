package import LugeChat
package import LugeCore
import LugeEngine
import LugeImages
package import LugeQt
import LugeWords

/// Owner of a list of messages, posts or media, which knows where its items come from. Everything
/// that does not depend on that is in ``ChatListActions``.
@MainActor
package protocol ChatListOwner: AnyObject {
  /// Pictures and videos of the list as it is now, for the viewers.
  var catalog: any PictureCatalog { get }

  /// Shows a short message over the list.
  func note(_ words: String)
  /// Says why a picture is missing.
  func note(_ failure: ImageError)
  /// Returns the key of a file by the path that a row names.
  func fileKey(_ path: String) -> ImageKey

  /// Handles an action that only this list has; false if it is one of those below.
  func performOwn(_ action: HitRegion.Action, _ hit: ListHit) -> Bool
  func open(link url: String, of item: ItemID)
  func open(file path: String, of hit: ListHit)
  func show(_ picture: ImageKey, of hit: ListHit)
  func goTo(_ item: ItemID)
  func turnFold(of hit: ListHit)
  func search(for name: TextName)
  func showAuthor(_ author: ChatAuthor, of item: ItemID)
}

extension ChatListOwner {
  package func note(_ failure: ImageError) { note(failure.explanation) }
  package func fileKey(_ path: String) -> ImageKey { ImageKey(path) }
  package func performOwn(_ action: HitRegion.Action, _ hit: ListHit) -> Bool { false }
  package func goTo(_ item: ItemID) {}
  package func turnFold(of hit: ListHit) {}
  package func search(for name: TextName) {}
  package func showAuthor(_ author: ChatAuthor, of item: ItemID) {}
}

/// Owner of a list that shows cards of the pages that its messages link to.
@MainActor
package protocol LinkCardOwner: ChatListOwner {
  var previews: LinkPreviews { get }

  /// Returns the links of rows in view that show no card: each once.
  func takeUnseenLinks(of rows: [VisibleRow]) -> [String]
  /// Whether a message links to a page without showing its card.
  func lacksCard(of address: String, in item: ItemID) -> Bool
  /// Called when the user wants the card of a page in a message.
  func expectCard(of address: String, in item: ItemID)
  /// Shows the card of a page in the messages that link to it; nil: there is none.
  func show(_ card: LinkCard?, of address: String)
}

/// Actions on the parts of messages in a list, the same in rooms and archives: links, files,
/// pictures, mentions, faces, the entries of their menus, and cards of linked pages.
@MainActor
package final class ChatListActions {
  private let list: ListSurface
  private let pictures: ListPictures
  private let overlay: MediaOverlay

  // MARK: Mutable State (main actor)

  private weak var owner: (any ChatListOwner)?

  /// - Parameter overlay: opens the viewers, and says what pictures may be downloaded.
  package init(_ list: ListSurface, _ pictures: ListPictures, _ overlay: MediaOverlay) {
    self.list = list
    self.pictures = pictures
    self.overlay = overlay
  }

  /// Begins to handle clicks and to report failures of the list's source.
  package func serve(_ owner: any ChatListOwner) {
    self.owner = owner
    list.onClick = { [weak self] hit, _ in
      if let action = hit.action { self?.perform(action, hit) }
    }
    list.interactors.add(AuthorTaps(self))
    list.engine.onFailure = { [weak self] error in
      MainActor.assumeIsolated {
        self?.owner?.note(
          error == .sourceGivenUp
            ? "\(error)."
            : localized("{problem}. Trying again …", ["problem": "\(error)"]))
      }
    }
  }

  package func perform(_ action: HitRegion.Action, _ hit: ListHit) {
    guard let owner, !owner.performOwn(action, hit) else { return }
    switch action {
    case .openLink(let url): owner.open(link: url, of: hit.row.item)
    case .openFile(let path): owner.open(file: path, of: hit)
    case .openImage(let key): owner.show(key, of: hit)
    case .goTo(let item): owner.goTo(item)
    case .custom(ChatAction.fold): owner.turnFold(of: hit)
    case .custom: if let name = TextName(action) { owner.search(for: name) }
    // The list's interactors handle these.
    case .typed: break
    }
  }

  fileprivate func tapped(_ author: ChatAuthor, of item: ItemID) {
    owner?.showAuthor(author, of: item)
  }

  // MARK: Pictures and files

  /// Opens a picture in the viewer. If it is missing, tries to load it again if that may help,
  /// otherwise shows the reason.
  ///
  /// - Parameter position: position of its message in the catalog; nil: the message is gone, and
  ///   nothing is shown.
  package func show(_ key: ImageKey, of item: ItemID, at position: Int?) {
    if let error = pictures.failure(of: key) {
      if !error.isRetryable { owner?.note(error) }
      if error.offersRetry(of: key) { load(key) }
      return
    }
    guard let owner, let position else { return }
    overlay.show(PictureEntry(item: item, position: position, key: key), of: owner.catalog)
  }

  /// Plays a video over the list, and opens other files in other programs.
  ///
  /// - Parameters:
  ///   - path: the path that the row names.
  ///   - position: position of its message in the catalog.
  package func open(_ key: ImageKey, named path: String, of item: ItemID, at position: Int) {
    guard let owner, VideoViewer.plays(path) else { return overlay.opener.open(file: key) }
    overlay.play(PictureEntry(item: item, position: position, key: key), of: owner.catalog)
  }

  /// Downloads or decodes a missing picture on the user's request.
  package func load(_ key: ImageKey) {
    overlay.source.network.permit(key)
    pictures.retry(key)
    list.requestFrame()
  }

  // MARK: Menus

  /// Makes the menu entries for regions of an item.
  package func regions(of item: ItemID, at position: Int) -> RegionEntries {
    var entries = RegionEntries(
      pictures: .init(
        failure: { [weak self] in self?.pictures.failure(of: $0) },
        load: { [weak self] in self?.load($0) },
        actions: overlay.actions, opener: overlay.opener)
    ) { [weak self] action, row in
      self?.perform(
        action, ListHit(position: position, row: row, action: action, copyText: nil))
    }
    entries.file = { [weak self] in self?.owner?.fileKey($0) ?? ImageKey($0) }
    entries.preview = { [weak self] in self?.preview(of: $0, in: item) }
    return entries
  }

  /// Returns the menu entries of the part under a point.
  package func entries(for hit: ListHit) -> [MenuItem] {
    guard let action = hit.action else { return [] }
    return regions(of: hit.row.item, at: hit.position).entries(for: action, of: hit.row)
      + list.interactors.menuEntries(for: hit).map(MenuItem.init)
  }

  /// Shows a menu about a part of the list; does nothing without entries.
  ///
  /// - Parameter shown: see ``Surface/show(_:at:beside:onClose:)``.
  package func offer(_ entries: [MenuItem], at point: Point, beside shown: Rect? = nil) {
    guard !entries.isEmpty else { return }
    // After a long press, the pressed part stays highlighted to show what the menu is about.
    list.liftHeld()
    list.area.surface.show(entries, at: point, beside: shown) { [weak list] in
      list?.lifted = nil
    }
  }

  // MARK: Cards of pages

  private var cardOwner: (any LinkCardOwner)? { owner as? any LinkCardOwner }

  /// Makes cards for links that came into view, if their pages were downloaded before or may be
  /// downloaded automatically.
  package func lookAtLinks() {
    guard let owner = cardOwner else { return }
    for address in owner.takeUnseenLinks(of: list.engine.visibleRows) {
      let previews = previews(of: owner)
      if let card = previews.card(of: address) {
        owner.show(card, of: address)
      } else {
        previews.look(at: address)
      }
    }
  }

  /// Returns a closure that makes the preview of a page on the user's request; nil if the message
  /// shows it already, or the page cannot have one.
  private func preview(of address: String, in item: ItemID) -> (@MainActor () -> Void)? {
    guard let owner = cardOwner, owner.lacksCard(of: address, in: item),
      owner.previews.accepts(address)
    else { return nil }
    return { [weak self] in
      guard let self, let owner = cardOwner else { return }
      owner.expectCard(of: address, in: item)
      previews(of: owner).ask(for: address)
    }
  }

  /// Returns the owner's previews. Results go to this list from now on: the lists of a window share
  /// the previews.
  private func previews(of owner: any LinkCardOwner) -> LinkPreviews {
    let previews = owner.previews
    previews.onCard = { [weak self] address, card in
      self?.cardOwner?.show(card, of: address)
      if card == nil { self?.owner?.note(localized("No preview is available for this page")) }
    }
    return previews
  }
}

/// Handles clicks on faces and names.
@MainActor
private final class AuthorTaps: RowInteractor {
  private weak var actions: ChatListActions?

  init(_ actions: ChatListActions) { self.actions = actions }

  func perform(_ action: AuthorAction, on hit: ListHit) {
    actions?.tapped(action.author, of: hit.row.item)
  }
}
