import Foundation
import LugeTestSupport
import Testing

/// LUGE_ROOM_MESSAGES: of a larger room.
private let roomMessages =
  ProcessInfo.processInfo.environment["LUGE_ROOM_MESSAGES"].flatMap { Int($0) } ?? 1500

/// Rooms of an account in the program's window, against a server in the same process.
@Suite(
  .timeLimit(.minutes(roomMessages > 10_000 ? 120 : 5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct RoomWindowTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display()
    folder = try TemporaryFolder()
  }

  private var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_DATA_HOME": "\(folder.path)/data",
      "XDG_CACHE_HOME": "\(folder.path)/cache",
    ]
  }

  @Test("A room is read back and forward: few messages are held, and nothing moves by itself")
  func paging() throws {
    let probe = try display.probe(
      "rooms", folder.path, "\(roomMessages)", environment: environment)
    // Nothing says to choose a room while the one that was asked for is being opened.
    #expect(try probe.expect("first ") == ["panel=-"])
    let opened = try probe.expect("opened ")
    #expect(
      opened.joined(separator: " ")
        == "@me:here: connected;Garden|message \(roomMessages - 1)|0 end=true")
    let seconds = 60 + Double(roomMessages) / 20
    let back = try words(of: probe.expect("back ", seconds: seconds))
    #expect(back["reached"] == "true", "\(back)")
    let forward = try words(of: probe.expect("forward ", seconds: seconds))
    #expect(forward["reached"] == "true", "\(forward)")
    #expect(back["drift"] == "0", "\(back)")
    #expect(forward["drift"] == "0", "\(forward)")
    #expect(try #require(forward["held"].flatMap { Int($0) }) <= 500)
    // Memory is that of the messages held, not of those read. In small rooms the heap still grows.
    if roomMessages >= 10_000 { #expect(try #require(forward["mb"].flatMap { Int($0) }) <= 48) }
    // Each stretch is asked for once, on the way back; forward all of it is here.
    let pages = try #require(back["pages"].flatMap { Int($0) })
    #expect(pages <= (roomMessages - 20) / 50 + 2)
    #expect(forward["pages"] == back["pages"])
    #expect(try words(of: probe.expect("new "))["reached"] == "true")
    #expect(try words(of: probe.expect("away "))["still"] == "true")
  }

  /// LUGE_STORM_SECONDS: how long each storm is.
  @Test("Storms of receipts, messages and deletions move nothing; a room opens where it was left")
  func storms() throws {
    let seconds =
      ProcessInfo.processInfo.environment["LUGE_STORM_SECONDS"].flatMap { Int($0) } ?? 2
    let probe = try display.probe("storms", folder.path, "\(seconds)", environment: environment)
    // It has something to do all the time.
    try display.focus("Garden", isBusy: true)
    let receipts = try words(of: probe.expect("receipts "))
    #expect(receipts == ["moved": "0", "laid": "0", "typing": "true"])
    let storm = try words(of: probe.expect("storm "))
    #expect(storm["drift"] == "0" && storm["came"] == "true" && storm["end"] == "false", "\(storm)")
    // What is new is not held where somebody reads further up, and cut where it is.
    #expect(try #require(storm["held"].flatMap { Int($0) }) <= 550)
    #expect(
      try words(of: probe.expect("deleted ")) == ["moved": "0", "end": "false", "read": "false"])
    #expect(
      try words(of: probe.expect("switched ")) == ["there": "true", "end": "true", "back": "true"])
    let flood = try words(of: probe.expect("flood "))
    #expect(flood["came"] == "true" && flood["end"] == "true", "\(flood)")
  }

  @Test("Files are sent, cancelled on their way and sent again; a picture that comes moves nothing")
  func files() throws {
    let probe = try display.probe("files", folder.path, environment: environment)
    #expect(
      try words(of: probe.expect("sent "))
        == [
          "progress": "true", "drawn": "true", "waiting": "true", "arrived": "true",
          "quiet": "true", "kept": "true", "asked": "0", "read": "true",
        ])
    #expect(
      try words(of: probe.expect("cancelled ")) == ["offered": "true", "gone": "true", "sent": "1"])
    #expect(
      try words(of: probe.expect("retried ")) == [
        "refused": "true", "discard": "true", "others": "false", "sent": "true", "forward": "true",
      ])
    #expect(
      try words(of: probe.expect("received "))
        == ["shown": "true", "still": "true", "failed": "0"])
    #expect(
      try words(of: probe.expect("typed "))
        == ["kinds": "audio:audio/wav:2,video:video/x-msvideo:0", "rows": "audio,video"])
    #expect(
      try words(of: probe.expect("played "))
        == ["there": "true", "asked": "1", "stopped": "true"])
    #expect(
      try words(of: probe.expect("captioned "))
        == ["one": "true", "shown": "true", "changed": "true", "kept": "true"])
    // The copy has the name that its sender gave it, and lies in its folder.
    let copies = FileManager.default.enumerator(atPath: "\(folder.path)/cache")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix("song.wav") }
    #expect(copies?.count == 1 && copies?.first?.contains("/opened/") == true, "\(copies ?? [])")
  }

  @Test("A thread is begun and answered beside the room; a message is marked unread")
  func threads() throws {
    let probe = try display.probe("threads", folder.path, environment: environment)
    try display.focus("Garden")
    #expect(
      try words(of: probe.expect("begun ")) == [
        "offered": "true", "begins": "true", "sent": "true", "ticked": "true",
        "apart": "true",
      ])
    #expect(
      try words(of: probe.expect("answered "))
        == ["shown": "true", "reacted": "true", "apart": "true"])
    #expect(
      try words(of: probe.expect("closed "))
        == ["told": "true", "counted": "true", "apart": "true"])
    #expect(
      try words(of: probe.expect("unread ")) == ["kept": "true", "seen": "true", "told": "true"])
    #expect(
      try words(of: probe.expect("marked "))
        == ["offered": "true", "line": "true", "listed": "true", "said": "true"])
  }

  @Test(
    "One votes with the mouse, as a screen reader does, from the menu and with the keys",
    .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
  func polls() throws {
    let found = try display.read(
      """
      focus Garden
      pause 2
      click The lake
      pause 1
      do The hill, whatever the weather, 1 vote, 50 %
      pause 1
      menu -1 Vote for “The lake”
      pause 1
      list
      grab -1
      key Right Right Return
      pause 6
      """, ["polls", folder.path], environment: environment)
    let said = found.compactMap { $0["said"] as? String }
    #expect(
      said == ["ready", "voted a", "voted b", "voted a", "voted b", "open=true shut=true"],
      "\(said)")
    let items = AccessibleReader.lists(found).flatMap { $0 }
    #expect(
      items.contains { $0.name.contains("Where do we go on Saturday?") }
        && items.contains { $0.parts.contains("The lake, 1 vote, 50 %, chosen by you") }
        && items.contains { $0.name.contains("The old mill") && $0.parts == ["Location"] },
      "\(items)")
  }

  @Test(
    "A window that comes to the front has read what it shows; a click in a thread leaves the keys",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func keys() throws {
    let probe = try display.probe("roomkeys", folder.path, environment: environment)
    #expect(try words(of: probe.expect("behind ")) == ["read": "0"])
    try display.focus("Garden")
    #expect(try words(of: probe.expect("front ")) == ["active": "true", "read": "true"])
    #expect(try words(of: probe.expect("thread ")) == ["focus": "true", "elsewhere": "true"])
    display.rest(300)
    try display.act("mousemove 500 300 click 1")
    display.rest(300)
    try display.act("type --delay 30 two")
    try display.act("key space")
    try display.act("type --delay 30 words")
    #expect(
      try probe.expect("typed ").joined(separator: " ") == "here=true there= text=two words")
    try display.act("key Escape")
    #expect(try probe.expect("closed=") == ["true", "back=true"])
    // From a button of a room that has the whole window, Escape leads to the conversations.
    try display.act("search --onlyvisible --name Garden windowsize --sync 480 600")
    #expect(try probe.expect("narrow=") == ["true"])
    try display.act("key shift+Tab sleep 0.3 key Escape")
    #expect(try probe.expect("side=") == ["true"])
    // What was stored is in the archive itself when the program has ended.
    #expect(try probe.finish() == 0)
    let log = try? FileManager.default.attributesOfItem(atPath: "\(folder.path)/me.luge-wal")
    #expect((log?[.size] as? Int ?? 0) == 0)
  }

  @Test(
    "What comes while one looks elsewhere has a line, and is read as far as it is seen",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func away() throws {
    let probe = try display.probe("roomaway", folder.path, environment: environment)
    func look() throws {
      _ = try probe.expect("look", seconds: 120)
      try display.focus("Garden")
    }
    func leave() throws {
      _ = try probe.expect("leave")
      try display.focus("Elsewhere")
    }
    try look()
    try leave()
    let away = try probe.expect("away ").joined(separator: " ")
    #expect(away == "line=news 0 held=true read=29")
    try look()
    #expect(try probe.expect("back ").joined(separator: " ") == "line=news 0 part=true")
    try leave()
    #expect(try words(of: probe.expect("end ")) == ["read": "true", "gone": "true"])
    try look()
    #expect(try probe.expect("lost ").joined(separator: " ") == "line=lost 0 told=true")
    try leave()
    #expect(try probe.expect("thread ").joined(separator: " ") == "line=inside 0 read=0")
    try look()
    #expect(try words(of: probe.expect("answers ")) == ["read": "true", "told": "true"])
  }

  @Test(
    "A message that is stored is no draft any more, so that a killed program sends it once",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func draft() throws {
    let probe = try display.probe("roomdraft", folder.path, environment: environment)
    #expect(
      try probe.expect("early ").joined(separator: " ") == "kept=true text=ripe pears, and",
      "what is written before the draft is read stands behind it")
    #expect(try probe.expect("left ").joined(separator: " ") == "text=ripe pears, and figs")
    #expect(try words(of: probe.expect("written ")) == ["kept": "true"])
    try display.focus("Garden")
    try display.act("key Return")
    #expect(try words(of: probe.expect("sent ")) == ["kept": "0"])
  }

  @Test(
    "A very long text is not pasted; to write ends a selection",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func paste() throws {
    let probe = try display.probe("roompaste", folder.path, environment: environment)
    _ = try probe.expect("long")
    try display.focus("Garden")
    try display.act("key ctrl+v")
    let refused = try probe.expect("refused ").joined(separator: " ")
    #expect(refused.hasPrefix("true [\"With this, the text is 4"), "\(refused)")
    #expect(
      try words(of: probe.expect("short ")) == ["selecting": "false", "focus": "true"])
    try display.act("key ctrl+v")
    #expect(try probe.expect("taken ").joined(separator: " ") == "true")
  }

  @Test(
    "Who comes back to the window is not kept waiting for the next attempt to connect",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func coming() throws {
    let probe = try display.probe("roomreturn", folder.path, environment: environment)
    let waiting = try probe.expect("waiting ", seconds: 90).joined(separator: " ")
    #expect(waiting == "true active=false")
    try display.focus("Luge")
    #expect(try probe.expect("came ").joined(separator: " ") == "true")
  }

  @Test(
    "The side list keeps its width when a thread comes, in the room's place or beside it",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func panes() throws {
    let probe = try display.probe("roompanes", folder.path, environment: environment)
    func resize(_ width: Int) throws {
      try display.act("search --onlyvisible --name Garden windowsize --sync \(width) 600")
    }
    /// The widths of the side list and of the thread.
    func widths(_ name: String) throws -> [Int] {
      try probe.expect("\(name) ").compactMap { Int($0) }
    }
    _ = try probe.expect("ready")
    try resize(690)
    let narrow = try widths("narrow")
    let covered = try widths("covered")
    #expect(covered.first == narrow.first && covered.last ?? 0 > 370, "\(narrow) \(covered)")
    try resize(660)
    #expect(try widths("narrower") == [narrow[0], covered[1] - 30])
    #expect(try widths("closed") == narrow)
    _ = try probe.expect("open")
    try resize(1000)
    let wide = try widths("wide")
    #expect(wide.first == narrow.first, "\(wide)")
    #expect(try widths("shown") == wide)
  }

  @Test(
    "A chat with somebody who does not exist is begun only after the user was told so",
    .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
  func strangers() throws {
    let found = try display.read(
      """
      dialog
      put Person: nobody
      choose Start Chat
      find Problem
      pause 1
      choose Start Chat
      closed
      """, ["strangers", folder.path], environment: environment)
    let said = found.compactMap { $0["said"] as? String }
    #expect(said == ["told made=0", "begun @nobody:here"], "\(said)")
  }

  @Test("Where nothing can be written the field goes; who is put out is told so until they say it")
  func standing() throws {
    let probe = try display.probe("standing", folder.path, environment: environment)
    #expect(
      try words(of: probe.expect("standing "))
        == ["silent": "true", "spoken": "true", "out": "true", "told": "true"])
    #expect(try words(of: probe.expect("away ")) == ["gone": "true"])
  }

  @Test(
    "A room that was left is shown no more, or takes no words; those of its thread can be copied",
    .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
  func leaving() throws {
    let found = try display.read(
      """
      dialog
      answer Leave
      closed
      focus Garden
      find Close
      send half a thought
      choose Copy Draft
      find Copied
      pause 1
      """, ["leaving", folder.path], environment: environment)
    let said = found.compactMap { $0["said"] as? String }
    #expect(
      said == ["asked", "here elsewhere=true told=true", "there off=true", "copied=true"],
      "\(said)")
  }

  @Test("A side list at its top shows what rises there; one that was scrolled stays")
  func sideTop() throws {
    let probe = try display.probe("sidetop", folder.path, environment: environment)
    #expect(try words(of: probe.expect("top ")) == ["seen": "true", "stays": "true"])
  }

  @Test("Times beside the rooms are those of another day after midnight")
  func midnight() throws {
    let probe = try display.probe("midnight", folder.path, environment: environment)
    #expect(try probe.expect("day ") == [#"["00:02"]"#])
    #expect(try probe.expect("next ") == [#"["Thu"]"#])
  }

  @Test("What an account has seen is searched, and a find leads to its room and its place")
  func search() throws {
    let probe = try display.probe("roomsearch", folder.path, environment: environment)
    #expect(try words(of: probe.expect("other ")) == ["found": "true", "shown": "true"])
    #expect(
      try words(of: probe.expect("old ")) == ["found": "true", "shown": "true", "held": "true"])
    #expect(try words(of: probe.expect("nothing ")) == ["found": "false", "closed": "true"])
  }

  @Test("What only the server has is found there, marked so, and leads to its place")
  func serverSearch() throws {
    let probe = try display.probe("serversearch", folder.path, environment: environment)
    #expect(
      try words(of: probe.expect("server ")) == ["found": "true", "asked": "wheelbarrow"])
    #expect(try probe.expect("there=") == ["true"])
    #expect(try words(of: probe.expect("spade ")) == ["both": "true", "waited": "true"])
  }

  @Test("Pictures of people and rooms come without moving anything; each is asked for once")
  func faces() throws {
    let probe = try display.probe("faces", folder.path, environment: environment)
    #expect(
      try words(of: probe.expect("faces ", seconds: 60)) == [
        "asked": "true", "complete": "true", "still": "true", "laid": "0", "once": "4",
        "profiles": "@dora:here", "title": "true",
      ])
  }

  @Test(
    "A room's details have its topic and people, are searched, and Escape leads back",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func details() throws {
    let probe = try display.probe("roomdetails", folder.path, environment: environment)
    _ = try probe.expect("ready")
    try display.focus("Garden")
    try display.act("key ctrl+shift+d")
    let shown = try words(of: probe.expect("details "))
    #expect(shown["shown"] == "true")
    #expect(
      shown["rows"]?.hasPrefix("Topic:_Tomatoes") == true
        && shown["rows"]?.contains("|Your_Permissions:_send_messages,_invite_people|") == true,
      "\(shown)")
    #expect(try probe.expect("came=") == ["true"])
    #expect(try probe.expect("found=") == ["true"])
    try display.act("key Escape sleep 0.5 key Escape")
    #expect(try probe.expect("back=") == ["true"])
  }

  @Test(
    "A room's place is kept while its details are shown, and nothing is marked as read by it",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func place() throws {
    let probe = try display.probe("roomplace", folder.path, environment: environment)
    _ = try probe.expect("ready")
    try display.focus("Garden")
    #expect(try probe.expect("there=") == ["true"])
    try display.act("key ctrl+shift+d")
    #expect(try probe.expect("details=") == ["true"])
    try display.act("key Escape")
    let kept = try words(of: probe.expect("place "))
    #expect(kept == ["kept": "true", "marked": "0", "last": "$59"])
  }

  @Test(
    "Where the server ends the session, what is written waits until the user has logged in again",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func loggedOut() throws {
    let probe = try display.probe("roomlogin", folder.path, environment: environment)
    #expect(try probe.expect("out=").first == "true")
    try display.focus("Garden")
    try display.act("type --delay 30 waits")
    display.rest(300)
    try display.act("key Return")
    #expect(try probe.expect("waiting=") == ["true", "sent=false"])
    _ = try probe.expect("asked")
    display.rest(700)
    try display.act("type --delay 30 right")
    display.rest(300)
    try display.act("key Return")
    #expect(try probe.expect("in=") == ["true", "count=1", "here=true"])
  }

  @Test(
    "Alt+Left goes back to a reply from the message that it answers, and Alt+Right there again",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func back() throws {
    let probe = try display.probe("roomback", folder.path, environment: environment)
    #expect(try words(of: probe.expect("followed ")) == ["there": "true"])
    try display.focus("Garden")
    #expect(try probe.expect("active=") == ["true"])
    try display.act("key alt+Left")
    #expect(try probe.expect("back=") == ["true"])
    try display.act("key alt+Right")
    #expect(try probe.expect("forward=") == ["true"])
  }

  @Test(
    "Names of emoji become these, unknown commands are asked about, dates are placed alike",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func composing() throws {
    let probe = try display.probe("roomwords", folder.path, environment: environment)
    _ = try probe.expect("ready")
    try display.focus("Garden")
    for words in ["type so", "key space", "type --delay 60 :smile:"] { try display.act(words) }
    #expect(try probe.expect("emoji=") == ["true"])
    try display.act("key Return")
    display.rest(500)
    for words in ["type --delay 60 /nosuch", "key Return"] { try display.act(words) }
    #expect(try probe.expect("asked=") == ["true"])
    // No window manager is there to give the keys to the question.
    try display.focus("Unknown")
    try display.act("key Return")
    #expect(try probe.expect("back=") == ["true", "sent=false"])
    #expect(try words(of: probe.expect("dates ")) == ["alike": "true"])
  }

  @Test(
    "A room that was closed at its end opens at the first of what was missed", arguments: [45, 90])
  func missed(count: Int) throws {
    let closed = try display.probe("missed", folder.path, "30", environment: environment)
    #expect(
      try words(of: closed.expect("missed "))
        == ["line": "none", "visible": "false", "end": "true"])
    while try closed.nextLine() != nil {}
    let probe = try display.probe("missed", folder.path, "\(count)", environment: environment)
    #expect(
      try words(of: probe.expect("missed ", seconds: 60))
        == ["line": "30", "visible": "true", "end": "false"])
  }

  @Test(
    "End goes to a room's newest message, however far the loaded ones are from it",
    .enabled(if: Tools.path(of: "xdotool") != nil, "no xdotool"))
  func end() throws {
    let closed = try display.probe("missed", folder.path, "30", environment: environment)
    while try closed.nextLine() != nil {}
    let probe = try display.probe("missed", folder.path, "900", "end", environment: environment)
    #expect(try words(of: probe.expect("missed ", seconds: 60))["end"] == "false")
    try display.focus("Garden")
    #expect(try words(of: probe.expect("focused ", seconds: 60)) == ["composer": "false"])
    try display.act("key Down sleep 0.3 key End")
    #expect(
      try words(of: probe.expect("newest ", seconds: 60)) == ["reached": "true", "cursor": "true"])
  }

  @Test("An invitation says who invites and to what, and is accepted or declined")
  func invitations() throws {
    let probe = try display.probe("invitations", folder.path, environment: environment)
    #expect(try words(of: probe.expect("asked ")) == ["said": "true", "free": "true"])
    #expect(
      try words(of: probe.expect("accepted "))
        == ["refused": "true", "again": "true", "in": "true"])
    #expect(
      try words(of: probe.expect("declined "))
        == ["elsewhere": "true", "gone": "true", "told": "true"])
  }

  @Test("An open archive stays when an invitation is declined; a room stays when it is closed")
  func invitedBesideArchive() throws {
    let export = try folder.write(
      "13/02/20, 10:00 - Ann: hello world\n14/02/20, 10:01 - Bob: goodbye\n", as: "chat.txt")
    let probe = try display.probe(
      "invitedbeside", folder.path, export, environment: environment)
    #expect(
      try words(of: probe.expect("declined "))
        == ["asked": "true", "back": "true", "open": "true"])
    #expect(
      try words(of: probe.expect("closed ")) == ["in": "true", "stays": "true", "open": "false"])
  }

  @Test("Words are found in a room also before what is held, and the list goes there")
  func find() throws {
    let probe = try display.probe("roomfind", folder.path, environment: environment)
    #expect(
      try words(of: probe.expect("new "))
        == ["found": "true", "marked": "true", "reach": "true", "held": "true"])
    #expect(
      try words(of: probe.expect("old ")) == ["found": "true", "marked": "true", "held": "true"])
    #expect(
      try words(of: probe.expect("round "))
        == ["found": "true", "shown": "true", "nothing": "true"])
  }

  @Test(
    "What cannot be kept on a full disk is in the field again, and is sent when there is room",
    .enabled(if: SmallDisk.isAvailable, "a disk can be mounted by root only"))
  func fullDisk() throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let probe = try display.probe("fulldisk", disk.path, environment: environment)
    #expect(
      try words(of: probe.expect("full ", seconds: 150)) == [
        "told": "true", "back": "true", "both": "true", "live": "true", "sent": "true",
        "count": "61",
      ])
  }

  @Test(
    "A message is told of by the desktop, but not while its room is read; a press opens the room",
    .enabled(if: Tools.path(of: "dbus-run-session") != nil, "no dbus-run-session"))
  func notifications() throws {
    let probe = try #require(Tools.probe)
    let service = (probe as NSString).deletingLastPathComponent + "/luge-fake-notifications"
    let session = try RunningProgram(
      "/usr/bin/dbus-run-session",
      [
        "--", "/bin/sh", "-c",
        "\"$0\" press & child=$!; sleep 0.5; \"$1\" notified \"$2\"; kill $child", service, probe,
        folder.path,
      ], environment: display.environment.merging(environment) { $1 })
    _ = try session.expect("connected ")
    let image = try session.expect("image ").compactMap { Int($0) }
    #expect(image.count == 7 && image[2] == image[0] * image[1] * 4 && image[6] == 255, "\(image)")
    // Green, or the paper between the stripes.
    let red = image.count == 7 ? image[3] : 0
    #expect(abs(red - 0x20) < 16 || abs(red - 0xF0) < 16, "\(image)")
    // What looks like markup is none.
    #expect(
      try session.expect("notify ").joined(separator: " ")
        == "1 0 Garden|@anna:here: hello &lt;b&gt;you&lt;/b&gt;")
    // The room that is shown needs it no more.
    var lines: [String] = []
    while let line = try session.nextLine() {
      lines.append(line)
      if line.hasPrefix("opened=") {
        try display.focus("Garden")
      }
      if line.hasPrefix("seen=") { break }
    }
    #expect(lines.contains("opened=true") && lines.contains("seen=true"), "\(lines)")
    #expect(lines.contains("withdraw 1"))
    #expect(!lines.contains { $0.hasPrefix("notify ") }, "\(lines)")
  }

  /// Of "name=value" each.
  private func words(of line: [String]) -> [String: String] {
    var words: [String: String] = [:]
    for part in line {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { words[String(pair[0])] = String(pair[1]) }
    }
    return words
  }
}
