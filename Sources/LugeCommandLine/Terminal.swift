public import ArgumentParser
public import Foundation
public import LugeArchive
import LugeCore
public import LugeWords

/// Properties of the terminal, file or pipe that a command writes to.
package enum Terminal {
  package static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  package static let errorsAreTerminal = isatty(STDERR_FILENO) == 1

  /// Whether to use colours: on a terminal that supports them, unless NO_COLOR is set
  /// (no-color.org).
  package static var usesColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return outputIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: exit code 1, with a message, if it cannot be written: a report that is truncated by
  ///   a full disk is not a success.
  package static func print(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

  /// Writes bytes to standard output, as ``print(_:)`` does.
  package static func write(_ bytes: [UInt8]) throws {
    let code = write(bytes, to: STDOUT_FILENO)
    guard code == 0 else {
      printError(
        "luge: "
          + localized("standard output: {reason}", ["reason": String(cString: strerror(code))]))
      throw ExitCode.failure
    }
  }

  /// Lines on standard error, made ``safe(_:)``: names and arguments in them come from anywhere.
  package static func printError(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    writeError(lines.map { safe(String($0)) + "\n" }.joined())
  }

  /// Writes a text to standard error. If that fails, the text is lost.
  package static func writeError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes bytes, because `FileHandle` ends the program if a disk is full. Returns 0 or the error
  /// number.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A terminal or pipe may be non-blocking: wait until it accepts more.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Returns `1 message` or `2000 messages`: numbers without separators, which are easier to parse.
  package static func count(_ count: Int, _ words: PluralWords) -> String {
    words(count, ["count": String(count)])
  }

  /// Returns foreign text without control characters, which could do anything to a terminal, and
  /// without direction overrides.
  package static func safe(_ text: String) -> String { ForeignText.forTerminal(text) }

  /// Returns a name of a person or conversation, shortened, and cleaned like ``safe(_:)``.
  package static func name(_ text: String) -> String { safe(Clipping.name(text)) }

  /// The program's own name, with which its messages begin.
  private static let program =
    CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "luge"

  /// Returns an error's text for a terminal, with the manual's page about it.
  package static func words(of error: ArchiveError) -> String {
    guard case .unknownFormat = error else { return error.words }
    return error.words + " " + localized("Its manual names all of them: man luge")
  }

  /// Prints an error message in Unix style, `luge: PATH: reason`, and returns the exit code.
  package static func failure(_ error: ArchiveError) -> ExitCode {
    printError("\(program): \(safe(words(of: error)))")
    return .failure
  }

  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` if the output would overwrite the archive
  ///   that it is made from, or files of another one.
  package static func checkIsNotOf(_ archive: String, _ output: String) throws(ArchiveError) {
    guard !ArchiveFile(archive).owns(output) else {
      throw .notWritable(
        path: output, reason: localized("it is the archive itself, or belongs to it"))
    }
    try ArchiveFile.checkBelongsToNone(output)
  }

  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` if the picture would overwrite an
  ///   archive, what belongs to one, or a file that may not be replaced.
  package static func checkMayBePicture(
    _ output: String, of archive: String, replaces: Bool
  ) throws(ArchiveError) {
    try checkIsNotOf(archive, output)
    var info = stat()
    guard stat(output, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return }
    guard replaces else {
      throw .notWritable(
        path: output, reason: localized("a file of this name exists; --force overwrites it"))
    }
    guard !Archive.isDatabase(output) else {
      throw .notWritable(
        path: output, reason: localized("it is an archive; give the picture another name"))
    }
  }

  /// Returns the first bytes of a regular file, or an empty array if it cannot be read; nil if
  /// there is no such file, or it is empty. Nothing else is opened, because opening a pipe waits
  /// for its writer.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0 else {
      return nil
    }
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }
    return (try? file?.read(upToCount: count)).map { [UInt8]($0) } ?? []
  }

  /// Runs a command's work; prints the message of an ``ArchiveError``, and ends with exit code 1.
  package static func run(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveError {
      throw failure(error)
    }
  }
}

/// Prints one JSON object on standard output.
package enum JSONOutput {
  package static func print(_ value: some Encodable) throws {
    try Terminal.write([UInt8](try data(value)) + [UInt8(ascii: "\n")])
  }

  package static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return escaped(try encoder.encode(value))
  }

  /// Returns JSON with DEL, C1 control characters and direction overrides escaped. JSON and
  /// Foundation allow them as they are, but a terminal may execute them. They occur only in
  /// strings, where an escape is equivalent.
  static func escaped(_ json: Data) -> Data {
    guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return json }
    let result = ForeignText.escapingJSON(String(decoding: json, as: UTF8.self)) { scalar in
      switch scalar {
      case 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    return Data(result.utf8)
  }
}

/// Times for users and programs.
package enum TimeText {
  /// Returns ISO 8601, without a zone or seconds if the source had none.
  package static func iso(_ time: Timestamp) -> String {
    let civil = CivilTime(localSeconds: time.seconds)
    let zone = time.certainty == .exact ? "Z" : ""
    let hasSeconds = time.certainty != .minuteZoneUnknown
    return hasSeconds ? "\(civil.iso)\(zone)" : "\(civil.date.iso)T\(civil.clock)\(zone)"
  }

  /// Returns date and minute; an absolute time is shown in the user's own zone.
  package static func short(_ time: Timestamp) -> String {
    let isExact = time.certainty == .exact
    let local = isExact ? time.seconds.addingClamped(Int64(offset(at: time.seconds))) : time.seconds
    let civil = CivilTime(localSeconds: local)
    return "\(civil.date.iso) \(civil.clock)"
  }

  // MARK: Parts

  // Without a formatter, because creating one is slow and an archive may have thousands of
  // conversations.

  private static func offset(at seconds: Int64) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
