import LugeCore
import LugeLab
import Testing

@Suite("Charts in three ways", .timeLimit(.minutes(5)))
struct ChartsLabTests {
  @Test("Only the view that is kept is both: in the reader's hands, and as it was left")
  func ways() {
    var lab = ChartsLab(charts: 10, series: 2, points: 600, speed: 4000)
    lab.size = PixelSize(width: 320, height: 500)
    let result = lab.run()
    #expect(result.cached.isInteractive && result.cached.keepsState)
    #expect(!result.image.isInteractive && !result.image.keepsState)
    #expect(result.configure.isInteractive && !result.configure.keepsState)
    for way in [result.cached, result.image, result.configure] {
      #expect(way.frames > 10 && way.memoryMb > 0 && way.blankPx == 0)
    }
  }
}
