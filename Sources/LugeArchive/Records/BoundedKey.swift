import LugeCore

/// Limits keys from outside: a list of people may give an id of a few bytes a key of megabytes,
/// which each message would then carry, hash and compare.
package enum BoundedKey {
  /// Maximum bytes of a key. Programs' own keys are far shorter.
  package static let longest = 1024
  private static let kept = 64

  /// Returns a key; of a longer one, its beginning and a digest of the whole, so that different
  /// keys stay different.
  ///
  /// - Complexity: O(1) within the limit, O(bytes) beyond it.
  package static func key(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    return Clipping.prefix(text, bytes: kept) + SHA256.hexadecimal(text.utf8)
  }
}
