import Foundation

extension String {
  /// Whether words stand in it; never for those with a zero, which would end what is compared.
  ///
  /// - Complexity: O(bytes of both), whatever they are.
  func holds(_ words: String) -> Bool {
    guard !words.utf8.contains(0) else { return false }
    return strstr(self, words) != nil
  }
}
