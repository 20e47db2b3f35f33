#if canImport(Glibc)
  import Glibc
#endif

/// Names of locales in the environment. ICU, which Foundation's dates use, ends the program when a
/// name is longer than its buffer.
package enum LocaleNames {
  /// Maximum length of a name that is taken, bytes; the longest of the C library has 35.
  private static let longest = 64

  private static let variables = [
    "LC_ALL", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES",
    "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
    "LANG",
  ]

  /// Whether a name can be one of a locale: "de_DE.UTF-8@euro", "he_IL@calendar=hebrew".
  package static func isPlausible(_ name: String) -> Bool {
    name.utf8.count <= longest
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-", ".", "@", "=", ";": true
        default: false
        }
      }
  }

  /// Sets all variables of the environment that name no plausible locale to "C". A program calls it
  /// before it starts a thread or formats a date.
  package static func checkEnvironment() {
    for variable in variables {
      guard let value = getenv(variable), !isPlausible(String(cString: value)) else { continue }
      setenv(variable, "C", 1)
    }
  }
}
