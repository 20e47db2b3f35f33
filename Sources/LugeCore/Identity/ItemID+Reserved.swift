extension ItemID {
  /// Whether the name is one of those that lists give to rows of their own, such as those that
  /// stand for what is not loaded: the lowest 2³² numbers.
  public var isReserved: Bool { rawValue < .min + 1 << 32 }

  /// The `number`th reserved name, counted round after 2³² of them.
  package static func reserved(_ number: Int) -> ItemID {
    ItemID(.min + Int64(UInt32(truncatingIfNeeded: number)))
  }
}
