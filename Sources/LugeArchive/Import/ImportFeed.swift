import Foundation
import LugeThreads

/// The parsing side of an import: a thread that reads the input into a bounded queue.
final class ImportFeed {
  private let queue = BoundedQueue<ImportItem>(capacity: 8)
  private let read = BytesRead()

  /// Starts the thread. If a part is broken, the following ones are still read.
  init(_ input: ImportInput, cancellation: ImportCancellation) {
    let (queue, bytesRead) = (queue, read)
    BackgroundThread.start(name: "luge-parse", stackBytes: 1 << 20) {
      let sink = BatchingSink(queue: queue, cancellation: cancellation, bytesRead: bytesRead)
      var end: ArchiveError?
      for (index, part) in input.parts.enumerated() {
        end = Self.error { try part.read(sink) }
        guard let error = end else {
          sink.finishPart(size: part.size)
          continue
        }
        guard error != .cancelled else { break }
        // Items read before the error are passed on first.
        end = Self.error { try sink.fail(error, part: index) }
        sink.finishPart(size: part.size)
        if end != nil { break }
      }
      let last = Self.error { try sink.flush() }
      _ = queue.push(.end(end ?? last))
    }
  }

  var bytesRead: Int64 { read.load() }

  /// Waits for the next item. Do not call it after ``ImportItem/end(_:)``.
  func next() -> ImportItem { queue.pop() }

  /// Ends the thread; no more items are taken.
  func close() { queue.close() }

  private static func error(_ body: () throws -> Void) -> ArchiveError? {
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
