import CYajl

/// Writes compact JSON through yajl, as whole documents (``take()``) or in parts (``drain(_:)``).
/// Used by one thread at a time.
package final class JSONWriter {
  private let generator: yajl_gen?
  /// Whether yajl has refused a value (nested too deeply); the document is then abandoned.
  private var failed = false

  package init() { generator = yajl_gen_alloc(nil) }

  deinit { if let generator { yajl_gen_free(generator) } }

  package func beginObject() { check(yajl_gen_map_open(generator)) }
  package func endObject() { check(yajl_gen_map_close(generator)) }
  package func beginArray() { check(yajl_gen_array_open(generator)) }
  package func endArray() { check(yajl_gen_array_close(generator)) }
  package func null() { check(yajl_gen_null(generator)) }
  package func boolean(_ value: Bool) { check(yajl_gen_bool(generator, value ? 1 : 0)) }
  package func integer(_ value: Int64) { check(yajl_gen_integer(generator, value)) }
  package func double(_ value: Double) { check(yajl_gen_double(generator, value)) }
  package func key(_ name: String) { string(name) }

  package func string(_ value: String) {
    var value = value
    value.withUTF8 { bytes in string(bytes) }
  }

  /// Writes a string of valid UTF-8.
  package func string(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty Swift buffer may have no address, which yajl treats as an error.
    var nothing: UInt8 = 0
    check(
      bytes.baseAddress.map { yajl_gen_string(generator, $0, bytes.count) }
        ?? yajl_gen_string(generator, &nothing, 0))
  }

  /// Writes a number, given as text.
  package func number(_ bytes: UnsafeBufferPointer<UInt8>) {
    bytes.withMemoryRebound(to: CChar.self) { characters in
      check(yajl_gen_number(generator, characters.baseAddress, characters.count))
    }
  }

  package func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package func field(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }

  package func field(_ name: String, _ value: Double) {
    key(name)
    double(value)
  }

  /// Passes on what was written since the last call and removes it; the document continues. For
  /// documents larger than memory.
  ///
  /// - Returns: `false`, without a call, if a value could not be written.
  package func drain<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard !failed, yajl_gen_get_buf(generator, &bytes, &count) == yajl_gen_status_ok else {
      return false
    }
    try body(UnsafeBufferPointer(start: bytes, count: count))
    yajl_gen_clear(generator)
    return true
  }

  /// Returns the document written since the last call; nil if it could not be written.
  package func take() -> String? {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    let status = yajl_gen_get_buf(generator, &bytes, &count)
    let text = bytes.map {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
    let succeeded = !failed && status == yajl_gen_status_ok
    yajl_gen_reset(generator, nil)
    yajl_gen_clear(generator)
    failed = false
    return succeeded ? text : nil
  }

  /// Records a failure. After one, yajl's own state is out of bounds: nothing may be written until
  /// a reset.
  private func check(_ write: @autoclosure () -> yajl_gen_status) {
    if !failed, write() != yajl_gen_status_ok { failed = true }
  }
}
