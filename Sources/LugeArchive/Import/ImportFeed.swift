import Foundation

/// The parsing side of an import: a thread that reads the input into a bounded queue.
final class ImportFeed {
  private let queue = BoundedQueue<ImportItem>(capacity: 8)
  private let read = BytesRead()

  init(_ input: ImportInput, cancellation: ImportCancellation) {
    let (queue, bytesRead) = (queue, read)
    let thread = Thread {
      let sink = BatchingSink(queue: queue, cancellation: cancellation, bytesRead: bytesRead)
      let end = Self.end { try input.read(sink) }
      // What was read before an error is still handed on: it may be kept.
      let last = Self.end { try sink.flush() }
      _ = queue.push(.end(end ?? last))
    }
    thread.name = "luge.parse"
    thread.stackSize = 1 << 20
    thread.start()
  }

  var bytesRead: Int64 { read.load() }

  /// Waits for the next item; after ``ImportItem/end(_:)`` there is none.
  func next() -> ImportItem { queue.pop() }

  /// Lets the thread end when nothing more is taken.
  func close() { queue.close() }

  private static func end(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch let error as ArchiveError {
      return error
    } catch is BatchingSink.Stopped {
      return .cancelled
    } catch {
      return .malformed(path: "", place: "", reason: "\(error)")
    }
  }
}
