import Glibc
@_exported import Synchronization

/// `Synchronization.Mutex` in a form that the thread sanitizer can see.
///
/// The standard library's mutex is a word and a futex: under contention the kernel passes it on,
/// and the sanitizer, which does not know futexes, reports every access that the mutex protects. It
/// does know `pthread_mutex_t`.
public struct Mutex<Value: ~Copyable>: ~Copyable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ initialValue: consuming sending Value) {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}

// The value is reached only with the lock held, and never escapes from `withLock`.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
