import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeWords

extension ChatPane {
  /// Cards for the first link of each message that came into view: of pages that were fetched
  /// before, or may be fetched by themselves.
  func lookAround() {
    guard cards.hasLinks else { return }
    for row in surface.engine.visibleRows {
      guard let address = cards.takeUnseen(of: row.id.item) else { continue }
      let previews = previews
      if let card = previews.card(of: address) {
        show(card, of: address)
      } else {
        previews.look(at: address)
      }
    }
  }

  /// Returns the menu entry for a link whose page the message does not show.
  func cardEntry(
    for address: String, in message: ItemID
  ) -> [(title: String, run: @MainActor () -> Void)] {
    guard cards.lacksCard(of: address, in: message), previews.accepts(address) else { return [] }
    return [
      (localized("Show Preview"), { [weak self] in self?.previews.ask(for: address) })
    ]
  }

  /// By keys: for each page that a message leads to.
  func cardEntries(
    for contents: ItemContents
  ) -> [(title: String, run: @MainActor () -> Void)] {
    var addresses: [String] = []
    for case .openLink(let url) in contents.parts.map(\.action) where !addresses.contains(url) {
      addresses.append(url)
    }
    return addresses.flatMap { cardEntry(for: $0, in: contents.item) }
  }

  /// The window's previews; results go to this list from now on.
  private var previews: LinkPreviews {
    let previews = controller.previews
    previews.onCard = { [weak self] in self?.show($1, of: $0) }
    return previews
  }

  private func show(_ card: LinkCard?, of address: String) {
    guard let card else { return toast(localized("This page has nothing to show here")) }
    let changes = cards.add(card, of: address).map { ListChange.reload($0..<$0 + 1) }
    guard !changes.isEmpty else { return }
    surface.engine.update(
      to: provider, changes: changes, options: UpdateOptions(author: .history))
    surface.requestFrame()
  }
}
