/// Bytes of an animation's file, for as long as it is open.
final class FileCopy {
  let bytes: UnsafeRawBufferPointer
  var count: Int { bytes.count }

  init(of bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyMemory(from: bytes)
    self.bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { bytes.deallocate() }
}
