import CHTML
import LugeArchive

/// Receives what a page has, from front to back.
protocol HTMLEvents: AnyObject {
  /// - Returns: whether what is inside counts; of what does not, the end is not told.
  func begin(_ element: HTMLElement) -> Bool
  func end(_ element: HTMLElement)
  func text(_ words: String)
}

/// Parses HTML as it is found, with libxml2. Nothing is fetched.
enum HTMLWalk {
  /// - Returns: `false` when the parser gave up before the end: elements in each other, deeper than
  ///   it follows.
  /// - Complexity: O(bytes).
  static func parse(_ html: some Sequence<UInt8>, into events: any HTMLEvents) -> Bool {
    var bytes = html.map { $0 == 0 ? 0x20 : $0 }
    if HTMLThinning.attributes(of: bytes) > HTMLThinning.limit {
      bytes = HTMLThinning.thinned(bytes)
    }
    let receiver = Receiver(events)
    var handler = luge_html_handler(
      context: Unmanaged.passUnretained(receiver).toOpaque(),
      begin: { context, element in
        guard let element = HTMLElement(element) else { return 0 }
        return Receiver.of(context)?.begin(element) == true ? 1 : 0
      },
      end: { context, element in
        if let element = HTMLElement(element) { Receiver.of(context)?.end(element) }
      },
      text: { context, text in
        if let text { Receiver.of(context)?.text(String(cString: text)) }
      })
    let outcome = withExtendedLifetime(receiver) {
      bytes.withUnsafeBytes { raw in
        luge_html_parse(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, &handler)
      }
    }
    return outcome >= 0
  }

  /// A class of one address that the C side can hold.
  private final class Receiver {
    private let events: any HTMLEvents

    init(_ events: any HTMLEvents) { self.events = events }

    static func of(_ context: UnsafeMutableRawPointer?) -> (any HTMLEvents)? {
      context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue().events }
    }
  }
}
