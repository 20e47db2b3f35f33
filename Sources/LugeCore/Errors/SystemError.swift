import Foundation

/// Reasons why Foundation could not read or write a file. The description of a Foundation error
/// names a domain and a number, and reports a missing file where the folder is missing.
package enum SystemError {
  /// Returns the system's error number (`errno`); nil for an error that does not come from the
  /// system.
  package static func code(of error: any Error) -> Int32? {
    if let error = error as? POSIXError { return error.code.rawValue }
    if let cause = (error as? CocoaError)?.underlying { return code(of: cause) }
    let error = error as NSError
    return error.domain == NSPOSIXErrorDomain ? Int32(clamping: error.code) : nil
  }

  /// Returns the system's description of an error: "No space left on device".
  package static func reason(of error: any Error) -> String {
    code(of: error).map { String(cString: strerror($0)) } ?? error.localizedDescription
  }

  /// Returns the description with the file's name, if the error has one; for errors without a text
  /// of the program's own.
  package static func words(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return [error.filePath, reason(of: error)].compactMap(\.self).joined(separator: ": ")
  }
}
