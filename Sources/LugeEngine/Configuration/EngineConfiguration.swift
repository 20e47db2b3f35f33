public import LugeCore

/// Options and limits of a list.
public struct EngineConfiguration: Sendable {
  public enum Edge: Sendable, Hashable { case start, end }

  /// Empty space before the first and after the last row, points.
  public struct Insets: Sendable, Hashable {
    public var top, bottom: Double

    public init(top: Double = 0, bottom: Double = 0) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// The end that the list opens at; content shorter than the viewport is aligned with it.
  public var opensAt: Edge
  /// Empty space at both ends; it scrolls with the content.
  public var contentInsets: Insets
  /// Assumed height of items before any was measured, points.
  public var estimatedItemHeight: Double
  /// Maximum bytes of cached row bitmaps; the effective limit is this or seven screens, whichever
  /// is less.
  public var bitmapByteLimit: Int
  /// Maximum number of items kept in memory with their rows and layouts; those in view come first.
  public var windowLimit: Int
  /// Seconds that a frame may spend on drawing rows itself, when the lane has not drawn them yet.
  public var drawBudget: Double
  /// Seconds after which a failed request to the source is repeated.
  public var retryDelay: Double
  /// Whether all items are measured while the list is idle, so that the scroll bar becomes exact.
  public var measuresAll = false
  public var background: ThemeColor
  /// Policy that says when the list goes to its end by itself.
  public var follow: FollowPolicy
  /// Duration of an animated update, seconds.
  public var animationDuration: Double
  /// Limits of heavy views.
  public var heavyViews = HeavyViewLimits()
  /// Highlight colour of the item that a jump led to, at full strength; it fades.
  public var emphasis = ThemeColor(
    light: RGBA(0x2A_7FD4, alpha: 72), dark: RGBA(0x6A_B4F5, alpha: 72))
  /// Whether a jump highlights only the clickable part of the item's rows (cards); otherwise the
  /// full width.
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
