import ArgumentParser
import Foundation
import LugeCommandLine
import LugeWords

extension Luge {
  /// Ends as `exit(withError:)` does, with the parser's texts in the user's language. Help that
  /// could not be written is not a success.
  static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard !message.isEmpty else { exit(withError: error) }
    let said = Words.language == "en" ? message : TranslatedHelp.of(message)
    if code.isSuccess {
      guard (try? Terminal.print(said)) != nil else { leave(1) }
    } else {
      Terminal.printError(said)
    }
    leave(code.rawValue)
  }

  private static func leave(_ code: Int32) -> Never {
    fflush(nil)
    return Foundation.exit(code)
  }
}

/// Translates ArgumentParser's own texts in its help and errors, for which it has no catalogue.
/// Unrecognised lines stay English.
enum TranslatedHelp {
  static func of(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }

  private static func line(_ line: String) -> String {
    for (heading, words) in headings where line.hasPrefix(heading) {
      return words + sentence(String(line.dropFirst(heading.count)))
    }
    return sentence(line)
  }

  private static var headings: [(String, String)] {
    [
      ("OVERVIEW:", localized("OVERVIEW:")), ("USAGE:", localized("USAGE:")),
      ("ARGUMENTS:", localized("ARGUMENTS:")), ("OPTIONS:", localized("OPTIONS:")),
      ("SUBCOMMANDS:", localized("SUBCOMMANDS:")), ("Usage:", localized("Usage:")),
      ("Error:", localized("Error:")), ("Help:", localized("Help:")),
    ]
  }

  /// Replaces a sentence of the parser in a line; names in it stay.
  private static func sentence(_ line: String) -> String {
    var line = line
    for (parser, words) in marks { line = line.replacing(parser, with: words) }
    for (pattern, words) in sentences {
      guard let match = line.firstMatch(of: pattern) else { continue }
      let values = Dictionary(
        uniqueKeysWithValues: (1..<match.output.count).map { index in
          ("\(index)", match.output[index].substring.map(String.init) ?? "")
        })
      return line.replacingCharacters(in: match.range, with: words.filled(values))
    }
    return line
  }

  /// Beginnings of lists in the explanation of an option; a list may continue on the next line.
  private static var marks: [(String, String)] {
    [
      ("(values:", localized("(values:")), ("(default:", localized("(default:")),
      ("; default:", localized("; default:")), ("  default: ", "  \(localized("default:")) "),
    ]
  }

  private static var sentences: [(Regex<AnyRegexOutput>, String)] {
    [
      (#"Show the version\."#, localized("Show the version.")),
      (#"Show help information\."#, localized("Show help information.")),
      (
        #"See '([^']*)' for detailed help\."#, localized("See '{1}' for detailed help.")
      ),
      (
        #"See '([^']*)' for more information\."#, localized("See '{1}' for more information.")
      ),
      (#"Unknown option '([^']*)'"#, localized("Unknown option '{1}'")),
      (#"Unexpected argument '([^']*)'"#, localized("Unexpected argument '{1}'")),
      (#"Missing expected argument '([^']*)'"#, localized("Missing expected argument '{1}'")),
      (#"Missing value for '([^']*)'"#, localized("Missing value for '{1}'")),
      (
        #"The value '([^']*)' is invalid for '([^']*)'"#,
        localized("The value '{1}' is invalid for '{2}'")
      ),
    ]
    .compactMap { pattern, words in (try? Regex(pattern)).map { ($0, words) } }
  }
}
