/// The quoted message that programs before Matrix 1.13 put before a reply.
package enum MatrixReplyFallback {
  /// Returns a reply's text without the lines `> <@ann:example.org> words`, `> further words` and
  /// the empty line behind them. Other lines that begin with `>` are the writer's own.
  ///
  /// - Complexity: O(bytes).
  package static func removed(from body: String) -> String {
    guard body.hasPrefix("> <@") || body.hasPrefix("> * <@") else { return body }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.hasPrefix(">") == true { lines = lines.dropFirst() }
    while lines.first?.isEmpty == true { lines = lines.dropFirst() }
    return lines.isEmpty ? body : lines.joined(separator: "\n")
  }
}
