import Foundation

/// Why the system did not let Foundation read or write a file. Foundation's own words name a domain
/// and a number, and speak of a file that does not exist where its folder is none.
package enum SystemError {
  /// The system's number (`errno`); nil for an error that does not come from the system.
  package static func code(of error: any Error) -> Int32? {
    if let error = error as? POSIXError { return error.code.rawValue }
    if let cause = (error as? CocoaError)?.underlying { return code(of: cause) }
    let error = error as NSError
    return error.domain == NSPOSIXErrorDomain ? Int32(clamping: error.code) : nil
  }

  /// In the system's words: "No space left on device".
  package static func reason(of error: any Error) -> String {
    code(of: error).map { String(cString: strerror($0)) } ?? error.localizedDescription
  }

  /// With the file's name, where the error names one: for errors that nobody has put into words.
  package static func words(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return [error.filePath, reason(of: error)].compactMap(\.self).joined(separator: ": ")
  }
}
