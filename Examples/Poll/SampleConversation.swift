import Foundation
import LugeChat
import LugeCore
import LugeListKit

/// A conversation that has content of every kind.
enum SampleConversation {
  static let anna = ChatAuthor(id: 1, name: "Anna Petrova", colorIndex: 0)
  static let ben = ChatAuthor(id: 2, name: "Ben", colorIndex: 5)
  static let me = ChatAuthor(id: 3, name: "Me", colorIndex: 3)
  /// Time of the first message: Monday, 3 June 2024, 14:05.
  static let start: Int64 = 1_717_423_500

  /// Returns the messages.
  ///
  /// - Parameter folder: folder of the ``SamplePictures``; without it they are not found.
  static func messages(pictures folder: String = "") -> [ChatMessage] {
    func picture(_ name: String, _ kind: ChatMedia.Kind = .photo) -> ChatMedia {
      var medium = ChatMedia(file: "\(folder)/\(name).png")
      medium.kind = kind
      return medium
    }
    return [
      message(1, anna, 0, "Hello! Where do we go on Saturday?"),
      message(
        2, anna, 20, "The lake, or up the hill? See https://example.org/lake for the way.",
        links: true),
      ChatMessage(
        id: ItemID(3), author: me, isOutgoing: true, time: start + 90,
        text: StyledText("The hill!"),
        reply: ReplyPreview(
          item: ItemID(1), authorName: "Anna Petrova",
          snippet: "Hello! Where do we go on Saturday? I have no plan yet")),
      ChatMessage(
        id: ItemID(4), author: anna, time: start + 120,
        attachments: [
          Poll(
            question: "Saturday?",
            answers: [
              .init(text: "The lake", votes: 2),
              .init(text: "The hill, whatever the weather", votes: 5),
              .init(text: "Stay at home", votes: 0),
            ])
        ]),
      ChatMessage(
        id: ItemID(5), author: ben, time: start + 400, text: StyledText("Last year, remember?"),
        reactions: [.init(emoji: "👍", count: 3), .init(emoji: "❤️", count: 12)]),
      ChatMessage(
        id: ItemID(6), author: ben, time: start + 430,
        media: [picture("a")]),
      ChatMessage(
        id: ItemID(7), author: me, isOutgoing: true, time: start + 500,
        media: (1...3).map { picture("\($0)") }),
      ChatMessage(
        id: ItemID(8), author: anna, time: start + 600, text: StyledText("All of them"),
        forwardedFrom: "Holiday pictures", isEdited: true,
        media: (1...12).map {
          var medium = picture("\($0)", $0 == 2 ? .video : .photo)
          medium.duration = 75
          return medium
        }),
      ChatMessage(
        id: ItemID(9), author: ben, time: start + 700,
        media: [
          ChatMedia(
            kind: .file, fileName: "route with a rather long name.pdf", byteSize: 1_445_000),
          ChatMedia(kind: .voice, byteSize: 31_000, duration: 14),
        ]),
      ChatMessage(
        id: ItemID(10), author: me, isOutgoing: true, time: start + 800, isEdited: true,
        isDeleted: true),
      ChatMessage(
        id: ItemID(11), author: ben, time: start + 900, text: StyledText("Ben pinned a message"),
        isService: true),
      ChatMessage(
        id: ItemID(12), author: me, isOutgoing: true, time: start + 86_400,
        text: StyledText(
          "Next day: it rains, so we wait. Longer texts wrap, and the time stays right."),
        isFirstUnread: true),
      ChatMessage(
        id: ItemID(13), author: me, isOutgoing: true, time: start + 86_410,
        media: [picture("sticker", .sticker)]),
      ChatMessage(
        id: ItemID(14), author: anna, time: start + 86_500,
        text: StyledText("שלום, מה שלומך?")),
      ChatMessage(
        id: ItemID(15), author: ben, time: start + 86_560,
        text: StyledText(
          "This is how the list is shown:\nlet list = ListSurface(area: window.main)\nlist.scrollToEnd()",
          spans: [.init(31..<91, .preformatted(language: "swift"))]),
        reactions: [.init(emoji: "👍", count: 2, isOwn: true), .init(emoji: "🎉", count: 1)]),
      sent(16, 86_600, "Seen by both of you"),
      sent(17, 86_610, "On its way to Ben's telephone"),
      sent(18, 86_620, "With the server"),
      sent(19, 86_630, "Only written"),
      sent(20, 86_640, "And this one did not go out", failure: "No connection"),
    ]
  }

  /// Sets the states of the user's last messages.
  static func tell(_ facts: ChatFacts) {
    facts.setState(.read, of: ItemID(16))
    facts.setState(.delivered, of: ItemID(17))
    facts.setState(.sent, of: ItemID(18))
    facts.setState(.sending, of: ItemID(19))
    facts.markRead(by: anna, upTo: ItemID(17))
    facts.markRead(by: ben, upTo: ItemID(16))
  }

  private static func sent(
    _ id: Int64, _ seconds: Int64, _ text: String, failure: String? = nil
  ) -> ChatMessage {
    var message = ChatMessage(
      id: ItemID(id), author: me, isOutgoing: true, time: start + seconds, text: StyledText(text))
    message.tracksState = true
    message.failure = failure
    return message
  }

  private static func message(
    _ id: Int64, _ author: ChatAuthor, _ seconds: Int64, _ text: String, links: Bool = false
  ) -> ChatMessage {
    var styled = StyledText(text)
    if links, let range = text.range(of: "https://example.org/lake") {
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
      styled.spans = [.init(start..<end, .link(target: "https://example.org/lake"))]
    }
    return ChatMessage(id: ItemID(id), author: author, time: Self.start + seconds, text: styled)
  }
}
