import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugePaint
import LugeQt
import LugeWords
import Synchronization

/// Who wrote how much, when and in which words, of all conversations or of one: a list like any
/// other, in place of the messages.
@MainActor
final class StatisticsPane {
  let surface: ListSurface
  /// Where Escape leads back to.
  let conversation: ConversationSummary
  let page: StatisticsPage
  private unowned let controller: ViewerController

  init(
    _ controller: ViewerController, _ page: StatisticsPage, from conversation: ConversationSummary
  ) {
    self.controller = controller
    self.conversation = conversation
    self.page = page
    surface = controller.list(
      in: controller.window.main, page.provider, StatisticsPage.configuration)
    surface.onClick = { [weak self] hit, _ in
      if let action = hit.action { self?.perform(action, at: hit.position) }
    }
    surface.leaves { [weak self] in self?.controller.closeStatistics() }
    surface.onZoom = { [weak self] steps in
      self?.controller.settings.zoom(by: steps > 0 ? 1 : -1)
    }
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

  private func perform(_ action: HitRegion.Action, at position: Int) {
    switch action {
    case .custom(let name) where name.hasPrefix(StatisticsItems.personAction):
      controller.showMessages(of: String(name.dropFirst(StatisticsItems.personAction.count)))
    case .goTo:
      guard page.items.indices.contains(position),
        case .memory(let line, let id) = page.items[position]
      else { return }
      controller.closeStatistics(
        showing: line.position, in: ConversationID(rawValue: id))
    default: break
    }
  }
}

extension ViewerController {
  /// Statistics of all conversations; once more leads back.
  func toggleStatistics(ofConversation isOne: Bool = false) {
    guard statistics == nil else { return closeStatistics() }
    guard case .open(let opened) = content,
      let conversation = media?.conversation ?? pane?.conversation
    else { return }
    let scope = StatisticsScope(conversations: isOne ? [conversation.id] : nil)
    let summaries = isOne ? [conversation] : opened.conversations
    let zone = zone
    let today = CivilDate.day(
      ofLocalSeconds: zone.localSeconds(at: Int64(Date().timeIntervalSince1970)))
    let isWanted = StopFlag()
    let reading = StatisticsReading()
    statisticsReading = reading
    notices.tell(
      ViewerNotice(text: localized("Counting messages …"), buttons: [localized("Cancel")]) { _ in
        isWanted.stop()
      },
      about: .progress)
    Task { @MainActor [weak self] in
      let ticks = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let work = Task.detached { () -> Result<StatisticsPage, ArchiveError> in
        defer { ticks.continuation.finish() }
        do throws(ArchiveError) {
          let report = try StatisticsReport(of: opened.archive, scope: scope, zone: zone) {
            done, total in
            if total > 0 { ticks.continuation.yield(Int(100 * Int64(done) / Int64(total))) }
            return !isWanted.isStopped
          }
          let memories = try Memories.read(
            from: opened.archive, summaries, today: today, zone: zone)
          return .success(StatisticsPage(report, memories: memories))
        } catch {
          return .failure(error)
        }
      }
      for await share in ticks.stream {
        guard let self, statisticsReading === reading, !isWanted.isStopped else { break }
        notices.tell(
          ViewerNotice(
            text: localized("Counting messages … {percent} %", ["percent": "\(share)"]),
            buttons: [localized("Cancel")]
          ) { _ in
            isWanted.stop()
          }, about: .progress)
      }
      let made = await work.value
      guard let self, statisticsReading === reading else { return }
      statisticsReading = nil
      notices.tell(nil, about: .progress)
      switch made {
      case .success(let page):
        guard case .open(let now) = content, now.archive === opened.archive else { return }
        show(page, isOne: isOne, from: conversation, opened)
      case .failure(.cancelled): break
      case .failure(let error): note(error.description)
      }
    }
  }

  private func show(
    _ page: StatisticsPage, isOne: Bool, from conversation: ConversationSummary,
    _ opened: OpenArchive
  ) {
    closePicture()
    leavePlace()
    pane?.rememberPlace()
    chat = nil
    timeline = nil
    media = nil
    find.listChanged()
    statistics = StatisticsPane(self, page, from: conversation)
    let count = opened.conversations.count
    window.titleBar.setTitle(
      isOne ? SidebarPane.shownName(of: conversation) : localized("Statistics"),
      subtitle: isOne
        ? localized("Statistics · Escape leads back")
        : count == 1
          ? localized("Escape leads back")
          : localized(
            one: "{count} conversation · Escape leads back",
            other: "{count} conversations · Escape leads back", count: count))
    if !isOne { window.titleBar.setInitials(nil) }
    window.titleBar.setButtons([])
    menus?.update()
    window.main.surface.focus()
  }

  /// - Parameter position: of a message to be led to; nil for where the reader was.
  func closeStatistics(showing position: Int? = nil, in id: ConversationID? = nil) {
    guard let shown = statistics, case .open(let opened) = content else { return }
    statistics = nil
    if let position, let id {
      show(id, at: position)
    } else {
      show(shown.conversation, of: opened)
    }
    window.main.surface.focus()
  }

  /// A person's messages in all conversations.
  func showMessages(of name: String) {
    closeStatistics()
    openSearch("from:\"\(name.replacing("\"", with: ""))\" ")
  }
}

/// Which counting is the latest.
final class StatisticsReading {}

/// Says to another thread that nobody waits any more.
final class StopFlag: Sendable {
  private let flag = Atomic(false)
  func stop() { flag.store(true, ordering: .relaxed) }
  var isStopped: Bool { flag.load(ordering: .relaxed) }
}
