import LugeChat
import LugeCore
import Testing

@Suite("Contrast") struct ContrastTests {
  @Test("Known ratios of WCAG")
  func known() {
    #expect(abs(RGBA(0).contrast(to: RGBA(0xFFFFFF)) - 21) < 0.001)
    #expect(abs(RGBA(0x777777).contrast(to: RGBA(0xFFFFFF)) - 4.478) < 0.01)
  }

  @Test("Every text is readable on what it is drawn on", arguments: [ColorScheme.light, .dark])
  func readable(scheme: ColorScheme) {
    let colors = ChatColors()
    func check(_ text: ThemeColor, on surface: ThemeColor, _ what: String) {
      let ratio = text.resolved(scheme).contrast(to: surface.resolved(scheme))
      #expect(ratio >= 4.5, "\(what): \(ratio)")
    }
    for bubble in [colors.inbound, colors.outbound] {
      check(bubble.text, on: bubble.fill, "text")
      check(bubble.secondary, on: bubble.fill, "secondary")
      check(bubble.link, on: bubble.fill, "link")
      check(bubble.accent, on: bubble.fill, "accent")
      check(bubble.text, on: bubble.pill, "reaction")
      check(bubble.onAccent, on: bubble.accent, "mark")
    }
    for author in colors.authors {
      check(author, on: colors.inbound.fill, "author")
      check(colors.initials, on: author, "initials")
    }
    check(colors.serviceText, on: colors.servicePill, "service")
    check(colors.read, on: colors.outbound.fill, "read")
    for bubble in [colors.inbound, colors.outbound] {
      check(colors.failure, on: bubble.fill, "failure")
    }
    check(colors.unreadText, on: colors.unreadPill, "unread")
    let worstPhoto = colors.overlay.resolved(scheme).over(RGBA(0xFFFFFF))
    #expect(colors.overlayText.resolved(scheme).contrast(to: worstPhoto) >= 4.5)
    let list = colors.conversations
    for surface in [list.background, list.selected] {
      check(list.name, on: surface, "name")
      check(list.snippet, on: surface, "snippet")
    }
    check(list.badgeText, on: list.badge, "badge")
  }
}
