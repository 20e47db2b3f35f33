import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugePaint
import LugeQt
import LugeWords

/// Statistics of one or all conversations, in place of the messages: who wrote how much, when and
/// in which words. A list like any other.
@MainActor
final class StatisticsPane {
  let surface: ListSurface
  /// Conversation to which Escape returns.
  let conversation: ConversationSummary
  let page: StatisticsPage
  private unowned let controller: ViewerController
  /// Whether the statistics are of this conversation only.
  let isOne: Bool

  init(
    _ controller: ViewerController, _ page: StatisticsPage, isOne: Bool,
    from conversation: ConversationSummary
  ) {
    self.controller = controller
    self.conversation = conversation
    self.page = page
    self.isOne = isOne
    surface = controller.list(
      in: controller.window.main, page.provider(in: .pane), StatisticsPage.configuration)
    surface.options.marksItemUnderPointer = true
    surface.onClick = { [weak self] hit, _ in
      if let action = hit.action { self?.perform(action, at: hit.position) }
    }
    surface.passesOver = { [page] position in
      guard page.items.indices.contains(position), case .heading = page.items[position] else {
        return false
      }
      return true
    }
    surface.leaves { [weak self] in self?.controller.statisticsPages.close() }
    surface.hint = { hit in
      guard case .custom(let name)? = hit.action, name.hasPrefix(StatisticsItems.personAction)
      else { return nil }
      return localized("Show what this person wrote in all conversations")
    }
    surface.actionTitle = { action in
      guard case .custom(let name) = action, name.hasPrefix(StatisticsItems.personAction) else {
        return nil
      }
      return localized("Show Messages")
    }
  }

  /// The page and the position in it, for going back to it.
  var visit: StatisticsVisit {
    let engine = surface.engine
    let place = engine.placeBeingRead
    let position = place.flatMap { place in
      engine.visibleRows.first { $0.id.item == place.item }?.position
    }
    return StatisticsVisit(
      page: page, isOne: isOne, conversation: conversation,
      place: OpeningPlace(place: place, position: position))
  }

  private func perform(_ action: HitRegion.Action, at position: Int) {
    switch action {
    case .custom(let name) where name.hasPrefix(StatisticsItems.personAction):
      controller.statisticsPages.showMessages(
        of: String(name.dropFirst(StatisticsItems.personAction.count)))
    case .goTo:
      guard page.items.indices.contains(position),
        case .memory(let line, let id) = page.items[position]
      else { return }
      controller.statisticsPages.close(
        showing: line.position, in: ConversationID(rawValue: id))
    default: break
    }
  }
}

/// Shows statistics in place of the messages, and returns to them.
@MainActor
final class StatisticsPages {
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices
  private let counter = StatisticsCounter()

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Shows statistics of all conversations, or of the shown one. If these are shown already, it
  /// returns to the messages.
  func toggle(ofConversation isOne: Bool = false) {
    guard controller.statistics?.isOne != isOne else { return close() }
    guard let opened = controller.opened,
      let conversation = controller.shownConversation
    else { return }
    let scope = StatisticsScope(conversations: isOne ? [conversation.id] : nil)
    let summaries = isOne ? [conversation] : opened.conversations
    let zone = controller.zone
    let today = CivilDate.day(
      ofLocalSeconds: zone.localSeconds(at: Int64(Date().timeIntervalSince1970)))
    Task { @MainActor [weak self, counter] in
      let made = await counter.count(
        scope, of: summaries, in: opened.archive, today: today, zone: zone
      ) { share in self?.showProgress(share) }
      guard let self, let made else { return }
      notices.tell(nil, about: .progress)
      switch made {
      case .success(let statistics):
        guard controller.isOpen(opened) else { return }
        // The other statistics are no place to go back to.
        if controller.statistics == nil { controller.navigation.leavePlace() }
        show(statistics, isOne: isOne, from: conversation)
      case .failure(.cancelled): break
      case .failure(let error): controller.note(error.description)
      }
    }
  }

  /// - Parameter share: percentage of the messages counted so far; nil before any.
  private func showProgress(_ share: Int?) {
    let words =
      share.map { localized("Counting messages … {percent} %", ["percent": "\($0)"]) }
      ?? localized("Counting messages …")
    notices.tell(
      ViewerNotice(text: words, buttons: [localized("Cancel")]) { [counter] _ in counter.stop() },
      about: .progress)
  }

  private func show(_ page: StatisticsPage, isOne: Bool, from conversation: ConversationSummary) {
    controller.closePicture()
    controller.pane?.rememberPlace()
    controller.clearPage()
    controller.find.listChanged()
    // A question about the messages comes back with them.
    notices.tell(nil, about: .owner)
    controller.main.show(
      .statistics(StatisticsPane(controller, page, isOne: isOne, from: conversation)))
    let count = controller.conversations.count
    window.titleBar.setTitle(
      isOne ? SidebarPane.shownName(of: conversation) : localized("Statistics"),
      subtitle: isOne
        ? localized("Statistics")
        : localized(one: "{count} conversation", other: "{count} conversations", count: count))
    controller.showInitials(of: isOne ? conversation : nil)
    window.titleBar.setButtons([.back])
    controller.updateMenus()
    window.main.surface.focus()
  }

  /// Shows a page of statistics again that was left for one of its messages.
  func show(_ visit: StatisticsVisit) {
    guard controller.isShowingArchive else { return }
    show(visit.page, isOne: visit.isOne, from: visit.conversation)
    if let place = visit.place.place, let position = visit.place.position {
      controller.statistics?.surface.restore(place, at: position)
    }
    window.showSidePage(false)
  }

  /// - Parameter position: position of a message to go to; nil for the user's last place.
  func close(showing position: Int? = nil, in id: ConversationID? = nil) {
    guard let shown = controller.statistics, controller.isShowingArchive else { return }
    if position != nil { controller.navigation.leavePlace() }
    controller.clearPage()
    if let position, let id {
      controller.show(id, at: position)
    } else {
      controller.show(shown.conversation)
    }
    window.main.surface.focus()
  }

  /// Searches for a person's messages in all conversations.
  func showMessages(of name: String) {
    controller.navigation.leavePlace()
    close()
    controller.search.open(SearchFilters.from(name))
  }
}
