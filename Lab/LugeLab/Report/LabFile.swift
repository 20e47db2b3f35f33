import Foundation

/// Files that a lab is given: what is wrong with one is said in a sentence that names it.
enum LabFile {
  static func decode<Value: Decodable>(
    _ type: Value.Type, path: String, with decoder: JSONDecoder = JSONDecoder()
  ) throws(LabError) -> Value {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unusable(path: path, reason: LabError.words(for: error))
    }
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw .unusable(path: path, reason: LabError.words(for: error))
    }
  }

  static func makeFolder(_ path: String) throws(LabError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unusable(
        path: path, reason: "no folder can be made here: \(LabError.words(for: error))")
    }
  }
}

extension LabError {
  /// Returns an error's message without its domain, code and dictionary.
  public static func words(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is not what it should be"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is not JSON" : context.debugDescription
    case let error as CocoaError:
      switch error.code {
      case .fileReadNoSuchFile, .fileNoSuchFile: "no such file or folder"
      case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
      case .fileWriteFileExists: "there is a file of this name"
      case .fileWriteOutOfSpace: "the disk is full"
      case .fileWriteVolumeReadOnly: "the disk cannot be written"
      default: error.localizedDescription
      }
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }

  /// Returns the text of ``words(for:)`` with the file that the error names, if it names one.
  public static func sentence(for error: any Error) -> String {
    guard let cocoa = error as? CocoaError else {
      return error is DecodingError ? words(for: error) : "\(error)"
    }
    return (cocoa.filePath ?? cocoa.url?.path).map { "\($0): \(words(for: error))" }
      ?? words(for: error)
  }
}
