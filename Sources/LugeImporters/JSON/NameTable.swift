/// Finds values by the bytes of their names, without making a string.
struct NameTable<Value: Sendable>: Sendable {
  private let slots: [(name: [UInt8], value: Value)?]
  private let mask: Int

  init(_ values: [(name: String, value: Value)]) {
    // At most a quarter of them is used, so that the next free one is near.
    var size = 16
    while size < values.count * 4 { size *= 2 }
    mask = size - 1
    var slots = [(name: [UInt8], value: Value)?](repeating: nil, count: size)
    for (name, value) in values {
      let name = Array(name.utf8)
      var slot = name.withUnsafeBufferPointer(Self.hash) & mask
      while slots[slot] != nil { slot = (slot + 1) & mask }
      slots[slot] = (name, value)
    }
    self.slots = slots
  }

  /// - Complexity: O(length of the name).
  func value(of name: UnsafeBufferPointer<UInt8>) -> Value? {
    var slot = Self.hash(name) & mask
    while let entry = slots[slot] {
      if entry.name.count == name.count, name.elementsEqual(entry.name) { return entry.value }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns an FNV-1a hash.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }
}
