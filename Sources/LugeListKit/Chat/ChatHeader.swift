public import LugeChat
import LugeCore
import LugeImages
import LugeQt
import LugeWords

/// Content of the bar above a conversation: a face, a name, and below it what is known of the
/// person, such as "online".
public struct ChatHeader: Hashable, Sendable {
  public enum Presence: Hashable, Sendable {
    case online
    /// Seconds since 1970, in UTC.
    case lastSeen(Int64)
    /// A text of the program: "12 members".
    case words(String)
  }

  /// The other person in a chat of two; for a group, its name and picture.
  public var person: ChatAuthor
  public var presence: Presence?
  /// Hint over face and words, where there may not be space for all of it: "Anna, Ben and Clara".
  /// Nil: name and presence.
  public var hint: String?

  public init(_ person: ChatAuthor, _ presence: Presence? = nil, hint: String? = nil) {
    self.person = person
    self.presence = presence
    self.hint = hint
  }
}

extension ChatHeader.Presence {
  /// Returns "online", "last seen at 14:05" or "last seen on 3 June 2024".
  func words(_ appearance: ChatAppearance, _ zone: ZoneOffsets, now: Int64) -> String {
    switch self {
    case .online: return localized("online", context: "person")
    case .words(let words): return words
    case .lastSeen(let time):
      let local = zone.localSeconds(at: time)
      let strings = appearance.strings
      let day = CivilDate.day(ofLocalSeconds: local)
      let today = CivilDate.day(ofLocalSeconds: zone.localSeconds(at: now))
      let clock = strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: local))
      if day == today { return localized("last seen at {time}", ["time": clock]) }
      if day == today.subtractingClamped(1) {
        return localized("last seen yesterday at {time}", ["time": clock])
      }
      let date = strings.dates.short(
        CivilDate(daysSince1970: day), currentYear: CivilDate(daysSince1970: today).year)
      return localized("last seen on {date}", ["date": date])
    }
  }
}

/// Shows a header in the bar above a window's main list.
@MainActor
final class HeaderBar {
  /// Side of the bar's face, points.
  private static let side = 36.0

  private let bar: TitleBar
  private let area: ListArea
  private let pictures: ImagePipeline
  private let appearance: ChatAppearance
  private let zone: ZoneOffsets

  // MARK: Mutable State (main actor)

  private var shown: ChatHeader?
  /// The picture that the bar shows or is loading.
  private var face: ImageKey?
  private var loading: Task<Void, Never>?

  init(
    _ window: Window, _ pictures: ImagePipeline, _ configuration: ChatConfiguration,
    press: @escaping @MainActor (TitleBar.Button) -> Void
  ) {
    bar = window.titleBar
    area = window.main
    self.pictures = pictures
    appearance = configuration.appearance
    zone = configuration.zone
    bar.onPress = press
    bar.setButtons([.find, .date])
    bar.fill()
  }

  isolated deinit { loading?.cancel() }

  func setColorScheme(_ scheme: ColorScheme) { bar.setColors(BarColors(scheme)) }

  func show(_ header: ChatHeader) {
    shown = header
    showWords()
    let person = header.person
    bar.setInitials(
      AuthorPalette.initials(of: person.name),
      color: appearance.style.colors.author(person.colorIndex))
    showFace(person.picture)
  }

  /// Updates the line below the name. Call it when another day has begun: "at 14:05" was yesterday
  /// then.
  func showWords() {
    guard let shown else { return }
    let presence = shown.presence?.words(appearance, zone, now: DayWatch.systemTime) ?? ""
    bar.setTitle(shown.person.name, subtitle: presence)
    let words = [shown.person.name, presence].filter { !$0.isEmpty }.joined(separator: "\n")
    bar.setHint(shown.hint ?? words, isButton: false)
  }

  private func showFace(_ key: ImageKey?) {
    guard key != face else { return }
    face = key
    loading?.cancel()
    bar.setPicture(nil)
    guard let key else { return }
    let side = Int((Self.side * area.surface.geometry.scale).rounded(.up))
    let request = ImageRequest(key, size: PixelSize(width: side, height: side))
    loading = Task { [weak self, pictures] in
      // On failure the initials stay.
      guard let picture = try? await pictures.image(for: request), !Task.isCancelled else { return }
      self?.bar.setPicture(picture)
    }
  }
}
