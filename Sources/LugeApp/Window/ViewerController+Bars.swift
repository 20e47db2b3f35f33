import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeQt
import LugeWords

/// Bars above the lists: the conversation's title, and the search field.
extension ViewerController {
  /// Creates the bars with their final height; texts and icons are added after the first frame.
  func makeBars() {
    let (titleBar, searchBar) = (window.titleBar, window.searchBar)
    colorBars()
    titleBar.onPress = { [weak self] button in
      switch button {
      case .back:
        if self?.details != nil { return self?.closeRoomDetails() ?? () }
        self?.navigation.leavePage()
      case .find: self?.find.open()
      case .date: self?.askForDate()
      case .media: self?.mediaPages.toggle()
      }
    }
    titleBar.onTitle = { [weak self] in
      guard let self else { return }
      if live != nil || details != nil { return toggleRoomDetails() }
      statisticsPages.toggle(ofConversation: true)
    }
    _ = search
    launch.postpone { [weak self] in
      self?.setIcon()
      titleBar.fill()
      searchBar.fill()
    }
  }

  /// Sets the window's icon: after the first frame, or before a page that shows it.
  func setIcon() {
    guard !window.hasIcon else { return }
    window.setThemeIcon("luge")
    // share/icons/luge.svg at 128 px, for a program that is not installed.
    if !window.hasIcon { window.setIcon(data: PackageResources.luge_png) }
  }

  func colorBars() {
    let colors = BarColors(scheme)
    window.titleBar.setColors(colors)
    window.searchBar.setColors(colors)
  }

  /// Shows the title of a conversation; nil if nothing is open.
  func showTitle(of conversation: ConversationSummary?) {
    let bar = window.titleBar
    guard let conversation else {
      bar.setTitle("")
      bar.setHint(nil)
      bar.setInitials(nil)
      return bar.setButtons([])
    }
    let name = SidebarPane.shownName(of: conversation)
    bar.setTitle(name, subtitle: Self.subtitle(of: conversation, zone))
    showInitials(of: conversation)
    bar.setHint(localized("People and statistics of this conversation"))
    bar.setButtons([.find, .date, .media])
  }

  /// Shows the conversation's initials before the title; nil: none.
  func showInitials(of conversation: ConversationSummary?) {
    let bar = window.titleBar
    guard let conversation else { return bar.setInitials(nil) }
    bar.setInitials(
      AuthorPalette.initials(of: conversation.name),
      color: ChatColors().author(conversation.colorIndex))
  }

  /// Returns a text such as "12 people · 4,321 messages · Mar 2019 – Jun 2024".
  static func subtitle(of conversation: ConversationSummary, _ zone: ZoneOffsets) -> String {
    var parts: [String] = []
    let isTimeline = conversation.kind == .timeline
    if !isTimeline, conversation.authors > 2 {
      parts.append(
        localized(one: "{count} person", other: "{count} people", count: conversation.authors))
    }
    parts.append(
      isTimeline
        ? localized(one: "{count} post", other: "{count} posts", count: conversation.messages)
        : localized(
          one: "{count} message", other: "{count} messages", count: conversation.messages))
    if let first = conversation.first, let last = conversation.last {
      func month(_ time: Timestamp) -> String {
        let date = CivilDate(localSeconds: zone.localSeconds(of: time))
        return DateWords.ofReader.shortMonth(date)
      }
      let (from, to) = (month(first), month(last))
      parts.append(from == to ? from : "\(from) – \(to)")
    }
    return parts.joined(separator: " · ")
  }
}
