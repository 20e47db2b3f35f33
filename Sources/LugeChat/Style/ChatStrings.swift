import LugeCore
public import LugeWords

/// Every word that rows say by themselves, in one language. The reader's by default; a
/// program passes its own tables.
public struct ChatStrings: Hashable, Sendable {
  /// Sunday first, seven.
  public var weekdays = DateWords.ofReader.weekdays
  /// January first, twelve.
  public var months = DateWords.ofReader.months
  /// Short month names for lists of conversations, twelve.
  public var shortMonths = DateWords.ofReader.shortMonths
  /// Sunday first, seven: for dates of the last days in lists of conversations.
  public var shortWeekdays = DateWords.ofReader.shortWeekdays
  /// With `{weekday}`, `{day}`, `{month}` and `{year}` where these go.
  public var longDate = DateWords.ofReader.longDate
  /// A date of the current year, with `{day}` and `{month}`.
  public var shortDate = DateWords.ofReader.shortDate
  /// A date of another year, with `{day}`, `{month}` and `{year}`.
  public var shortDateWithYear = DateWords.ofReader.shortDateWithYear
  public var clock = Clock.ofReader

  /// Below a long text of which only the beginning is shown, and below one that is shown whole.
  public var more = localized("Show more")
  public var less = localized("Show less")
  public var edited = localized("edited")
  // Translators: of a message that came after newer ones.
  public var late = localized("late")
  public var deleted = localized("Message deleted")
  /// Said of a reaction that is among the reader's.
  public var ownReaction = localized("chosen by you")
  /// In place of a message that says nothing.
  public var empty = localized("Empty message")
  /// In front of the reason, and what can be done about it.
  public var notSent = localized("Not sent")
  public var tryAgain = localized("Try again")
  public var discard = localized("Discard")
  /// How far a message came, for screen readers.
  public var states = StateNames()
  /// With `{name}`, which may be several people: see ``and`` and ``andOthers``.
  public var readBy = localized("Read by {name}")
  /// With `{name}`, of one person and of several.
  public var isTyping = localized("{name} is typing")
  public var areTyping = localized("{name} are typing")
  /// On the button that leads to the newest message, with `{count}`.
  public var newMessages = localizedPlural(
    one: "{count} new message", other: "{count} new messages")
  /// Names of two people.
  public var and = localized("{first} and {second}")
  /// Of more, with the number of those not named.
  public var andOthers = localizedPlural(
    one: "{first}, {second} and one other", other: "{first}, {second} and {count} others")
  /// On a block of code, and what a screen reader says of it.
  public var copy = localized("Copy")
  public var copyCode = localized("Copy code")
  /// With `{name}`.
  public var forwardedFrom = localized("Forwarded from {name}")
  public var unread = localized("Unread messages")
  /// In a conversation that has none.
  public var noMessages = localized("No messages yet")
  /// Who wrote an outgoing message, to a screen reader.
  public var you = localized("You")
  /// An author without a name.
  public var unknownAuthor = localized("Unknown")
  /// Said before the quoted text, with `{name}`.
  public var replyTo = localized("In reply to {name}")
  public var media = MediaNames()
  /// On a poll, with `{count}`.
  public var votes = localizedPlural(one: "{count} vote", other: "{count} votes")
  public var voters = localizedPlural(one: "{count} voter", other: "{count} voters")
  public var closed = localized("closed")
  /// Kinds of files that have no name.
  public var files = FileNames()
  /// Over an animation's corner.
  public var animationBadge = localized("GIF")
  /// What leads to a linked page, for screen readers.
  public var page = localized("Open page")
  /// On a recording, for screen readers; said of one that plays and one that was paused.
  public var play = localized("Play or pause")
  public var seek = localized("Forward 10 seconds")
  public var speed = localized("Speed")
  public var playing = localized("Playing")
  public var paused = localized("Paused")
  /// In place of pictures that are not there.
  public var problems = ProblemNames()
  /// Units of bytes, from bytes to terabytes, five.
  public var byteUnits = ["B", "kB", "MB", "GB", "TB"]
  public var decimalSeparator = Words.formats.decimalSeparator

  public init() {}

  /// Made once, for what asks often.
  public static let ofReader = ChatStrings()

  /// How the time of day is written.
  public enum Clock: Hashable, Sendable {
    case hours24
    case hours12(am: String, pm: String)

    static var ofReader: Clock {
      guard let noon = ClockWords.ofReader.noon else { return .hours24 }
      return .hours12(am: noon.before, pm: noon.after)
    }
  }

  /// How far a message came.
  public struct StateNames: Hashable, Sendable {
    public var sending = localized("Sending", context: "message")
    public var sent = localized("Sent", context: "message")
    public var delivered = localized("Delivered", context: "message")
    public var read = localized("Read", context: "message")

    public init() {}

    public subscript(state: DeliveryState) -> String {
      switch state {
      case .sending: sending
      case .sent: sent
      case .delivered: delivered
      case .read: read
      }
    }
  }

  public typealias ProblemNames = ImageProblemNames

  /// What kinds of media are called.
  public struct MediaNames: Hashable, Sendable {
    public var photo = localized("Photo")
    public var video = localized("Video")
    public var animation = localized("Animation")
    public var sticker = localized("Sticker")
    public var audio = localized("Audio")
    public var voice = localized("Voice message")
    public var videoMessage = localized("Video message")
    public var file = localized("File")
    public var contact = localized("Contact")
    public var location = localized("Location")
    public var poll = localized("Poll")
    public var call = localized("Call")
    public var other = localized("Attachment")

    public init() {}

    public subscript(kind: ChatMedia.Kind) -> String {
      switch kind {
      case .photo: photo
      case .video: video
      case .animation: animation
      case .sticker: sticker
      case .audio: audio
      case .voice: voice
      case .videoMessage: videoMessage
      case .file: file
      case .contact: contact
      case .location: location
      case .poll: poll
      case .call: call
      case .other: other
      }
    }
  }
}
