import Foundation
import LugeCore

/// Place that a message of Matrix names: in exports and in rooms.
package enum MatrixPlace {
  /// Returns the note of a location (`MediaRecord.note`): its description, and below it latitude
  /// and longitude; nil if nothing of it is known.
  ///
  /// - Parameters:
  ///   - uri: address of the form `geo:52.5,13.4;u=35` (RFC 5870).
  ///   - description: the sender's name for the place.
  ///   - body: text for programs without places. It is the description unless it only repeats the
  ///     address.
  package static func note(uri: String?, description: String?, body: String?) -> String? {
    let point = uri.flatMap(coordinates)
    var words = clean(description)
    if words == nil, let body = clean(body), point == nil || !body.contains("geo:") {
      words = body
    }
    let lines = [words, point].compactMap(\.self)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func clean(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = Clipping.prefix(text, bytes: Clipping.sentenceLimit)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return words.isEmpty ? nil : words
  }

  /// Maximum bytes of a number.
  private static let longestNumber = 24

  /// Returns latitude and longitude as the address has them, "52.5, 13.4"; nil if they are none of
  /// the earth's.
  private static func coordinates(_ uri: String) -> String? {
    let head = Clipping.prefix(uri, bytes: 128)
    guard head.prefix(4).lowercased() == "geo:" else { return nil }
    let numbers = head.dropFirst(4).prefix { $0 != ";" && $0 != "?" }.split(
      separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3,
      let latitude = number(numbers[0], within: 90),
      let longitude = number(numbers[1], within: 180)
    else { return nil }
    return "\(latitude), \(longitude)"
  }

  private static func number(_ text: Substring, within limit: Double) -> String? {
    guard (1...longestNumber).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }),
      let value = Double(text), abs(value) <= limit
    else { return nil }
    return String(text)
  }
}
