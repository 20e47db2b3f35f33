import CYajl
import LugeArchive

/// Receives the events of a ``JSONStream``. Throwing ends the parse with that error.
protocol JSONEvents: AnyObject {
  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws
  func key(_ text: UnsafeBufferPointer<UInt8>) throws
  func begin(_ kind: JSONTape.Kind) throws
  func end() throws
  /// Called before a string or key that is longer than ``JSONStream/tokenLimit``, and only its
  /// beginning follows.
  func cut() throws
}

/// Parses JSON from a source, chunk by chunk.
///
/// Strings over ``tokenLimit`` are cut, which is reported to the receiver. Strings need not be
/// valid UTF-8, and Telegram Desktop's escape `\xHH` for control characters is accepted although it
/// is not JSON. Memory holds one chunk and one token of at most ``tokenLimit`` bytes.
final class JSONStream {
  /// Maximum bytes of a string; no message is near it. yajl parses an incomplete token from its
  /// beginning with each chunk, so that time grows with the square of this.
  static let tokenLimit = 16 << 20
  private static let chunkSize = 256 << 10

  private unowned let events: any JSONEvents
  private let source: any ByteSource
  private var handle: yajl_handle?
  private var failure: (any Error)?
  private var eventCount = 0
  /// Number of open containers, for each of which yajl keeps a byte.
  private var depth = 0
  private static let deepest = 1_000_000
  /// Number of bytes of the input before the current chunk.
  private var chunkStart: Int64 = 0
  private var escapes = EscapeRepair()
  private var strings = StringCutter(limit: JSONStream.tokenLimit)
  /// Whether the next string was cut.
  private var isCut = false

  init(_ source: any ByteSource, events: any JSONEvents) {
    self.source = source
    self.events = events
  }

  /// The parser's offset in the input; exact except after repaired escapes in the same chunk.
  var offset: Int64 {
    chunkStart + (handle.map { Int64(yajl_get_bytes_consumed($0)) } ?? 0)
  }

  /// - Parameter progress: called with the number of bytes read after each chunk.
  func parse(progress: (Int64) throws -> Void) throws {
    // yajl keeps the pointer, not a copy.
    let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
    callbacks.initialize(to: Self.callbacks)
    defer { callbacks.deallocate() }
    handle = yajl_alloc(callbacks, nil, Unmanaged.passUnretained(self).toOpaque())
    guard let handle else {
      throw ArchiveError.notReadable(path: source.name, reason: "out of memory")
    }
    defer {
      yajl_free(handle)
      self.handle = nil
    }
    luge_yajl_enable(handle, yajl_dont_validate_strings)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    defer { buffer.deallocate() }
    // Number of bytes since the last event: what yajl keeps of an incomplete token.
    var pending = 0
    while case let count = try source.read(into: buffer), count > 0 {
      var chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if chunkStart == 0 { chunk = try withoutByteOrderMark(chunk) }
      let before = eventCount
      var given = 0
      let status = strings.cut(chunk) { chunk, hasCut in
        // It began many chunks ago: no other string ends before it does.
        if hasCut { isCut = true }
        given = chunk.count
        guard !chunk.isEmpty else { return yajl_status_ok }
        return escapes.repaired(chunk) { bytes in
          let status = yajl_parse(handle, bytes.baseAddress, bytes.count)
          if status == yajl_status_error { note(handle, bytes) }
          return status
        }
      }
      try check(status)
      pending = eventCount == before ? pending + given : given
      chunkStart += Int64(count)
      // A string would have been cut before: it is a number, or spaces.
      guard pending <= Self.tokenLimit + 2 * Self.chunkSize else {
        throw ArchiveError.tooLarge(
          path: source.name, place: "byte \(chunkStart - Int64(pending))",
          limit: "\(Self.tokenLimit >> 20) MB for one value")
      }
      try progress(chunkStart)
    }
    guard chunkStart > 0 else { throw ArchiveError.empty(path: source.name) }
    guard try yajl_complete_parse(handle) == yajl_status_ok || rethrow() else {
      throw ArchiveError.truncated(path: source.name, place: "byte \(chunkStart)")
    }
  }

  private func rethrow() throws -> Bool {
    if let failure { throw failure }
    return false
  }

  private func check(_ status: yajl_status) throws {
    guard status != yajl_status_ok else { return }
    _ = try rethrow()
    throw ArchiveError.notReadable(path: source.name, reason: "the parser gave up")
  }

  private func note(_ handle: yajl_handle, _ bytes: UnsafeBufferPointer<UInt8>) {
    var reason = "not valid JSON"
    if let text = yajl_get_error(handle, 0, bytes.baseAddress, bytes.count) {
      reason = String(cString: text).split(separator: "\n").joined(separator: ", ")
      yajl_free_error(handle, text)
    }
    failure = ArchiveError.malformed(path: source.name, place: "byte \(offset)", reason: reason)
  }

  private func withoutByteOrderMark(
    _ chunk: UnsafeRawBufferPointer
  ) throws(ArchiveError) -> UnsafeRawBufferPointer {
    if chunk.starts(with: [0xFE, 0xFF]) || chunk.starts(with: [0xFF, 0xFE]) {
      throw .malformed(
        path: source.name, place: "byte 0", reason: "the file is UTF-16; convert it to UTF-8")
    }
    return chunk.starts(with: [0xEF, 0xBB, 0xBF])
      ? UnsafeRawBufferPointer(rebasing: chunk[3...]) : chunk
  }

  // MARK: - Callbacks

  /// Passes on one event; returning zero makes yajl stop.
  private func handle(_ body: (any JSONEvents) throws -> Void) -> Int32 {
    eventCount &+= 1
    do {
      try body(events)
      return 1
    } catch {
      failure = error
      return 0
    }
  }

  private func handleString(_ body: (any JSONEvents) throws -> Void) -> Int32 {
    guard isCut else { return handle(body) }
    isCut = false
    return handle { events in
      try events.cut()
      try body(events)
    }
  }

  private func begin(_ kind: JSONTape.Kind) -> Int32 {
    depth += 1
    guard depth <= Self.deepest else {
      failure = ArchiveError.malformed(
        path: source.name, place: "byte \(offset)", reason: "nested too deep")
      return 0
    }
    return handle { try $0.begin(kind) }
  }

  private func end() -> Int32 {
    depth -= 1
    return handle { try $0.end() }
  }

  private static func stream(_ context: UnsafeMutableRawPointer?) -> JSONStream? {
    context.map { Unmanaged<JSONStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var empty: UnsafeBufferPointer<UInt8> { .init(start: nil, count: 0) }

  private static var callbacks: yajl_callbacks {
    yajl_callbacks(
      yajl_null: { context in
        JSONStream.stream(context)?.handle { try $0.scalar(.null, JSONStream.empty) } ?? 0
      },
      yajl_boolean: { context, value in
        let kind = value != 0 ? JSONTape.Kind.yes : .no
        return JSONStream.stream(context)?.handle { try $0.scalar(kind, JSONStream.empty) } ?? 0
      },
      yajl_integer: nil, yajl_double: nil,
      yajl_number: { context, text, count in
        guard let text else { return 0 }
        return text.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
          let number = UnsafeBufferPointer(start: bytes, count: count)
          return JSONStream.stream(context)?.handle { try $0.scalar(.number, number) } ?? 0
        }
      },
      yajl_string: { context, text, count in
        let string = UnsafeBufferPointer(start: text, count: count)
        return JSONStream.stream(context)?.handleString { try $0.scalar(.string, string) } ?? 0
      },
      yajl_start_map: { JSONStream.stream($0)?.begin(.object) ?? 0 },
      yajl_map_key: { context, text, count in
        let key = UnsafeBufferPointer(start: text, count: count)
        return JSONStream.stream(context)?.handleString { try $0.key(key) } ?? 0
      },
      yajl_end_map: { JSONStream.stream($0)?.end() ?? 0 },
      yajl_start_array: { JSONStream.stream($0)?.begin(.array) ?? 0 },
      yajl_end_array: { JSONStream.stream($0)?.end() ?? 0 })
  }
}
