import LugeCore

/// Every word that rows say by themselves, in one language. English by default; a program passes
/// its own tables.
public struct ChatStrings: Hashable, Sendable {
  /// Sunday first, seven.
  public var weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  /// January first, twelve.
  public var months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// Short month names for lists of conversations, twelve.
  public var shortMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// Sunday first, seven: for dates of the last days in lists of conversations.
  public var shortWeekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  /// With `{weekday}`, `{day}`, `{month}` and `{year}` where these go.
  public var longDate = "{weekday}, {day} {month} {year}"
  /// A date of the current year, with `{day}` and `{month}`.
  public var shortDate = "{day} {month}"
  /// A date of another year, with `{day}`, `{month}` and `{year}`.
  public var shortDateWithYear = "{day} {month} {year}"
  public var clock = Clock.hours24

  /// Below a long text of which only the beginning is shown, and below one that is shown whole.
  public var more = "Show more"
  public var less = "Show less"
  public var edited = "edited"
  public var deleted = "Message deleted"
  /// Said of a reaction that is among the reader's.
  public var ownReaction = "chosen by you"
  /// In place of a message that says nothing.
  public var empty = "Empty message"
  /// In front of the reason, and what can be done about it.
  public var notSent = "Not sent"
  public var tryAgain = "Try again"
  public var discard = "Discard"
  /// How far a message came, for screen readers.
  public var states = StateNames()
  /// With `{name}`, which may be several: see ``two``, ``three`` and ``several``.
  public var readBy = "Read by {name}"
  /// With `{name}`, of one person and of several.
  public var isTyping = "{name} is typing"
  public var areTyping = "{name} are typing"
  /// On the button that leads to the newest message, with `{count}`.
  public var newMessage = "1 new message"
  public var newMessages = "{count} new messages"
  /// Names of two people.
  public var and = "{first} and {second}"
  /// Of more, with the number of those not named.
  public var andOthers = "{first}, {second} and {count} others"
  public var andOneOther = "{first}, {second} and one other"
  /// On a block of code, and what a screen reader says of it.
  public var copy = "Copy"
  public var copyCode = "Copy code"
  /// With `{name}`.
  public var forwardedFrom = "Forwarded from {name}"
  public var unread = "Unread messages"
  /// Who wrote an outgoing message, to a screen reader.
  public var you = "You"
  /// An author without a name.
  public var unknownAuthor = "Unknown"
  /// Said before the quoted text, with `{name}`.
  public var replyTo = "In reply to {name}"
  public var media = MediaNames()
  /// Kinds of files that have no name.
  public var files = FileNames()
  /// Over an animation's corner.
  public var animationBadge = "GIF"
  /// On a recording, for screen readers; said of one that plays and one that was paused.
  public var play = "Play or pause"
  public var seek = "Forward 10 seconds"
  public var speed = "Speed"
  public var playing = "Playing"
  public var paused = "Paused"
  /// In place of pictures that are not there.
  public var problems = ProblemNames()
  /// Units of bytes, from bytes to terabytes, five.
  public var byteUnits = ["B", "kB", "MB", "GB", "TB"]
  public var decimalSeparator = "."

  public init() {}

  /// How the time of day is written.
  public enum Clock: Hashable, Sendable {
    case hours24
    case hours12(am: String, pm: String)
  }

  /// How far a message came.
  public struct StateNames: Hashable, Sendable {
    public var sending = "Sending"
    public var sent = "Sent"
    public var delivered = "Delivered"
    public var read = "Read"

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
    public var photo = "Photo"
    public var video = "Video"
    public var animation = "Animation"
    public var sticker = "Sticker"
    public var audio = "Audio"
    public var voice = "Voice message"
    public var videoMessage = "Video message"
    public var file = "File"
    public var contact = "Contact"
    public var location = "Location"
    public var poll = "Poll"
    public var call = "Call"
    public var other = "Attachment"

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
