import GRDB
import LugeCore

/// Reads columns without trapping: a file from elsewhere may have any type anywhere.
extension Row {
  package func integer(_ index: Int) -> Int64? {
    let value: DatabaseValue = self[index]
    switch value.storage {
    case .int64(let integer): return integer
    case .double(let double): return Int64(exactly: double.rounded())
    default: return nil
    }
  }

  /// Returns a count or a position, limited to 0...``HeightIndex/longest``.
  package func count(_ index: Int) -> Int {
    Int(clamping: integer(index) ?? 0).clamped(to: 0...HeightIndex.longest)
  }

  package func string(_ index: Int) -> String? {
    let value: DatabaseValue = self[index]
    switch value.storage {
    case .string(let string): return string
    case .int64(let integer): return String(integer)
    default: return nil
    }
  }

  /// Returns whether a column is a number other than 0.
  package func flag(_ index: Int) -> Bool { integer(index).map { $0 != 0 } ?? false }

  /// Returns a message's key, in whichever form the archive stores it.
  func key(_ index: Int) -> String? {
    let value: DatabaseValue = self[index]
    guard case .blob(let bytes) = value.storage else { return string(index) }
    return SourceKey.spelling(ofDigest: bytes)
  }

  func double(_ index: Int) -> Double? {
    let value: DatabaseValue = self[index]
    switch value.storage {
    case .double(let double): return double
    case .int64(let integer): return Double(integer)
    default: return nil
    }
  }

  /// Returns a timestamp from two columns; nil if the first is NULL.
  func timestamp(_ seconds: Int, _ certainty: Int) -> Timestamp? {
    integer(seconds).map { value in
      Timestamp(
        seconds: value.clamped(to: Timestamp.range),
        certainty: integer(certainty).flatMap {
          Timestamp.Certainty(rawValue: Int(clamping: $0))
        } ?? .exact)
    }
  }
}
