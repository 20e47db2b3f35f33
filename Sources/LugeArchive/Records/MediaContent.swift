import LugeCore

/// What a message's attachments hold, as far as its source states it: two messages without a text
/// are told apart by it. Each part is a hash, or 0 if the source does not state it.
struct MediaContent: Hashable {
  /// Number of attachments. Messages with different numbers are not compared: a source may omit
  /// some.
  private var count: UInt8 = 0
  /// Name that a person gave the file.
  private var name: UInt32 = 0
  /// Name that a phone or a program made of the date, and the letters at its beginning. Two phones
  /// give the same file different ones.
  private var madeName: UInt32 = 0
  private var madeForm: UInt32 = 0
  /// Size in bytes, and in pixels.
  private var size: UInt32 = 0
  private var extent: UInt32 = 0
  /// Seconds, plus 1.
  private var duration: UInt32 = 0
  /// Contact with its number, coordinates of a place, emoji of a sticker, words of the program.
  private var words: UInt32 = 0

  init() {}

  init(_ media: [MediaRecord]) {
    guard !media.isEmpty else { return }
    count = UInt8(clamping: media.count)
    let names = media.map { $0.fileName.map(FileName.init) }
    if names.allSatisfy({ $0?.isMade == false }) {
      name = Self.hash(names.compactMap { $0?.text })
    } else if names.allSatisfy({ $0?.isMade == true }) {
      madeName = Self.hash(names.compactMap { $0?.text })
      madeForm = Self.hash(names.compactMap { $0?.form })
    }
    size = Self.hash(media.map { $0.size.flatMap { $0 > 0 ? $0 : nil } })
    extent = Self.hash(
      media.map { medium -> [Int]? in
        guard let width = medium.width, let height = medium.height, width > 0, height > 0 else {
          return nil
        }
        // Some programs turn the picture, others only say that it is to be turned.
        return [min(width, height), max(width, height)]
      })
    if media.count == 1, let seconds = media[0].duration, seconds >= 0 {
      duration = UInt32(clamping: Int64(clamping: seconds.rounded())) &+ 1
      if duration == 0 { duration = .max }
    }
    words = Self.hash(media.map(Self.words))
  }

  /// Whether nothing that both state differs.
  func mayBe(_ other: MediaContent) -> Bool {
    func agrees(_ one: UInt32, _ two: UInt32) -> Bool { one == 0 || two == 0 || one == two }
    guard count == other.count else { return true }
    let durations = (Int64(duration), Int64(other.duration))
    return agrees(name, other.name) && agrees(size, other.size) && agrees(extent, other.extent)
      && agrees(words, other.words)
      && (duration == 0 || other.duration == 0 || abs(durations.0 - durations.1) <= 1)
      && hasSameMadeName(as: other) != false
  }

  /// Whether the names that programs made are the same; nil if they are of different forms, or one
  /// side has none.
  func hasSameMadeName(as other: MediaContent) -> Bool? {
    guard madeName != 0, other.madeName != 0, madeForm == other.madeForm, count == other.count
    else { return nil }
    return madeName == other.madeName
  }

  var hasMadeName: Bool { madeName != 0 }

  /// Returns the content without the name that a program made, which another phone has not.
  var withoutMadeName: MediaContent {
    var content = self
    (content.madeName, content.madeForm) = (0, 0)
    return content
  }

  // MARK: - Parts

  /// Returns the hash of values that are all known; 0 if one is not.
  private static func hash<Value: Hashable>(_ values: [Value?]) -> UInt32 {
    let known = values.compactMap(\.self)
    return known.count == values.count ? max(1, UInt32(truncatingIfNeeded: known.hashValue)) : 0
  }

  private static let longestWords = 1024

  private static func words(of medium: MediaRecord) -> String? {
    guard let note = medium.note.map({ Clipping.prefix($0, bytes: longestWords) }) else {
      return nil
    }
    switch medium.kind {
    case .contact:
      // Without a number it may also be a sentence about an omitted card.
      let signs = note.filter { $0.isLetter || $0.isNumber }.lowercased()
      return signs.contains(where: \.isNumber) ? signs : nil
    case .location: return coordinates(in: note)
    case .sticker:
      return note.isEmpty || note.contains { $0.isLetter || $0.isNumber } ? nil : note
    case .other: return medium.isWords ? MessageGist.plain(note) : nil
    default: return nil
    }
  }

  /// Returns the last pair of numbers around a comma that can be a place on earth, rounded to about
  /// a hundred metres.
  private static func coordinates(in note: String) -> String? {
    func isDigit(_ character: Character) -> Bool { "+-.0123456789".contains(character) }
    let parts = note.split(separator: ",", omittingEmptySubsequences: false)
    for (before, after) in zip(parts, parts.dropFirst()).reversed() {
      let first = String(before.reversed().prefix(while: isDigit).reversed())
      let second = after.drop { $0 == " " }.prefix(while: isDigit)
      if let latitude = Double(first), let longitude = Double(second),
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      {
        return "\((latitude * 1000).rounded()) \((longitude * 1000).rounded())"
      }
    }
    return nil
  }

  /// The name of a file, without the number that an export puts before it.
  private struct FileName {
    let text: String
    /// Letters at its beginning.
    let form: String
    /// Whether it has a date: phones and programs name files after it.
    let isMade: Bool

    init(_ name: String) {
      var rest = Substring(MessageGist.plain(Clipping.prefix(name, bytes: longestWords)))
      let number = rest.prefix { ("0"..."9").contains($0) }
      if number.count == 8, rest.dropFirst(8).first == "-" { rest = rest.dropFirst(9) }
      text = String(rest)
      form = String(rest.prefix { !$0.isNumber })
      let numbers = rest.split { !("0"..."9").contains($0) }.map(\.count)
      isMade =
        numbers.contains { $0 >= 8 }
        || zip(numbers, zip(numbers.dropFirst(), numbers.dropFirst(2))).contains {
          [[4, 2, 2], [2, 2, 4]].contains([$0, $1.0, $1.1])
        }
    }
  }
}
