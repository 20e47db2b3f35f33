import Foundation
import LugeTestSupport
import Testing

@testable import LugeQt

@Suite("Each frame that was asked for comes") struct FrameRequestsTests {
  @Test("A frame that comes sooner leaves what waits for a later time alone")
  func soonerFrame() {
    var requests = FrameRequests()
    requests.wantsNext = true
    requests.add(500)
    requests.serve(by: 100)
    #expect(requests.first == 500)
    #expect(!requests.isDue(by: 499))
    #expect(requests.isDue(by: 500))
    requests.serve(by: 500)
    #expect(requests == FrameRequests())
  }

  @Test("Neither a later nor an earlier request replaces another, and equal ones are one")
  func several() {
    var requests = FrameRequests()
    for time: Int64 in [300, 100, 300, 200] { requests.add(time) }
    var served: [Int64] = []
    while let first = requests.first {
      served.append(first)
      requests.serve(by: first)
    }
    #expect(served == [100, 200, 300])
  }

  @Test("Of any requests and frames, none is lost and none is served before its time")
  func anyRequests() {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<200 {
      var requests = FrameRequests()
      var model: Set<Int64> = []
      var now: Int64 = 0
      for _ in 0..<40 {
        let time = Int64.random(in: 0...1000, using: &random)
        if Bool.random(using: &random) {
          requests.add(time)
          model.insert(time)
        } else {
          now = max(now, time)
          let isDue = requests.isDue(by: now)
          #expect(isDue == model.contains { $0 <= now })
          requests.serve(by: now)
          model = model.filter { $0 > now }
        }
        #expect(requests.first == model.min())
      }
    }
  }
}

@Suite(
  "A frame clock with several requests", .timeLimit(.minutes(2)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct FrameClockRequestTests {
  @Test("Times that were asked for out of order come each, beside frames for something else")
  func clock() throws {
    let display = try Display()
    let probe = try display.probe("framerequests")
    defer { withExtendedLifetime(display) {} }
    var times: [Double] = []
    for _ in 0..<4 { times.append(try #require(Double(try probe.expect("frame ")[0]))) }
    // At once, 0.1 and 0.25 s later, and 0.35 s later, which was asked for within a frame.
    #expect(times[0] < 0.1, "\(times)")
    for (time, request) in zip(times.dropFirst(), [0.1, 0.25, 0.35]) {
      #expect(time >= request - 0.006, "\(times)")
    }
    #expect(try probe.expect("rest ").first == "4")
  }
}
