/// Makes small zips, good and bad ones, byte by byte: members are stored, not compressed.
struct ZipBuilder {
  struct Member {
    var name: String
    var content: [UInt8]
    /// Unix mode in the list: 0o120777 makes a link.
    var mode: UInt32 = 0o100644
    var isEncrypted = false
    /// Size that the list claims.
    var claimedSize: UInt32?
    var hasWrongChecksum = false
    /// 0 for bytes as they are; of 8 (deflate) `content` is already packed.
    var method: UInt16 = 0
    /// Bytes when unpacked, if these are packed.
    var unpackedSize: UInt32?
    var checksum: UInt32?
  }

  private(set) var bytes: [UInt8] = []

  init(_ members: [Member]) {
    var list: [UInt8] = []
    for member in members {
      let offset = UInt32(bytes.count)
      let name = Array(member.name.utf8)
      let crc = (member.checksum ?? Self.crc(member.content)) ^ (member.hasWrongChecksum ? 1 : 0)
      let size = member.claimedSize ?? member.unpackedSize ?? UInt32(member.content.count)
      // Bit 11: the name is UTF-8.
      let flags: UInt16 = 0x0800 | (member.isEncrypted ? 1 : 0)
      let common: [UInt8] =
        Self.little(flags) + Self.little(member.method) + Self.little(UInt32(0x5821_6000))
        + Self.little(crc) + Self.little(UInt32(member.content.count)) + Self.little(size)
        + Self.little(UInt16(name.count)) + Self.little(UInt16(0))
      bytes += [0x50, 0x4B, 3, 4] + Self.little(UInt16(20)) + common + name + member.content
      list += [0x50, 0x4B, 1, 2] + Self.little(UInt16(0x0314)) + Self.little(UInt16(20)) + common
      list += Self.little(UInt16(0)) + Self.little(UInt16(0)) + Self.little(UInt16(0))
      list += Self.little(member.mode << 16) + Self.little(offset) + name
    }
    let start = UInt32(bytes.count)
    let count = UInt16(members.count)
    bytes += list + [0x50, 0x4B, 5, 6] + Self.little(UInt32(0))
    bytes += Self.little(count) + Self.little(count)
    bytes += Self.little(UInt32(list.count)) + Self.little(start) + Self.little(UInt16(0))
  }

  init(_ members: [(String, String)]) {
    self.init(members.map { Member(name: $0.0, content: Array($0.1.utf8)) })
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
