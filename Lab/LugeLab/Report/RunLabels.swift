/// Keys whose values tell runs of a lab apart, such as `peer` and `messages`; they are no results.
enum RunLabels {
  /// In the order in which tables show them, left of all results. Comparisons of reports name a run
  /// by its labels.
  static let all = [
    "configuration", "mode", "latency_ms", "name", "peer", "workload", "place", "size", "script",
    "motion", "library", "priority", "load", "messages", "rows", "posts", "sets_per_frame",
  ]
}
