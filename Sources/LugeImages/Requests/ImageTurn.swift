/// Order of waiting requests: the most urgent first, and of equally urgent ones the oldest.
struct ImageTurn: Comparable {
  let priority: ImagePriority
  /// Number that increases with each request.
  let number: Int

  /// Whether `a` comes before `b`.
  static func < (a: ImageTurn, b: ImageTurn) -> Bool {
    (b.priority, a.number) < (a.priority, b.number)
  }
}
