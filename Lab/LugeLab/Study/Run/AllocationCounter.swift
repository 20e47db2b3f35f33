import Foundation

/// The counts of the library that a lab puts before the C library's allocator.
enum AllocationCounter {
  private typealias Count = @convention(c) () -> UInt64

  /// Allocations of this process so far; nil without the library.
  static func now() -> UInt64? { count?() }

  private static let count: Count? = dlsym(nil, "luge_allocations").map {
    unsafeBitCast($0, to: Count.self)
  }

  /// The library beside the program; nil when it was not built.
  static var libraryPath: String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path =
      URL(filePath: own).deletingLastPathComponent()
      .appending(path: "libluge-allocations.so").path
    return FileManager.default.isReadableFile(atPath: path) ? path : nil
  }
}
