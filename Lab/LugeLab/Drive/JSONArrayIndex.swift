import Foundation

/// Offsets of the elements of a JSON array in a file, found without parsing them.
///
/// Every 16th element's place is remembered, so a million messages cost half a megabyte; an element
/// is parsed when it is asked for.
struct JSONArrayIndex: Sendable {
  static let stride = 16

  private(set) var count = 0
  /// Byte offset of elements 0, 16, 32, …
  private(set) var anchors: [UInt64] = []
  /// Offset after the last byte of the last element.
  private(set) var end: UInt64 = 0

  // MARK: Scanner state, kept between chunks
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private(set) var isComplete = false

  /// Takes in the next bytes of the file.
  ///
  /// - Complexity: O(bytes); strings are skipped with `memchr`.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, at offset: UInt64) throws(DriveError) {
    guard let base = bytes.baseAddress else { return }
    var i = 0
    while i < bytes.count {
      if isInString {
        if isEscaped {
          isEscaped = false
          i += 1
          continue
        }
        guard let quote = memchr(base + i, 0x22, bytes.count - i) else {
          isEscaped = Self.backslashes(base, from: i, before: bytes.count) % 2 == 1
          return
        }
        let place = base.distance(to: quote.assumingMemoryBound(to: UInt8.self))
        if Self.backslashes(base, from: i, before: place) % 2 == 0 { isInString = false }
        i = place + 1
        continue
      }
      switch base[i] {
      case 0x22:
        guard depth >= 1 else { throw .notAnArray(at: offset + UInt64(i)) }
        isInString = true
      case 0x7B, 0x5B:
        if depth == 0, base[i] != 0x5B { throw .notAnArray(at: offset + UInt64(i)) }
        if depth == 1 {
          if count % Self.stride == 0 { anchors.append(offset + UInt64(i)) }
          count += 1
        }
        depth += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth == 1 { end = offset + UInt64(i) + 1 }
        if depth == 0 { isComplete = true }
        if depth < 0 { throw .notAnArray(at: offset + UInt64(i)) }
      default:
        break
      }
      i += 1
    }
  }

  /// Forgets the last element, of which the end has not been seen.
  mutating func dropLast() {
    guard count > 0 else { return }
    count -= 1
    if count % Self.stride == 0 { anchors.removeLast() }
  }

  private static func backslashes(
    _ base: UnsafePointer<UInt8>, from lower: Int, before upper: Int
  ) -> Int {
    var i = upper
    while i > lower, base[i - 1] == 0x5C { i -= 1 }
    return upper - i
  }

  /// The elements' bytes from the anchor at or before the first to after the last, and how many
  /// elements come before the first.
  func bytes(for positions: Range<Int>) -> (range: Range<UInt64>, skip: Int) {
    let first = positions.lowerBound / Self.stride
    let last = (positions.upperBound + Self.stride - 1) / Self.stride
    let upper = last < anchors.count ? anchors[last] : end
    return (anchors[first]..<max(anchors[first], upper), positions.lowerBound % Self.stride)
  }
}

/// Errors of a measured run.
enum DriveError: Error, CustomStringConvertible {
  case notReadable(path: String, reason: String)
  case notAnArray(at: UInt64)
  case truncated(path: String)
  case malformed(position: Int, reason: String)
  case unknownWorkload(String)

  var description: String {
    switch self {
    case .notReadable(let path, let reason): "\(path): \(reason)"
    case .notAnArray(let offset): "byte \(offset): expected a JSON array of objects"
    case .truncated(let path): "\(path): the file ends in the middle of the array"
    case .malformed(let position, let reason): "element \(position): \(reason)"
    case .unknownWorkload(let name): "unknown workload '\(name)'; there are W1 to W6"
    }
  }
}
