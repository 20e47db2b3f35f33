import CHTML
import LugeArchive

/// Receives the elements and texts of a page, from front to back.
protocol HTMLEvents: AnyObject {
  /// - Returns: whether the element's contents are used; if not, `end` is not called for it.
  func begin(_ element: HTMLElement) -> Bool
  func end(_ element: HTMLElement)
  func text(_ words: String)
}

/// Parses real-world HTML with libxml2. Nothing is downloaded.
enum HTMLWalk {
  /// - Returns: `false` if the parser gave up before the end because elements are nested too
  ///   deeply.
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

  /// A class instance, so that the C side can hold its address.
  private final class Receiver {
    private let events: any HTMLEvents

    init(_ events: any HTMLEvents) { self.events = events }

    static func of(_ context: UnsafeMutableRawPointer?) -> (any HTMLEvents)? {
      context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue().events }
    }
  }
}
