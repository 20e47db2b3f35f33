import CImageSupport
import Glibc
import LugeCore

/// Memory that the program and one helper share: a word that cancels, the file that is asked about,
/// and the pixels that come back. Only one side at a time writes an area: the program the file
/// before its request, the helper the pixels before its reply.
///
/// Its size is sealed: a helper that has gone mad cannot cut it off while the program reads.
/// Untouched parts cost nothing.
///
/// `@unchecked Sendable`: the base address never changes, and the areas are handed from one side
/// to the other by messages over a socket, which order the accesses; the cancelling word is atomic.
package final class SharedMemory: @unchecked Sendable {
  /// Bytes of a file at most.
  package static let inputCapacity = 144 << 20
  /// Bytes of pixels at most.
  package static let outputCapacity = 128 << 20
  private static let inputOffset = 4096
  private static let outputOffset = inputOffset + inputCapacity
  private static let byteCount = outputOffset + outputCapacity

  package let descriptor: Int32
  private let base: UnsafeMutableRawPointer

  /// New memory; nil when the system has none to give.
  package convenience init?() {
    let descriptor = lis_shared_create(Self.byteCount)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor)
  }

  /// The memory behind a descriptor, which is closed with this object; nil when it is too small.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) >= Self.byteCount,
      let base = mmap(
        nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      base != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.base = base
  }

  deinit {
    munmap(base, Self.byteCount)
    close(descriptor)
  }

  package var isCancelled: Bool {
    get { lis_flag_get(base) != 0 }
    set { lis_flag_set(base, newValue ? 1 : 0) }
  }

  package var input: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + Self.inputOffset, count: Self.inputCapacity)
  }

  package var output: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + Self.outputOffset, count: Self.outputCapacity)
  }

  /// Gives back what a large file or picture took.
  package func release(input: Int, output: Int) {
    // A photo from a phone: giving pages back and taking them again would cost more than copying
    // it.
    let kept = 4 << 20
    if input > kept {
      lis_shared_release(descriptor, Self.inputOffset + kept, input - kept)
    }
    if output > kept {
      lis_shared_release(descriptor, Self.outputOffset + kept, output - kept)
    }
  }
}
