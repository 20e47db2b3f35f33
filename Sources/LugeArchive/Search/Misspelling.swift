/// Corrections of words that are nearly one of a few known ones.
package enum Misspelling {
  /// Returns the known word that a misspelt word probably means: with one letter replaced, missing,
  /// added or swapped with its neighbour, in long words two. Nil if the word is known itself.
  ///
  /// - Complexity: O(letters of all words · letters of the word).
  package static func meant(by word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    guard (3...32).contains(word.count), !known.contains(word) else { return nil }
    let near = known.filter { $0.count >= 4 }.map { (word: $0, steps: steps(word, $0)) }
      .filter { $0.steps <= ($0.word.count >= 6 ? 2 : 1) }
    return near.min { $0.steps < $1.steps }?.word
  }

  /// Returns the number of letters to insert, remove, replace or swap with their neighbours.
  private static func steps(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one), Array(other))
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        var least = min(table[i - 1][j], table[i][j - 1]) + 1
        least = min(least, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, table[i - 2][j - 2] + 1)
        }
        table[i][j] = least
      }
    }
    return table[a.count][b.count]
  }
}
