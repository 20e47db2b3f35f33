import CImageSupport
import Glibc
import LugeCore

/// Memory that the program and one helper share: a word that cancels, the file to decode, and the
/// pixels that come back. Only one side at a time writes an area: the program writes the file
/// before its request, the helper the pixels before its reply.
///
/// The size is sealed, so that a compromised helper cannot truncate it while the program reads.
/// Untouched parts take no memory.
///
/// `@unchecked Sendable`: the base address never changes, and the areas pass from one side to the
/// other with messages over a socket, which order the accesses; the cancelling word is atomic.
package final class SharedMemory: @unchecked Sendable {
  /// Bytes of a file at most.
  package static let inputCapacity = 144 << 20
  /// Maximum bytes of pixels.
  package static let outputCapacity = 128 << 20
  private static let inputOffset = 4096
  private static let outputOffset = inputOffset + inputCapacity
  private static let byteCount = outputOffset + outputCapacity

  package let descriptor: Int32
  private let base: UnsafeMutableRawPointer

  /// Allocates new memory; nil when the system refuses it.
  package convenience init?() {
    let descriptor = lis_shared_create(Self.byteCount)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor)
  }

  /// Maps the memory behind a descriptor, which is closed with this object; nil when it is too
  /// small.
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

  /// Returns the pages of a large file or picture to the system.
  package func release(input: Int, output: Int) {
    // Keep as much as a phone's photo needs: returning pages and getting them again would cost more
    // than copying it.
    let kept = 4 << 20
    if input > kept {
      lis_shared_release(descriptor, Self.inputOffset + kept, input - kept)
    }
    if output > kept {
      lis_shared_release(descriptor, Self.outputOffset + kept, output - kept)
    }
  }
}
