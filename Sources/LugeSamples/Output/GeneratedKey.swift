/// Names by which generated archives are recognised.
enum GeneratedKey {
  /// Name of the import that writes a generated archive.
  static let importName = "generated"
  private static let ofConversation = "generated:"
  private static let ofTimeline = "generated-timeline:"

  static func conversation(_ id: some CustomStringConvertible) -> String {
    "\(ofConversation)\(id)"
  }

  static func timeline(seed: UInt64) -> String { "\(ofTimeline)\(seed)" }

  static func isGenerated(_ key: String) -> Bool {
    key.hasPrefix(ofConversation) || key.hasPrefix(ofTimeline)
  }
}
