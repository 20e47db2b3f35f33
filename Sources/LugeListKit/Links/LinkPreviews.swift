import Foundation
public import LugeChat
public import LugeCore
public import LugeImages

/// Makes cards of the pages that messages lead to.
///
/// Whoever asks a server for a page tells it so. Therefore a page is fetched only when its reader
/// asks for it, or by itself where pictures of the network are as well; and by itself only one of
/// the public network: what a message names on this computer, or in the house, may do something
/// when it is asked for. Redirections, sizes and times are limited as those of pictures are. What
/// was fetched is kept, and shown again without asking anybody.
@MainActor
public final class LinkPreviews {
  /// Bytes of a page that are looked at: what describes it stands in front.
  public static let pageBytes = 512 << 10
  /// Pages that are kept in memory.
  private static let mostCards = 4096

  /// A page became known, or turned out to have nothing to show (nil).
  public var onCard: (@MainActor (_ address: String, LinkCard?) -> Void)?

  private let pictures: PermittedFetcher
  private let permitted: PermittedFetcher
  private let pages: KeptOriginals

  // MARK: Mutable State (main actor)

  /// What is known of a page, by its address; nil while it is asked for, or when nothing came of
  /// it.
  private var cards: [String: LinkCard?] = [:]

  /// - Parameters:
  ///   - pictures: what may be fetched of the network; see ``PictureSource/network``.
  ///   - cache: a folder for what was fetched; nil keeps nothing.
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

  /// What is known of a page.
  public func card(of address: String) -> LinkCard? { cards[address] ?? nil }

  /// Whether a card could be made of what an address leads to.
  public func accepts(_ address: String) -> Bool {
    address.utf8.count <= 2048 && pages.accepts(ImageKey(address))
  }

  /// Makes a card of a page that is in view, if it was fetched before or may be fetched by itself.
  /// Asks once.
  public func look(at address: String) {
    guard cards.index(forKey: address) == nil, accepts(address) else { return }
    if pictures.permitsAll, NetworkReach.isPublic(address) { permitted.permit(ImageKey(address)) }
    fetch(address)
  }

  /// Makes a card of a page because its reader wants it.
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
    // The picture is a part of what was asked for.
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
