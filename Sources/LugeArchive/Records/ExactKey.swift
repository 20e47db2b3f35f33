import LugeCore

/// A key from outside, compared as archives compare it: by its bytes. Swift's `==` is also true for
/// keys that differ only in their Unicode form, such as an accented letter in one piece or in two.
public struct ExactKey: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  public static func == (one: ExactKey, other: ExactKey) -> Bool {
    PathNames.isSame(one.text, other.text)
  }

  public func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    guard isHashed == nil else { return }
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
