import LugeChat
import LugeCore
import LugeEngine

/// Text of a selection of messages in memory. A single message is copied as its selected text;
/// several messages each with time and author.
struct CopiedMessages {
  let text: String
  let count: Int

  /// Copies whole messages.
  init(_ messages: [ChatMessage], configuration: ChatConfiguration) {
    text =
      messages.count == 1
      ? messages[0].text.string
      : messages.map { Self.line($0, $0.text.string, configuration) }.joined(separator: "\n")
    count = messages.count
  }

  /// - Complexity: O(selected messages).
  init(_ messages: [ChatMessage], _ selection: TextSelection, configuration: ChatConfiguration) {
    // Messages may have been removed since they were selected.
    let positions = selection.positions(of: messages.count).filter {
      !messages[$0].id.isReserved
    }
    let isSingle = positions.count <= 1
    var lines: [String] = []
    for position in positions {
      let message = messages[position]
      let part = selection.part(of: message.text.string, at: position)
      guard isSingle || !part.isEmpty || !message.media.isEmpty else { continue }
      lines.append(isSingle ? part : Self.line(message, part, configuration))
    }
    text = lines.joined(separator: "\n")
    count = lines.count
  }

  /// Returns "[2024-05-21 10:01] Anna: Hello".
  private static func line(
    _ message: ChatMessage, _ part: String, _ configuration: ChatConfiguration
  ) -> String {
    let time = CivilDate.stamp(localSeconds: message.localSeconds(in: configuration.zone))
    let said = part.isEmpty ? message.media.map { "<\($0.kind)>" }.joined(separator: " ") : part
    let name = message.author.name
    return CopiedLine.text(time, name.isEmpty ? nil : name, said)
  }
}

/// Formats one of several messages that are copied together.
package enum CopiedLine {
  /// Returns "[2024-05-21 10:01] Anna: Hello". Further lines are indented, so that no message can
  /// imitate the beginning of another one.
  ///
  /// - Complexity: O(bytes).
  package static func text(_ time: String, _ author: String?, _ said: String) -> String {
    let name = author.map {
      "\(ForeignText.name($0).split(whereSeparator: \.isNewline).joined(separator: " ")): "
    }
    let lines = said.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "[\(time)] \(name ?? "")\(lines.joined(separator: "\n    "))"
  }
}
