import Foundation
import LocalServer
import LugeChat
import LugeCore
import LugeImages
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("What a page says of itself")
struct PageHeadTests {
  private func head(_ html: String) -> PageHead { PageHead(Array(html.utf8)) }

  @Test("Open Graph comes before Twitter's marks, and those before the title")
  func order() {
    let page = """
      <!doctype html><html><head><title>Plain &amp; simple</title>
      <meta name="description" content="A description">
      <meta content='Twitter' name=twitter:title>
      """
    #expect(head(page).title == "Twitter" && head(page).summary == "A description")
    let more =
      page + #"<META Property="og:title" Content="Open &quot;Graph&quot; &#8211; &#x1F324;"/>"#
      + #"<meta property="og:image" content="/a.png">"#
    #expect(head(more).title == "Open \"Graph\" – 🌤" && head(more).picture == "/a.png")
    #expect(head("<title>\n Only \t a\n title </title>").title == "Only a title")
    #expect(head("Nothing").isEmpty && head("").isEmpty)
  }

  @Test("What stands in scripts, comments and the body is not the page's word of itself")
  func elsewhere() {
    let html = """
      <head><!-- <title>Comment</title> --><script>"<title>Script</title>"</script>
      <title>Right</title></head><body><title>Picture</title><meta name=description content=no>
      """
    #expect(head(html).title == "Right" && head(html).summary == "")
  }

  @Test("Texts of other encodings are read as the page says, and none are made up")
  func encodings() throws {
    let latin = Array("<meta charset=\"ISO-8859-1\"><title>Stra\u{DF}e</title>".unicodeScalars)
      .map { UInt8($0.value) }
    #expect(PageHead(latin).title == "Straße")
    let japanese = try #require("<title>天気</title>".data(using: .shiftJIS))
    let type = Array(#"<meta http-equiv=a content="text/html; charset=Shift_JIS">"#.utf8)
    #expect(PageHead(type + japanese).title == "天気")
    let unknown =
      Array("<meta charset=gb18030><title>".utf8) + [0xCC, 0xEC] + Array("</title>".utf8)
    #expect(PageHead(unknown).isEmpty)
  }

  @Test("Hostile pages take a time that grows with their bytes, and give short texts")
  func hostile() {
    let long = String(repeating: "ä", count: 300_000)
    #expect(head("<title>\(long)</title>").title.utf8.count <= 1030)
    #expect(head("<title>\(long)").title.utf8.count <= 1030)
    let attributes = (0..<60_000).map { "a\($0)=1 " }.joined()
    #expect(head("<meta \(attributes)><title>t</title>").title == "t")
    #expect(head(String(repeating: "<", count: 400_000)).isEmpty)
    #expect(head(String(repeating: "<meta ", count: 80_000)).isEmpty)
    #expect(head("<title>" + String(repeating: "&#", count: 100_000)).title.hasPrefix("&#&#"))
    for cut in 0..<60 {
      _ = head(String(#"<meta charset="x" content='y'><title>t&am"#.prefix(cut)))
    }
  }
}

@MainActor
@Suite("Cards of pages", .timeLimit(.minutes(1)))
struct LinkPreviewTests {
  nonisolated static let page =
    #"<html><head><title>Ferry</title><meta property="og:image" content="/boat.png">"#

  /// A page, one that is large, one that leads away, and what is no page.
  private func server() throws -> LocalHTTPServer {
    try LocalHTTPServer { path in
      switch path {
      case "/page": return .init(body: Array(Self.page.utf8))
      case "/large":
        return .init(body: Array(Self.page.utf8) + [UInt8](repeating: 0x20, count: 3 << 20))
      case "/inside":
        var response = LocalHTTPServer.Response(status: 302)
        response.headers = [("Location", "http://169.254.169.254/passwords")]
        return response
      case "/film": return .init(body: [UInt8](repeating: 0x41, count: 3 << 20))
      default: return .init(status: 404)
      }
    }
  }

  private func previews(
    all: Bool = false, cache: String? = nil
  ) -> (previews: LinkPreviews, pictures: PermittedFetcher) {
    let pictures = PermittedFetcher(HTTPImageFetcher())
    pictures.permitsAll = all
    return (LinkPreviews(pictures: pictures, cache: cache), pictures)
  }

  private func ask(_ previews: LinkPreviews, _ address: String) async -> LinkCard? {
    await withCheckedContinuation { continuation in
      previews.onCard = { continuation.resume(returning: $1) }
      previews.ask(for: address)
    }
  }

  @Test("A page that the reader asked for gets a card, and is kept for the next time")
  func asked() async throws {
    let folder = try TemporaryFolder()
    let server = try server()
    let address = server.address + "/page"
    let card = await ask(previews(cache: folder.path).previews, address)
    #expect(card?.title == "Ferry" && card?.url == address)
    #expect(card?.picture == ImageKey(server.address + "/boat.png"))
    // Written behind the answer.
    let kept = folder.path + "/pages"
    for _ in 0..<200
    where (try? FileManager.default.contentsOfDirectory(atPath: kept))?.isEmpty != false {
      try await Task.sleep(for: .milliseconds(20))
    }
    let later = previews(cache: folder.path).previews
    let again = await withCheckedContinuation { continuation in
      later.onCard = { continuation.resume(returning: $1) }
      later.look(at: address)
    }
    #expect(again == card && server.counts.requests == 1)
  }

  @Test("Nothing is fetched by itself where it is not allowed, nor from this computer or the house")
  func bySelf() async throws {
    let server = try server()
    for all in [false, true] {
      let (previews, _) = previews(all: all)
      previews.look(at: server.address + "/page")
      // In order behind the one before.
      #expect(await ask(previews, server.address + "/film") == nil)
      #expect(server.counts.paths.allSatisfy { $0 == "/film" })
      #expect(!previews.accepts("mailto:a@example.org") && !previews.accepts("file:///etc/passwd"))
    }
  }

  @Test("A large page is read at its beginning, a film hardly, and nobody is led inside")
  func limits() async throws {
    let server = try server()
    let (previews, _) = previews()
    #expect(await ask(previews, server.address + "/large")?.title == "Ferry")
    #expect(await ask(previews, server.address + "/film") == nil)
    #expect(await ask(previews, server.address + "/inside") == nil)
  }

  @Test(
    "Pictures of a page are of the public network or of its own host",
    arguments: [
      ("https://example.org/a", "http://127.0.0.1:8080/b.png", false),
      ("https://example.org/a", "http://192.168.0.1/b.png", false),
      ("https://example.org/a", "//localhost/b.png", false),
      ("https://example.org/a", "file:///etc/passwd", false),
      ("https://example.org/a", "https://cdn.example.com/b.png", true),
      ("https://example.org/a", "../b.png", true),
      ("http://127.0.0.1/a", "/b.png", true),
      ("http://127.0.0.1/a", "http://[::1]/b.png", false),
    ])
  func pictures(page: String, picture: String, isShown: Bool) {
    let html = #"<title>t</title><meta property=og:image content="\#(picture)">"#
    #expect((LinkPreviews.card(of: page, Array(html.utf8))?.picture != nil) == isShown)
  }

  @Test("Hosts are of the public network, however an address is written")
  func reach() {
    for address in ["https://example.org", "http://8.8.8.8:80/x", "http://[2606:4700::1111]/"] {
      #expect(NetworkReach.isPublic(address), "\(address)")
    }
    for address in [
      "http://localhost/", "http://example.org@127.0.0.1/", "http://[::1]:80/", "http:///x", "nas",
      "http://nas/", "http://example.org\\@10.0.0.1/", "http://0x7f.1/", "http://2130706433/",
      "http://127.1/", "http://010.8.8.8/", "http://１２７.0.0.1/", "http://example.org:80:1/",
    ] {
      #expect(!NetworkReach.isPublic(address), "\(address)")
    }
  }
}

@Suite("What a view adds to messages stays when they come again")
struct MessageAdditionTests {
  private func message(_ revision: UInt64 = 0, _ words: String = "see https://example.org/a")
    -> ChatMessage
  {
    ChatMessage(
      id: ItemID(1), revision: Revision(revision), author: ChatAuthor(id: 1, name: "A"), time: 0,
      text: LinkDetector().linking(StyledText(words)))
  }

  @Test("A fold that was turned stays turned, and turns back") func folds() {
    var additions = MessageAdditions()
    #expect(!additions.take(message()).isUnfolded)
    let unfolded = additions.turnFold(of: message())
    #expect(unfolded.isUnfolded && unfolded.revision != message().revision)
    #expect(additions.take(message()).isUnfolded)
    #expect(additions.take(message()).revision == unfolded.revision, "nothing to lay out again")
    #expect(additions.take(message(1)).isUnfolded)
    let folded = additions.turnFold(of: additions.take(message()))
    #expect(!folded.isUnfolded && folded.revision != unfolded.revision)
  }

  @Test("Cards of what is not listed are forgotten, a turned fold is not") func forgotten() {
    var additions = MessageAdditions()
    let card = LinkCard(url: "https://example.org/a", title: "t")
    _ = additions.add(card, to: message())
    additions.forgetCards(except: [ItemID(1)])
    #expect(additions.take(message()).links == [card])
    additions.forgetCards(except: [])
    #expect(additions.count == 0 && additions.take(message()).links == [])
    _ = additions.add(card, to: additions.turnFold(of: message()))
    additions.forgetCards(except: [])
    #expect(additions.take(message()).isUnfolded && additions.take(message()).links == [])
  }

  @Test("A card stays while the message leads there") func cards() {
    var additions = MessageAdditions()
    let card = LinkCard(url: "https://example.org/a", title: "t")
    #expect(additions.add(card, to: message()).links == [card])
    #expect(additions.take(message(1)).links == [card])
    #expect(additions.take(message(2, "see https://example.org/b")).links == [])
    #expect(additions.take(message(3)).links == [card])
    var own = message(4)
    own.links = [LinkCard(url: card.url, title: "of the server")]
    #expect(additions.take(own).links == own.links)
  }
}
