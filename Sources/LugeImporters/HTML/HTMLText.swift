import CHTML
import LugeArchive
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
    // HTML that is nested too deeply keeps its words and loses its styles.
    parsed(html) ?? parsed(HTMLFlattening.lines(of: html)) ?? StyledText("")
  }

  /// Nil when the parser gave up before the end.
  private static func parsed(_ html: String) -> StyledText? {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return StyledText(html)
    }
    let writer = HTMLTextWriter()
    return HTMLWalk.parse(html.utf8.prefix(byteLimit), into: writer) ? writer.finish() : nil
  }
}

/// An element's name and those of its attributes that matter.
struct HTMLElement {
  let name: String
  let href: String?
  let alt: String?
  let title: String?
  let id: String?
  let src: String?
  let isSpoiler: Bool
  private let classes: [Substring]

  init?(_ element: UnsafePointer<luge_html_element>?) {
    guard let element = element?.pointee, let name = element.name else { return nil }
    self.name = String(cString: name).lowercased()
    href = element.href.map { String(cString: $0) }
    alt = element.alt.map { String(cString: $0) }
    title = element.title.map { String(cString: $0) }
    id = element.id.map { String(cString: $0) }
    src = element.src.map { String(cString: $0) }
    isSpoiler = element.is_spoiler != 0
    classes =
      element.classes.map { String(cString: $0).split(whereSeparator: \.isWhitespace) } ?? []
  }

  /// A class that begins so.
  func classWith(prefix: String) -> String? {
    classes.first { $0.hasPrefix(prefix) }.map(String.init)
  }

  func hasClass(_ name: String) -> Bool { classes.contains { $0 == name } }
}
