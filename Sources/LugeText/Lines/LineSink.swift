import LugeCore

/// Receiver of the lines of a text as they are found: it keeps them all, or only adds up their
/// sizes.
protocol LineSink {
  associatedtype Mark
  /// Current end of the lines; ``reset(to:)`` drops the lines after it.
  var mark: Mark { get }
  mutating func reset(to mark: Mark)
  /// Adds a line.
  ///
  /// - Parameter range: UTF-8 offsets in the text.
  mutating func add(_ range: Range<Int>, ascent: Int, descent: Int, width: Int)
}

extension LineStack: LineSink {
  var mark: Int { lines.count }

  mutating func reset(to mark: Int) {
    if lines.count > mark { truncate(to: mark) }
  }

  @inline(__always)
  mutating func add(_ range: Range<Int>, ascent: Int, descent: Int, width: Int) {
    append(range: range, ascent: ascent, descent: descent, width: width)
  }
}

extension TextExtent: LineSink {
  var mark: TextExtent { self }

  mutating func reset(to mark: TextExtent) { self = mark }

  @inline(__always)
  mutating func add(_ range: Range<Int>, ascent: Int, descent: Int, width: Int) {
    size.width = max(size.width, width)
    size.height &+= ascent &+ descent
    lineCount &+= 1
  }
}
