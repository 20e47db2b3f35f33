import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import LugeQt

/// The list of conversations at the side: itself a Luge list.
@MainActor
final class SidebarPane {
  let surface: ListSurface
  private let conversations: [ConversationSummary]
  private var items: [Conversation]
  private let factory: ConversationRowFactory
  private unowned let controller: ViewerController
  private let opened: OpenArchive

  init(
    _ controller: ViewerController, opened: OpenArchive, selected: ConversationID
  ) {
    self.controller = controller
    self.opened = opened
    conversations = opened.conversations
    let now = Int64(Date().timeIntervalSince1970)
    let today = CivilDate.day(ofLocalSeconds: controller.zone.localSeconds(at: now))
    factory = ConversationRowFactory(appearance: Self.appearance, today: today)
    items = conversations.map { Self.item($0, isSelected: $0.id == selected, controller.zone) }
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: Self.provider(items, factory),
      configuration: EngineConfiguration(
        opensAt: .start, bitmapByteLimit: 12 << 20, background: Self.background),
      tools: PaintTools.factory(), wake: { waker.wake() })
    engine.setColorScheme(controller.scheme)
    var options = ListSurface.Options()
    options.showsJumpButton = false
    surface = ListSurface(
      area: controller.window.side, engine: engine, clock: controller.clock, waker: waker,
      fontFamily: ViewerController.fontFamily, options: options)
    surface.setStyle(zoom: controller.settings.zoom, fontFamily: ViewerController.fontFamily)
    surface.onClick = { [weak self] hit, _ in
      guard let self else { return }
      choose(hit.position)
      showChoice()
    }
    surface.onKeyFirst = { [weak self] in self?.key($0) ?? false }
    surface.setCursor(items.firstIndex(where: \.isSelected))
    readSnippets()
  }

  static let background = ConversationColors().background

  /// Counts of an archive are no call to read: quieter than a count of what is unread.
  private static var appearance: ChatAppearance {
    var style = ChatStyle()
    style.colors.conversations.badge = style.colors.servicePill
    style.colors.conversations.badgeText = style.colors.serviceText
    return ChatAppearance(style: style)
  }

  /// The keys of any list of choices; the choice is shown at once.
  private func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.code {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .home: move(by: -conversations.count)
    case .end: move(by: conversations.count)
    case .return, .right: showChoice(byKeys: true)
    // What is marked beside it.
    case .escape: return controller.pane?.escape() ?? false
    default: return false
    }
    return true
  }

  /// Goes on to the conversation that was chosen: the other page of a narrow window.
  private func showChoice(byKeys: Bool = false) {
    controller.window.showSidePage(false)
    let main = controller.window.main.surface
    if byKeys { main.focusByKeys() } else { main.focus() }
  }

  /// Shows the conversation so many places below the present one.
  func move(by steps: Int) {
    guard let current = items.firstIndex(where: \.isSelected) else { return }
    let target = min(max(current + steps, 0), items.count - 1)
    guard target != current else { return }
    choose(target)
    surface.setCursor(target, isShown: surface.area.surface.hasFocus)
    reveal(target)
  }

  /// For a list that has not been drawn yet.
  func revealSelected() {
    guard let selected = items.firstIndex(where: \.isSelected), selected > 0 else { return }
    surface.jump(to: selected)
  }

  private func reveal(_ position: Int) {
    let height = surface.area.surface.geometry.size.height
    let isInView = surface.engine.visibleRows.contains {
      $0.position == position && $0.y >= 0 && $0.y + $0.height <= height
    }
    if !isInView { surface.jump(to: position) }
  }

  func select(_ id: ConversationID) {
    for index in items.indices {
      let isSelected = conversations[index].id == id
      guard items[index].isSelected != isSelected else { continue }
      items[index].isSelected = isSelected
      reload(index..<index + 1)
    }
  }

  private func choose(_ position: Int) {
    guard conversations.indices.contains(position), !items[position].isSelected else { return }
    controller.show(conversations[position], of: opened)
  }

  private func reload(_ range: Range<Int>) {
    surface.engine.update(to: Self.provider(items, factory), changes: [.reload(range)])
    surface.requestFrame()
  }

  /// What was said last, read in the background.
  private func readSnippets() {
    let (archive, conversations) = (opened.archive, conversations)
    Task { @MainActor [weak self] in
      var lower = 0
      // Each step hands in the list as it is then, which costs as much as the list is long: twice as many
      // in each make the sum of it proportional to the list's length.
      var step = 1
      while lower < conversations.count {
        let range = lower..<min(lower + step, conversations.count)
        let found = await Task.detached(priority: .low) {
          range.map { Self.snippet(of: conversations[$0], in: archive) }
        }.value
        guard let self else { return }
        for (index, snippet) in zip(range, found) {
          guard let snippet else { continue }
          items[index].snippet = snippet.text
          items[index].snippetAuthor = snippet.author
          items[index].revision = Revision(items[index].revision.rawValue &+ 1)
        }
        reload(range)
        lower = range.upperBound
        step *= 2
      }
    }
  }

  private nonisolated static func snippet(
    of conversation: ConversationSummary, in archive: Archive
  ) -> (text: String, author: String?)? {
    guard conversation.count > 0,
      let message = try? archive.messages(
        in: conversation.id, at: conversation.count - 1..<conversation.count
      ).first
    else { return nil }
    let text = String(message.text.concealed.prefix(120))
    let media = message.media.first?.kind.rawValue.capitalized
    return (
      text.isEmpty ? media ?? "" : text,
      conversation.authors > 2 ? (message.author?.name).map(ForeignText.visible) : nil
    )
  }

  private static func provider(_ items: [Conversation], _ factory: ConversationRowFactory)
    -> any RowProvider
  {
    FactoryRowProvider(source: ArraySource(items) { $0.id }, factory: factory)
  }

  /// Where a timeline's posts were written.
  private static func network(of summary: ConversationSummary) -> String? {
    guard summary.kind == .timeline else { return nil }
    let networks = ["mastodon": "Mastodon", "bluesky": "Bluesky", "twitter": "X"]
    return networks[String(summary.key.prefix { $0 != ":" })]
  }

  private static func item(
    _ summary: ConversationSummary, isSelected: Bool, _ zone: ZoneOffsets
  ) -> Conversation {
    let network = network(of: summary)
    // The colour is that of the timeline's person or of whom one talks with, as it is among their
    // messages.
    let person = (summary.kind == .timeline ? summary.ownAuthorID : summary.partnerID)?.rawValue
    return Conversation(
      id: ItemID(summary.id.rawValue),
      name: network.map { "\(ForeignText.isolated(summary.name)) · \($0)" }
        ?? ForeignText.visible(summary.name),
      colorIndex: Int(truncatingIfNeeded: person ?? summary.id.rawValue),
      localSeconds: summary.last.map { zone.localSeconds(of: $0) }, count: summary.messages,
      isSelected: isSelected)
  }
}
