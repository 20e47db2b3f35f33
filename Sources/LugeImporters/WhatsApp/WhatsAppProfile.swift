import LugeArchive
import LugeCore

/// Result of the first pass over an export: the layouts that begin messages, and the order of their
/// dates' numbers.
struct WhatsAppProfile {
  /// The date order of each accepted layout; nil for layouts that begin no message here.
  private(set) var orders = [DateOrder?](repeating: nil, count: WhatsAppHeader.Layout.count)
  /// The date order of layouts that are rare compared with the most frequent one.
  private(set) var rareOrders = [DateOrder?](repeating: nil, count: WhatsAppHeader.Layout.count)
  /// Order of dates in the most frequent layout.
  private(set) var order: DateOrder?
  private(set) var certainty = Certainty.guessed
  private(set) var headers = 0
  /// See ``ConversationRecord/guessedDays``.
  private(set) var guessedDays: [Int64: Int64] = [:]

  /// Error at which the pass ended early; the second pass has it again, after everything before it
  /// has been read.
  private(set) var interruption: ArchiveError?

  init() {}

  /// Reads the source to its end.
  ///
  /// - Parameter checkpoint: called after each MiB; may throw to stop.
  /// - Complexity: O(bytes), constant memory.
  init(scanning source: any ByteSource, checkpoint: () throws -> Void = {}) throws {
    var evidence = [(layout: WhatsAppHeader.Layout, evidence: DateOrderEvidence)?](
      repeating: nil, count: WhatsAppHeader.Layout.count)
    let lines = LineReader(source)
    var steps = ReadingProgress()
    while let line = nextLine(lines) {
      if steps.isDue(at: lines.bytesRead) {
        try checkpoint()
      }
      guard let header = WhatsAppHeader(line.bytes) else { continue }
      headers += 1
      let index = header.layout.index
      if evidence[index] == nil { evidence[index] = (header.layout, DateOrderEvidence()) }
      evidence[index]?.evidence.add(header)
    }
    // A pasted part of another export must not begin messages of this one, but in two joined
    // exports both must: a layout that is rare compared with the main one counts as pasted.
    let found = evidence.compactMap { $0 }
    guard let main = found.max(by: { $0.evidence.headers < $1.evidence.headers }) else { return }
    let decision = main.evidence.decision(for: main.layout)
    (order, certainty) = decision
    if certainty == .guessed { guessedDays = main.evidence.days(insteadOf: decision.order) }
    for item in found {
      let own = item.evidence.decision(for: item.layout)
      if item.evidence.headers * 10 >= main.evidence.headers {
        orders[item.layout.index] = own.order
      } else {
        let isCertain = own.1 != .guessed || main.layout.isYearFirst
        rareOrders[item.layout.index] = isCertain ? own.order : decision.order
      }
    }
  }

  private mutating func nextLine(_ lines: LineReader) -> LineReader.Line? {
    do throws(ArchiveError) { return try lines.next() } catch {
      interruption = error
      return nil
    }
  }

  /// Number of bytes that decide the layout if the input can be read only once.
  private static let onePassPrefix = 8 << 20

  /// Makes the first pass over a source.
  ///
  /// - Parameter checkpoint: called after each MiB; may throw to stop.
  /// - Returns: the profile, and the source for the second pass.
  static func scan(
    _ source: any ByteSource, checkpoint: () throws -> Void
  ) throws -> (WhatsAppProfile, any ByteSource) {
    if let first = try source.reopened() {
      return (try WhatsAppProfile(scanning: first, checkpoint: checkpoint), source)
    }
    let replaying = try ReplayingByteSource(source, prefixLength: onePassPrefix)
    let prefix = MemoryByteSource(replaying.prefix, name: source.name)
    return (try WhatsAppProfile(scanning: prefix), replaying)
  }

  /// Returns the note that says in which order dates are read.
  func note(about file: String, _ order: DateOrder) -> SkippedRecord {
    SkippedRecord(
      file: file, place: "whole file",
      reason: "dates are read as \(order) (\(certainty.rawValue))")
  }

  /// Returns the header's local time as if it were UTC; nil for a line that only looks like a
  /// header.
  func seconds(_ header: WhatsAppHeader) -> Int64? {
    seconds(header, in: orders)
  }

  /// Returns the time as ``seconds(_:)`` does, for a layout that is rare in this export.
  func rareSeconds(_ header: WhatsAppHeader) -> Int64? { seconds(header, in: rareOrders) }

  private func seconds(_ header: WhatsAppHeader, in orders: [DateOrder?]) -> Int64? {
    guard let order = orders[header.layout.index] else { return nil }
    guard let date = order.date(header.date) ?? fallback(header.date) else { return nil }
    return Int64(date.daysSince1970) * 86_400
      + Int64(header.hour * 3600 + header.minute * 60 + (header.second ?? 0))
  }

  /// Returns the date in any possible order: a date that is impossible in the file's order still
  /// begins a message.
  private func fallback(_ numbers: (Int, Int, Int)) -> CivilDate? {
    for order in DateOrder.allCases {
      if let date = order.date(numbers) { return date }
    }
    return nil
  }
}
