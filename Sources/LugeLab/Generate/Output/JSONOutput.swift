import CYajl

/// Writes one JSON document through yajl, a piece at a time, into a file.
final class JSONOutput {
  private let file: OutputFile
  private let generator: yajl_gen?
  private var failed = false

  init(_ file: OutputFile) {
    self.file = file
    generator = yajl_gen_alloc(nil)
  }

  deinit { if let generator { yajl_gen_free(generator) } }

  func beginObject() { check(yajl_gen_map_open(generator)) }
  func endObject() { check(yajl_gen_map_close(generator)) }
  func beginArray() { check(yajl_gen_array_open(generator)) }
  func endArray() { check(yajl_gen_array_close(generator)) }
  func boolean(_ value: Bool) { check(yajl_gen_bool(generator, value ? 1 : 0)) }
  func integer(_ value: Int64) { check(yajl_gen_integer(generator, value)) }

  func key(_ name: StaticString) {
    check(yajl_gen_string(generator, name.utf8Start, name.utf8CodeUnitCount))
  }

  func string(_ value: String) {
    var value = value
    value.withUTF8 { string($0) }
  }

  func string(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address, which yajl takes for an error.
    var nothing: UInt8 = 0
    check(
      bytes.baseAddress.map { yajl_gen_string(generator, $0, bytes.count) }
        ?? yajl_gen_string(generator, &nothing, 0))
  }

  func field(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  func field(_ name: StaticString, _ value: Int64) {
    key(name)
    integer(value)
  }

  /// Hands what was written on to the file, with a line break behind it: a message for a line.
  func flush() throws(GenerateError) {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard !failed, yajl_gen_get_buf(generator, &bytes, &count) == yajl_gen_status_ok else {
      throw .notEncodable(path: file.path)
    }
    try file.append(UnsafeBufferPointer(start: bytes, count: count))
    try file.append(CollectionOfOne(UInt8(ascii: "\n")))
    yajl_gen_clear(generator)
  }

  private func check(_ status: @autoclosure () -> yajl_gen_status) {
    if !failed, status() != yajl_gen_status_ok { failed = true }
  }
}
