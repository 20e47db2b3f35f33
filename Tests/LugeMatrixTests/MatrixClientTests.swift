import Foundation
import LocalServer
import LugeArchive
import LugeCore
import LugeImporters
import LugeLive
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeMatrix

/// What a server of Matrix may answer, and what becomes of it.
@Suite struct MatrixClientTests {
  private let http = HTTPClient(userAgent: "luge tests", connectSeconds: 5)

  private func service(_ server: LocalHTTPServer) -> MatrixService {
    MatrixService(
      MatrixSession(base: server.address, user: "@me:here", device: "D", token: "secret"),
      http: http)
  }

  private func server(
    _ status: Int = 200, _ body: String, headers: [(String, String)] = []
  ) throws -> LocalHTTPServer {
    try LocalHTTPServer(answering: { _ in
      var response = LocalHTTPServer.Response(status: status, body: Array(body.utf8))
      response.headers = headers
      return response
    })
  }

  private func failure(_ server: LocalHTTPServer) async -> LiveFailure? {
    do throws(LiveFailure) {
      _ = try await service(server).sync(since: nil, wait: 0)
      return nil
    } catch {
      return error
    }
  }

  @Test("A password in the address of a server is neither used nor said")
  func addressWithPassword() async throws {
    for address in [
      "http://anna:secret@127.0.0.1:9", "anna:secret@127.0.0.1:9", "http://a:sec ret@x",
    ] {
      do throws(MatrixError) {
        _ = try await MatrixClient.discover(address, http: http)
        Issue.record("\(address) was taken")
      } catch {
        #expect(error == .network(.addressWithName))
        #expect(!error.description.contains("sec"))
      }
    }
  }

  @Test("A server of this computer is found without its protocol")
  func ownComputer() async throws {
    let server = try server(200, #"{"versions": ["v1.11"]}"#)
    defer { server.stop() }
    let name = String(server.address.trimmingPrefix("http://"))
    #expect(name != server.address)
    #expect(try await MatrixClient.discover(name, http: http).base == server.address)
  }

  @Test func failuresSayWhatTheyAre() async throws {
    typealias Case = (status: Int, body: String, headers: [(String, String)], found: LiveFailure)
    let cases: [Case] = [
      (429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}"#, [], .busy(seconds: 2.5)),
      (429, "{}", [("Retry-After", "7")], .busy(seconds: 7)),
      (429, "no JSON", [], .busy(seconds: nil)),
      (
        403, #"{"errcode":"M_FORBIDDEN","error":"You are not in this room"}"#, [],
        .refused("You are not in this room")
      ),
      (
        401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"Unknown token"}"#, [],
        .signedOut("Unknown token")
      ),
      (502, "<html>", [], .unreachable("the server has a problem (502)")),
      (200, "{", [], .unreadable("no JSON of the expected form")),
      (200, "{}", [], .unreadable("no JSON of the expected form")),
    ]
    for one in cases {
      let server = try server(one.status, one.body, headers: one.headers)
      defer { server.stop() }
      #expect(await failure(server) == one.found, "\(one.status) \(one.body)")
    }
  }

  @Test("What a wrong password means is said in the reader's language, other refusals as they are")
  func refusedLogin() async throws {
    func words(_ status: Int, _ body: String) async throws -> String {
      let server = try server(status, body)
      defer { server.stop() }
      do {
        _ = try await service(server).client.logIn(user: "me", password: "p")
        return "taken"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      try await words(403, #"{"errcode":"M_FORBIDDEN","error":"Invalid username or password"}"#)
        == "wrong user name or password")
    #expect(
      try await words(403, #"{"errcode":"M_USER_DEACTIVATED","error":"Gone for good"}"#)
        == "Gone for good")
  }

  /// Only a server that says so knows that there is no such person.
  @Test(arguments: [
    (404, #"{"errcode":"M_NOT_FOUND","error":"Profile was not found"}"#, false),
    (404, #"{"errcode":"M_UNRECOGNIZED"}"#, true), (403, #"{"errcode":"M_FORBIDDEN"}"#, true),
    (200, "{}", true), (200, "no JSON", true), (429, "{}", true), (502, "<html>", true),
  ])
  func people(status: Int, body: String, mayExist: Bool) async throws {
    let server = try server(status, body)
    #expect(await service(server).mayExist("@no body:here") == mayExist)
    #expect(server.counts.paths == ["/_matrix/client/v3/profile/%40no%20body%3Ahere"])
    server.stop()
    #expect(await service(server).mayExist("@nobody:here"))
  }

  /// An answer that names nothing is one that cannot be read, whatever was asked.
  @Test(arguments: [
    #"{"event_id":5,"room_id":5,"content_uri":5,"user_id":5,"access_token":5,"device_id":5}"#,
    #"{"event_id":"","room_id":"","content_uri":"","user_id":"","access_token":"t","device_id":""}"#,
    #"{"event_id":"~1","room_id":[],"content_uri":"http://a/b","user_id":"@","access_token":"t"}"#,
    "<html>", "",
  ])
  func answersWithoutNames(body: String) async throws {
    let server = try server(200, body)
    defer { server.stop() }
    let service = service(server)
    func expectUnreadable(_ body: () async throws -> Void) async {
      do {
        try await body()
        Issue.record("taken")
      } catch MatrixError.unreadable {
      } catch LiveFailure.unreadable {
      } catch {
        Issue.record("\(error)")
      }
    }
    let client = service.client
    await expectUnreadable {
      _ = try await client.send("m.room.message", ["body": "x"], to: "!r", transaction: "t")
    }
    await expectUnreadable {
      _ = try await client.redact("$1", in: "!r", reason: nil, transaction: "t")
    }
    await expectUnreadable { _ = try await service.event(at: 1, in: "!r") }
    await expectUnreadable { _ = try await client.createRoom(name: "x") }
    await expectUnreadable { _ = try await client.join("#r:here") }
    await expectUnreadable { _ = try await client.logIn(user: "me", password: "p") }
    await expectUnreadable {
      _ = try await service.upload([1], type: "a/b", name: nil, onSent: { _, _ in })
    }
  }

  /// Nothing is sent in the clear into a room that is encrypted since a moment ago.
  @Test(arguments: [
    (404, #"{"errcode":"M_NOT_FOUND"}"#, true), (200, #"{"algorithm":"m.megolm.v1"}"#, false),
    (200, "no JSON", false), (502, "", false),
  ])
  func encryptionIsAskedFor(status: Int, body: String, isSent: Bool) async throws {
    let sent = Mutex(0)
    let server = try LocalHTTPServer(answering: { request in
      if request.path.contains("/state/m.room.encryption") {
        return .init(status: status, body: Array(body.utf8))
      }
      sent.withLock { $0 += 1 }
      return .init(body: Array(#"{"event_id":"$1"}"#.utf8))
    })
    defer { server.stop() }
    let words = LiveOutgoing.message(MessageContent(StyledText("Hello")))
    let event = try? await service(server).send(words, to: "!room:here", transaction: "t1")
    #expect((event != nil) == isSent)
    #expect(sent.withLock { $0 } == (isSent ? 1 : 0))
    // Nothing is known of a server that does not answer.
    let isEncrypted = try? await service(server).isEncrypted("!room:here")
    #expect(isEncrypted == (status == 502 ? nil : !isSent))
  }

  /// Programs that know no threads show what is said in one as an answer to its last message.
  @Test(arguments: [
    (nil as String?, nil as String?, "$1", true), (nil, "$7", "$7", true),
    ("$5", "$7", "$5", false),
  ])
  func threadsHaveAFallback(
    reply: String?, end: String?, shown: String, isFallback: Bool
  ) throws {
    var content = MessageContent(StyledText("yes"), reply: reply, thread: "$1")
    content.threadEnd = end
    let data = try JSONEncoder().encode(OutgoingContent(content))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let relation = try #require(json["m.relates_to"] as? [String: Any])
    #expect(relation["rel_type"] as? String == "m.thread")
    #expect(relation["event_id"] as? String == "$1")
    #expect(relation["is_falling_back"] as? Bool == isFallback)
    #expect((relation["m.in_reply_to"] as? [String: String])?["event_id"] == shown)
    // Read back, the fallback is no answer.
    let read = try JSONDecoder().decode(MatrixContent.self, from: data)
    let event = #"{"event_id": "$9", "type": "m.room.message", "sender": "@a:b", "content": "#
    let whole = Data((event + String(decoding: data, as: UTF8.self) + "}").utf8)
    #expect(read.isFallingBack == isFallback)
    guard case .message(let back) = try JSONDecoder().decode(MatrixEvent.self, from: whole).kind
    else {
      Issue.record("no message")
      return
    }
    #expect(back.thread == "$1" && back.reply == reply)
  }

  private func json(_ content: MessageContent) throws -> [String: Any] {
    let data = try JSONEncoder().encode(OutgoingContent(content))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("Who is named is told of it, and so is who is answered; nobody else is")
  func mentions() throws {
    let ben = StyledText.Span(3..<7, .mention(id: "@ben:here"))
    var content = MessageContent(StyledText("hi @ben & <co>", spans: [ben]), reply: "$1")
    content.answeredPerson = "@anna:here"
    let named = try json(content)
    let mentions = try #require(named["m.mentions"] as? [String: Any])
    #expect(mentions["user_ids"] as? [String] == ["@ben:here", "@anna:here"])
    #expect(named["body"] as? String == "hi @ben & <co>")
    #expect(
      named["formatted_body"] as? String
        == #"hi <a href="https://matrix.to/#/@ben:here">@ben</a> &amp; &lt;co&gt;"#)
    #expect(named["format"] as? String == "org.matrix.custom.html")
    let plain = try json(MessageContent(StyledText("a < b, @ben")))
    #expect((plain["m.mentions"] as? [String: Any])?.isEmpty == true)
    #expect(plain["formatted_body"] == nil && plain["format"] == nil)
    #expect(plain["body"] as? String == "a < b, @ben")
    // Edits tell nobody again.
    let data = try JSONEncoder().encode(OutgoingEdit(of: "$2", content))
    let edit = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((edit["m.mentions"] as? [String: Any])?.isEmpty == true)
    let new = try #require(edit["m.new_content"] as? [String: Any])
    #expect((new["m.mentions"] as? [String: Any])?["user_ids"] as? [String] != nil)
  }

  /// What is typed with marks comes back from the server as it was shown before.
  @Test(arguments: [
    ("**bold** and _italic_", "<strong>bold</strong> and <em>italic</em>"),
    ("`a < b` ~~no~~", "<code>a &lt; b</code> <del>no</del>"),
    ("one\ntwo **x\ny**", "one<br>two <strong>x<br>y</strong>"),
    ("> said\n> again\n\nyes", "<blockquote>said<br>again</blockquote>yes"),
    ("so:\n\n```\na\nb\n```\n\nyes", "so:<pre><code>a\nb</code></pre>yes"),
    (
      "see [the page](https://example.org/a?b=1&c=2)!",
      #"see <a href="https://example.org/a?b=1&amp;c=2">the page</a>!"#
    ),
    ("```\nlet a = 1\n```", "<pre><code>let a = 1</code></pre>"),
    ("it ends: ||badly||", "it ends: <span data-mx-spoiler>badly</span>"),
    ("**all _of_ it**", "<strong>all <em>of</em> it</strong>"),
  ])
  func marksAreSentAsHTML(typed: String, html: String) throws {
    let text = TypedMarkup.styled(typed)
    let sent = try json(MessageContent(text))
    #expect(sent["formatted_body"] as? String == html)
    #expect(sent["body"] as? String == typed)
    let event: [String: Any] = [
      "event_id": "$1", "type": "m.room.message", "sender": "@a:here", "content": sent,
    ]
    let data = try JSONSerialization.data(withJSONObject: event)
    guard case .message(let back) = try JSONDecoder().decode(MatrixEvent.self, from: data).kind
    else {
      Issue.record("no message")
      return
    }
    #expect(back.text.string == text.string)
    // Edited again, it is as it was typed.
    #expect(TypedMarkup.source(of: back.text) == typed)
  }

  @Test("What was typed is sent for programs without styles; a plain sign is sent plain")
  func typedBody() throws {
    func sent(_ typed: String) throws -> [String: Any] {
      var content = MessageContent(TypedMarkup.styled(typed))
      content.typed = typed
      return try json(content)
    }
    let styled = try sent("*really* **so**")
    #expect(styled["body"] as? String == "*really* **so**")
    #expect(styled["formatted_body"] as? String == "<em>really</em> <strong>so</strong>")
    let plain = try sent(#"\*.c,\*.h"#)
    #expect(plain["body"] as? String == "*.c,*.h" && plain["formatted_body"] == nil)
    let code = try sent("```swift\nlet a = 1\n```")
    let html = #"<pre><code class="language-swift">let a = 1</code></pre>"#
    #expect(code["formatted_body"] as? String == html)
    let back = HTMLText.styled(html)
    #expect(back.spans.map(\.attribute) == [.preformatted(language: "swift")])
  }

  @Test("Who forwards a message tells nobody of it")
  func forwardedMentions() throws {
    let ben = StyledText.Span(0..<4, .mention(id: "@ben:here"))
    let content = MessageContent(
      StyledText("@ben look", spans: [ben]), forwardedFrom: "@anna:here")
    let sent = try json(content)
    #expect((sent["m.mentions"] as? [String: Any])?.isEmpty == true)
    #expect((sent["formatted_body"] as? String)?.contains("matrix.to") == true)
  }

  @Test("Sending lines costs what they are long", .timeLimit(.minutes(1)))
  func manyLines() throws {
    let lines = String(repeating: "\n", count: 60_000)
    let text = StyledText(lines + "x", spans: [.init(0..<lines.utf8.count + 1, .italic)])
    let html = try #require(OutgoingHTML.html(of: text))
    #expect(html.utf8.count == 4 * 60_000 + "<em>x</em>".utf8.count)
    let code = StyledText(
      "a" + lines + "b" + lines + "c",
      spans: [.init(60_001..<60_002, .preformatted(language: nil))])
    #expect(OutgoingHTML.html(of: code) == "a<pre><code>b</code></pre>c")
  }

  @Test(
    "Links among styles, code and each other",
    arguments: [
      ("[a](http://x.y)[b](https://z)", #"<a href="http://x.y">a</a><a href="https://z">b</a>"#),
      ("**[a](http://x.y) b** c", #"<strong><a href="http://x.y">a</a> b</strong> c"#),
      (
        "`[a](http://x.y)` [é](http://x)", #"<code>[a](http://x.y)</code> <a href="http://x">é</a>"#
      ),
      ("[[a](http://x.y)", #"[<a href="http://x.y">a</a>"#),
      ("[**a**](http://x.y) _b_", #"<strong><a href="http://x.y">a</a></strong> <em>b</em>"#),
      ("> [a](http://x)\n\nb", #"<blockquote><a href="http://x">a</a></blockquote>b"#),
    ])
  func links(typed: String, html: String) {
    #expect(OutgoingHTML.html(of: TypedMarkup.styled(typed)) == html)
  }

  @Test(
    "No link",
    arguments: [
      "[](http://x)", "[a](http://)", "[a](http://x y)", "[a\nb](http://x)", "[a](http://x",
    ])
  func noLink(typed: String) {
    let text = TypedMarkup.styled(typed)
    #expect(text.string == typed && text.spans.isEmpty)
  }

  @Test("People whom a message mentions, each once, however many there are")
  func linearMentions() {
    func text(_ people: [Int]) -> StyledText {
      StyledText(
        String(repeating: "@a ", count: people.count),
        spans: people.enumerated().map { index, person in
          .init(index * 3..<index * 3 + 2, .mention(id: "@\(person):here"))
        })
    }
    #expect(OutgoingHTML.people(in: text([2, 1, 2])) == ["@2:here", "@1:here"])
    let excess = LinearWork.excess("mentions", from: 250) { count in
      _ = OutgoingHTML.people(in: text(Array(0..<count)))
    }
    #expect(excess == nil)
  }

  @Test("What is typed and sent costs what it is long")
  func linearMarkup() {
    let pieces = [
      "[a](http://b) ", "[", "](http://", "[a](http://b[", "> a\n\n", "```\na\n```\n", "\n",
      "**a** ",
      "> a\nb\n", "`a` [b](http://c)\n",
    ]
    for piece in pieces {
      let excess = LinearWork.excess(piece) { count in
        let text = TypedMarkup.styled(String(repeating: piece, count: count / piece.utf8.count))
        _ = OutgoingHTML.html(of: text)
      }
      #expect(excess == nil)
    }
  }

  @Test(
    "What only looks like marks is sent as it is",
    arguments: [
      "snake_case_name", "2 * 3 * 4", "a*b*c", "5 > 4", "* one\n* two", "[x](javascript:1)",
      "||", "`", "if (a||b||c)", "2**3**4", "a~~b~~c", "__name__", #"C:\Users\anna"#,
      "https://example.org/_a_/*b*", "größer_als_das",
    ])
  func plainIsPlain(typed: String) throws {
    let sent = try json(MessageContent(TypedMarkup.styled(typed)))
    #expect(sent["body"] as? String == typed && sent["formatted_body"] == nil)
  }

  @Test("Rules of the account for what notifies are read; what makes no sense mutes nothing")
  func pushRules() async throws {
    let body = #"""
      {"next_batch": "n", "account_data": {"events": [{"type": "m.push_rules", "content": {"global": {
        "override": [
          {"rule_id": ".m.rule.master", "enabled": false, "actions": []},
          {"rule_id": "!a:here", "enabled": true, "actions": ["dont_notify"],
           "conditions": [{"kind": "event_match", "key": "room_id", "pattern": "!a:here"}]},
          {"rule_id": "x", "enabled": true, "actions": [],
           "conditions": [{"kind": "event_match", "key": "room_id", "pattern": "!d:here"},
             {"kind": "event_match", "key": "type", "pattern": "m.room.member"}]}, 7],
        "room": [{"rule_id": "!b:here", "enabled": true, "actions": ["dont_notify"]},
          {"rule_id": "!c:here", "enabled": false, "actions": []}],
        "underride": [{"rule_id": ".m.rule.message", "enabled": true,
          "actions": ["notify", {"set_tweak": "sound", "value": "default"}]}]
      }}}]}}
      """#
    let server = try server(200, body)
    defer { server.stop() }
    let rules = try #require(try await service(server).sync(since: nil, wait: 0).notifications)
    #expect(rules.rooms == ["!a:here": .nothing, "!b:here": .mentions])
    #expect(!rules.isSilent && rules.groups == .all && rules.direct == .all)
  }

  @Test("Who was put out, which room follows, and who may write is read")
  func standing() async throws {
    let body = #"""
      {"next_batch": "n", "rooms": {
        "leave": {"!a:here": {"timeline": {"events": [
          {"event_id": "$1", "type": "m.room.member", "sender": "@anna:here", "state_key": "@me:here",
           "content": {"membership": "leave", "reason": "bad jokes"}}]}},
         "!own:here": {"timeline": {"events": [
          {"event_id": "$1", "type": "m.room.member", "sender": "@me:here", "state_key": "@me:here",
           "content": {"membership": "leave"}}]}}},
        "join": {"!b:here": {"timeline": {"events": [
          {"event_id": "$2", "type": "m.room.tombstone", "sender": "@anna:here", "state_key": "",
           "content": {"body": "bye", "replacement_room": "!c:here"}}]},
          "state": {"events": [
          {"event_id": "$3", "type": "m.room.power_levels", "sender": "@anna:here", "state_key": "",
           "content": {"events_default": 50, "users": {"@me:here": "x", "@anna:here": 100}}}]}},
         "!d:here": {"state": {"events": [
          {"event_id": "$4", "type": "m.room.power_levels", "sender": "@anna:here", "state_key": "",
           "content": {"events_default": 50, "users": {"@me:here": 50}}}]}}}}}
      """#
    let server = try server(200, body)
    defer { server.stop() }
    let batch = try await service(server).sync(since: "x", wait: 0)
    func room(_ name: String) throws -> LiveRoomUpdate {
      try #require(batch.rooms.first { $0.room == name })
    }
    #expect(
      try room("!a:here").removal == LiveRemoval(by: "@anna:here", reason: "bad jokes"))
    #expect(try room("!own:here").removal == nil)
    #expect(try room("!b:here").successor == "!c:here")
    #expect(try room("!b:here").mayWrite == false && room("!d:here").mayWrite == true)
    #expect(
      try room("!b:here").events.map(\.kind) == [
        .service(action: "m.room.tombstone", text: "The room goes on in another one")
      ])
    #expect(try room("!b:here").successorServer == "here")
    #expect(batch.unreadable == 0)
  }

  @Test("Who was only invited is put out of nothing, and a ban after that says who and why")
  func invitationsTakenBack() async throws {
    func member(_ membership: String, _ before: String, _ sender: String = "@anna:here") -> String {
      """
      {"event_id": "$\(membership)", "type": "m.room.member", "sender": "\(sender)",
       "state_key": "@me:here", "content": {"membership": "\(membership)", "reason": "spam"},
       "unsigned": {"prev_content": {"membership": "\(before)"}}}
      """
    }
    func room(_ events: String...) -> String {
      #"{"timeline": {"events": ["# + events.joined(separator: ",") + "]}}"
    }
    let rooms = [
      #""!a:here": "# + room(member("leave", "invite")),
      #""!b:here": "# + room(member("leave", "join"), member("ban", "leave")),
      #""!c:here": "# + room(member("ban", "leave")),
    ]
    let server = try server(
      200, #"{"next_batch": "n", "rooms": {"leave": {"# + rooms.joined(separator: ",") + "}}}")
    defer { server.stop() }
    let batch = try await service(server).sync(since: "x", wait: 0)
    #expect(batch.rooms.map(\.membership) == [.left, .left, .left])
    #expect(
      batch.rooms.map(\.removal) == [nil, LiveRemoval(by: "@anna:here", reason: "spam"), nil])
  }

  @Test("Who made a room may do everything there in rooms of version 12, and only there")
  func creators() async throws {
    func room(_ version: String, creator: String, others: String = "") -> String {
      """
      {"state": {"events": [
        {"event_id": "$1", "type": "m.room.power_levels", "sender": "@anna:here", "state_key": "",
         "content": {"events_default": 50, "users": {"@me:here": 0}}},
        {"event_id": "$2", "type": "m.room.create", "sender": "\(creator)", "state_key": "",
         "content": {"room_version": "\(version)", "additional_creators": [\(others)]}}]}}
      """
    }
    let rooms = [
      #""!a:here": "# + room("12", creator: "@me:here"),
      #""!b:here": "# + room("12", creator: "@anna:here", others: #"7, "@me:here""#),
      #""!c:here": "# + room("12", creator: "@anna:here"),
      #""!d:here": "# + room("11", creator: "@me:here", others: #""@me:here""#),
    ]
    let asked = Mutex<[String]>([])
    let body = #"{"next_batch": "n", "rooms": {"join": {"# + rooms.joined(separator: ",") + "}}}"
    let server = try LocalHTTPServer(answering: { request in
      asked.withLock { $0.append(request.path) }
      return .init(body: Array(body.utf8))
    })
    defer { server.stop() }
    let batch = try await service(server).standing()
    #expect(batch?.rooms.map(\.mayWrite) == [true, true, false, false])
    #expect(batch?.rooms.map(\.isOwn) == [true, true, false, false])
    #expect(asked.withLock { $0.first }?.contains("m.room.power_levels") == true)
    #expect(asked.withLock { $0.first }?.contains("since") == false)
  }

  @Test("A room that follows is joined through a server that knows it")
  func joinsVia() async throws {
    let asked = Mutex<[String]>([])
    let server = try LocalHTTPServer(answering: { request in
      asked.withLock { $0.append(request.path) }
      return .init(body: Array(#"{"room_id": "!next"}"#.utf8))
    })
    defer { server.stop() }
    #expect(try await service(server).join("!next", via: ["there.example"]) == "!next")
    #expect(try await service(server).join("!next") == "!next")
    let paths = asked.withLock { $0 }
    for name in ["via", "server_name"] { #expect(paths[0].contains("\(name)=there.example")) }
    #expect(!paths[1].contains("via"))
  }

  /// Words beside a file are not its name.
  @Test(arguments: [
    ("", MediaRecord.Kind.audio, "m.audio", "bird.ogg"), ("Hear!", .voice, "m.audio", "Hear!"),
    ("See!", .video, "m.video", "See!"), ("", .file, "m.file", "bird.ogg"),
  ])
  func filesSayWhatTheyAre(
    words: String, kind: MediaRecord.Kind, type: String, body: String
  ) throws {
    let media = MediaRecord(
      kind: kind, path: "mxc://here/1", mimeType: "audio/ogg", fileName: "bird.ogg", size: 7,
      duration: 2.5)
    let data = try JSONEncoder().encode(
      OutgoingContent(MessageContent(StyledText(words), media: media)))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["msgtype"] as? String == type && json["body"] as? String == body)
    #expect(json["filename"] as? String == (words.isEmpty ? nil : "bird.ogg"))
    let info = try #require(json["info"] as? [String: Any])
    #expect(info["mimetype"] as? String == "audio/ogg" && info["duration"] as? Int == 2500)
    #expect(info["size"] as? Int == 7)
  }

  /// The token is said to the named server, and to nobody it leads to.
  @Test func tokensGoNowhereElse() async throws {
    let heard = Mutex<[String]>([])
    let other = try LocalHTTPServer(answering: { request in
      heard.withLock { $0.append(request.headers["authorization"] ?? "nothing") }
      return .init(body: Array(#"{"next_batch":"x"}"#.utf8))
    })
    defer { other.stop() }
    for status in [301, 302, 303, 307, 308] {
      let server = try server(
        status, "", headers: [("Location", other.address + "/_matrix/client/v3/sync")])
      defer { server.stop() }
      let found = await failure(server)
      guard case .refused = found else {
        Issue.record("\(status): \(String(describing: found))")
        continue
      }
      // Files may lie elsewhere, but not on this computer because a server says so.
      let media = try #require(MatrixMedia("mxc://here/file"))
      await #expect(throws: MatrixError.self) {
        try await service(server).client.download(media)
      }
    }
    #expect(heard.withLock { $0 } == [])
  }

  @Test func namesInAddressesLeadNowhereElse() {
    let client = MatrixClient(base: "https://here", http: http)
    #expect(
      client.address(["rooms", "../../admin", "a?b#c", "..", "ä"], [("q", "a&b=c")])
        == "https://here/rooms/..%2F..%2Fadmin/a%3Fb%23c/%2E%2E/%C3%A4?q=a%26b%3Dc")
    #expect(MatrixMedia("mxc://here/../../x") == nil)
    #expect(MatrixMedia("mxc://here/a%2Fb") == nil)
    #expect(MatrixMedia("https://here/a") == nil)
  }

  /// A room with everything that strangers may put into events.
  @Test func badEventsAreCountedAndTheRestIsKept() async throws {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let body = """
      {"next_batch": "n", "rooms": {"join": {"!r:here": {
        "state": {"events": [
          {"event_id": "$n", "type": "m.room.name", "sender": "@a:here", "state_key": "",
           "content": {"name": "Garden"}},
          {"event_id": "$m", "type": "m.room.member", "sender": "@a:here", "state_key": "@a:here",
           "content": {"membership": "join", "displayname": "Anna"}}]},
        "timeline": {"limited": true, "prev_batch": "p", "events": [
          {"event_id": "$1", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": 5,
           "content": {"msgtype": "m.text", "body": "plain"}},
          17, null, "text", {"type": "m.room.message"}, [],
          {"event_id": "$deep", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": 1e300,
           "content": {"msgtype": "m.text", "body": "deep", "x": \(deep)}},
          {"event_id": "$2", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": "soon",
           "content": {"msgtype": 5, "body": "odd", "m.relates_to": 3, "info": "no"}},
          {"event_id": "$3", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": -7,
           "content": {"body": 9}},
          {"event_id": "$4", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": 9,
           "content": {"msgtype": "m.text", "body": "* better", "m.new_content": {"body": "better"},
             "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}},
          {"event_id": "$5", "type": "m.room.message", "sender": "@a:here", "origin_server_ts": 9,
           "content": {"msgtype": "m.text", "body": "b", "format": "org.matrix.custom.html",
             "formatted_body": "<mx-reply>quoted</mx-reply><b>bold</b><script>x()</script>"}},
          {"event_id": "$6", "type": "m.room.encrypted", "sender": "@a:here", "content": {}},
          {"event_id": "~echo", "type": "m.room.message", "sender": "@a:here",
           "content": {"msgtype": "m.text", "body": "no such name"}}
        ]}}}}}
      """
    let server = try server(200, body)
    defer { server.stop() }
    let batch = try await service(server).sync(since: nil, wait: 0)
    #expect(batch.token == "n")
    // 17, null, a text, an event without a name, a list, and one with a name that is ours.
    #expect(batch.unreadable == 6)
    let room = try #require(batch.rooms.first)
    #expect(room.name == "Garden" && room.hasGap && room.before == "p")
    #expect(room.members == [LiveMember(id: "@a:here", name: "Anna", picture: "")])
    #expect(room.events.map(\.id) == ["$1", "$deep", "$2", "$3", "$4", "$5", "$6"])
    func text(_ index: Int) -> String? {
      if case .message(let content) = room.events[index].kind { content.text.string } else { nil }
    }
    #expect(text(0) == "plain")
    #expect(text(1) == "deep" && room.events[1].time == .max)
    #expect(text(2) == "odd" && room.events[2].time == 0)
    #expect(room.events[3].kind == .hidden)
    #expect(
      room.events[4].kind == .edit(of: "$1", MessageContent(StyledText("better"))))
    #expect(text(5) == "bold")
    #expect(room.events[6].kind == .encrypted)
  }

  /// No room is called nothing; numbers and names have an end.
  @Test func roomsWithoutANameAreCountedAndNumbersAreBounded() async throws {
    let long = String(repeating: "ä", count: 100_000)
    let body = """
      {"next_batch": "n", "account_data": {"events": [{"type": "m.direct", "content":
          {"@a:here": ["", "!direct:here"]}}]},
        "rooms": {
          "join": {"": {}, "!": {}, "Room": {}, "!\(long)": {}, "!good:here": {
            "unread_notifications": {"notification_count": 9223372036854775807,
              "highlight_count": -9223372036854775808},
            "state": {"events": [
              {"event_id": "$n", "type": "m.room.name", "sender": "@a:here", "state_key": "",
               "content": {"name": "\(long)"}},
              {"event_id": "$m", "type": "m.room.member", "sender": "@a:here",
               "state_key": "@a:here",
               "content": {"membership": "join", "displayname": "\(long)"}}]},
            "timeline": {"events": [
              {"event_id": "$j", "type": "m.room.member", "sender": "@a:here",
               "state_key": "@a:here", "origin_server_ts": 5,
               "content": {"membership": "join", "displayname": "\(long)"}}]}}},
          "invite": {"": {}, "!invited:here": {}}, "leave": {"": {}}}}
      """
    let server = try server(200, body)
    defer { server.stop() }
    let batch = try await service(server).sync(since: nil, wait: 0)
    #expect(batch.rooms.map(\.room) == ["!good:here", "!invited:here", "!direct:here"])
    #expect(batch.unreadable == 6)
    let room = try #require(batch.rooms.first)
    #expect(room.unread == Int(Int32.max) && room.mentions == 0)
    let shown = String(repeating: "ä", count: 256) + "…"
    #expect(room.name == shown)
    #expect(room.members.last == LiveMember(id: "@a:here", name: shown, picture: ""))
    #expect(room.events.map(\.kind) == [.service(action: "m.room.member", text: "\(shown) joined")])
  }

  @Test("An invitation to a direct chat is known as one, and accepting it adds to those that are")
  func directChats() async throws {
    let written = Mutex<[String: [String]]?>(nil)
    let server = try LocalHTTPServer(answering: { request in
      let body: String
      if request.path.contains("/account_data/m.direct") {
        if request.method == "PUT" {
          let sent = try? JSONDecoder().decode([String: [String]].self, from: Data(request.body))
          written.withLock { $0 = sent }
        }
        body = request.method == "PUT" ? "{}" : #"{"@cleo:here": ["!c:here"]}"#
      } else {
        body = #"""
          {"next_batch": "n", "rooms": {"invite": {
            "!a:here": {"invite_state": {"events": [
              {"type": "m.room.member", "sender": "@ben:here", "state_key": "@me:here",
               "content": {"membership": "invite", "is_direct": true}}]}},
            "!b:here": {"invite_state": {"events": [
              {"type": "m.room.member", "sender": "@ben:here", "state_key": "@me:here",
               "content": {"membership": "invite", "is_direct": "yes"}}]}}}}}
          """#
      }
      return LocalHTTPServer.Response(body: Array(body.utf8))
    })
    defer { server.stop() }
    let service = service(server)
    let rooms = try await service.sync(since: nil, wait: 0).rooms
    #expect(rooms.map(\.isDirect) == [true, nil])
    #expect(rooms.map(\.invitation?.isDirect) == [true, nil])
    try await service.noteDirect("!a:here", with: "@ben:here")
    #expect(written.withLock { $0 } == ["@cleo:here": ["!c:here"], "@ben:here": ["!a:here"]])
  }

  @Test("People are called as they were before they left, or as their server says before they come")
  func namesOfPeople() async throws {
    let body = #"""
      {"next_batch": "n", "rooms": {"join": {"!bees:here": {
        "summary": {"m.joined_member_count": 2, "m.heroes": ["@cleo:here", "@me:here"]},
        "timeline": {"events": [
          {"event_id": "$i", "type": "m.room.member", "sender": "@me:here",
           "state_key": "@cleo:here", "origin_server_ts": 1,
           "content": {"membership": "invite", "displayname": "Cleo Park"}},
          {"event_id": "$l", "type": "m.room.member", "sender": "@ben:here",
           "state_key": "@ben:here", "origin_server_ts": 2, "content": {"membership": "leave"},
           "unsigned": {"prev_content": {"membership": "join", "displayname": "Ben"}}}]}}}}}
      """#
    let server = try server(200, body)
    defer { server.stop() }
    let room = try #require(try await service(server).sync(since: nil, wait: 0).rooms.first)
    #expect(room.people == 2 && room.namedAfter == ["@cleo:here"] && room.fallbackName == nil)
    #expect(room.members == [LiveMember(id: "@cleo:here", name: "Cleo Park", picture: "")])
    let words = room.events.map { event in
      if case .service(_, let text) = event.kind { text } else { "" }
    }
    #expect(words == ["Cleo Park was invited", "Ben left"])
  }

  @Test("Pictures of members and rooms are those of servers of Matrix, or none")
  func memberPictures() async throws {
    let body = #"""
      {"next_batch": "n", "rooms": {"join": {"!room:here": {
        "state": {"events": [
          {"event_id": "$1", "type": "m.room.member", "sender": "@anna:here",
           "state_key": "@anna:here",
           "content": {"membership": "join", "displayname": "Anna", "avatar_url": "mxc://here/a"}},
          {"event_id": "$2", "type": "m.room.member", "sender": "@ben:here",
           "state_key": "@ben:here",
           "content": {"membership": "join", "avatar_url": "https://elsewhere.example/b"}},
          {"event_id": "$3", "type": "m.room.avatar", "sender": "@anna:here", "state_key": "",
           "content": {"url": "mxc://here/room"}}]},
        "timeline": {"events": []}}}}}
      """#
    let server = try server(200, body)
    defer { server.stop() }
    let room = try #require(try await service(server).sync(since: nil, wait: 0).rooms.first)
    #expect(room.members.map(\.picture) == ["mxc://here/a", ""])
    #expect(room.picture == "mxc://here/room")
  }

  @Test("Pictures of people are small ones with the token, whole ones where there are no others")
  func thumbnails() async throws {
    let server = try LocalHTTPServer(answering: { request in
      let isLost = request.path.contains("/thumbnail/") && request.path.contains("lost")
      return LocalHTTPServer.Response(
        status: isLost ? 404 : 200,
        body: Array(
          isLost ? "{}".utf8 : "\(request.headers["authorization"] ?? "") \(request.path)".utf8))
    })
    defer { server.stop() }
    let service = service(server)
    let small = try await service.thumbnail("mxc://far/small", side: 96, limit: 1000)
    #expect(
      String(decoding: small, as: UTF8.self)
        == "Bearer secret /_matrix/client/v1/media/thumbnail/far/small?width=96&height=96&method=crop"
    )
    let whole = try await service.thumbnail("mxc://far/lost", side: 96, limit: 1000)
    #expect(
      String(decoding: whole, as: UTF8.self).hasSuffix("/_matrix/client/v1/media/download/far/lost")
    )
    await #expect(throws: LiveFailure.self) {
      try await service.thumbnail("https://elsewhere.example/x", side: 96, limit: 1000)
    }
  }

  @Test("The picture that a person shows everywhere, and that there is none")
  func profilePicture() async throws {
    for (status, body, found) in [
      (200, #"{"avatar_url": "mxc://here/a"}"#, "mxc://here/a"), (200, "{}", ""),
      (404, #"{"errcode": "M_NOT_FOUND"}"#, ""), (200, #"{"avatar_url": "file:///etc"}"#, ""),
    ] {
      let server = try server(status, body)
      defer { server.stop() }
      #expect(try await service(server).picture(of: "@anna:here") == found, "\(body)")
    }
  }

  @Test("A room's state says its topic, its people with their rights, and what the user may")
  func details() async throws {
    func body(version: String, users: String) -> String {
      """
      [{"event_id": "$0", "type": "m.room.create", "sender": "@root:here", "state_key": "",
        "content": {"room_version": "\(version)", "additional_creators": ["@dora:here"]}},
       {"event_id": "$1", "type": "m.room.topic", "sender": "@root:here", "state_key": "",
        "content": {"topic": "Wine"}},
       {"event_id": "$2", "type": "m.room.power_levels", "sender": "@root:here", "state_key": "",
        "content": {"users": \(users), "invite": 50, "kick": "much", "state_default": 50}},
       {"event_id": "$3", "type": "m.room.member", "sender": "@me:here", "state_key": "@me:here",
        "content": {"membership": "join", "displayname": "Me", "avatar_url": "mxc://here/me"}},
       {"event_id": "$4", "type": "m.room.member", "sender": "@root:here",
        "state_key": "@root:here", "content": {"membership": "join", "displayname": "Root"}},
       {"event_id": "$5", "type": "m.room.member", "sender": "@root:here",
        "state_key": "@new:here", "content": {"membership": "invite"}},
       {"event_id": "$6", "type": "m.room.member", "sender": "@gone:here",
        "state_key": "@gone:here", "content": {"membership": "leave"}}, 7]
      """
    }
    let old = try server(200, body(version: "10", users: #"{"@me:here": 50, "@root:here": 1e99}"#))
    defer { old.stop() }
    let details = try #require(try await service(old).details(of: "!room:here"))
    #expect(details.topic == "Wine")
    #expect(details.people.map(\.id) == ["@root:here", "@me:here", "@new:here"])
    #expect(details.people.map(\.power) == [1000, 50, 0])
    #expect(details.people.map(\.isInvited) == [false, false, true])
    #expect(details.people[1].picture == "mxc://here/me")
    #expect(details.rights == [.write, .invite, .remove, .delete])
    let new = try server(200, body(version: "12", users: "[]"))
    defer { new.stop() }
    let others = try #require(try await service(new).details(of: "!room:here"))
    #expect(others.people.map(\.power) == [100, 0, 0] && others.rights == [.write])
  }

  @Test("An invitation names who invites, and only pictures of servers of Matrix")
  func invitations() async throws {
    let topic = String(repeating: "wine\\n", count: 1000)
    let body = """
      {"next_batch": "n", "rooms": {"invite": {"!cellar:here": {"invite_state": {"events": [
        {"type": "m.room.name", "sender": "@ben:here", "state_key": "",
         "content": {"name": "Cellar"}},
        {"type": "m.room.topic", "sender": "@ben:here", "state_key": "",
         "content": {"topic": "\(topic)"}},
        {"type": "m.room.avatar", "sender": "@ben:here", "state_key": "",
         "content": {"url": "https://elsewhere.example/room"}},
        {"type": "m.room.member", "sender": "@ben:here", "state_key": "@ben:here",
         "content": {"membership": "join", "displayname": "Ben", "avatar_url": "mxc://here/ben"}},
        {"type": "m.room.member", "sender": "@ben:here", "state_key": "@me:here",
         "content": {"membership": "invite", "displayname": "Me", "avatar_url": "mxc://here/me"}}
      ]}}, "!plain:here": {"invite_state": {"events": [
        {"type": "m.room.member", "sender": "@eve:here", "state_key": "@me:here",
         "content": {"membership": "invite"}}]}}, "!empty:here": {}}}}
      """
    let server = try server(200, body)
    defer { server.stop() }
    let rooms = try await service(server).sync(since: nil, wait: 0).rooms
    let cellar = try #require(rooms.first { $0.room == "!cellar:here" })
    #expect(cellar.membership == .invited && cellar.name == "Cellar")
    let invitation = try #require(cellar.invitation)
    #expect(invitation.inviter == "@ben:here" && invitation.inviterName == "Ben")
    #expect(invitation.inviterPicture == "mxc://here/ben")
    #expect(invitation.roomName == "Cellar")
    #expect(invitation.topic?.hasPrefix("wine wine") == true)
    #expect(invitation.topic?.utf8.count ?? 0 <= 520)
    // Without a name of its own a room is called after who invites.
    let plain = try #require(rooms.first { $0.room == "!plain:here" })
    #expect(plain.invitation == LiveInvitation(inviter: "@eve:here"))
    #expect(plain.name == nil && plain.fallbackName == "@eve:here")
    #expect(rooms.first { $0.room == "!empty:here" }?.invitation == nil)
  }

  @Test("What a server tells of a room before one is in it; nothing where it refuses")
  func previews() async throws {
    let asked = Mutex<[String]>([])
    let server = try LocalHTTPServer(answering: { request in
      asked.withLock { $0.append(request.path) }
      guard request.path.contains("cellar") else {
        return .init(status: 404, body: Array(#"{"errcode":"M_UNRECOGNIZED"}"#.utf8))
      }
      let body = #"{"room_id":"!cellar:here","topic":"Wine","num_joined_members":12}"#
      return .init(body: Array(body.utf8))
    })
    defer { server.stop() }
    let service = service(server)
    #expect(
      await service.preview(of: "!cellar:here", via: ["there.example"])
        == LiveRoomPreview(topic: "Wine", members: 12))
    #expect(asked.withLock { $0.first }?.hasSuffix("via=there.example") == true)
    #expect(await service.preview(of: "!other:here", via: []) == nil)
  }

  @Test("Answers of a thread come in pages, each of which names the next one")
  func threadPages() async throws {
    let server = try server(
      200,
      """
      {"chunk": [{"event_id": "$2", "type": "m.room.message", "sender": "@a:here",
        "content": {"msgtype": "m.text", "body": "yes",
          "m.relates_to": {"rel_type": "m.thread", "event_id": "$1"}}}], "next_batch": "b"}
      """)
    defer { server.stop() }
    let page = try await service(server).thread(of: "$1", in: "!r", from: nil, limit: 5)
    guard case .message(let content) = page.events.first?.kind else {
      return #expect(Bool(false), "no message")
    }
    #expect(content.thread == "$1" && page.next == "b" && page.events.count == 1)
  }

  @Test("Receipts say which part of a room they are about; threads are counted by themselves")
  func threadReceipts() async throws {
    let body = #"""
      {"next_batch": "n", "rooms": {"join": {"!a:here": {
        "unread_notifications": {"notification_count": 3, "highlight_count": 1},
        "unread_thread_notifications": {"$t": {"notification_count": 2, "highlight_count": 1},
          "$u": {"notification_count": "x"}},
        "ephemeral": {"events": [{"type": "m.receipt", "content": {
          "$1": {"m.read": {"@a:here": {"ts": 1, "thread_id": "main"}, "@b:here": {"ts": 2}}},
          "$2": {"m.read": {"@a:here": {"ts": 3, "thread_id": "$t"}}}}}]}},
        "!b:here": {"unread_notifications": {"notification_count": 4}},
        "!c:here": {"timeline": {"events": []}}}}}
      """#
    let server = try server(200, body)
    defer { server.stop() }
    let rooms = try await service(server).sync(since: "x", wait: 0).rooms
    let first = try #require(rooms.first)
    #expect(first.unread == 5 && first.mentions == 2)
    #expect(first.unreadInThreads == ["$t": 2, "$u": 0])
    #expect(
      Set(first.receipts) == [
        LiveReceipt(user: "@a:here", event: "$1", time: 1, reach: .room),
        LiveReceipt(user: "@b:here", event: "$1", time: 2),
        LiveReceipt(user: "@a:here", event: "$2", time: 3, reach: .thread("$t")),
      ])
    // A number without threads says that no thread has unread messages; no number says nothing.
    let none = try #require(rooms.first { $0.room == "!b:here" })
    #expect(none.unread == 4 && none.unreadInThreads == [:])
    let silent = try #require(rooms.first { $0.room == "!c:here" })
    #expect(silent.unread == nil && silent.unreadInThreads == nil)
  }

  /// Where a server takes the event for one of a thread, everything is marked as before.
  @Test("A room is marked as read without its threads", arguments: [200, 400])
  func marks(status: Int) async throws {
    let asked = Mutex<[String]>([])
    let server = try LocalHTTPServer(answering: { request in
      let body = String(decoding: request.body, as: UTF8.self)
      let path = request.path.split(separator: "rooms/").last.map(String.init) ?? ""
      asked.withLock { $0 += [path, body] }
      let isMain = body.contains("main")
      return .init(status: isMain ? status : 200, body: Array("{}".utf8))
    })
    defer { server.stop() }
    try await service(server).markRead("$5", in: "!r", .room)
    let found = asked.withLock { $0 }
    #expect(found[0].hasSuffix("/read_markers") && found[1] == #"{"m.fully_read":"$5"}"#)
    #expect(found[2].hasSuffix("/receipt/m.read/%245") || found[2].hasSuffix("/receipt/m.read/$5"))
    #expect(found[3] == #"{"thread_id":"main"}"#)
    #expect(found.count == (status == 200 ? 4 : 6))
    if status == 400 { #expect(found[5].contains(#""m.read":"$5""#)) }
    try await service(server).markRead("$7", in: "!r", .thread("$t"))
    #expect(asked.withLock { $0.last } == #"{"thread_id":"$t"}"#)
  }

  @Test("A caption is the file's text, and who wrote a forwarded message is said and read")
  func captionsAndForwarding() throws {
    let media = MediaRecord(kind: .photo, path: "mxc://here/1", fileName: "bird.png")
    let sent = MessageContent(
      StyledText("A bird"), media: media, forwardedFrom: "@anna:here")
    let data = try JSONEncoder().encode(OutgoingContent(sent))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["body"] as? String == "A bird" && json["filename"] as? String == "bird.png")
    #expect(json["m.forwarded"] as? [String: String] == ["sender": "@anna:here"])
    let read = try JSONDecoder().decode(MatrixContent.self, from: data)
      .message(isSticker: false, reply: nil)
    #expect(read?.text.string == "A bird" && read?.media?.fileName == "bird.png")
    #expect(read?.forwardedFrom == "@anna:here")
    // A name beside the same text is no caption; what names nobody was forwarded by nobody.
    let plain = #"{"msgtype": "m.image", "body": "b.png", "filename": "b.png", "#
    let rest = #""url": "mxc://here/2", "m.forwarded": {"sender": ""}}"#
    let other = try JSONDecoder().decode(MatrixContent.self, from: Data((plain + rest).utf8))
      .message(isSticker: false, reply: nil)
    #expect(other?.text.string == "" && other?.forwardedFrom == nil)
  }

  @Test("A file's name that is too long keeps its ending, and is read whole where it is the text")
  func longNames() throws {
    func message(_ name: String) throws -> MessageContent? {
      let data = try JSONEncoder().encode(
        ["msgtype": "m.file", "body": name, "url": "mxc://here/2"])
      return try JSONDecoder().decode(MatrixContent.self, from: data)
        .message(isSticker: false, reply: nil)
    }
    let long = String(repeating: "ñ", count: 400)
    let file = try message(long + ".desktop")
    #expect(file?.media?.fileName?.hasSuffix("ñ….desktop") == true)
    #expect((file?.media?.fileName?.utf8.count ?? 0) <= 255)
    #expect(file?.text.string == long + ".desktop")
    #expect((try message(long)?.media?.fileName?.utf8.count ?? 0) <= 255)
    #expect(try message("a.pdf")?.text.string == "")
  }

  @Test("A video brings its picture along; a recording that was spoken is a voice message")
  func mediaKinds() throws {
    func media(_ content: String) throws -> MediaRecord? {
      let event = """
        {"event_id": "$1", "type": "m.room.message", "sender": "@a:here", "content": \(content)}
        """
      let kind = try JSONDecoder().decode(MatrixEvent.self, from: Data(event.utf8)).kind
      guard case .message(let content) = kind else { return nil }
      return content.media
    }
    let video = try media(
      """
      {"msgtype": "m.video", "body": "film.mp4", "url": "mxc://here/film",
        "info": {"w": 640, "h": 360, "thumbnail_url": "mxc://here/still"}}
      """)
    #expect(video?.kind == .video && video?.thumbnailPath == "mxc://here/still")
    // No other place is ever asked for a picture.
    let foreign = try media(
      """
      {"msgtype": "m.video", "body": "film.mp4", "url": "mxc://here/film",
        "info": {"w": 640, "h": 360, "thumbnail_url": "https://elsewhere.example/still"}}
      """)
    #expect(foreign?.kind == .video && foreign?.thumbnailPath == nil)
    let voice = try media(
      """
      {"msgtype": "m.audio", "body": "Voice message", "url": "mxc://here/voice",
        "org.matrix.msc3245.voice": {}}
      """)
    #expect(voice?.kind == .voice)
    let song = try media(
      """
      {"msgtype": "m.audio", "body": "song.ogg", "url": "mxc://here/song"}
      """)
    #expect(song?.kind == .audio)
  }

  private func kind(_ type: String, _ content: String) throws -> RoomEvent.Kind {
    let event = """
      {"event_id": "$1", "type": "\(type)", "sender": "@a:here", "content": \(content)}
      """
    return try JSONDecoder().decode(MatrixEvent.self, from: Data(event.utf8)).kind
  }

  @Test("Polls are read under the protocol's names and the preliminary ones, with their votes")
  func polls() throws {
    func poll(_ kind: RoomEvent.Kind) -> LivePoll? {
      if case .message(let content) = kind { content.poll } else { nil }
    }
    let former = #"""
      {"org.matrix.msc1767.text": "Lunch? 1. Yes 2. No", "org.matrix.msc3381.poll.start": {
        "question": {"org.matrix.msc1767.text": "Lunch?\nToday"}, "max_selections": 2,
        "kind": "org.matrix.msc3381.poll.disclosed", "answers": [
          {"id": "y", "org.matrix.msc1767.text": "Yes"}, {"id": 5}, "no answer",
          {"id": "n", "org.matrix.msc1767.text": "No"}, {"id": "n", "body": "Again"}]},
       "m.relates_to": {"rel_type": "m.thread", "event_id": "$0"}}
      """#
    let read = try kind("org.matrix.msc3381.poll.start", former)
    #expect(
      poll(read)
        == LivePoll(
          "Lunch? Today", [.init(id: "y", text: "Yes"), .init(id: "n", text: "No")],
          mostChoices: 2, isPreliminary: true))
    guard case .message(let content) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(content.thread == "$0" && content.text.isEmpty)
    let stable = #"""
      {"m.text": [{"body": "Lunch?"}], "m.poll": {
        "question": {"m.text": [{"body": "<b>", "mimetype": "text/html"}, {"body": "Lunch?"}]},
        "answers": [{"m.id": "y", "m.text": [{"body": "Yes"}]}, {"m.id": "z"}]}}
      """#
    #expect(
      poll(try kind("m.poll.start", stable))
        == LivePoll(
          "Lunch?", [.init(id: "y", text: "Yes"), .init(id: "z", text: "z")], isDisclosed: false))
    // What is no poll shows its text for programs without polls.
    #expect(
      try kind("m.poll.start", #"{"m.text": [{"body": "Lunch?"}], "m.poll": {"answers": 5}}"#)
        == .message(MessageContent(StyledText("Lunch?"))))
    let about = #""m.relates_to": {"rel_type": "m.reference", "event_id": "$9"}"#
    #expect(
      try kind("m.poll.response", "{\(about), \"m.selections\": [\"y\", 5]}")
        == .vote(in: "$9", answers: ["y"]))
    #expect(
      try kind(
        "org.matrix.msc3381.poll.response",
        "{\(about), \"org.matrix.msc3381.poll.response\": {\"answers\": [\"n\"]}}")
        == .vote(in: "$9", answers: ["n"]))
    #expect(try kind("m.poll.end", "{\(about)}") == .pollEnd(of: "$9"))
    #expect(try kind("org.matrix.msc3381.poll.end", "{\(about)}") == .pollEnd(of: "$9"))
    #expect(try kind("m.poll.end", "{}") == .hidden)
    // A new version stands within an event of its own.
    let edit = #"""
      {"m.new_content": \#(stable), "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}
      """#
    guard case .edit(of: "$1", let new) = try kind("m.poll.start", edit) else {
      Issue.record("no edit")
      return
    }
    #expect(new.poll?.question == "Lunch?")
    #expect(try kind("m.room.encrypted", "{\(about)}") == .hidden)
  }

  @Test("A vote is sent under the names of its poll", arguments: [false, true])
  func votes(isPreliminary: Bool) async throws {
    let sent = Mutex<[String]>([])
    let server = try LocalHTTPServer(answering: { request in
      if request.path.contains("/state/m.room.encryption") {
        return .init(status: 404, body: Array(#"{"errcode":"M_NOT_FOUND"}"#.utf8))
      }
      sent.withLock { $0 += [request.path, String(decoding: request.body, as: UTF8.self)] }
      return .init(body: Array(#"{"event_id":"$1"}"#.utf8))
    })
    defer { server.stop() }
    _ = try await service(server).send(
      .vote(in: "$9", answers: ["y"], isPreliminary: isPreliminary), to: "!r", transaction: "t")
    let found = sent.withLock { $0 }
    let type = isPreliminary ? "org.matrix.msc3381.poll.response" : "m.poll.response"
    #expect(found.first?.contains("/send/\(type)/t") == true, "\(found)")
    let read = try kind(type, try #require(found.last))
    #expect(read == .vote(in: "$9", answers: ["y"]))
  }

  @Test("A place has its description and coordinates, as one of an export has")
  func places() throws {
    func note(_ content: String, type: String = "m.room.message") throws -> String? {
      guard case .message(let content) = try kind(type, content) else { return nil }
      #expect(content.text.isEmpty)
      #expect(content.media?.kind == .location && content.media?.path == nil)
      return content.media?.note
    }
    #expect(
      try note(#"{"msgtype": "m.location", "body": "Big Ben", "geo_uri": "geo:51.5008,-0.1247"}"#)
        == "Big Ben\n51.5008, -0.1247")
    #expect(
      try note(
        #"""
        {"msgtype": "m.location", "body": "Location geo:51.5,-0.12;u=35 at 2022-03-04",
          "geo_uri": "geo:1,1", "org.matrix.msc3488.location": {"uri": "geo:51.5,-0.12,8;u=35",
          "description": "Our house"}}
        """#) == "Our house\n51.5, -0.12")
    #expect(
      try note(
        #"{"msgtype": "m.location", "body": "Location geo:51.5,-0.12", "geo_uri": "geo:51.5,-0.12"}"#
      ) == "51.5, -0.12")
    #expect(
      try note(#"{"m.location": {"uri": "geo:1,2"}}"#, type: "m.location") == "1, 2")
    // No place of the earth.
    for uri in ["geo:91,0", "geo:1", "geo:nan,1", "geo:1,2,3,4", "http://a/b", "geo:1e1,2"] {
      #expect(
        try note("{\"msgtype\": \"m.location\", \"body\": \"here\", \"geo_uri\": \"\(uri)\"}")
          == "here", "\(uri)")
    }
  }

  @Test func bundledEditsComeAlong() async throws {
    let server = try server(
      200,
      """
      {"chunk": [{"event_id": "$1", "type": "m.room.message", "sender": "@a:here",
        "origin_server_ts": 5, "content": {"msgtype": "m.text", "body": "old"},
        "unsigned": {"m.relations": {"m.replace": {"event_id": "$2", "type": "m.room.message",
          "sender": "@a:here", "origin_server_ts": 6, "content": {"body": "* new",
            "m.new_content": {"msgtype": "m.text", "body": "new"},
            "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}}}}}], "end": "e"}
      """)
    defer { server.stop() }
    let page = try await service(server).events(in: "!r", from: "t", to: nil, .older, limit: 5)
    #expect(page.events.map(\.id) == ["$1", "$2"])
    #expect(page.events.last?.isAttached == true)
    #expect(page.next == "e")
  }

  @Test func contentWithinContentIsReadOnce() throws {
    // The decoder reads 512 levels, of which each of the second kind takes three.
    for (first, start, end, last) in [
      (#""content": "#, #"{"body": "x", "m.new_content": "#, "}", 120),
      (
        #""unsigned": "#,
        #"{"m.relations": {"m.replace": {"event_id": "$e", "type": "m.room.message", "#
          + #""sender": "@b:x", "content": {"m.new_content": {"body": "x"}}, "unsigned": "#, "}}}",
        31
      ),
    ] {
      let excess = try LinearWork.excess(first, from: 30, to: last) { count in
        for _ in 0..<20 {
          let json =
            #"{"event_id": "$a", "type": "m.room.message", "sender": "@b:x", "# + first
            + String(repeating: start, count: count) + "{}" + String(repeating: end, count: count)
            + "}"
          let event = try JSONDecoder().decode(MatrixEvent.self, from: Data(json.utf8))
          let new = event.edit?.event.content.newContent ?? event.content.newContent
          #expect(new?.content.body == "x")
          #expect(new?.content.newContent == nil && event.edit?.event.edit == nil)
        }
      }
      #expect(excess == nil)
    }
  }

  @Test func depthsAreCutAndTextsAreNot() throws {
    let json = #"{"a": [[["\"[[[[", 1]]], "b": "]]}}"}"#
    #expect(JSONDepth.cut(Array(json.utf8), below: 100) == Array(json.utf8))
    let cut = String(decoding: JSONDepth.cut(Array(json.utf8), below: 2), as: UTF8.self)
    #expect(cut == #"{"a": [null], "b": "]]}}"}"#)
  }

  /// A server says itself who has logged in.
  @Test func noServerTakesAnAccountOfAnother() throws {
    let folder = NSTemporaryDirectory() + "luge-secret-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = MatrixAccounts(data: folder, usesKeeper: false)
    func session(_ base: String, _ token: String) -> MatrixSession {
      MatrixSession(base: base, user: "@ann:here", device: "D", token: token)
    }
    try book.add(session("https://here", "first"))
    #expect(throws: MatrixAccounts.Failure.self) { try book.add(session("https://evil", "theirs")) }
    #expect(try book.session(of: book.account(nil)) == session("https://here", "first"))
    try book.add(session("https://here", "second"))
    #expect(try book.session(of: book.account(nil)).token == "second")
  }

  @Test("Accounts that are added and removed at the same time are all in the list, or gone")
  func accountsAtOnce() async throws {
    let folder = NSTemporaryDirectory() + "luge-secret-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func session(_ number: Int) -> MatrixSession {
      MatrixSession(base: "https://here", user: "@u\(number):here", device: "D", token: "t")
    }
    for _ in 0..<10 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try MatrixAccounts(data: folder, usesKeeper: false).add(session(number))
          }
        }
        try await group.waitForAll()
      }
      let book = MatrixAccounts(data: folder, usesKeeper: false)
      let all = try book.all()
      #expect(Set(all.map(\.user)) == Set((0..<8).map { "@u\($0):here" }))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for account in all {
          group.addTask {
            try MatrixAccounts(data: folder, usesKeeper: false)
              .remove(account, withArchive: true)
          }
        }
        try await group.waitForAll()
      }
      #expect(try book.all().isEmpty)
    }
  }

  @Test("Only the quoted lines of earlier programs are taken from a reply, not its writer's own")
  func replyFallback() {
    for (body, rest) in [
      ("> <@ann:x.org> hello\n> you\n\nyes", "yes"), ("> * <@ann:x.org> waves\n\nhi", "hi"),
      ("> 5 people", "> 5 people"), ("> quoted by me\nand mine", "> quoted by me\nand mine"),
      ("> <@ann:x.org> hello", "> <@ann:x.org> hello"), ("yes", "yes"), ("", ""),
    ] { #expect(MatrixReplyFallback.removed(from: body) == rest) }
  }

  /// What is stored opens without it, and another try may find it.
  @Test("A token that is not where it was kept keeps nobody from the rooms")
  func missingToken() async throws {
    let folder = NSTemporaryDirectory() + "luge-secret-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try server(200, #"{"next_batch": "s1"}"#)
    defer { server.stop() }
    let accounts = MatrixAccounts(data: folder, usesKeeper: false)
    let session = MatrixSession(
      base: server.address, user: "@ann:here", device: "D", token: "secret")
    try accounts.add(session)
    accounts.secrets.remove(session.user)
    let book = MatrixBook(accounts, http: http)
    let service = try book.service(of: try #require(try book.entries().first))
    #expect(service.user == "@ann:here")
    do throws(LiveFailure) {
      _ = try await service.sync(since: nil, wait: 0)
      Issue.record("it was asked without a token")
    } catch {
      #expect(error.isPassing)
      #expect(error.description.contains("@ann:here"))
    }
    #expect(server.counts.requests == 0)
    _ = try accounts.secrets.store("secret", for: session.user)
    #expect(try await service.sync(since: nil, wait: 0).token == "s1")
  }

  @Test("A keyring that does not answer is not waited for without end")
  func silentKeyring() async throws {
    let unlocked = DispatchSemaphore(value: 0)
    let reads = Atomic(0)
    let token = AccountToken(patience: 0.05) {
      reads.add(1, ordering: .relaxed)
      unlocked.wait()
      return .success("secret")
    }
    for _ in 0..<2 {
      do throws(MatrixError) {
        _ = try await token.value()
        Issue.record("it was read")
      } catch {
        #expect(error == .noKeyring)
      }
    }
    let patient = AccountToken(patience: 600) {
      unlocked.wait()
      return .success("secret")
    }
    // One that is cancelled, as when the window is closed, does not wait.
    let waiting = Task { try await patient.value() }
    waiting.cancel()
    await #expect(throws: MatrixError.network(.cancelled)) { try await waiting.value }
    async let found = patient.value()
    unlocked.signal()
    unlocked.signal()
    #expect(try await found == "secret")
    #expect(try await patient.value() == "secret")
    #expect(reads.load(ordering: .relaxed) == 1)
  }

  @Test("A keyring that was not unlocked is not asked again at once")
  func lockedKeyring() async throws {
    let reads = Atomic(0)
    @Sendable func read() -> Result<String, MatrixError> {
      reads.add(1, ordering: .relaxed)
      return .failure(.noKeyring)
    }
    let token = AccountToken(pause: 600) { read() }
    for _ in 0..<3 {
      await #expect(throws: MatrixError.noKeyring) { try await token.value() }
    }
    #expect(reads.load(ordering: .relaxed) == 1)
    let other = AccountToken { read() }
    for _ in 0..<3 {
      await #expect(throws: MatrixError.noKeyring) { try await other.value() }
    }
    #expect(reads.load(ordering: .relaxed) == 4)
  }

  @Test func secretsAreReadByTheirOwnerAlone() throws {
    let folder = NSTemporaryDirectory() + "luge-secret-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = MatrixAccounts(data: folder, usesKeeper: false)
    #expect(try book.all().isEmpty)
    let session = MatrixSession(
      base: "https://here", user: "@a/../b:here", device: "D", token: "very secret")
    let added = try book.add(session)
    #expect(added.place == .file)
    #expect(try book.session(of: try book.account(nil)) == session)
    var files: [String] = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let data = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
      guard data.range(of: Data("very secret".utf8)) != nil else { continue }
      files.append(file)
      let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[
        .posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }
    #expect(files.count == 1)
    // While another program has its archive open, nothing is removed, and nobody logged out.
    do {
      let open = try LiveStore(path: added.account.archive, user: session.user)
      #expect(throws: ArchiveError.self) {
        try book.remove(added.account, withArchive: true) { Issue.record("logged out") }
      }
      #expect(try open.token == nil)
    }
    #expect(try book.session(of: try book.account(nil)) == session)
    #expect(FileManager.default.fileExists(atPath: added.account.archive))
    try book.remove(added.account, withArchive: true)
    #expect(!FileManager.default.fileExists(atPath: added.account.archive))
    #expect(try book.all().isEmpty)
    #expect(book.secrets.secret(for: session.user) == nil)
  }
}
