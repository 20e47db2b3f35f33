public import LugeCore
public import LugeWords

/// All texts that rows add themselves, in one language. The default is the user's language; a
/// program may pass others.
public struct ChatStrings: Hashable, Sendable {
  public var dates = DateWords.ofReader
  /// Headings of days close to the current one; see ``CurrentDay``.
  public var today = localized("Today")
  public var yesterday = localized("Yesterday")
  public var clock = ClockWords.ofReader

  /// Labels below a collapsed long text, and below an expanded one.
  public var more = localized("Show more")
  public var less = localized("Show less")
  public var edited = localized("edited")
  // Translators: of a message that its author wrote with the help of a bot of this name.
  public var via = localized("via {name}")
  // Translators: of a message that came after newer ones.
  public var late = localized("late")
  public var deleted = localized("Message deleted")
  /// Text for screen readers of a reaction, or an answer of a poll, that the user has chosen.
  public var ownReaction = localized("chosen by you")
  /// Text of a message without any content.
  public var empty = localized("Empty message")
  /// Text before the reason why a message was not sent, and names of the actions.
  public var notSent = localized("Not sent")
  public var tryAgain = localized("Try again")
  public var discard = localized("Discard")
  /// Delivery states, for screen readers.
  public var states = StateNames()
  /// Text with `{name}`, which may be several people: see ``and`` and ``andOthers``.
  public var readBy = localized("Read by {name}")
  /// Texts with `{name}`, for one person and for several.
  public var isTyping = localized("{name} is typing")
  public var areTyping = localized("{name} are typing")
  /// Text of the button that goes to the newest message, with `{count}`.
  public var newMessages = localizedPlural(
    one: "{count} new message", other: "{count} new messages")
  /// Format of the names of two people.
  public var and = localized("{first} and {second}")
  /// Format of more than two names, with the number of people not named.
  public var andOthers = localizedPlural(
    one: "{first}, {second} and one other", other: "{first}, {second} and {count} others")
  /// Name of the button of a code block, also for screen readers.
  public var copy = localized("Copy")
  public var copyCode = localized("Copy code")
  /// Text with `{name}`.
  public var forwardedFrom = localized("Forwarded from {name}")
  /// Text for a forwarded message whose author is not known.
  public var forwarded = localized("Forwarded")
  /// Where the user wrote the message that was forwarded.
  public var forwardedFromSelf = localized("Forwarded from you")
  public var unread = localized("Unread messages")
  /// Text with `{count}` for screen readers, after the other words of a conversation in a list.
  public var unreadCount = localizedPlural(one: "{count} unread", other: "{count} unread")
  /// Text for screen readers after ``unreadCount``, where one of these messages mentions the user.
  public var mentioned = localized("you are mentioned")
  /// Text in a conversation without messages.
  public var noMessages = localized("No messages yet")
  /// Author of an outgoing message, for screen readers.
  public var you = localized("You")
  /// Reason shown below the name of a picture or a file that has no path; empty: no reason is
  /// shown.
  public var fileMissing = ""
  /// Name of an author without a name.
  public var unknownAuthor = localized("Unknown")
  /// Text before the quoted text, with `{name}`.
  public var replyTo = localized("In reply to {name}")
  public var media = MediaNames()
  /// Text below a poll, with `{count}`.
  public var votes = localizedPlural(one: "{count} vote", other: "{count} votes")
  public var voters = localizedPlural(one: "{count} voter", other: "{count} voters")
  public var closed = localized("closed")
  /// Text below a poll in which a person may choose several answers, with `{count}`.
  public var choices = localizedPlural(
    one: "up to {count} answer", other: "up to {count} answers")
  /// Text below a poll whose votes are kept back.
  public var votesHidden = localized("results are shown when the poll ends")
  /// Names of files without a name of their own.
  public var files = FileNames()
  /// Text in the corner of an animation.
  public var animationBadge = localized("GIF")
  /// Name of the link to a page, for screen readers.
  public var page = localized("Open page")
  /// Names of a recording's button and its states, for menus and screen readers.
  public var play = localized("Play")
  public var pause = localized("Pause")
  public var back = localized("Back 10 seconds")
  public var forward = localized("Forward 10 seconds")
  // Translators: the place in a recording that is played, a slider.
  public var position = localized("Position")
  public var speed = localized("Speed")
  public var playing = localized("Playing")
  public var paused = localized("Paused")
  /// Texts in place of pictures that cannot be shown.
  public var problems = ProblemNames()
  /// Five units, from bytes to terabytes.
  public var byteUnits = ["B", "kB", "MB", "GB", "TB"]
  public var decimalSeparator = Words.formats.decimalSeparator

  public init() {}

  /// Texts in the user's language, made once.
  public static let ofReader = ChatStrings()

  /// Names of delivery states.
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

  /// Names of the kinds of media.
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
    /// Texts for several of a kind, with `{count}`.
    public var photos = localizedPlural(one: "{count} photo", other: "{count} photos")
    public var videos = localizedPlural(one: "{count} video", other: "{count} videos")
    public var animations = localizedPlural(
      one: "{count} animation", other: "{count} animations")

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
