import Foundation

/// The system's cache of files. A machine that hosts this one may have them in a cache of its own,
/// of which nothing can be known here.
enum PageCache {
  /// Asks the system to forget a file's pages; it need not.
  static func drop(_ file: String) {
    withDescriptor(of: file) { descriptor, _ in
      fdatasync(descriptor)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }
  }

  /// Percent of the file's pages that are in memory; nil of a file that is empty or can't be read.
  static func residentPercent(of file: String) -> Double? {
    withDescriptor(of: file) { descriptor, size -> Double? in
      guard size > 0, let map = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0),
        map != MAP_FAILED
      else { return nil }
      defer { munmap(map, size) }
      let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
      var pages = [UInt8](repeating: 0, count: (size - 1) / page + 1)
      guard mincore(map, size, &pages) == 0 else { return nil }
      return Double(pages.count { $0 & 1 == 1 }) * 100 / Double(pages.count)
    } ?? nil
  }

  @discardableResult
  private static func withDescriptor<Value>(
    of file: String, _ body: (_ descriptor: Int32, _ size: Int) -> Value
  ) -> Value? {
    let descriptor = Foundation.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    return body(descriptor, Int(facts.st_size))
  }
}
