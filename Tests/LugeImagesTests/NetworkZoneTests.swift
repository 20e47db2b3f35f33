import CCurl
import Foundation
import LocalServer
import LugeCore
import LugeLab
import Testing

@testable import LugeImages

/// Takes one request down and answers it with nothing.
private final class RequestRecorder: Sendable {
  let port: Int
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(isBound)
    port = Int(UInt16(bigEndian: place.sin_port))
  }

  deinit { close(listener) }

  func request() -> String {
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(connection, &bytes, bytes.count)
    let answer = Array("HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n".utf8)
    _ = write(connection, answer, answer.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite("Network: where servers may lead", .timeLimit(.minutes(15)))
struct NetworkZoneTests {
  private func fetch(_ source: String) async -> Result<[UInt8], ImageError> {
    var configuration = HTTPImageFetcher.Configuration()
    configuration.retry.firstDelay = 0.01
    configuration.connectSeconds = 2
    let fetcher = HTTPImageFetcher(configuration: configuration)
    return await withCheckedContinuation { continuation in
      _ = fetcher.fetch(ImageKey(source), limit: 1 << 20, priority: .onScreen) {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test(
    "Addresses are of a zone, whatever form they have",
    arguments: [
      ("127.0.0.1", lcu_loopback), ("127.255.1.2", lcu_loopback), ("0.0.0.0", lcu_loopback),
      ("::1", lcu_loopback), ("[::1]", lcu_loopback), ("::", lcu_loopback),
      ("::ffff:127.0.0.1", lcu_loopback), ("64:ff9b::7f00:1", lcu_loopback),
      ("2002:7f00:1::1", lcu_loopback), ("localhost", lcu_loopback), ("a.LOCALHOST.", lcu_loopback),
      ("169.254.169.254", lcu_link_local), ("fe80::1", lcu_link_local),
      ("fe80::1%25eth0", lcu_link_local), ("::ffff:169.254.0.1", lcu_link_local),
      ("10.0.0.1", lcu_private), ("172.16.0.1", lcu_private), ("172.31.255.255", lcu_private),
      ("192.168.1.1", lcu_private), ("100.64.0.1", lcu_private), ("fd00::1", lcu_private),
      ("224.0.0.1", lcu_private), ("255.255.255.255", lcu_private), ("ff02::1", lcu_private),
      ("nas", lcu_private), ("printer.local", lcu_private), ("wiki.corp", lcu_private),
      ("", lcu_private), ("8.8.8.8", lcu_public), ("172.32.0.1", lcu_public),
      ("172.15.0.1", lcu_public), ("100.128.0.1", lcu_public), ("2606:4700::1111", lcu_public),
      ("example.org", lcu_public), ("localhost.example.org", lcu_public),
    ])
  func zones(host: String, zone: lcu_zone) { #expect(lcu_zone_of_host(host) == zone) }

  @Test(
    "A proxy is one for a scheme and a host, and no reason to look at no other address",
    arguments: [
      ("http", "a.org", ["http_proxy": "p"], "p"), ("https", "a.org", ["http_proxy": "p"], ""),
      ("http", "a.org", ["https_proxy": "p"], ""), ("http", "a.org", ["HTTPS_PROXY": "p"], ""),
      ("http", "a.org", ["HTTP_PROXY": "p"], ""), ("https", "a.org", ["HTTPS_PROXY": "p"], "p"),
      ("https", "a.org", ["https_proxy": "", "all_proxy": "q"], "q"),
      ("http", "a.org", ["ALL_PROXY": "q", "http_proxy": "p"], "p"), ("http", "a.org", [:], ""),
      ("http", "a.org", ["http_proxy": "p", "no_proxy": "b.org, a.org"], ""),
      ("http", "x.A.org.", ["http_proxy": "p", "NO_PROXY": ".a.ORG"], ""),
      ("http", "xa.org", ["http_proxy": "p", "no_proxy": "a.org"], "p"),
      ("http", "org", ["http_proxy": "p", "no_proxy": "a.org"], "p"),
      ("http", "[::1]", ["http_proxy": "p", "no_proxy": "::1"], ""),
      ("http", "a.org", ["http_proxy": "p", "no_proxy": "*"], ""),
      ("http", "a.org", ["http_proxy": "p", "no_proxy": " , .,"], "p"),
    ])
  func proxies(scheme: String, host: String, environment: [String: String], proxy: String) {
    var entries = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for entry in entries { free(entry) } }
    let found = lcu_proxy_of(scheme, host, &entries)
    #expect(found.map { String(cString: $0) } == proxy)
  }

  @Test(
    "A server is not followed to where its own address is not",
    arguments: [
      "http://10.1.2.3/a.gif", "http://169.254.169.254/latest/meta-data/", "http://192.168.0.1/",
      "http://[fe80::1]/a.gif", "http://[fd00::1]/a.gif", "http://[::ffff:10.0.0.1]/a.gif",
    ])
  func redirection(target: String) async throws {
    let server = try LocalHTTPServer { _ in
      var response = LocalHTTPServer.Response(status: 302)
      response.headers = [("Location", target)]
      return response
    }
    defer { server.stop() }
    let result = await fetch(server.address + "/a.gif")
    #expect(result == .failure(.network(.leadsInside)))
    #expect(server.counts.requests == 1, "it is not tried again")
  }

  @Test("A name that is answered with this computer's address leads nowhere")
  func answers() async throws {
    // Every Linux has this one in its list of hosts, and it is not "localhost".
    let asked = try LocalHTTPServer { _ in .init(body: Array("GIF89a".utf8)) }
    defer { asked.stop() }
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let port = asked.address.split(separator: ":").last ?? ""
    for host in [host, "ip6-localhost", "2130706433", "0x7f.1"] where !host.isEmpty {
      guard lcu_zone_of_host(host) != lcu_loopback else { continue }
      let result = await fetch("http://\(host):\(port)/a.gif")
      guard case .failure(.network(let problem)) = result else {
        // libcurl reads numbers as the address that they are, and then it is named after all.
        #expect(host.first?.isNumber == true, "\(host)")
        continue
      }
      if case .unreachable = problem { continue }
      #expect(problem == .leadsInside, "\(host)")
    }
  }

  @Test("Names and passwords in an address are not sent, and none are taken from a redirection")
  func credentials() async throws {
    let recorder = try RequestRecorder()
    async let result = fetch("http://anna:secret@127.0.0.1:\(recorder.port)/a.gif")
    let request = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: recorder.request()) }
    }
    #expect(request.hasPrefix("GET /a.gif "))
    #expect(!request.lowercased().contains("authorization") && !request.contains("secret"))
    #expect(await result == .failure(.network(.status(404))))

    let server = try LocalHTTPServer { path in
      if path == "/b.gif" { return .init(body: Array("GIF89a".utf8)) }
      var response = LocalHTTPServer.Response(status: 302)
      response.headers = [("Location", "http://anna:secret@127.0.0.1:1/b.gif")]
      return response
    }
    defer { server.stop() }
    guard case .failure(.network(.badAddress)) = await fetch(server.address + "/a.gif") else {
      Issue.record("followed")
      return
    }
  }

  @Test(
    "Other protocols are not followed",
    arguments: [
      "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "dict://127.0.0.1/",
    ])
  func protocols(target: String) async throws {
    let server = try LocalHTTPServer { _ in
      var response = LocalHTTPServer.Response(status: 302)
      response.headers = [("Location", target)]
      return response
    }
    defer { server.stop() }
    guard case .failure(.network(.badAddress)) = await fetch(server.address + "/a.gif") else {
      Issue.record("followed")
      return
    }
  }
}
