import LugeCore
import LugeWords

/// Names of kinds of files, for files without a name of their own.
public struct FileNames: Hashable, Sendable {
  public var picture = localized("{type} picture")
  public var audio = localized("{type} audio")
  public var video = localized("{type} video")
  public var text = localized("Text")
  public var webPage = localized("Web page")
  public var document = localized("{type} document")
  public var sheet = localized("Spreadsheet")
  public var slides = localized("Presentation")
  public var archive = localized("{type} archive")
  /// Name of another kind whose file extension is known.
  public var other = localized("{type} file")

  public init() {}

  /// Returns a name like "PDF document" or "PNG picture"; nil when neither type nor name is known.
  func name(of medium: ChatMedia) -> String? {
    let type = medium.mimeType?.split(separator: ";").first.map { $0.lowercased() } ?? ""
    let parts = type.split(separator: "/", maxSplits: 1)
    let ending = Self.ending(of: medium.path)
    guard parts.count == 2, type != "application/octet-stream" else {
      return ending.map { filled(other, $0) }
    }
    let short = Self.shortName(parts[1], ending)
    switch parts[0] {
    case "image": return filled(picture, short)
    case "audio": return filled(audio, short)
    case "video": return filled(video, short)
    case "text": return parts[1] == "html" ? webPage : text
    default: break
    }
    func has(_ words: String...) -> Bool { words.contains { parts[1].contains($0) } }
    if has("spreadsheet", "ms-excel") { return sheet }
    if has("presentation", "powerpoint") { return slides }
    if has("wordprocessing", "opendocument.text", "msword", "rtf", "pdf", "epub") {
      return filled(document, short)
    }
    if has("zip", "x-tar", "x-7z", "rar", "x-xz", "bzip") { return filled(archive, short) }
    return filled(other, short)
  }

  private func filled(_ template: String, _ type: String) -> String {
    template.replacing("{type}", with: type)
  }

  /// Returns the file name extension, which is shorter and better known than most types ("DOCX").
  private static func shortName(_ subtype: Substring, _ ending: String?) -> String {
    if let ending { return ending }
    let plain = subtype.hasPrefix("x-") ? subtype.dropFirst(2) : subtype
    return String(plain.prefix(12)).uppercased()
  }

  /// Returns an extension like "PDF"; nil if the text does not look like one.
  private static func ending(of path: String?) -> String? {
    guard let name = path?.pathParts.last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    let ending = name[name.index(after: dot)...]
    guard (1...6).contains(ending.utf8.count),
      ending.utf8.allSatisfy({ $0 | 0x20 >= 97 && $0 | 0x20 <= 122 || $0 >= 48 && $0 <= 57 })
    else { return nil }
    return ending.lowercased() == "jpg" ? "JPEG" : ending.uppercased()
  }
}
