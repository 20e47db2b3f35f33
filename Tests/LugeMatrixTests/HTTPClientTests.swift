import Foundation
import LocalServer
import Synchronization
import Testing

@testable import LugeMatrix

@Suite(.serialized) struct HTTPClientTests {
  private let client = HTTPClient(userAgent: "luge tests", connectSeconds: 5)

  private func problem(_ request: HTTPRequest) async -> HTTPProblem? {
    do {
      _ = try await client.perform(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func methodsHeadersAndBodiesArrive() async throws {
    let server = try LocalHTTPServer(answering: { request in
      var response = LocalHTTPServer.Response(status: 200, body: request.body.reversed())
      response.headers = [("X-Seen", "\(request.method) \(request.headers["x-own"] ?? "")")]
      return response
    })
    defer { server.stop() }
    for method in [HTTPRequest.Method.put, .post] {
      let answer = try await client.perform(
        HTTPRequest(
          method, server.address + "/a?b=c", headers: [("X-Own", "grüße")], body: [1, 0, 3]))
      #expect(answer.status == 200)
      #expect(answer.body == [3, 0, 1])
      #expect(answer.headers["x-seen"] == "\(method.rawValue) grüße")
    }
    let plain = try await client.perform(HTTPRequest(.get, server.address + "/"))
    #expect(plain.headers["x-seen"] == "GET")
    let empty = try await client.perform(HTTPRequest(.post, server.address + "/", body: []))
    #expect(empty.headers["x-seen"] == "POST")
    #expect(server.counts.connections <= 2)
  }

  @Test func errorsHaveTheirBodies() async throws {
    let server = try LocalHTTPServer(answering: { _ in
      var response = LocalHTTPServer.Response(status: 429, body: Array("{\"errcode\":1}".utf8))
      response.headers = [("Retry-After", "7")]
      return response
    })
    defer { server.stop() }
    let answer = try await client.perform(HTTPRequest(.get, server.address))
    #expect(answer.status == 429)
    #expect(answer.headers["retry-after"] == "7")
    #expect(String(decoding: answer.body, as: UTF8.self) == "{\"errcode\":1}")
  }

  @Test func redirectionsAreNotFollowed() async throws {
    let other = try LocalHTTPServer(answering: { _ in .init() })
    defer { other.stop() }
    let target = other.address
    let server = try LocalHTTPServer(answering: { _ in
      var response = LocalHTTPServer.Response(status: 307)
      response.headers = [("Location", target)]
      return response
    })
    defer { server.stop() }
    let answer = try await client.perform(
      HTTPRequest(.get, server.address, headers: [("Authorization", "Bearer secret")]))
    #expect(answer.status == 307)
    #expect(answer.headers["location"] == target)
    #expect(other.counts.requests == 0)
  }

  @Test func whoDoesNotListenIsUnreachable() async throws {
    let server = try LocalHTTPServer(answering: { _ in .init() })
    server.stop()
    let found = await problem(HTTPRequest(.get, server.address))
    guard case .unreachable = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func slowAnswersEnd() async throws {
    let server = try LocalHTTPServer(answering: { _ in .init(body: [1], delay: 3) })
    defer { server.stop() }
    #expect(await problem(HTTPRequest(.get, server.address, totalSeconds: 0.2)) == .timedOut)
  }

  /// An answer that has begun goes on; one that has not may take its time.
  @Test func stalledAndTricklingAnswersEnd() async throws {
    let server = try LocalHTTPServer(answer: { path in
      var response = LocalHTTPServer.Response(body: [UInt8](repeating: 7, count: 1000))
      switch path {
      case "/stalled": response.stall = (after: 10, seconds: 30)
      case "/trickling": response.trickle = 0.1
      default: response.delay = 4
      }
      return response
    })
    defer { server.stop() }
    let client = HTTPClient(userAgent: "luge tests", connectSeconds: 5, stallSeconds: 1)
    for path in ["/stalled", "/trickling"] {
      let began = ContinuousClock.now
      await #expect(throws: HTTPProblem.timedOut, "\(path)") {
        try await client.perform(HTTPRequest(.get, server.address + path, totalSeconds: 100))
      }
      #expect(ContinuousClock.now - began < .seconds(25), "\(path)")
    }
    let late = try await client.perform(HTTPRequest(.get, server.address + "/late"))
    #expect(late.body.count == 1000)
  }

  @Test(arguments: [0, 1, 500]) func cutAnswersAreNone(at place: Int) async throws {
    let server = try LocalHTTPServer(answering: { _ in
      var response = LocalHTTPServer.Response(body: [UInt8](repeating: 7, count: 1000))
      response.cutAt = place
      return response
    })
    defer { server.stop() }
    #expect(await problem(HTTPRequest(.get, server.address)) == .cut)
  }

  @Test func largeAnswersEnd() async throws {
    let server = try LocalHTTPServer(answering: { _ in
      .init(body: [UInt8](repeating: 7, count: 5000))
    })
    defer { server.stop() }
    #expect(
      await problem(HTTPRequest(.get, server.address, maxBytes: 100)) == .tooLarge(limit: 100))
  }

  @Test func plainServersAreNotTakenForSecureOnes() async throws {
    let server = try LocalHTTPServer(answering: { _ in .init() })
    defer { server.stop() }
    let address = "https" + server.address.dropFirst(4)
    let found = await problem(HTTPRequest(.get, address, totalSeconds: 5))
    guard case .insecure = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func aCancelledRequestEndsAtOnce() async throws {
    let server = try LocalHTTPServer(answering: { _ in .init(delay: 20) })
    defer { server.stop() }
    let client = client
    let task = Task { () -> HTTPProblem? in
      do throws(HTTPProblem) {
        _ = try await client.perform(HTTPRequest(.get, server.address))
        return nil
      } catch { return error }
    }
    while server.counts.requests == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let began = ContinuousClock.now
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(ContinuousClock.now - began < .seconds(10))
  }

  @Test func lineBreaksMakeNoFurtherHeaders() async throws {
    let server = try LocalHTTPServer(answering: { _ in .init() })
    defer { server.stop() }
    let found = await problem(
      HTTPRequest(.get, server.address, headers: [("X", "a\r\nY: b")]))
    #expect(found != nil)
    #expect(server.counts.requests == 0)
  }

  @Test func sendingTellsHowFarItIs() async throws {
    let server = try LocalHTTPServer(answering: { .init(body: Array("\($0.body.count)".utf8)) })
    defer { server.stop() }
    let most = Mutex<Int64>(0)
    let count = 3 << 20
    var request = HTTPRequest(.post, server.address, body: [UInt8](repeating: 1, count: count))
    request.onSent = { sent, _ in most.withLock { $0 = max($0, sent) } }
    let answer = try await client.perform(request)
    #expect(String(decoding: answer.body, as: UTF8.self) == "\(count)")
    #expect(most.withLock { $0 } == Int64(count))
  }

  @Test func noThreadRunsBeforeTheFirstRequest() throws {
    _ = HTTPClient(userAgent: "luge tests")
    let names = try Self.threadNames()
    // Others of this suite may have begun; a client that was only made has not.
    #expect(names.count(where: { $0 == "luge-http" }) <= 1)
  }

  private static func threadNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
      try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
