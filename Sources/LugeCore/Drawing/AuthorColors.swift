/// Which colour of a palette each of a conversation's people has: nobody shares one while there are
/// enough.
public struct AuthorColors: Hashable, Sendable {
  private let places: [Int64: Int]

  /// Everybody has the colour that their number asks for, or where somebody before them has it, the
  /// next free one. Those who come when none is free, and those who are not named, have what their
  /// number asks for.
  ///
  /// - Parameters:
  ///   - people: numbers, those who matter most first.
  ///   - count: colours of the palette.
  /// - Complexity: O(people + colours²).
  public init(_ people: some Sequence<Int64> = [], count: Int = AuthorPalette.colors.count) {
    var places: [Int64: Int] = [:]
    var taken = [Bool](repeating: false, count: max(0, count))
    var free = taken.count
    for person in people where free > 0 && places[person] == nil {
      var place = Self.wished(by: person, of: taken.count)
      while taken[place] { place = (place + 1) % taken.count }
      taken[place] = true
      free -= 1
      places[person] = place
    }
    self.places = places
  }

  /// To be used with ``AuthorPalette/color(_:of:)``, which wraps around.
  public subscript(person: Int64) -> Int {
    places[person] ?? Int(truncatingIfNeeded: person)
  }

  private static func wished(by person: Int64, of count: Int) -> Int {
    let remainder = Int(person % Int64(count))
    return remainder < 0 ? remainder + count : remainder
  }
}
