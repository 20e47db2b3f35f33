import Glibc

/// Lock that lets one thread at a time use the system's fonts, whichever lane it belongs to.
///
/// Font maps and contexts belong to a lane, but the faces below them belong to the process: cairo
/// keeps those of all threads in one table of ten. It opens a face outside of the table's lock, and
/// when the table is full it closes one that is not in use, without taking that face's lock to find
/// out. Without the gate, cairo may close a face that another thread is using (cairo 1.16 to 1.18).
/// HarfBuzz and Pango use those faces, too.
///
/// Text whose words are cached is measured without fonts, and so without the gate.
enum ShapingGate {
  private static let lock = RecursiveLock()

  /// Runs a closure while no other one runs; calls may be nested.
  static func exclusive<R>(_ body: () -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

/// `@unchecked Sendable`: the only state is a `pthread_mutex_t` at an address that never changes
/// and is freed with the last reference; its functions are made to be called from any thread.
private final class RecursiveLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // The lock is recursive, because releasing a font while others are loaded takes it again.
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
