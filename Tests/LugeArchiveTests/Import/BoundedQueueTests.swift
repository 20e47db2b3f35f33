import Dispatch
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Import: the queue between the threads")
struct BoundedQueueTests {
  @Test("Everything arrives in order, and no more than the capacity waits")
  func order() {
    let queue = BoundedQueue<Int>(capacity: 3)
    DispatchQueue.global().async { for number in 0..<5000 { _ = queue.push(number) } }
    #expect((0..<5000).map { _ in queue.pop() } == Array(0..<5000))
  }

  @Test(
    "A producer that waits for room is let go when the queue is closed", .timeLimit(.minutes(5)))
  func close() {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.push(1))
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      #expect(!queue.push(2))
      #expect(!queue.push(3))
      done.signal()
    }
    queue.close()
    done.wait()
  }
}
