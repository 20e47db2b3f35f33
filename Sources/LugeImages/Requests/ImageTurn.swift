/// Whose turn it is among those who wait: the most urgent, and of equally urgent ones the one that
/// asked first.
struct ImageTurn: Comparable {
  let priority: ImagePriority
  /// Counts up with each question.
  let number: Int

  /// A smaller turn comes later.
  static func < (a: ImageTurn, b: ImageTurn) -> Bool {
    (a.priority, b.number) < (b.priority, a.number)
  }
}
