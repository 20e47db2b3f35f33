import LugeArchive

/// Reads tables in the format of RFC 4180: fields between commas, in quotation marks if they
/// contain commas, quotation marks or line ends.
final class CSVReader {
  struct Row {
    var fields: [String]
    /// Number of its first line, from 1.
    var line: Int
    /// Whether it is not UTF-8.
    var hasInvalidText = false
  }

  private let lines: LineReader
  private let separator: UInt8
  private let name: String
  /// Line where an incomplete row begins, if the input ends within a quoted field; that row is not
  /// returned.
  private var cutLine: Int?
  private static let mostFields = 4096
  private static let largest = LineReader.defaultLimit

  init(_ source: any ByteSource, separator: UInt8 = UInt8(ascii: ",")) {
    lines = LineReader(source)
    name = source.name
    self.separator = separator
  }

  var bytesRead: Int64 { lines.bytesRead }

  /// Returns the next row that is complete and not empty; nil at the end. If a quotation mark is
  /// not closed, the row ends after 16 MB.
  func next() throws(ArchiveError) -> Row? {
    var row: Row?
    var field: [UInt8] = []
    var isQuoted = false
    var size = 0
    func close() {
      row?.fields.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    while let line = try lines.next() {
      if row == nil {
        if line.bytes.isEmpty { continue }
        row = Row(fields: [], line: line.number)
      } else {
        field.append(0x0A)
      }
      size += line.bytes.count
      if line.hasInvalidText { row?.hasInvalidText = true }
      var scanner = ByteScanner(line.bytes)
      if line.number == 1 { scanner.skipMarks() }
      while !scanner.isAtEnd {
        let byte = scanner.peek()
        scanner.position += 1
        if isQuoted {
          if byte != UInt8(ascii: "\"") {
            field.append(byte)
          } else if scanner.peek() == UInt8(ascii: "\""), !scanner.isAtEnd {
            field.append(byte)
            scanner.position += 1
          } else {
            isQuoted = false
          }
        } else if byte == UInt8(ascii: "\""), field.isEmpty {
          isQuoted = true
        } else if byte == separator, (row?.fields.count ?? 0) < Self.mostFields {
          close()
        } else {
          field.append(byte)
        }
      }
      if !isQuoted || size > Self.largest {
        close()
        return row
      }
    }
    if let row, isQuoted {
      cutLine = row.line
      return nil
    }
    if row != nil { close() }
    return row
  }

  /// Reports the end of an input that ends within a quoted field. Call it after the last row, when
  /// everything that is complete was passed on.
  ///
  /// - Throws: ``ArchiveError/truncated(path:place:)``.
  func checkEnd() throws(ArchiveError) {
    if let cutLine { throw .truncated(path: name, place: "line \(cutLine)") }
  }
}
