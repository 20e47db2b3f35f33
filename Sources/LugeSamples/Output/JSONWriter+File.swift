import LugeArchive

extension JSONWriter {
  /// Passes what was written on to a file, followed by a line break, so that each message is a
  /// line.
  func flush(to file: OutputFile) throws(GenerateError) {
    let isWritten = try drain { bytes throws(GenerateError) in
      try file.append(bytes)
      try file.append(CollectionOfOne(UInt8(ascii: "\n")))
    }
    guard isWritten else { throw .notEncodable(path: file.path) }
  }
}
