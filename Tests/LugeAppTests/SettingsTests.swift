import Foundation
import LugeCore
import LugeQt
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeApp

@Suite("What the window remembers") struct SettingsTests {
  @Test("What cannot be written is kept, told of, and written later")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let obstacle = try folder.write("x", as: "place")
    let file = SettingsFile(folder: obstacle + "/luge", retryAfter: 0.05)
    let told = Mutex(0)
    file.onFailure { _, _ in told.withLock { $0 += 1 } }
    var settings = file.read()
    settings.zoom = 1.25
    file.write(settings)
    settings.loadsFromNetwork.toggle()
    file.write(settings)
    file.flush()
    #expect(told.withLock(\.self) > 0)
    try FileManager.default.removeItem(atPath: obstacle)
    while SettingsFile(folder: obstacle + "/luge").read() != settings {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("A list of recents without end is not looked up on the disk")
  func endlessRecents() throws {
    let folder = try TemporaryFolder()
    let paths = (0..<100_000).map { "\"/nowhere/\($0).json\"" }.joined(separator: ",")
    let text = "{\"recents\": [\(paths)]}"
    _ = try folder.write(text, as: "settings.json")
    let parsing = try LinearWork.seconds {
      _ = try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))
    }
    var read = ViewerSettings()
    let reading = LinearWork.seconds { read = SettingsFile(folder: folder.path).read() }
    #expect(read.recents == (0..<ViewerSettings.recentLimit).map { "/nowhere/\($0).json" })
    // Looking each of them up takes fifty times as long as parsing.
    #expect(reading < 10 * parsing, "\(reading) s, parsed in \(parsing) s")
  }

  @Test("What was written is read again")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let file = SettingsFile(folder: "\(folder.path)/not/there/yet")
    var settings = ViewerSettings()
    settings.appearance = .dark
    settings.zoom = 1.25
    #expect(!settings.loadsFromNetwork, "an archive that is looked at tells no server so")
    settings.loadsFromNetwork = true
    settings.placement = Placement(x: -40, y: 3, width: 500, height: 600, isSideVisible: false)
    for path in ["/c", "/b", "/a"] {
      settings.remember(path)
      settings.recentFacts[path] = RecentFacts(conversations: 2, messages: 30, last: 1_700_000_000)
    }
    file.write(settings)
    file.flush()
    #expect(file.read() == settings)
  }

  @Test("No setting is forgotten: each is written, read again, and taken over by another window")
  func everySetting() throws {
    var changed = ViewerSettings()
    changed.placement = Placement(x: 1, y: 2, width: 500, height: 600, isSideVisible: false)
    changed.appearance = .dark
    changed.zoom = 1.25
    changed.animatesPictures.toggle()
    changed.restsToSavePower.toggle()
    changed.loadsFromNetwork.toggle()
    changed.showsEachJoin.toggle()
    changed.showsMenuBar.toggle()
    changed.ownNames = ["Nora"]
    changed.remember("/a")
    changed.recentFacts["/a"] = RecentFacts(conversations: 1, messages: 2, last: 3)
    changed.quietRooms = ["room"]

    func values(_ settings: ViewerSettings) -> [String: String] {
      let fields = Mirror(reflecting: settings).children.map { ($0.label ?? "", "\($0.value)") }
      return Dictionary(uniqueKeysWithValues: fields)
    }
    let defaults = values(ViewerSettings())
    for (name, value) in values(changed) {
      #expect(value != defaults[name], "\(name) is a new setting: change it above")
    }
    let data = try JSONEncoder().encode(changed)
    let read = try JSONDecoder().decode(ViewerSettings.self, from: data)
    let merged = changed.merged(into: ViewerSettings(), since: ViewerSettings())
    for (name, value) in values(changed) {
      #expect(values(read)[name] == value, "\(name) is not read again")
      #expect(values(merged)[name] == value, "a change of \(name) is lost")
    }
  }

  @Test("Two windows keep what each of them changed")
  func twoWindows() throws {
    let folder = try TemporaryFolder()
    let first = SettingsFile(folder: folder.path)
    var settings = ViewerSettings()
    for path in ["/c", "/b", "/a"] { settings.remember(path) }
    settings.ownNames = ["Nora"]
    first.write(settings)
    first.flush()

    let second = SettingsFile(folder: folder.path)
    var others = second.read()
    others.zoom = 2
    others.remember("/d")
    others.recents.removeAll { $0 == "/b" }
    second.write(others)
    second.flush()
    settings.appearance = .dark
    // Facts of a path that comes into the list only with the next change.
    let facts = RecentFacts(conversations: 1, messages: 2, last: nil)
    settings.recentFacts["/c"] = facts
    settings.recentFacts["/e"] = facts
    first.write(settings)
    settings.remember("/e")
    settings.remember("/c")
    first.write(settings)
    first.flush()
    others.showsMenuBar = true
    second.write(others)
    second.flush()

    let kept = SettingsFile(folder: folder.path).read()
    #expect(kept.zoom == 2 && kept.appearance == .dark && kept.showsMenuBar)
    #expect(kept.recents == ["/c", "/e", "/d", "/a"] && kept.ownNames == ["Nora"])
    #expect(kept.recentFacts == ["/c": facts, "/e": facts])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["settings.json"],
      "nothing is left of the lock")
  }

  @Test("Many windows that write at once lose nothing")
  func manyWindows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await withTaskGroup(of: Void.self) { group in
      for window in 0..<8 {
        group.addTask {
          let file = SettingsFile(folder: path)
          var settings = file.read()
          settings.remember("/\(window)")
          file.write(settings)
          file.flush()
        }
      }
    }
    #expect(Set(SettingsFile(folder: path).read().recents) == Set((0..<8).map { "/\($0)" }))
  }

  @Test(
    "Damage means defaults", arguments: ["", "{", "[1]", "null", #""text""#, "{\"zoom\": 1.5"])
  func damaged(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, as: "settings.json")
    #expect(SettingsFile(folder: folder.path).read() == ViewerSettings())
    #expect(SettingsFile(folder: nil).read() == ViewerSettings())
  }

  @Test("A damaged file is kept beside the new one", arguments: ["{\"zoom\": 1.5", "[1]", "text"])
  func damagedIsKept(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, as: "settings.json")
    let file = SettingsFile(folder: folder.path)
    var settings = file.read()
    for zoom in [1.25, 2.0] {
      settings.zoom = zoom
      file.write(settings)
      file.flush()
    }
    #expect(SettingsFile(folder: folder.path).read().zoom == 2)
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == text)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["settings.json", "settings.json.damaged"], "nor is an intact one kept")
  }

  @Test("A file that cannot be read at the moment stays, and is changed when it can be")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[1, 2]", as: "numbers.json")
    let isReadable = Mutex(false)
    let failures = Mutex(0)
    let file = SharedFile<[Int]>("numbers.json", folder: folder.path, retryAfter: 3600) {
      guard isReadable.withLock({ $0 }) else { throw POSIXError(.EIO) }
      return try Data(contentsOf: $0)
    }
    file.onFailure { _, _ in failures.withLock { $0 += 1 } }
    file.update { ($0 ?? []) + [3] }
    file.flush()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[1, 2]")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .allSatisfy { !$0.hasSuffix(".damaged") })
    #expect(failures.withLock { $0 } > 0)
    isReadable.withLock { $0 = true }
    file.flush()
    #expect(file.read() == [1, 2, 3])
  }

  @Test(
    "A link to the file stays, and the file that it leads to is written", arguments: [true, false])
  func link(isThere: Bool) throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    let others = folder.path + "/dotfiles"
    for path in [own, others] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let target = others + "/luge.json"
    if isThere { try folder.write("{\"appearance\": \"dark\"}", as: "dotfiles/luge.json") }
    let link = own + "/settings.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../dotfiles/luge.json")
    let file = SettingsFile(folder: own)
    var settings = file.read()
    #expect(settings.appearance == (isThere ? .dark : .system))
    settings.zoom = 1.25
    file.write(settings)
    file.flush()
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../dotfiles/luge.json")
    let data = try Data(contentsOf: URL(filePath: target))
    #expect(try JSONDecoder().decode(ViewerSettings.self, from: data) == settings)
    #expect(try FileManager.default.contentsOfDirectory(atPath: others) == ["luge.json"])
  }

  @Test("A link that leads to no file is replaced by one")
  func linkToDevice() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/settings.json", withDestinationPath: "pipe")
    let file = SettingsFile(folder: folder.path)
    file.write(ViewerSettings())
    file.flush()
    var info = stat()
    #expect(lstat(pipe, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("One field that makes no sense does not cost the others")
  func partial() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"appearance": "sepia", "zoom": "large", "recents": ["/b", "relative", "/a", "/b"],
       "placement": {"width": 700}, "later": {"version": 9}}
      """, as: "settings.json")
    let settings = SettingsFile(folder: folder.path).read()
    #expect(settings.appearance == .system)
    #expect(settings.zoom == 1)
    #expect(settings.recents == ["/b", "/a"])
    #expect(settings.placement == Placement())
  }

  @Test(
    "Zoom stays within its steps", arguments: [(-4.0, 0.5), (0.0, 0.5), (1e300, 3.0), (1.3, 1.3)])
  func zoomLimits(stored: Double, read: Double) throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"zoom\": \(stored)}", as: "settings.json")
    #expect(SettingsFile(folder: folder.path).read().zoom == read)
  }

  @Test("Zooming goes through the steps and stops at the ends")
  func zoomSteps() {
    var settings = ViewerSettings()
    settings.zoom(by: 1)
    #expect(settings.zoom == 1.1)
    settings.zoom(by: -2)
    #expect(settings.zoom == 0.9)
    settings.zoom(by: 100)
    #expect(settings.zoom == 3)
    settings.zoom(by: -100)
    #expect(settings.zoom == 0.5)
  }

  @Test("Recent archives: newest first, none twice, not too many")
  func recents() {
    var settings = ViewerSettings()
    for number in 0..<20 { settings.remember("/\(number)") }
    settings.remember("/15")
    #expect(settings.recents.count == ViewerSettings.recentLimit)
    #expect(settings.recents.prefix(3) == ["/15", "/19", "/18"])
    #expect(settings.recents.filter { $0 == "/15" }.count == 1)
  }
}
