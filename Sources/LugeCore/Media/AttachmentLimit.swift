/// Limit on files that are sent.
package enum AttachmentLimit {
  /// Maximum bytes of a file: composers refuse larger ones unless the program has set another
  /// limit, and rooms never send them.
  package static let bytes: Int64 = 100_000_000
}
