import LugeQt
import Testing

@Suite struct ScrollBarScaleTests {
  @Test func ordinaryListsAreTakenOneToOne() {
    let scale = ScrollBarScale(contentHeight: 100_800, viewportHeight: 800)
    #expect(scale.maxValue == 100_000)
    #expect(scale.value(ofOffset: 777) == 777)
    #expect(scale.offset(ofValue: 777) == 777)
    #expect(scale.length(800) == 800)
  }

  @Test(arguments: [1 << 31, 5_000_000_000, 1 << 50, Int.max / 2])
  func hugeListsKeepTheirEnds(contentHeight: Int) {
    let scale = ScrollBarScale(contentHeight: contentHeight, viewportHeight: 800)
    #expect(scale.value(ofOffset: 0) == 0)
    #expect(scale.value(ofOffset: scale.maxOffset) == scale.maxValue)
    #expect(scale.offset(ofValue: 0) == 0)
    #expect(scale.offset(ofValue: scale.maxValue) == scale.maxOffset)
    #expect(scale.length(800) >= 1)
    var last = -1
    for step in 0...100 {
      let offset = scale.offset(ofValue: Int32(Int(scale.maxValue) * step / 100))
      #expect(offset > last)
      last = offset
    }
  }

  @Test func whatIsOutsideIsBroughtIn() {
    let scale = ScrollBarScale(contentHeight: 1000, viewportHeight: 800)
    #expect(scale.value(ofOffset: -5) == 0)
    #expect(scale.value(ofOffset: 9999) == 200)
    #expect(scale.offset(ofValue: -1) == 0)
    let short = ScrollBarScale(contentHeight: 10, viewportHeight: 800)
    #expect(short.maxValue == 0)
    #expect(short.value(ofOffset: 5) == 0)
    #expect(short.offset(ofValue: 5) == 0)
  }
}
