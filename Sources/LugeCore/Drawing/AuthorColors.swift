/// Assigns colours of a palette to the people of a conversation, or to the conversations of a list:
/// no two share one while there are enough, and no colour is used a third time before every other
/// one is used twice.
public struct AuthorColors: Hashable, Sendable {
  private let places: [Int64: Int]

  /// Gives each person the colour that their number asks for, or the next free one if an earlier
  /// person has it. When none is free, all are free again. For people who are not listed, the
  /// number decides.
  ///
  /// People who have a colour elsewhere come first, so that nobody who has none takes it from them.
  ///
  /// - Parameters:
  ///   - people: numbers of people, the most important first.
  ///   - known: colours that people have elsewhere, which they keep here unless two of them have
  ///     the same.
  ///   - count: number of colours in the palette.
  /// - Complexity: O(people · colours).
  public init(
    _ people: some Sequence<Int64> = [], keeping known: AuthorColors? = nil,
    count: Int = AuthorPalette.colors.count
  ) {
    var places: [Int64: Int] = [:]
    var taken = [Bool](repeating: false, count: max(0, count))
    var free = taken.count
    var order = Array(people)
    if let known {
      order = order.filter { known.places[$0] != nil } + order.filter { known.places[$0] == nil }
    }
    for person in order where !taken.isEmpty && places[person] == nil {
      if free == 0 {
        taken = [Bool](repeating: false, count: taken.count)
        free = taken.count
      }
      let number = known.map { Int64($0[person]) } ?? person
      var place = Self.wished(by: number, of: taken.count)
      while taken[place] { place = (place + 1) % taken.count }
      taken[place] = true
      free -= 1
      places[person] = place
    }
    self.places = places
  }

  /// Index of a person's colour, for ``AuthorPalette/color(_:of:)``, which wraps around.
  public subscript(person: Int64) -> Int {
    places[person] ?? Int(truncatingIfNeeded: person)
  }

  private static func wished(by person: Int64, of count: Int) -> Int {
    let remainder = Int(person % Int64(count))
    return remainder < 0 ? remainder + count : remainder
  }
}
