import Glibc

/// Threads for work that no frame waits for: each has a name and may have a stack size and a
/// priority of its own.
///
/// Dispatch QoS has no effect on thread priority on Linux, so a thread lowers its own priority.
package enum BackgroundThread {
  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: name in profilers and in `top -H`; the system keeps 15 bytes of it.
  ///   - niceness: 0 is a thread's usual priority, 19 the lowest; nil leaves it as it is.
  ///   - stackBytes: size of the stack; nil for the system's default.
  package static func start(
    name: String, niceness: Int32? = nil, stackBytes: Int? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let start = Unmanaged.passRetained(Start(name: name, niceness: niceness, body: body))
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    if failed != 0 { start.release() }
    pthread_attr_destroy(&attributes)
  }

  /// Lowers the priority of the calling thread permanently: only a privileged program could raise
  /// it again.
  package static func lower(to niceness: Int32) {
    // On Linux a niceness belongs to a thread, and 0 means the calling one.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
  }

  private final class Start: Sendable {
    private let name: String
    private let niceness: Int32?
    private let body: @Sendable () -> Void

    init(name: String, niceness: Int32?, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.niceness = niceness
      self.body = body
    }

    func run() {
      setName()
      if let niceness { BackgroundThread.lower(to: niceness) }
      body()
    }

    /// Sets the thread's name; a failure is harmless.
    private func setName() {
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = name.withCString { write(file, $0, strlen($0)) }
      close(file)
    }
  }
}
