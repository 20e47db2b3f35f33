import Foundation
public import LugeChat
import LugeCore
public import LugeImages

/// Makes previews of the pages that messages link to.
///
/// Requesting a page reveals the user to its server. Therefore a page is downloaded only on the
/// user's request, or automatically if pictures are, too; and automatically only from the public
/// network, because a request to this computer or the local network may trigger an action there.
/// Redirections, sizes and times are limited as for pictures. Downloads are stored, and shown again
/// without a request.
@MainActor
public final class LinkPreviews {
  /// Maximum bytes of a page that are read: its description is at the beginning.
  public static let pageBytes = 512 << 10
  /// Maximum number of previews in memory.
  private static let mostCards = 4096

  /// Called when a page was read, with its preview; nil if it has nothing to show.
  public var onCard: (@MainActor (_ address: String, LinkCard?) -> Void)?

  private let pictures: PermittedFetcher
  private let permitted: PermittedFetcher
  private let pages: KeptOriginals

  // MARK: Mutable State (main actor)

  /// Previews by address; the value is nil while a page is being requested, or if it has no
  /// preview.
  private var cards: [String: LinkCard?] = [:]

  /// - Parameters:
  ///   - pictures: decides what may be downloaded; see ``PictureSource/network``.
  ///   - cache: a folder for downloads; nil: nothing is stored.
  public convenience init(pictures: PermittedFetcher, cache: String?) {
    var configuration = HTTPImageFetcher.Configuration()
    configuration.content = .beginningsOfPages
    configuration.connections = 4
    configuration.connectionsPerHost = 2
    configuration.totalSeconds = 20
    self.init(
      pictures: pictures, pages: HTTPImageFetcher(configuration: configuration), cache: cache)
  }

  init(pictures: PermittedFetcher, pages: any ImageFetching, cache: String?) {
    self.pictures = pictures
    permitted = PermittedFetcher(pages)
    self.pages = KeptOriginals(
      permitted, cache: cache.map { OriginalCache(folder: "\($0)/pages", byteLimit: 16 << 20) })
  }

  /// Returns the preview of a page; nil if unknown.
  public func card(of address: String) -> LinkCard? { cards[address] ?? nil }

  /// Whether an address can have a preview.
  public func accepts(_ address: String) -> Bool {
    address.utf8.count <= 2048 && pages.accepts(ImageKey(address))
  }

  /// Makes the preview of a page in view, if it was downloaded before or may be downloaded
  /// automatically. Does nothing at later calls for the same address.
  public func look(at address: String) {
    guard cards.index(forKey: address) == nil, accepts(address) else { return }
    if pictures.permitsAll, NetworkReach.isPublic(address) { permitted.permit(ImageKey(address)) }
    fetch(address)
  }

  /// Makes the preview of a page on the user's request.
  public func ask(for address: String) {
    guard accepts(address) else { return }
    permitted.permit(ImageKey(address))
    fetch(address, isAsked: true)
  }

  private func fetch(_ address: String, isAsked: Bool = false) {
    if cards.count >= Self.mostCards { cards = [:] }
    cards[address] = .some(nil)
    _ = pages.fetch(ImageKey(address), limit: Self.pageBytes, priority: .onScreen) {
      [weak self] result in
      let card = (try? result.get()).flatMap { Self.card(of: address, $0) }
      Task { @MainActor in self?.took(card, of: address, isAsked: isAsked) }
    }
  }

  private func took(_ card: LinkCard?, of address: String, isAsked: Bool) {
    // The user's request includes the preview's picture.
    if isAsked, let picture = card?.picture { pictures.permit(picture) }
    cards[address] = .some(card)
    if card != nil || isAsked { onCard?(address, card) }
  }

  nonisolated static func card(of address: String, _ page: [UInt8]) -> LinkCard? {
    let head = PageHead(page)
    guard !head.isEmpty else { return nil }
    let picture = head.picture.flatMap {
      URL(string: $0, relativeTo: URL(string: address))?.absoluteString
    }
    .flatMap { picture -> ImageKey? in
      let isWeb = picture.hasPrefix("https://") || picture.hasPrefix("http://")
      return isWeb && NetworkReach.mayShow(picture, ofPage: address) ? ImageKey(picture) : nil
    }
    return LinkCard(url: address, title: head.title, summary: head.summary, picture: picture)
  }
}
