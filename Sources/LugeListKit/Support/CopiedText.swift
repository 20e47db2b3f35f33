package import LugeCore
package import LugeEngine

/// Used for copied messages and posts.
extension TextSelection {
  /// Returns the positions of the selected items in a list of `count` items; empty if the list has
  /// become shorter.
  package func positions(of count: Int) -> Range<Int> {
    let all = 0..<max(0, count)
    return (lower.position..<max(lower.position, upper.position.addingClamped(1))).clamped(to: all)
  }

  /// Returns the selected part of an item's text.
  ///
  /// - Parameter place: position of the item in the list.
  package func part(of text: String, at place: Int) -> String {
    let utf8 = text.utf8
    guard let range = range(in: 0..<utf8.count, at: place) else { return "" }
    let from = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let to = utf8.index(from, offsetBy: range.count)
    return String(decoding: utf8[from..<to], as: UTF8.self)
  }
}

extension CivilDate {
  /// Returns a local time as "2024-05-21 10:01".
  package static func stamp(localSeconds seconds: Int64) -> String {
    let time = CivilTime(localSeconds: seconds)
    return "\(time.date.iso) \(time.clock)"
  }
}
