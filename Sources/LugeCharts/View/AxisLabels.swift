/// Selection of the labels along an axis, and their positions: centred below their marks, moved to
/// stay within the axis, and never overlapping.
///
/// Labels of times show no day, and labels of days no year, unless the axis contains midnight or
/// New Year. If it does not, one label shows it for all: the first that has space.
struct AxisLabels: Hashable {
  struct Candidate: Hashable {
    /// Position (x) of the mark.
    var x: Double
    var width: Double
    /// Width of the label with the larger unit; nil if there is none.
    var fullWidth: Double?
  }

  struct Place: Hashable {
    /// Index of the candidate.
    var index: Int
    var left: Double
    var isFull: Bool
  }

  let places: [Place]

  /// Chooses labels.
  ///
  /// - Parameters:
  ///   - candidates: from left to right.
  ///   - gap: minimum distance between two labels.
  /// - Complexity: O(candidates).
  init(_ candidates: [Candidate], from start: Double, to end: Double, gap: Double) {
    func left(_ x: Double, _ width: Double) -> Double {
      min(max(x - width / 2, start), end - width).rounded()
    }
    var kept: [Place] = []
    var edge = -Double.infinity
    for (index, candidate) in candidates.enumerated() where candidate.width <= end - start {
      let left = left(candidate.x, candidate.width)
      guard left >= edge else { continue }
      kept.append(Place(index: index, left: left, isFull: false))
      edge = left + candidate.width + gap
    }
    for (number, place) in kept.enumerated() {
      let candidate = candidates[place.index]
      guard let width = candidate.fullWidth, width <= end - start else { continue }
      let left = left(candidate.x, width)
      let lowest =
        number > 0
        ? kept[number - 1].left + candidates[kept[number - 1].index].width + gap : start
      let highest = number + 1 < kept.count ? kept[number + 1].left - gap : end
      guard left >= lowest, left + width <= highest else { continue }
      kept[number] = Place(index: place.index, left: left, isFull: true)
      break
    }
    places = kept
  }
}
