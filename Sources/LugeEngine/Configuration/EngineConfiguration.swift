public import LugeCore

/// What a list is set up with.
public struct EngineConfiguration: Sendable {
  public enum Edge: Sendable, Hashable { case start, end }

  /// Room between the list's ends and its first and last row, points.
  public struct Insets: Sendable, Hashable {
    public var top, bottom: Double

    public init(top: Double = 0, bottom: Double = 0) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// Where the list opens, and where content shorter than the viewport stands.
  public var opensAt: Edge
  /// Scrolls with the content and counts as a part of it.
  public var contentInsets: Insets
  /// Height that an item counts for until something was measured, points.
  public var estimatedItemHeight: Double
  /// Bytes of drawn rows that are kept, at most; seven screens' worth when that is less.
  public var bitmapByteLimit: Int
  /// Items that are held with their rows and layouts, at most (what is in view comes first).
  public var windowLimit: Int
  /// Seconds a frame may spend on drawing rows that no lane has drawn yet.
  public var drawBudget: Double
  /// Seconds until a source that failed is asked again.
  public var retryDelay: Double
  /// Whether all items are measured while the list rests, so that the scroll bar becomes exact.
  public var measuresAll = false
  public var background: ThemeColor
  /// When the list goes to its end by itself.
  public var follow: FollowPolicy
  /// Seconds that rows take for coming, going and growing in an animated update.
  public var animationDuration: Double
  /// What heavy views may take.
  public var liveViews = LiveLimits()
  /// Laid over an item that a jump led to, at its strongest.
  public var emphasis = ThemeColor(
    light: RGBA(0x2A_7FD4, alpha: 72), dark: RGBA(0x6A_B4F5, alpha: 72))
  /// Whether it lies over the part of the item's rows that reacts to clicks, as over cards, or over
  /// the width of the list.
  public var emphasizesCards = false

  public init(
    opensAt: Edge = .end, contentInsets: Insets = .init(), estimatedItemHeight: Double = 56,
    bitmapByteLimit: Int = 48 << 20,
    windowLimit: Int = 600, drawBudget: Double = 0.008, retryDelay: Double = 1,
    background: ThemeColor = ThemeColor(0xFFFFFF, dark: 0x12_1B22),
    follow: FollowPolicy = .chat, animationDuration: Double = 0.25
  ) {
    self.opensAt = opensAt
    self.contentInsets = contentInsets
    self.estimatedItemHeight = estimatedItemHeight
    self.bitmapByteLimit = bitmapByteLimit
    self.windowLimit = windowLimit
    self.drawBudget = drawBudget
    self.retryDelay = retryDelay
    self.background = background
    self.follow = follow
    self.animationDuration = animationDuration
  }
}
