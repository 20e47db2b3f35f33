public import LugeCore
public import LugeEngine

/// Maker of some rows of a post (its header, its text, its pictures). Pieces are independent; a
/// page is a list of them.
public protocol PostPiece: Sendable {
  /// Returns the post's rows of this piece; none if it has nothing to show.
  func rows(for post: Post, in context: PieceContext) -> [any PostRow]
}

/// Row within a post's card. The row draws its part of the card: rows of a post touch, and the
/// first and the last have the corners.
public protocol PostRow: RowModel {
  /// Whether the row is on its post's card, rather than on the list's background.
  static var isOnCard: Bool { get }
  /// Place in the card, set by the factory when all rows of the post are known.
  var card: CardPlace { get set }
  /// Revision of what the row itself shows; the factory mixes the card's place into ``revision``.
  var revision: Revision { get set }
  /// Returns the row within the column of the card; its width is ``CardContext/width`` at most.
  static func content(of row: Self, in context: CardContext) -> RowLayout
}

extension PostRow {
  public static var isOnCard: Bool { true }

  public static func layout(_ row: Self, in context: LayoutContext) -> RowLayout {
    let card = CardContext(context, row.card)
    return card.framed(content(of: row, in: card))
  }
}

/// Values that pieces make rows from besides the post.
public struct PieceContext: Sendable {
  public let facts: PostFacts
  public let configuration: FeedConfiguration

  public var appearance: FeedAppearance { configuration.appearance }

  /// Makes a revision of what a row shows.
  public func revision(_ add: (inout RevisionMix) -> Void) -> Revision {
    var mix = RevisionMix(configuration.styleRevision)
    add(&mix)
    return mix.revision
  }

  /// Returns the text of a post's time: its age while that is short, then its date.
  func timeText(_ seconds: Int64) -> String {
    let strings = appearance.strings
    if let now = configuration.now, let age = strings.age(now.subtractingClamped(seconds)) {
      return age
    }
    let local = configuration.zone.localSeconds(at: seconds)
    let year = configuration.now.map {
      CivilDate(localSeconds: configuration.zone.localSeconds(at: $0)).year
    }
    return strings.date(CivilDate(localSeconds: local), currentYear: year)
  }

  /// Returns the day, with its year.
  func date(_ seconds: Int64) -> String {
    appearance.strings.date(CivilDate(localSeconds: configuration.zone.localSeconds(at: seconds)))
  }

  /// Returns date and time of day.
  func exactTime(_ seconds: Int64) -> String {
    let local = configuration.zone.localSeconds(at: seconds)
    let clock = appearance.strings.clock(CivilDate.secondOfDay(ofLocalSeconds: local))
    return "\(appearance.strings.date(CivilDate(localSeconds: local))), \(clock)"
  }
}

/// Values of ``LugeCore/RowID/part`` in a timeline.
public enum FeedPart {
  public static let gap: UInt32 = 0
  public static let reason: UInt32 = 2
  public static let header: UInt32 = 3
  public static let warning: UInt32 = 4
  public static let text: UInt32 = 5
  public static let poll: UInt32 = 6
  public static let media: UInt32 = 7
  public static let link: UInt32 = 8
  public static let quote: UInt32 = 9
  public static let counts: UInt32 = 10
  public static let actions: UInt32 = 11
  public static let profile: UInt32 = 12
  /// First value for comments, to which their numbers are added.
  public static let firstComment: UInt32 = 1 << 20
  /// First value that is free for pieces outside of the library.
  public static let firstCustom: UInt32 = 1 << 26
}
