public import ArgumentParser
public import Foundation
public import LugeArchive
import LugeCore
public import LugeWords

/// Properties of the terminal, or of the file or pipe, that a command writes to.
package enum Terminal {
  package static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  package static let errorsAreTerminal = isatty(STDERR_FILENO) == 1

  /// Colours: on a terminal that knows them, unless NO_COLOR is set (no-color.org).
  package static var usesColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return outputIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// A line on standard output.
  ///
  /// - Throws: Exit code 1, with a message, when it cannot be written: a report that is cut off by
  ///   a full disk is no success.
  package static func print(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

  /// As ``print(_:)``, for bytes.
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

  /// If standard error cannot be written either, the error is lost.
  package static func writeError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  /// `FileHandle` ends the program when a disk is full. Returns 0 or the error's number.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A terminal or pipe that somebody made non-blocking: until it takes more.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// `1 message`, `2000 messages`: numbers without separators, as programs like to read them.
  package static func count(_ count: Int, _ words: PluralWords) -> String {
    words(count, ["count": String(count)])
  }

  /// Control characters of foreign text must not reach a terminal, where they could do anything,
  /// nor what turns the words around it.
  package static func safe(_ text: String) -> String { ForeignText.forTerminal(text) }

  /// ``safe(_:)`` for names of people and conversations, which may be of any length.
  package static func name(_ text: String) -> String { safe(Clipping.name(text)) }

  /// The program's own name, with which its messages begin.
  private static let program =
    CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "luge"

  /// Returns an error's text for a terminal, with the manual's page about it.
  package static func words(of error: ArchiveError) -> String {
    guard case .unknownFormat = error else { return error.words }
    return error.words + " " + localized("Its manual names all of them: man luge")
  }

  /// Ends the command with an error message as Unix programs write it: `luge: PATH: reason`.
  package static func failure(_ error: ArchiveError) -> ExitCode {
    printError("\(program): \(safe(words(of: error)))")
    return .failure
  }

  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` for an output that would be written over
  ///   the archive that it comes from, or over what belongs to another one.
  package static func checkIsNotOf(_ archive: String, _ output: String) throws(ArchiveError) {
    guard !ArchiveFile(archive).owns(output) else {
      throw .notWritable(
        path: output, reason: localized("it is the archive itself, or belongs to it"))
    }
    try ArchiveFile.checkBelongsToNone(output)
  }

  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` for a picture that would be written over
  ///   its archive, or over a file that is no picture of this kind.
  package static func checkMayBePNG(_ output: String, of archive: String) throws(ArchiveError) {
    try checkIsNotOf(archive, output)
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Of a file that cannot be read, writing says whether it can be replaced.
    guard access(output, R_OK) != 0 || !isOtherFile(output, than: signature) else {
      throw .notWritable(
        path: output, reason: localized("there is another file of this name, and no PNG"))
    }
  }

  /// Whether there is a file of another kind: one that is not empty and begins otherwise.
  package static func isOtherFile(_ path: String, than beginning: [UInt8]) -> Bool {
    self.beginning(of: path, count: beginning.count).map { $0 != beginning } ?? false
  }

  /// The first bytes of a regular file, or none of one that cannot be read; nil where there is no
  /// such file, or an empty one. Nothing else is opened: opening a pipe waits for its writer.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0 else {
      return nil
    }
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }
    return (try? file?.read(upToCount: count)).map { [UInt8]($0) } ?? []
  }

  /// Runs a command's work; an ``ArchiveError`` becomes its message and exit code 1.
  package static func run(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveError {
      throw failure(error)
    }
  }
}

/// One JSON object on standard output.
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

  /// JSON allows DEL, the controls of C1 and the characters that turn text as they are, and so does
  /// Foundation; a terminal takes some of them for commands. They stand in strings alone, where an
  /// escape says the same.
  static func escaped(_ json: Data) -> Data {
    guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return json }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        result.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            .unicodeScalars)
      default: result.append(scalar)
      }
    }
    return Data(String(result).utf8)
  }
}

/// Times for people and for programs.
package enum TimeText {
  /// ISO 8601; without a zone when the source knew none, without seconds when it knew none.
  package static func iso(_ time: Timestamp) -> String {
    let civil = CivilTime(localSeconds: time.seconds)
    let zone = time.certainty == .exact ? "Z" : ""
    let hasSeconds = time.certainty != .minuteZoneUnknown
    return hasSeconds ? "\(civil.iso)\(zone)" : "\(civil.date.iso)T\(civil.clock)\(zone)"
  }

  /// Date and minute; an absolute time is shown in the user's own zone.
  package static func short(_ time: Timestamp) -> String {
    let isExact = time.certainty == .exact
    let local = isExact ? time.seconds.addingClamped(Int64(offset(at: time.seconds))) : time.seconds
    let civil = CivilTime(localSeconds: local)
    return "\(civil.date.iso) \(civil.clock)"
  }

  // MARK: Parts

  // Without formatters, of which each costs a tenth of a millisecond to make: an archive may have
  // 20,000 conversations.

  private static func offset(at seconds: Int64) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
