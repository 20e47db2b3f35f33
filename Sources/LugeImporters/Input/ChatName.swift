extension Collection<String> {
  /// Name of a conversation that has none but its people's. A group may have more people than
  /// anybody reads, and its name is told with each of its files.
  var chatName: String {
    let shown = prefix(20).joined(separator: ", ")
    return count > 20 ? shown + "…" : shown
  }
}
