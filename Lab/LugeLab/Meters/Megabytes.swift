/// Unit of memory in the figures of all labs, which calls 1,048,576 bytes a megabyte, as the kernel
/// and most programs do.
enum Megabytes {
  static func of(bytes: Int) -> Double { Double(bytes) / 1_048_576 }

  /// - Parameter kilobytes: as `/proc` counts them, 1,024 bytes each.
  static func of(kilobytes: Double) -> Double { kilobytes / 1024 }
}
