import Foundation
import Testing

@testable import LugeApp
@testable import LugeQt

@Suite("The report of frames") struct FrameRecorderTests {
  @MainActor
  private func report(_ works: [Double], complete: Bool = true) -> FrameRecorder.Report {
    let recorder = FrameRecorder()
    for (index, work) in works.enumerated() {
      let tick = FrameTick(time: 0, deliveredAt: 0, interval: 1.0 / 60, missed: index % 2)
      recorder.record(
        ListSurface.FrameReport(
          tick: tick, planning: work / 4, painting: work * 0.75, isComplete: complete))
    }
    return recorder.report(blankPixels: 7, messages: 9)
  }

  @Test("Percentiles are of the frames' own work")
  @MainActor
  func percentiles() {
    let report = report((1...100).map { Double($0) / 1000 })
    #expect(report.frames == 100 && report.missedFrames == 50)
    #expect(report.frameP50Ms == 50 && report.frameP99Ms == 99 && report.frameMaxMs == 100)
    #expect(report.firstFrameMs != nil && (report.rssMb ?? 0) > 1)
  }

  @Test("A frame without messages is not the first one")
  @MainActor
  func firstFrame() {
    #expect(report([0.001], complete: false).firstFrameMs == nil)
    let nothing = report([])
    #expect(nothing.frames == 0 && nothing.frameP99Ms == 0 && nothing.firstFrameMs == nil)
  }

  @Test("One flat object, a key a line, units at the end")
  @MainActor
  func encoding() throws {
    let data = try FrameRecorder.encode(report([0.002]))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["frame_p99_ms"] as? Double == 2)
    #expect(object["blank_px"] as? Int == 7)
    #expect(object.keys.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" } })
    #expect(String(decoding: data, as: UTF8.self).split(separator: "\n").count == object.count + 2)
  }
}
