import Dispatch
import LugeCore
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

  @Test("A batch is full by all that its messages hold, not by their texts alone")
  func batchBytes() throws {
    let long = String(repeating: "words ", count: 1 << 18)
    var messages = (1...6).map { MessageRecord.plain($0, "") }
    messages[0].media = [MediaRecord(kind: .poll, note: long)]
    messages[1].reactions = [
      ReactionRecord(emoji: "x", count: 1, authors: [String(long.prefix(1 << 20))])
    ]
    messages[2].post = PostRecord(handle: long)
    messages[3].unknownFields = "{\"a\": \"\(long)\"}"
    messages[4].text = StyledText(
      "text", spans: [.init(0..<4, .link(target: "https://example.org/" + long))])
    messages[5].forwardedFrom = long
    let queue = BoundedQueue<ImportItem>(capacity: 16)
    let sink = BatchingSink(
      queue: queue, cancellation: ImportCancellation(), bytesRead: BytesRead())
    for message in messages { try sink.add(message) }
    try sink.flush()
    #expect(queue.push(.end(nil)))
    var batches: [Int] = []
    while case .messages(let batch) = queue.pop() { batches.append(batch.count) }
    #expect(batches == [1, 1, 1, 1, 1, 1])
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
