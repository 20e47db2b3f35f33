/// Equations between the edges of views, solved together: what a layout engine of constraints does
/// each time a view is laid out.
///
/// Stands for Auto Layout, and is far cheaper: a system has 12 to 16 equations without priorities
/// or inequalities, so elimination is enough where Cassowary needs a simplex tableau. A list of
/// constraints that has one solution gives the same one here.
struct LinearSystem {
  struct Term {
    var variable: Int
    var factor: Double
  }

  private let count: Int
  /// A row for each equation, its constant last.
  private var rows: [[Double]] = []

  /// - Parameter variables: number of variables.
  init(variables count: Int) { self.count = count }

  /// The sum of the terms equals the constant.
  mutating func add(_ terms: [Term], equals constant: Double) {
    var row = [Double](repeating: 0, count: count + 1)
    for term in terms { row[term.variable] += term.factor }
    row[count] = constant
    rows.append(row)
  }

  /// The values of all variables; nil when the equations do not determine them.
  ///
  /// Gauss-Jordan elimination with partial pivoting.
  ///
  /// - Complexity: O(equations · variables²).
  func solved() -> [Double]? {
    var rows = rows
    guard rows.count >= count else { return nil }
    for column in 0..<count {
      guard
        let pivot = (column..<rows.count).max(by: {
          abs(rows[$0][column]) < abs(rows[$1][column])
        }), abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      let scale = rows[column][column]
      for index in column...count { rows[column][index] /= scale }
      for row in rows.indices where row != column && rows[row][column] != 0 {
        let factor = rows[row][column]
        for index in column...count { rows[row][index] -= factor * rows[column][index] }
      }
    }
    return (0..<count).map { rows[$0][count] }
  }
}
