import Foundation

/// Kinds of imports: a new chat, a newer state of a chat in the archive, a zip with media.
enum Kind: CaseIterable {
  case new, newer, zip
}

struct Exports {
  static let count = 700
  let folder: String

  func path(_ kind: Kind) -> String {
    switch kind {
    case .new, .newer: "\(folder)/export/result.json"
    case .zip: "\(folder)/chat.zip"
    }
  }

  var older: String { "\(folder)/older/result.json" }

  init(in folder: String) throws {
    self.folder = folder
    try write(Self.chat(0..<Self.count, edited: true), "export/result.json")
    try write(Self.chat(0..<Self.count * 2 / 3, edited: false), "older/result.json")
    try write(Self.chat(0..<200, edited: false), "zip/result.json")
    for number in 0..<24 {
      try write(String(repeating: "picture \(number) ", count: 400), "zip/photos/\(number).jpg")
    }
    let zip = try Child(
      "/bin/sh", ["-c", "cd '\(folder)/zip' && exec zip -q -r ../chat.zip result.json photos"])
    guard zip.wait(seconds: 30) == 0 else { throw Trouble("zip is not installed") }
  }

  private func write(_ text: String, _ name: String) throws {
    let path = "\(folder)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private static func chat(_ numbers: Range<Int>, edited: Bool) -> String {
    let messages = numbers.map { number in
      let change = edited && number.isMultiple(of: 10) ? "changed " : ""
      let photo = number.isMultiple(of: 50) ? #", "photo": "photos/\#(number / 50).jpg""# : ""
      return """
        {"id": \(number + 1), "type": "message", "date_unixtime": "\(1_705_300_000 + number * 60)", \
        "from": "Person \(number % 5)", "from_id": "user\(number % 5)", \
        "text": "\(change)w\(number % 90) and some more words of message \(number)"\(photo)}
        """
    }
    return """
      {"name": "Chat", "type": "private_group", "id": 7, "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
  }
}
