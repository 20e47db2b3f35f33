import CHTML
import LugeCore

/// Turns the HTML of posts into styled text, with libxml2's parser for HTML as it is found.
///
/// What comes out is words and marks: links lead to http and https alone; scripts, styles, frames,
/// comments and whatever else is no text are left out. Nothing is fetched.
package enum HTMLText {
  /// Longest input that is parsed, UTF-8 bytes; what is longer is cut.
  static let byteLimit = 4 << 20

  /// - Complexity: O(bytes).
  package static func styled(_ html: String) -> StyledText {
    // What is nested deeper than anybody writes keeps its words, and loses its marks.
    parsed(html) ?? parsed(HTMLFlattening.lines(of: html)) ?? StyledText("")
  }

  /// Nil when the parser gave up before the end.
  private static func parsed(_ html: String) -> StyledText? {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return StyledText(html)
    }
    var bytes = Array(html.utf8.prefix(byteLimit))
    for index in bytes.indices where bytes[index] == 0 { bytes[index] = 0x20 }
    if HTMLThinning.attributes(of: bytes) > HTMLThinning.limit {
      bytes = HTMLThinning.thinned(bytes)
    }
    let writer = HTMLTextWriter()
    var handler = luge_html_handler(
      context: Unmanaged.passUnretained(writer).toOpaque(),
      begin: { context, element in
        guard let element = HTMLElement(element) else { return 0 }
        return HTMLText.writer(context)?.begin(element) == true ? 1 : 0
      },
      end: { context, element in
        if let element = HTMLElement(element) { HTMLText.writer(context)?.end(element) }
      },
      text: { context, text in
        if let text { HTMLText.writer(context)?.text(String(cString: text)) }
      })
    let outcome = withExtendedLifetime(writer) {
      bytes.withUnsafeBytes { raw in
        luge_html_parse(
          raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, &handler)
      }
    }
    return outcome < 0 ? nil : writer.finish()
  }

  private static func writer(_ context: UnsafeMutableRawPointer?) -> HTMLTextWriter? {
    context.map { Unmanaged<HTMLTextWriter>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// An element's name and those of its attributes that matter.
struct HTMLElement {
  let name: String
  let href: String?
  let alt: String?
  private let classes: [Substring]

  init?(_ element: UnsafePointer<luge_html_element>?) {
    guard let element = element?.pointee, let name = element.name else { return nil }
    self.name = String(cString: name).lowercased()
    href = element.href.map { String(cString: $0) }
    alt = element.alt.map { String(cString: $0) }
    classes =
      element.classes.map { String(cString: $0).split(whereSeparator: \.isWhitespace) } ?? []
  }

  func hasClass(_ name: String) -> Bool { classes.contains { $0 == name } }
}
