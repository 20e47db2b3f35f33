import Foundation
import LugeArchive
import LugeCommandLine
import LugeWords

/// Progress of an import on standard error: one line that is overwritten on a terminal, a plain
/// line every few seconds elsewhere.
final class ProgressLine {
  private let path: String
  private let isShown: Bool
  private var isDrawn = false
  private var lastLine = ContinuousClock.now

  init(path: String, isShown: Bool) {
    self.path = path
    self.isShown = isShown
  }

  func show(_ progress: ImportProgress) {
    guard isShown else { return }
    if Terminal.errorsAreTerminal {
      write("\r\u{1B}[K\(bar(progress))")
      isDrawn = true
    } else if lastLine.duration(to: .now) > .seconds(5) {
      lastLine = .now
      Terminal.printError("luge: \(Terminal.safe(path)): \(text(progress))")
    }
  }

  /// Removes the line, so that other text can be written.
  func clear() {
    if isDrawn { write("\r\u{1B}[K") }
    isDrawn = false
  }

  private func bar(_ progress: ImportProgress) -> String {
    guard let share = share(progress) else { return text(progress) }
    let width = 24
    let full = Int(share * Double(width))
    let drawn = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    return "\(drawn) \(text(progress))"
  }

  private func text(_ progress: ImportProgress) -> String {
    var parts: [String] = []
    switch progress.phase {
    case .reading:
      if let share = share(progress) { parts.append("\(Int(share * 100)) %") }
    case .finishing: parts.append(localized("putting in order"))
    case .undoing: parts.append(localized("removing what was added"))
    }
    parts.append(
      Terminal.count(
        progress.messages, localizedPlural(one: "{count} message", other: "{count} messages")))
    if let name = progress.conversation { parts.append(String(Terminal.safe(name).prefix(30))) }
    return parts.joined(separator: ", ")
  }

  private func share(_ progress: ImportProgress) -> Double? {
    guard let total = progress.totalBytes, total > 0 else { return nil }
    return min(1, Double(progress.bytesRead) / Double(total))
  }

  private func write(_ text: String) { Terminal.writeError(text) }
}

/// Prints records that were skipped: the first ones, then the number of others.
final class SkipList {
  private let limit: Int
  private let progress: ProgressLine
  private var count = 0

  init(limit: Int, progress: ProgressLine) {
    self.limit = limit
    self.progress = progress
  }

  func add(_ record: SkippedRecord) {
    count += 1
    guard count <= limit else { return }
    progress.clear()
    Terminal.printError(
      Terminal.safe(
        "luge: \(record.file): \(record.placeWords): "
          + localized("left out: {reason}", ["reason": record.reasonWords])))
  }

  func finish() {
    guard limit > 0, count > limit else { return }
    Terminal.printError(
      "luge: "
        + Terminal.count(
          count - limit,
          localizedPlural(
            one: "… and {count} more record left out (--verbose lists all)",
            other: "… and {count} more records left out (--verbose lists all)")))
  }
}
