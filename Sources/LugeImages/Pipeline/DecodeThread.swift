import Glibc

/// A thread of low priority for decoding.
///
/// Dispatch QoS has no effect on thread priority on Linux, so the thread lowers itself, below the
/// lanes that lay out and draw text.
enum DecodeThread {
  private static let niceness: Int32 = 15

  static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = Unmanaged.passRetained(Start(name: name, body: body)).toOpaque()
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    if failed != 0 { Unmanaged<Start>.fromOpaque(argument).release() }
    pthread_attr_destroy(&attributes)
  }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      setThreadName()
      // On Linux a niceness belongs to a thread, and 0 names the calling one.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, DecodeThread.niceness)
      body()
    }

    /// Shows in profilers and in `top -H`; failing is harmless.
    private func setThreadName() {
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = name.withCString { write(file, $0, strlen($0)) }
      close(file)
    }
  }
}
