import Foundation
import Testing

@Suite("Commands: import", .enabled(if: LugeProgram.exists, "luge was not built"))
struct ImportCommandTests {
  private let folder: Folder
  private let archive: String

  init() throws {
    folder = try Folder()
    archive = folder.path + "/a.luge"
  }

  private func telegram(_ count: Int) -> String {
    let messages = (1...count).map { id in
      """
      {"id": \(id), "type": "message", "date_unixtime": "\(1_705_300_000 + id)", \
      "from": "Person", "from_id": "user1", "text": "message number \(id)"}
      """
    }
    return """
      {"name": "Chat", "type": "personal_chat", "id": 7, "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
  }

  @Test(
    "A bar on a terminal, which is gone at the end; none elsewhere",
    .enabled(if: LugeProgram.hasTerminals, "the tool 'script' is missing"))
  func progress() throws {
    let export = try folder.write(telegram(20_000), as: "result.json")
    let shown = try LugeProgram.runOnTerminal(["import", export, "--into", archive])
    #expect(shown.status == 0)
    #expect(shown.output.contains(" %, "))
    #expect(shown.output.contains("█"))
    let last = shown.output.components(separatedBy: "\r\u{1B}[K").last ?? ""
    #expect(last.hasPrefix("Chat: 20000 added"))

    let quiet = try LugeProgram.runOnTerminal(
      ["import", export, "--into", archive + "2", "--quiet"])
    #expect(quiet.output.isEmpty)
    let plain = try LugeProgram.run(["import", export, "--into", archive + "3"])
    #expect(plain.output == "Chat: 20000 added\n")
    #expect(!plain.errors.contains("\u{1B}"))
  }

  @Test("A chat of which no message can be read is no success; one of which some can is")
  func unread() throws {
    func message(_ id: Int, _ date: String) -> String {
      #"{"creator": {"name": "Ann"}, "created_date": "\#(date)", "text": "x", "message_id": "s/t/\#(id)"}"#
    }
    let strange = message(1, "Qwerty, 15. Oktobr 2019 ku 21:12:34 UTC")
    let known = message(2, "Tuesday, October 15, 2019 at 9:12:34 PM UTC")
    for (name, messages, status) in [
      ("none", [strange, message(3, "x")], 1 as Int32), ("some", [strange, known], 0),
    ] {
      let export = try folder.write(
        #"{"messages": [\#(messages.joined(separator: ",\n"))]}"#, as: "\(name)/messages.json")
      let outcome = try LugeProgram.run(["import", export, "--into", archive + name])
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains("none of the 2 messages of") == (status == 1))
    }
  }

  @Test("Two zips have their media in two folders; a day that no month has is refused")
  func zips() throws {
    let script = """
      import json, sys, zipfile
      for name, first in [("one", 1), ("two", 2)]:
          with zipfile.ZipFile(f"{sys.argv[1]}/{name}.zip", "w") as z:
              z.writestr("result.json", json.dumps({"name": "C", "type": "personal_chat", "id": 7,
                "messages": [{"id": first, "type": "message", "date_unixtime": str(1705300000 + first),
                  "from": "P", "from_id": "user1", "text": "", "photo": "photos/a.png",
                  "width": 4, "height": 4}]}))
              z.writestr("photos/a.png", b"\\x89PNG\\r\\n\\x1a\\n" + name.encode() * 20)
      """
    let made = try LugeProgram.runShell("python3 -c '\(script)' \(folder.path)")
    #expect(made.status == 0)
    let data = ["XDG_DATA_HOME": folder.path + "/data"]
    for name in ["one", "two", "one"] {
      let outcome = try LugeProgram.run(
        ["import", "\(folder.path)/\(name).zip", "--into", archive], environment: data)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    for (media, name) in [("a.media", "one"), ("a.2.media", "two")] {
      let text = try String(
        decoding: Data(contentsOf: URL(filePath: "\(folder.path)/\(media)/photos/a.png")),
        as: UTF8.self)
      #expect(text.hasSuffix(name))
    }
    let html = try LugeProgram.run(["export", archive, "--format", "html"], environment: data)
    let pictures = html.output.components(separatedBy: "src=\"data:image/png;base64,").dropFirst()
    #expect(pictures.count == 2 && Set(pictures.map { $0.prefix(80) }).count == 2)
    let wrongDay = try LugeProgram.run(["export", archive, "--since", "2023-02-30"])
    #expect(wrongDay.status == 64)
  }

  @Test("Where the folder of pictures cannot be noted, the true reason is said, and the code tells")
  func unwritableData() throws {
    let photo = """
      {"id": 9, "type": "message", "date_unixtime": "1705300009", "from": "P", "from_id": "user1",
       "text": "", "photo": "photos/a.png", "width": 4, "height": 4}
      """
    let words = try folder.write(telegram(3), as: "words/result.json")
    let pictures = try folder.write(
      String(telegram(3).dropLast(2)) + ", \(photo)]}", as: "pictures/result.json")
    let file = try folder.write("", as: "file")
    for (data, reason) in [("/dev/null", "Not a directory"), (file, "Not a directory")] {
      let environment = ["XDG_DATA_HOME": data]
      let told = try LugeProgram.run(
        ["import", pictures, "--into", archive], environment: environment)
      #expect(told.status == 1)
      #expect(told.output.contains("4 added") || told.output.contains("4 already there"))
      #expect(told.errors.contains("cannot be written: \(reason); so "), "\(told.errors)")
      #expect(told.errors.contains("XDG_DATA_HOME"))
      let made = "\(folder.path)/g.luge"
      let generated = try LugeProgram.run(
        [
          "generate", "--force", "--format", "luge", "--messages", "300", "--pictures", "2", "-o",
          made,
        ], environment: environment)
      #expect(generated.status == 1 && generated.errors.contains(reason), "\(generated)")
      let merged = try LugeProgram.run(
        ["merge", archive, made, "--into", "\(folder.path)/\(reason.count)\(data.count).luge"],
        environment: environment)
      #expect(merged.status == 1 || !merged.errors.contains(reason), "\(merged)")
      // Nothing is lacking.
      let quiet = try LugeProgram.run(
        ["import", words, "--into", "\(folder.path)/w.luge"], environment: environment)
      #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    }
    let mended = try LugeProgram.run(["import", pictures, "--into", archive])
    #expect(mended.status == 0 && mended.errors.isEmpty)
  }

  @Test("Of several inputs the good ones are imported; the code tells of the bad one")
  func several() throws {
    let good = try folder.write("13/02/20, 10:00 - Ann: a\n14/02/20, 10:00 - Bob: b\n", as: "w.txt")
    let cut = try folder.write(String(telegram(3).dropLast(2)), as: "cut.json")
    let outcome = try LugeProgram.run(["import", good, cut, "--into", archive])
    #expect(outcome.status == 1)
    #expect(outcome.output == "w: 2 added\n")
    #expect(outcome.errors.contains("cut.json: byte "))
    #expect(outcome.errors.contains("nothing was imported (--partial keeps"))

    let partial = try LugeProgram.run(["import", cut, "--into", archive, "--partial"])
    #expect(partial.status == 3)
    #expect(partial.output == "Chat: 3 added\n")
    #expect(try LugeProgram.run(["import", good, cut]).status == 64)
  }

  @Test(
    "Of a folder or zip without a chat, all files are counted, each with a reason",
    arguments: [false, true])
  func nothingRecognised(isZip: Bool) throws {
    for number in 1...7 { try folder.write("milk \(number)\n", as: "in/note\(number).txt") }
    for name in ["a.jpg", "b.jpg"] {
      try folder.write([0xFF, 0xD8, 0xFF, 0, 0], as: "in/\(name)")
    }
    // Of both kinds there is nothing to look at.
    try folder.write("", as: "in/empty.txt")
    try folder.write("", as: "in/empty.jpg")
    try folder.write("<ann> hi\n<bob> ho\n", as: "in/quotes.txt")
    var input = folder.path + "/in"
    if isZip {
      input = folder.path + "/in.zip"
      let made = try LugeProgram.runShell(
        "cd '\(folder.path)' && python3 -m zipfile -c in.zip in/")
      try #require(made.status == 0, "\(made.errors)")
    }
    let outcome = try LugeProgram.run(["import", input, "--into", archive, "--json"])
    #expect(outcome.status == 1)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.ignoredCount == 12)
    #expect(report.ignored.map(\.count).reduce(0, +) == 12)
    #expect(report.ignored.first { $0.reason == "text of no known format" }?.count == 7)
    #expect(report.ignored.first { $0.reason == "text of no known format" }?.files.count == 7)
    #expect(report.ignored.contains { $0.reason == "the file is empty" && $0.count == 1 })
    #expect(report.ignored.contains { $0.reason.hasPrefix("no text") && $0.count == 3 })
    #expect(report.errors.count == 1)
    #expect(!folder.exists("a.luge"))
  }

  private struct Report: Decodable {
    struct Ignored: Decodable {
      var reason: String
      var count: Int
      var files: [String]
    }
    struct Failure: Decodable { var path: String }
    var ignoredCount: Int
    var ignored: [Ignored]
    var errors: [Failure]
  }

  @Test("A pipe is refused: its beginning would be lost", .timeLimit(.minutes(5)))
  func pipe() throws {
    let text = "13/02/20, 10:00 - Ann: hello\n"
    let outcome = try LugeProgram.run(
      ["import", "/dev/stdin", "--into", archive], input: text)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("save it to a file"))
    #expect(!folder.exists("a.luge"))
  }

  @Test("The same media are unpacked once, and a damaged one costs no messages")
  func media() throws {
    let chat = """
      [12.03.21, 10:00:00] Ann: hi\r
      \u{200E}[12.03.21, 10:01:00] Bob: \u{200E}<attached: photo.jpg>\r

      """
    let text = try folder.write(chat, as: "_chat.txt")
    let photo = try folder.write(
      String(repeating: "not really a photo ", count: 500), as: "photo.jpg")
    let zip = folder.path + "/WhatsApp Chat - Ann.zip"
    try #require(try makeZip(zip, [text, photo]))
    let outcome = try LugeProgram.run(["import", zip, "--into", archive])
    #expect(outcome.status == 0)
    #expect(outcome.output == "Ann: 2 added\n")
    #expect(try folder.text("a.media/photo.jpg") == folder.text("photo.jpg"))
    #expect(!folder.exists("a.media/_chat.txt"))
    let again = try LugeProgram.run(["import", zip, "--into", archive])
    #expect(again.output == "Ann: 0 added, 2 already there\n")
    _ = try LugeProgram.run(["import", zip, "--into", folder.path + "/b.luge", "--no-media"])
    #expect(!folder.exists("b.media"))

    // The photo's bytes are stored as they are: the archive's own check notices the change.
    let url = URL(filePath: zip)
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.range(of: Data("really".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "R")
    try bytes.write(to: url)
    let damaged = try LugeProgram.run(["import", zip, "--into", folder.path + "/c.luge"])
    #expect(damaged.status == 1)
    #expect(damaged.output == "Ann: 2 added\n")
    #expect(damaged.errors.contains("photo.jpg: not read: the packed file is damaged"))
    #expect(damaged.errors.contains("everything else was imported"))
    #expect(!damaged.errors.contains("nothing was imported"))
    #expect(!folder.exists("c.media/photo.jpg"))
  }

  private func makeZip(_ zip: String, _ files: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zip", "-q", "-0", "-j", zip] + files
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
