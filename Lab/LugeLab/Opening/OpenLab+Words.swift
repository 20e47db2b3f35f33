extension OpenLab {
  /// A result in sentences, for a terminal.
  public static func sentences(_ result: Result) -> [String] {
    func number(_ name: String) -> String? { result[name].map { ReportTable.number($0) } }
    func start(_ words: String, _ name: String) -> String? {
      guard let median = number("\(name)_ms"), let low = number("\(name)_p25_ms"),
        let high = number("\(name)_p75_ms")
      else { return nil }
      let above = number("\(name)_over_bare_ms").map {
        "; above the bare windows right before them \($0) (median of pairs)"
      }
      return "\(words): \(median) ms, half of them within \(low) to \(high)\(above ?? "")"
    }
    var lines = [start("a bare window", "bare")]
    for (name, messages) in lengths {
      for way in OpenWay.allCases {
        lines.append(start("\(messages) messages, \(way.words)", "open_\(name)\(way.suffix)"))
      }
    }
    let memory = [("bare", "a bare window")] + lengths.map { ($0.name, "\($0.messages) messages") }
    let held = memory.compactMap { name, words in
      number("pss_\(name)_mb").map { "\(words) \($0) MB" }
    }
    if !held.isEmpty { lines.append("memory at rest: \(held.joined(separator: ", "))") }
    for (name, messages) in lengths {
      guard let first = number("exact_\(name)_first_ms"),
        let second = number("exact_\(name)_second_ms"), let kept = number("kept_\(name)_mb")
      else { continue }
      lines.append(
        "all heights of \(messages) messages exact: \(first) ms after the start, \(second) with those that "
          + "were kept (\(kept) MB)")
    }
    lines.append(
      number("cold_resident_percent").map {
        "of the files that were dropped from the cache at most \($0) % were still in it"
      })
    return lines.compactMap(\.self)
  }
}

extension OpenWay {
  fileprivate var words: String {
    switch self {
    case .warm: "opened again"
    case .cold: "opened again, the archive dropped from this system's cache"
    }
  }
}
