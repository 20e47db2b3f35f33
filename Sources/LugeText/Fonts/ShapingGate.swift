import Glibc

/// Keeps lanes from computing a font's metrics at the same moment, where that would give wrong ones.
///
/// Pango (1.50) guards the computation of a font's approximate character width against recursion
/// with a variable of the process. When two threads load fonts at the same time, one of them finds
/// the guard set, takes 0 for the width and keeps it with the font; and the line breaker uses it to
/// decide which break opportunities to try. Lines would then depend on timing: in a trial two
/// thirds of the layouts of a narrow Hindi text did, with four threads that started together.
///
/// The same happens on one thread to fonts that a computation for another one uses (its sample text
/// may need them), and `PangoFonts.prime` sees to it that those come first.
///
/// So lanes shape at the same time, but one that uses a font for the first time does so alone, and
/// one that comes upon a font with such a width loads its fonts again, alone.
enum ShapingGate {
  private static let lock = ReadersWriterLock()

  /// Runs together with other shared bodies. Not to be nested.
  static func shared<R>(_ body: () -> R) -> R {
    lock.lockShared()
    defer { lock.unlock() }
    return body()
  }

  /// Runs while no other body runs. Not to be nested.
  static func exclusive<R>(_ body: () -> R) -> R {
    lock.lockExclusive()
    defer { lock.unlock() }
    return body()
  }
}

/// `@unchecked Sendable`: the only state is a `pthread_rwlock_t` at an address that never changes
/// and is freed with the last reference; its functions are made to be called from any thread.
private final class ReadersWriterLock: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  init() {
    lock.initialize(to: pthread_rwlock_t())
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func lockShared() { pthread_rwlock_rdlock(lock) }
  func lockExclusive() { pthread_rwlock_wrlock(lock) }
  func unlock() { pthread_rwlock_unlock(lock) }
}
