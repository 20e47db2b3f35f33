import LugeApp
public import LugeCore
import LugeText

/// Measures how long it takes to lay out messages: from cached words, with Pango, and by shaping
/// alone. Also counts the layouts from cached words that differ from Pango's.
///
/// All work is done on the calling thread.
public struct TextLab {
  public struct Configuration: Sendable, Hashable {
    /// Device pixels.
    public var width: Int
    public var font: FontSpec
    /// Number of passes for each way of laying out, in turns; their median is reported.
    public var passes: Int
    /// Number of messages in a first screen, with those that are laid out around it; and number of
    /// such screens that are measured, each from another place of the texts.
    public var screen = 100
    public var screens = 25

    public init(
      width: Int = 300, font: FontSpec = FontSpec(family: "", pixelSize: 15), passes: Int = 9
    ) {
      self.width = width
      self.font = font
      self.passes = max(1, passes)
    }
  }

  public var configuration: Configuration

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// - Complexity: O(bytes of text · passes).
  public func measure(_ name: String, _ texts: [StyledText]) -> TextLabResult {
    let requests = texts.map { request($0, configuration.width) }
    var result = TextLabResult(name: name, messages: texts.count)
    guard !texts.isEmpty else { return result }
    result.bytes = texts.reduce(0) { $0 + $1.string.utf8.count }

    // Only words are cached: a text that is given to Pango is shaped again in each pass.
    let fast = PangoText(usesFastPath: true, keepsPieces: false)
    // Loads the font, whose time is not to be measured.
    _ = fast.measure(request(StyledText("x"), configuration.width))
    result.firstPassUs = microseconds(requests) { _ = fast.measure($0) }
    let pango = PlainPango(configuration.font)
    pango.measure("x", width: configuration.width)
    // The ways take turns, and the median of each is reported, because the speed of the machine
    // changes from second to second.
    var times = (fast: [Double](), layout: [Double](), pango: [Double](), shape: [Double]())
    // Every second pass has the opposite order, so that no way always follows the same one and
    // finds the caches as that one left them.
    for pass in 0..<configuration.passes {
      let ways: [() -> Void] = [
        { times.fast.append(self.microseconds(requests) { _ = fast.measure($0) }) },
        {
          times.pango.append(
            self.microseconds(texts) {
              pango.measure($0.string, width: self.configuration.width)
            })
        },
        { times.layout.append(self.microseconds(requests) { _ = fast.layout($0) }) },
        { times.shape.append(self.microseconds(texts) { pango.shape($0.string) }) },
      ]
      for way in pass.isMultiple(of: 2) ? ways : ways.reversed() { way() }
    }
    result.fastUs = StudyMath.median(times.fast)
    result.layoutUs = StudyMath.median(times.layout)
    result.pangoUs = StudyMath.median(times.pango)
    result.shapeUs = StudyMath.median(times.shape)
    result.ratio = result.pangoUs / max(0.001, result.fastUs)
    result.layoutRatio = result.pangoUs / max(0.001, result.layoutUs)
    result.firstPassRatio = result.pangoUs / max(0.001, result.firstPassUs)
    measureFirstScreens(requests, into: &result)
    compare(requests, with: fast, into: &result)
    return result
  }

  /// Measures first screens. For each one, `PangoText` and plain Pango are made anew, so that they
  /// have cached nothing. They take turns in being measured first.
  private func measureFirstScreens(_ requests: [TextRequest], into result: inout TextLabResult) {
    let count = min(configuration.screen, requests.count)
    let screens = max(1, configuration.screens)
    var (fast, pango) = (FirstScreens(), FirstScreens())
    let width = configuration.width
    func measureFast(_ part: ArraySlice<TextRequest>) {
      fast.add(part) {
        let text = PangoText(usesFastPath: true, keepsPieces: false)
        _ = text.measure(request(StyledText("x"), width))
        return text
      } measure: {
        _ = $0.measure($1)
      }
    }
    func measurePango(_ part: ArraySlice<TextRequest>) {
      pango.add(part) {
        let text = PlainPango(configuration.font)
        text.measure("x", width: width)
        return text
      } measure: {
        $0.measure($1.text.string, width: $1.maxWidth)
      }
    }
    for number in 0..<screens {
      let start = (requests.count - count) * number / screens
      let part = requests[start..<start + count]
      if number.isMultiple(of: 2) {
        measureFast(part)
        measurePango(part)
      } else {
        measurePango(part)
        measureFast(part)
      }
    }
    result.coldUs = StudyMath.median(fast.cold)
    result.coldPangoUs = StudyMath.median(pango.cold)
    result.freshUs = StudyMath.median(fast.fresh)
    result.freshPangoUs = StudyMath.median(pango.fresh)
    result.coldRatio = result.coldPangoUs / max(0.001, result.coldUs)
    result.freshRatio = result.freshPangoUs / max(0.001, result.freshUs)
  }

  /// Microseconds per message: a value for each first screen, measured with a new instance.
  private struct FirstScreens {
    /// Without the time to make the instance and to load its font.
    var cold: [Double] = []
    /// With that time.
    var fresh: [Double] = []

    mutating func add<Measurer>(
      _ part: ArraySlice<TextRequest>, make: () -> Measurer,
      measure: (Measurer, TextRequest) -> Void
    ) {
      let begin = Timing.now
      let measurer = make()
      let loaded = Timing.now
      for request in part { measure(measurer, request) }
      let end = Timing.now
      let count = Double(max(1, part.count))
      cold.append((end - loaded) * 1e6 / count)
      fresh.append((end - begin) * 1e6 / count)
    }
  }

  /// Measures a change of width, as when a screen is rotated: the heights of all messages, and the
  /// layouts of those that fill the screen. A list needs both until all its heights are exact
  /// again.
  public func rewrap(_ texts: [StyledText], from first: Int, to second: Int) -> RewrapResult {
    // Texts that are given to Pango are shaped again in each pass, as after one change of width.
    let lane = PangoText(usesFastPath: true, keepsPieces: false)
    var known = 0
    for text in texts { known += lane.layout(request(text, first)).size.height }
    let requests = texts.map { request($0, second) }
    var height = 0
    let screen = screen(of: requests, by: lane)
    let passes = (0..<5).map { _ in
      height = 0
      let fast = microseconds(requests) { height += lane.measure($0).size.height }
      return (fast: fast, screen: microseconds(screen) { _ = lane.layout($0) })
    }
    let fast = StudyMath.median(passes.map(\.fast))
    let screenTime = StudyMath.median(passes.map(\.screen))
    let layout = microseconds(requests) { _ = lane.layout($0) }

    let pango = PlainPango(configuration.font)
    let kept = texts.map { pango.keep($0.string, width: first) }
    let slow = microseconds(kept) { $0.rewrap(second) }
    let count = Double(texts.count)
    return RewrapResult(
      messages: texts.count, from: first, to: second, fastMs: fast * count / 1000,
      screenMessages: screen.count, screenMs: screenTime * Double(screen.count) / 1000,
      layoutMs: layout * count / 1000, pangoMs: slow * count / 1000, heightBefore: known,
      heightAfter: height)
  }

  /// Returns the newest messages, as many as fill a screen without space between them.
  private func screen(of requests: [TextRequest], by lane: PangoText) -> [TextRequest] {
    var rest = Self.screenHeight
    let newest = requests.reversed().prefix { request in
      defer { rest -= lane.measure(request).size.height }
      return rest > 0
    }
    return Array(newest)
  }

  /// Device pixels.
  private static let screenHeight = 800

  /// The exact heights of all messages that `pages` gives, page by page.
  ///
  /// - Complexity: O(bytes of text); memory does not depend on the number of messages.
  public func heights<E: Error>(
    of pages: (_ body: ([StyledText]) -> Void) throws(E) -> Void
  ) throws(E) -> HeightsResult {
    let lane = PangoText()
    var result = HeightsResult(width: configuration.width)
    var measuring = Duration.zero
    let clock = ContinuousClock()
    let start = clock.now
    try pages { texts in
      measuring += clock.measure {
        for text in texts {
          result.height += lane.measure(request(text, configuration.width)).size.height
        }
      }
      result.messages += texts.count
    }
    result.seconds = Self.seconds(clock.now - start)
    result.measuringSeconds = Self.seconds(measuring)
    result.declinedParagraphs = lane.statistics.declinedParagraphs
    result.peakMb = ProcessUsage.now().peakRSSMB
    return result
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private func request(_ text: StyledText, _ width: Int) -> TextRequest {
    TextRequest(text, font: configuration.font, maxWidth: width)
  }

  private func microseconds<T>(_ values: [T], _ body: (T) -> Void) -> Double {
    let time = ContinuousClock().measure { for value in values { body(value) } }
    return Self.seconds(time) * 1e6 / Double(max(1, values.count))
  }

  private func compare(
    _ requests: [TextRequest], with fast: PangoText, into result: inout TextLabResult
  ) {
    let slow = PangoText(usesFastPath: false)
    var messages = 0
    let start = fast.statistics
    for request in requests {
      let before = fast.statistics.declinedParagraphs
      let layout = fast.layout(request)
      if fast.statistics.declinedParagraphs > before { messages += 1 }
      let extent = fast.measure(request)
      let wanted = slow.layout(request)
      if layout.lines != wanted.lines || layout.size != wanted.size
        || layout.pieces != wanted.pieces
        || extent != TextExtent(size: wanted.size, lineCount: wanted.lines.count)
      {
        result.differences += 1
      }
    }
    result.fallbackMessagesPercent = 100 * Double(messages) / Double(result.messages)
    // Half of each count, because each message was both laid out and measured.
    let declined = (fast.statistics.declinedParagraphs - start.declinedParagraphs) / 2
    let paragraphs = declined + (fast.statistics.fastParagraphs - start.fastParagraphs) / 2
    result.fallbackParagraphsPercent = 100 * Double(declined) / Double(max(1, paragraphs))
    result.fallbackBytesPercent =
      50 * Double(fast.statistics.declinedBytes - start.declinedBytes)
      / Double(max(1, result.bytes))
  }
}
