import LugeArchive
import LugeThreads

/// Runs work that waits for disks on a thread of its own.
enum ArchiveThread {
  static func run<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () throws(ArchiveError) -> Value
  ) async throws(ArchiveError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, ArchiveError>, Never>) in
      BackgroundThread.start(name: name) {
        do throws(ArchiveError) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
