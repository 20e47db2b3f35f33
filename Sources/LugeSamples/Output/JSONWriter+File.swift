import LugeArchive

extension JSONWriter {
  /// Hands what was written on to a file, with a line break after it: a message for a line.
  func flush(to file: OutputFile) throws(GenerateError) {
    let isWritten = try drain { bytes throws(GenerateError) in
      try file.append(bytes)
      try file.append(CollectionOfOne(UInt8(ascii: "\n")))
    }
    guard isWritten else { throw .notEncodable(path: file.path) }
  }
}
