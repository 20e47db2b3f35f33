import Glibc
import LugeCore

/// Identity of the current content of a source, which changes when a file is replaced.
package enum SourceIdentity {
  /// Returns the path, length, modification time and inode of a file, or an address; nil for a
  /// missing file.
  static func of(_ key: ImageKey) -> String? {
    if key.source.addressScheme != nil { return key.source }
    guard let status = status(of: key) else { return nil }
    let time = status.st_mtim
    return "\(key.source)\0\(status.st_size)\0\(time.tv_sec).\(time.tv_nsec)\0\(status.st_ino)"
  }

  private static func status(of key: ImageKey) -> stat? {
    guard key.confinement == .none else { return PictureFile.look(at: key)?.status }
    var status = stat()
    guard !key.source.utf8.contains(0), stat(key.source, &status) == 0 else { return nil }
    return status
  }

  /// Returns a file name of sixteen digits for a text of any length. Different texts may, rarely,
  /// have the same name.
  package static func fileName(of text: String) -> String {
    let hash = String(hash(text.utf8), radix: 16)
    return String(repeating: "0", count: 16 - hash.count) + hash
  }

  /// Returns the FNV-1a hash (Fowler, Noll, Vo) of 64 bits, with a final mix so that all bits
  /// depend on all. It chooses a file's name and detects damage; it does not prove equality, so
  /// names are compared as well.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mix(hash)
  }

  /// Returns the same hash over words of 32 bits, the last one padded with zeros, which is several
  /// times as fast.
  static func hash(words bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let end = bytes.count & ~3
    for offset in stride(from: 0, to: end, by: 4) {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      hash = (hash ^ UInt64(word)) &* 0x100_0000_01B3
    }
    if end < bytes.count {
      let word = bytes[end...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      hash = (hash ^ word) &* 0x100_0000_01B3
    }
    return mix(hash)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return value ^ value >> 33
  }
}
