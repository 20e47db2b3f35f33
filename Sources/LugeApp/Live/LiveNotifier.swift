import CNotify
import LugeArchive
import LugeCore
import LugeLive
import LugeQt

/// Notifies about new messages by the desktop's service: one notification per room with its last
/// message, and none for the room that the user is looking at.
@MainActor
final class LiveNotifier {
  /// Called when the user chose a notification, with its room.
  var onOpen: (@MainActor (RoomKey) -> Void)?

  // MARK: Mutable State (main actor)

  private var client: OpaquePointer?
  private var watch: DescriptorWatch?
  /// Whether there is no notification service; known after the first attempt.
  private var isUnavailable = false
  private var shown: [RoomKey: UInt32] = [:]
  /// Notifications that have no id from the service yet, by tag.
  private var waiting: [UInt64: RoomKey] = [:]
  private var nextTag: UInt64 = 1
  /// The latest message of each room that may not notify again yet.
  private var next: [RoomKey: (title: String, body: String, picture: Bitmap?)] = [:]
  private var resting: Set<RoomKey> = []

  /// Minimum seconds between notifications of one room.
  private static let restSeconds = 1.0

  isolated deinit { ln_close(client) }

  /// Connects to the service before the first message, so that it is known by then whether it shows
  /// pictures.
  func prepare() { _ = opened() }

  /// - Parameter picture: a picture of the room or the sender; nil: without one.
  func notify(_ key: RoomKey, title: String, body: String, picture: Bitmap? = nil) {
    guard !resting.contains(key) else {
      next[key] = (title, body, picture)
      return
    }
    guard let client = opened() else { return }
    resting.insert(key)
    waiting[nextTag] = key
    let tag = nextTag
    nextTag += 1
    if notify(client, tag, replacing: shown[key] ?? 0, title, body, picture) < 0 { end() }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.restSeconds))
      guard let self else { return }
      resting.remove(key)
      if let (title, body, picture) = next.removeValue(forKey: key) {
        notify(key, title: title, body: body, picture: picture)
      }
    }
  }

  private func notify(
    _ client: OpaquePointer, _ tag: UInt64, replacing number: UInt32, _ title: String,
    _ body: String, _ picture: Bitmap?
  ) -> Int32 {
    guard let picture else { return ln_notify(client, tag, number, title, body, nil) }
    let bytes = picture.straightRGBA()
    return bytes.withUnsafeBufferPointer { pixels in
      var image = ln_image(
        width: UInt32(clamping: picture.size.width), height: UInt32(clamping: picture.size.height),
        rgba: pixels.baseAddress)
      return ln_notify(client, tag, number, title, body, &image)
    }
  }

  /// Withdraws a room's notification, because the user is looking at the room.
  func withdraw(_ key: RoomKey) {
    next[key] = nil
    guard let number = shown.removeValue(forKey: key), let client else { return }
    if ln_withdraw(client, number) < 0 { end() }
  }

  private func opened() -> OpaquePointer? {
    if let client { return client }
    guard !isUnavailable else { return nil }
    var callbacks = ln_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      shown: { context, tag, number in
        LiveNotifier.on(context) { $0.shown(tag, as: number) }
      },
      pressed: { context, number in LiveNotifier.on(context) { $0.pressed(number) } },
      closed: { context, number in LiveNotifier.on(context) { $0.closed(number) } })
    client = ln_open(&callbacks)
    guard let client else {
      isUnavailable = true
      return nil
    }
    watch = DescriptorWatch(descriptor: ln_descriptor(client)) { [weak self] in self?.process() }
    return client
  }

  /// Calls a method from a C callback. The C library calls back only from within `ln_notify`,
  /// `ln_withdraw` and `ln_process`, on the main thread.
  private nonisolated static func on(
    _ context: UnsafeMutableRawPointer?, _ body: @MainActor (LiveNotifier) -> Void
  ) {
    guard let context else { return }
    nonisolated(unsafe) let pointer = context
    MainActor.assumeIsolated {
      body(Unmanaged<LiveNotifier>.fromOpaque(pointer).takeUnretainedValue())
    }
  }

  private func process() {
    guard let client else { return }
    if ln_process(client) < 0 { end() }
  }

  /// Closes the connection after the bus has disappeared; the next message connects again.
  private func end() {
    watch = nil
    // Not from within one of its callbacks.
    let old = client
    client = nil
    (shown, waiting) = ([:], [:])
    nonisolated(unsafe) let ended = old
    Task { @MainActor in ln_close(ended) }
  }

  private func shown(_ tag: UInt64, as number: UInt32) {
    if let key = waiting.removeValue(forKey: tag) { shown[key] = number }
  }

  private func pressed(_ number: UInt32) {
    guard let key = shown.first(where: { $0.value == number })?.key else { return }
    // Not within the bus's callback, because a room that opens withdraws its notification.
    Task { @MainActor [weak self] in self?.onOpen?(key) }
  }

  private func closed(_ number: UInt32) {
    for (key, known) in shown where known == number { shown[key] = nil }
  }
}
