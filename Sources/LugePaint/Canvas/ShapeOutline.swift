import LugeCore

/// A path in units of 1/256 pixel (Cairo's own), with functions to shorten its plain middle.
struct ShapeOutline: Hashable {
  enum Verb: UInt8, Hashable { case move, line, curve, close }

  var verbs: [Verb] = []
  /// Coordinates, x and y alternately: one point for a move or a line, three for a curve.
  var coordinates: [Int] = []

  static let unit = 256

  /// Makes an outline; nil for numbers that cannot be drawn.
  init?(_ path: Path) {
    verbs.reserveCapacity(path.elements.count)
    coordinates.reserveCapacity(path.elements.count * 4)
    for element in path.elements {
      switch element {
      case .move(let p):
        verbs.append(.move)
        guard add(p) else { return nil }
      case .line(let p):
        verbs.append(.line)
        guard add(p) else { return nil }
      case .curve(let a, let b, let p):
        verbs.append(.curve)
        guard add(a), add(b), add(p) else { return nil }
      case .close: verbs.append(.close)
      }
    }
    // Other paths begin at Cairo's current point, which is unknown here.
    guard verbs.first == .move else { return nil }
  }

  private mutating func add(_ point: Point) -> Bool {
    let limit = 16_777_216.0
    guard point.x.magnitude < limit, point.y.magnitude < limit else { return false }
    coordinates.append(Int((point.x * Double(Self.unit)).rounded()))
    coordinates.append(Int((point.y * Double(Self.unit)).rounded()))
    return true
  }

  /// Makes a rounded rectangle; the corners are cubic curves (the usual 4/3 · (√2 − 1)).
  init?(_ rect: Rect, radii: CornerRadii) {
    let radii = radii.fitted(to: rect)
    let pull = 1 - 0.552_284_75
    var elements: [Path.Element] = []
    elements.reserveCapacity(10)
    func corner(_ x: Double, _ y: Double, _ radius: Double, from a: Point, to b: Point) {
      let start = Point(x: x + a.x * radius, y: y + a.y * radius)
      elements.append(elements.isEmpty ? .move(start) : .line(start))
      guard radius > 0 else { return }
      elements.append(
        .curve(
          Point(x: x + a.x * radius * pull, y: y + a.y * radius * pull),
          Point(x: x + b.x * radius * pull, y: y + b.y * radius * pull),
          to: Point(x: x + b.x * radius, y: y + b.y * radius)))
    }
    let (up, down) = (Point(x: 0, y: -1), Point(x: 0, y: 1))
    let (left, right) = (Point(x: -1, y: 0), Point(x: 1, y: 0))
    corner(rect.maxX, rect.y, radii.topRight, from: left, to: down)
    corner(rect.maxX, rect.maxY, radii.bottomRight, from: up, to: left)
    corner(rect.x, rect.maxY, radii.bottomLeft, from: right, to: up)
    corner(rect.x, rect.y, radii.topLeft, from: down, to: right)
    elements.append(.close)
    self.init(Path(elements))
  }

  enum Axis: Int { case x = 0, y = 1 }

  func bounds(_ axis: Axis) -> ClosedRange<Int> {
    var (low, high) = (Int.max, Int.min)
    for index in stride(from: axis.rawValue, to: coordinates.count, by: 2) {
      low = min(low, coordinates[index])
      high = max(high, coordinates[index])
    }
    return low...max(low, high)
  }

  /// Returns the longest range along an axis in which the outline consists only of lines along that
  /// axis, so that its drawing is the same everywhere in the range. Nil if there is no such range.
  ///
  /// - Complexity: O(n log n) of the points.
  func plainStretch(_ axis: Axis, _ segments: [Segment]) -> Range<Int>? {
    let redundant = redundantPoints(segments, axis)
    var stops: [Int] = []
    stops.reserveCapacity(coordinates.count / 2)
    for point in 0..<coordinates.count / 2 where !redundant[point] {
      stops.append(coordinates[2 * point + axis.rawValue])
    }
    stops.sort()
    var widest = 0..<0
    for index in stops.indices.dropFirst() where stops[index] - stops[index - 1] > widest.count {
      widest = stops[index - 1]..<stops[index]
    }
    guard !widest.isEmpty else { return nil }
    for segment in segments {
      let (start, end) = (along(segment.start, axis), along(segment.end, axis))
      var (low, high) = (min(start, end), max(start, end))
      if let control = segment.control {
        low = min(low, along(control, axis), along(control + 1, axis))
        high = max(high, along(control, axis), along(control + 1, axis))
      }
      guard low < widest.upperBound, high > widest.lowerBound else { continue }
      guard segment.runs(along: axis, in: self) else { return nil }
    }
    return widest
  }

  /// Removes `pixels` whole pixels from a plain range.
  mutating func shorten(_ stretch: Range<Int>, by pixels: Int, _ axis: Axis) {
    for index in Swift.stride(from: axis.rawValue, to: coordinates.count, by: 2) {
      if coordinates[index] >= stretch.upperBound {
        coordinates[index] -= pixels * Self.unit
      } else if coordinates[index] > stretch.lowerBound {
        coordinates[index] = stretch.lowerBound
      }
    }
  }

  mutating func move(_ distance: Int, _ axis: Axis) {
    for index in stride(from: axis.rawValue, to: coordinates.count, by: 2) {
      coordinates[index] += distance
    }
  }

  // MARK: Segments

  /// A line or a curve, with points given by their index.
  struct Segment {
    var start: Int
    var end: Int
    /// Index of the first of a curve's two control points; nil for a line.
    var control: Int?
    /// Number of the closed part of the outline that it belongs to.
    var part: Int

    fileprivate func runs(along axis: Axis, in outline: ShapeOutline) -> Bool {
      control == nil && outline.across(start, axis) == outline.across(end, axis)
    }
  }

  private func along(_ point: Int, _ axis: Axis) -> Int { coordinates[2 * point + axis.rawValue] }
  private func across(_ point: Int, _ axis: Axis) -> Int {
    coordinates[2 * point + 1 - axis.rawValue]
  }

  /// All segments, including those that close parts for filling. They are the same when the outline
  /// is moved or shortened.
  var segments: [Segment] {
    var segments: [Segment] = []
    segments.reserveCapacity(verbs.count + 1)
    var (start, current, next, part) = (0, 0, 0, 0)
    func line(to end: Int) {
      let isSame =
        coordinates[2 * current] == coordinates[2 * end]
        && coordinates[2 * current + 1] == coordinates[2 * end + 1]
      if !isSame { segments.append(Segment(start: current, end: end, part: part)) }
      current = end
    }
    for verb in verbs {
      switch verb {
      case .move:
        if next > 0 { line(to: start) }
        (start, current) = (next, next)
        next += 1
        part += 1
      case .line:
        line(to: next)
        next += 1
      case .curve:
        segments.append(Segment(start: current, end: next + 2, control: next, part: part))
        current = next + 2
        next += 3
      case .close: line(to: start)
      }
    }
    line(to: start)
    return segments
  }

  /// Returns whether each point is in the middle of a line along the axis.
  private func redundantPoints(_ segments: [Segment], _ axis: Axis) -> [Bool] {
    var points = [Bool](repeating: false, count: coordinates.count / 2)
    var first = 0
    while first < segments.count {
      var end = first
      while end < segments.count, segments[end].part == segments[first].part { end += 1 }
      for index in first..<end {
        let (a, b) = (segments[index], segments[index + 1 < end ? index + 1 : first])
        guard a.runs(along: axis, in: self), b.runs(along: axis, in: self) else { continue }
        // The end and the beginning of a part may be the same point with two indices.
        points[a.end] = true
        points[b.start] = true
      }
      first = end
    }
    return points
  }
}
