import CHTML
import LugeArchive
import LugeCore

/// Converts the HTML of posts into styled text, with libxml2's parser for real-world HTML.
///
/// The result is only text and styles: links have http or https targets; scripts, styles, frames,
/// comments and the like are removed. Nothing is downloaded.
package enum HTMLText {
  /// Maximum bytes of UTF-8 that are parsed; longer input is cut.
  static let byteLimit = 4 << 20

  /// - Complexity: O(bytes).
  package static func styled(_ html: String) -> StyledText {
    separated(html) { _ in false }.text
  }

  /// Converts HTML, and separates from its text the pictures that are attachments.
  ///
  /// - Parameter isAttachment: as in ``HTMLTextWriter/init(isAttachment:)``.
  /// - Complexity: O(bytes).
  static func separated(
    _ html: String, isAttachment: @escaping (String) -> Bool
  ) -> (text: StyledText, attachments: [String]) {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return (StyledText(html), [])
    }
    let writer = HTMLTextWriter(isAttachment: isAttachment)
    let isWhole = HTMLWalk.parse(html.utf8.prefix(byteLimit), into: writer)
    if isWhole { return (writer.finish(), writer.attachments) }
    // HTML that is nested too deeply keeps its text, and the attachments found so far, and loses
    // its styles.
    let flat = HTMLTextWriter()
    let lines = HTMLFlattening.lines(of: html)
    let isRead = HTMLWalk.parse(lines.utf8.prefix(byteLimit), into: flat)
    return (isRead ? flat.finish() : StyledText(""), writer.attachments)
  }
}

/// An element's name and its relevant attributes.
struct HTMLElement {
  let name: String
  let href: String?
  let alt: String?
  let title: String?
  let id: String?
  let src: String?
  let isSpoiler: Bool
  /// Number of the first entry of a list; nil without one, or if it is impossible.
  let start: Int?
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
    start = element.start.flatMap { Int(String(cString: $0)) }
      .flatMap { Self.numbers.contains($0) ? $0 : nil }
    classes =
      element.classes.map { String(cString: $0).split(whereSeparator: \.isWhitespace) } ?? []
  }

  /// Range of numbers with which a list may begin.
  private static let numbers = -1_000_000_000...1_000_000_000

  /// Returns the first class with a prefix.
  func classWith(prefix: String) -> String? {
    classes.first { $0.hasPrefix(prefix) }.map(String.init)
  }

  func hasClass(_ name: String) -> Bool { classes.contains { $0 == name } }
}
