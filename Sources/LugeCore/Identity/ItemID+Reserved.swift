extension ItemID {
  /// Whether the identifier is reserved for rows that lists add themselves, such as those for
  /// unloaded items: the lowest 2³² numbers.
  public var isReserved: Bool { rawValue < .min + 1 << 32 }

  /// The reserved identifier with this number, modulo 2³².
  package static func reserved(_ number: Int) -> ItemID {
    ItemID(.min + Int64(UInt32(truncatingIfNeeded: number)))
  }
}
