import LugeChat

/// A question with answers and how many chose each: a kind of content that the library has never
/// heard of.
struct Poll: ChatAttachment {
  struct Answer: Sendable {
    var text: String
    var votes: Int
  }

  var question: String
  var answers: [Answer]

  var summary: String { question }
}
