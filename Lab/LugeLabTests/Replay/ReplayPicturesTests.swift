import LugeCore
import LugeEngine
import Synchronization
import Testing

@testable import LugeLab

@Suite("Pictures of replays")
struct ReplayPicturesTests {
  /// Pictures that arrived, in order.
  private final class Noted: Sendable {
    private let list = Mutex<[ImageKey]>([])
    func add(_ keys: Set<ImageKey>) { list.withLock { $0 += keys } }
    var keys: [ImageKey] { list.withLock { $0 } }
  }

  @Test("one decoder takes them one after the other, whichever list of requests they are in")
  func queue() {
    let clock = VirtualTime()
    let pictures = ReplayPictures(clock)
    pictures.setDelay(0.1)
    let arrived = Noted()
    let (a, b, c) = (ImageKey("a"), ImageKey("b"), ImageKey("c"))
    func request(_ keys: [ImageKey]) {
      let requests = keys.enumerated().map { index, key in
        ListImageRequest(
          key: key, size: PixelSize(width: 1, height: 1), distance: index == 0 ? 0 : 100)
      }
      pictures.request(requests) { arrived.add($0) }
    }
    request([a])
    // While it is decoded, others are requested; b is not any more when the decoder is free.
    request([a, b])
    request([c, a])
    #expect(pictures.late == [c])
    clock.advance(to: 0.15)
    #expect(arrived.keys == [a])
    #expect(pictures.late == [c])
    clock.advance(to: 0.25)
    #expect(arrived.keys == [a, c])
    #expect(pictures.late.isEmpty)
    clock.advance(to: 1)
    #expect(arrived.keys == [a, c])
    // Of several the nearest first, and what is there is not decoded again.
    request([b, a, ImageKey("d")])
    clock.advance(to: 1.15)
    #expect(arrived.keys == [a, c, b])
    clock.advance(to: 1.25)
    #expect(arrived.keys == [a, c, b, ImageKey("d")])
  }
}
