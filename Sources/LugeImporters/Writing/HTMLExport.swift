import CImageSupport
import Foundation
import LugeArchive
import LugeCore

/// A self-contained page: pictures are in it, nothing is downloaded and no script runs.
///
/// Browsers lay out only the days in view, so that 100,000 messages open as fast as 100.
public final class HTMLExport: ExportWriting {
  /// Maximum bytes of one picture; larger ones are only named.
  public static let pictureLimit = 4 << 20
  /// Maximum bytes of a picture that is converted.
  private static let originalLimit = 48 << 20
  /// Maximum bytes of all pictures of a page.
  public static let allPicturesLimit = 256 << 20

  /// Converts a picture that few browsers show to JPEG; nil if it cannot be read.
  public typealias Conversion = ([UInt8]) -> [UInt8]?

  private let output: ExportOutput
  private let conversion: Conversion?
  private let title: String
  private let zone: ExportZone
  private var hasHead = false
  private var day = ""
  private var isDayOpen = false
  private var isOpen = false
  private var own: String?
  private var lastAuthor: String?
  private var files = ExportedFiles()
  private var pictureBytes = 0
  /// Pictures in the page by their place, and the number of styles that show one.
  private var shown: [String: Shown] = [:]
  private var styleCount = 0

  private struct Shown {
    let isConverted: Bool
    /// Number of the style that shows it; nil while it is in one message only.
    var style: Int?
  }
  /// Maximum pictures that are recognised when they come again.
  private static let mostKnown = 200_000

  public let tellsAnswered = true
  /// Number of pictures that are only named: too large, or in a format that browsers do not show.
  public private(set) var leftOut = 0

  /// - Parameter conversion: converts pictures of iPhones and scanners; without it they are only
  ///   named.
  public init(
    title: String, zone: ExportZone = .utc, showing conversion: Conversion? = nil,
    _ output: @escaping ExportOutput
  ) {
    self.title = title
    self.zone = zone
    self.conversion = conversion
    self.output = output
  }

  private func head() throws {
    guard !hasHead else { return }
    hasHead = true
    try output(
      """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(Self.name(title))</title>
      <style>\(Self.style)</style></head><body><main><p class="s">\(Self.line(zone.sentence))</p>

      """)
  }

  public func begin(_ conversation: ExportedConversation) throws {
    try head()
    try close()
    own = conversation.record.ownAuthorKey
    files.folders = conversation.mediaFolders
    isOpen = true
    try output("<article><h1 dir=\"auto\">\(Self.name(conversation.record.name))</h1>\n")
  }

  private func close() throws {
    try closeDay()
    if isOpen { try output("</article>\n") }
    isOpen = false
    day = ""
  }

  private func closeDay() throws {
    if isDayOpen { try output("</section>\n") }
    isDayOpen = false
    lastAuthor = nil
  }

  public func add(_ exported: ExportedMessage) throws {
    let message = exported.record
    let time = ExportTime(message.time, in: zone)
    if time.day != day {
      try closeDay()
      day = time.day
      isDayOpen = true
      try output("<section><h2>\(day)</h2>\n")
    }
    if case .service = message.kind {
      lastAuthor = nil
      let files = message.media.map(element).joined()
      return try output(
        "<p class=\"s\" dir=\"auto\" title=\"\(time.iso)\">\(Self.line(message.text.string))\(files)</p>\n"
      )
    }
    let key = message.author?.key ?? ""
    let isOwn = own.map(ExactKey.init) == ExactKey(key)
    var line = "<div id=\"m\(exported.id)\" class=\"m\(isOwn ? " o" : "")\" dir=\"auto\">"
    if !isOwn, key != lastAuthor {
      line += "<b class=\"n\">\(Self.name(message.author?.name ?? "Unknown"))</b>"
    }
    lastAuthor = key
    for words in ExportWords.above(message) { line += "<i>\(Self.line(words))</i>" }
    if let answered = ExportWords.answered(exported) {
      let words = Self.line(answered)
      line +=
        exported.answered.map { "<a class=\"r\" href=\"#m\($0.id)\">\(words)</a>" }
        ?? "<i class=\"r\">\(words)</i>"
    }
    // A content warning covers the post until it is clicked.
    let coversAll = message.post?.warning != nil
    let coversMedia = !coversAll && message.post?.mediaWarning != nil
    if coversAll || coversMedia { line += "<details><summary>Show</summary>" }
    for media in message.media { line += element(for: media) }
    if coversMedia { line += "</details>" }
    if !message.text.isEmpty { line += "<span>\(Self.words(message.text))</span>" }
    for words in ExportWords.below(message) { line += "<em>\(Self.line(words))</em>" }
    if coversAll { line += "</details>" }
    if !message.reactions.isEmpty {
      let all = message.reactions.map {
        "\(Self.escaped($0.shownEmoji)) \($0.count)"
      }
      line += "<small>\(all.joined(separator: " · "))</small>"
    }
    line +=
      "<time datetime=\"\(time.iso)\">\(time.clock)\(message.isEdited ? " edited" : "")</time></div>\n"
    try output(line)
  }

  public func finish() throws {
    try head()
    try close()
    try output("</main></body></html>\n")
  }

  // MARK: - Pictures

  private func element(for media: MediaRecord) -> String {
    guard let path = media.path, let (image, isConverted) = image(media, path) else {
      return "<em>\(Self.line(ExportWords.media(media)))</em>"
    }
    guard isConverted else { return image }
    let original = path.pathParts.last.map(String.init) ?? path
    return image + "<em>\(Self.name(original)), shown here as JPEG</em>"
  }

  /// Returns the element of a picture. Its data are written once where it stands alone, and a
  /// second time, as a style, for all messages in which it comes again.
  private func image(_ media: MediaRecord, _ path: String) -> (String, isConverted: Bool)? {
    let place = files.folders.place(of: path).map { "\($0.folder)/\($0.path)" } ?? path
    let known = shown[place]
    if let known, let style = known.style { return (Self.again(media, style), known.isConverted) }
    guard let picture = picture(path) else { return nil }
    if known != nil {
      let style = styleCount
      styleCount += 1
      shown[place]?.style = style
      let rule = ".p\(style){background-image:url(\(picture.address))}"
      return ("<style>\(rule)</style>" + Self.again(media, style), picture.isConverted)
    }
    if shown.count < Self.mostKnown { shown[place] = Shown(isConverted: picture.isConverted) }
    let size =
      media.width.flatMap { width in
        media.height.map { " width=\"\(width)\" height=\"\($0)\"" }
      } ?? ""
    let image =
      "<img loading=\"lazy\" decoding=\"async\"\(size) alt=\"\(Self.label(media))\" src=\"\(picture.address)\">"
    return (image, picture.isConverted)
  }

  private static func label(_ media: MediaRecord) -> String {
    name(media.fileName ?? media.kind.rawValue)
  }

  /// Returns the element of a picture that a style shows.
  private static func again(_ media: MediaRecord, _ style: Int) -> String {
    var shape = ""
    if let width = media.width, let height = media.height, width > 0, height > 0 {
      shape = " style=\"width:\(width)px;aspect-ratio:\(width)/\(height)\""
    }
    return "<i class=\"p p\(style)\"\(shape) role=\"img\" aria-label=\"\(label(media))\"></i>"
  }

  /// Returns a picture in the conversation's folder as a data address.
  private func picture(_ path: String) -> (address: String, isConverted: Bool)? {
    guard let handle = files.open(path, lis_open_to_read) else { return nil }
    defer { try? handle.close() }
    var status = stat()
    // First only a few bytes: if it is no picture or too large, no more are read.
    guard fstat(handle.fileDescriptor, &status) == 0, var data = try? handle.read(upToCount: 16)
    else { return nil }
    guard let type = Self.type(of: data) else {
      guard Self.isUnshownPicture(data) else { return nil }
      guard let converted = converted(data, handle, status.st_size) else {
        leftOut += 1
        return nil
      }
      pictureBytes += converted.count
      return ("data:image/jpeg;base64,\(converted.base64EncodedString())", true)
    }
    guard status.st_size <= Self.pictureLimit,
      let rest = try? handle.read(upToCount: Self.pictureLimit + 1) ?? Data(),
      data.count + rest.count <= Self.pictureLimit,
      pictureBytes + data.count + rest.count <= Self.allPicturesLimit
    else {
      leftOut += 1
      return nil
    }
    data += rest
    pictureBytes += data.count
    return ("data:\(type);base64,\(data.base64EncodedString())", false)
  }

  /// Returns a picture that few browsers show in a format that all show.
  private func converted(_ head: Data, _ handle: FileHandle, _ size: off_t) -> Data? {
    guard let conversion, size <= Self.originalLimit,
      let rest = try? handle.read(upToCount: Self.originalLimit) ?? Data(),
      head.count + rest.count <= Self.originalLimit,
      let picture = conversion([UInt8](head + rest)), picture.count <= Self.pictureLimit,
      pictureBytes + picture.count <= Self.allPicturesLimit
    else { return nil }
    return Data(picture)
  }

  private static func type(of data: Data) -> String? {
    let magics: [([UInt8], String)] = [
      ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47], "image/png"),
      (Array("GIF8".utf8), "image/gif"),
    ]
    if let known = magics.first(where: { data.starts(with: $0.0) }) { return known.1 }
    if data.starts(with: Array("RIFF".utf8)), data.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    if data.starts(with: Array("BM".utf8)) { return "image/bmp" }
    return brand(data) == "avif" ? "image/avif" : nil
  }

  /// Returns the brand of a file in ISO boxes, such as HEIC and AVIF.
  private static func brand(_ data: Data) -> String? {
    guard data.dropFirst(4).starts(with: Array("ftyp".utf8)), data.count >= 12 else { return nil }
    return String(decoding: data.dropFirst(8).prefix(4), as: UTF8.self)
  }

  /// Whether it is a picture of iPhones or scanners, which few browsers show.
  private static func isUnshownPicture(_ data: Data) -> Bool {
    let heic = ["heic", "heix", "heim", "heis", "mif1", "msf1"]
    return brand(data).map(heic.contains) ?? false
      || data.starts(with: [0x49, 0x49, 0x2A, 0]) || data.starts(with: [0x4D, 0x4D, 0, 0x2A])
  }

  // MARK: - Words

  package static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result.unicodeScalars.append(scalar)
      default:
        let isControl =
          scalar.value < 0x20 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
        result.unicodeScalars.append(isControl ? " " : scalar)
      }
    }
    return result
  }

  /// Returns a name with direction overrides made visible.
  private static func name(_ text: String) -> String { escaped(ForeignText.name(text)) }

  /// Returns a line of any length with direction overrides made visible.
  private static func line(_ text: String) -> String { escaped(ForeignText.visible(text)) }

  /// An address of which browsers show every character: those that would turn it around go by their
  /// numbers.
  private static func href(_ address: String) -> String {
    let turns = CharacterSet(charactersIn: "\u{202A}"..."\u{202E}")
      .union(CharacterSet(charactersIn: "\u{2066}"..."\u{2069}"))
    guard address.rangeOfCharacter(from: turns) != nil else { return escaped(address) }
    return escaped(address.addingPercentEncoding(withAllowedCharacters: turns.inverted) ?? "")
  }

  private static func withoutTurns(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !ForeignText.turnsText($0.value) }))
  }

  static func words(_ text: StyledText) -> String {
    var result = ""
    for part in StyledParts(text) {
      let address = part.link.flatMap(WebAddress.init)
      // Pointing at a link says where it leads, whatever its words are.
      if let address {
        result +=
          "<a rel=\"noreferrer\" title=\"\(line(address.text))\" href=\"\(href(address.text))\">"
      }
      for run in part.runs {
        var (before, after) = ("", "")
        for mark in run.marks {
          before += mark == .spoiler ? "<span class=\"x\">" : "<\(mark.tag)>"
          after = "</\(mark.tag)>" + after
        }
        // Turned around, the words of a link would name another place than they do.
        let words = address == nil ? run.text : withoutTurns(run.text)
        result += before + escaped(words) + after
      }
      if address != nil { result += "</a>" }
    }
    return result
  }

  private static let style = """
    :root{color-scheme:light dark;--g:#e9eef0;--b:#fff;--o:#d6f1ea;--t:#1b2528;--d:#5d6d72;--a:#0b7a75}\
    @media(prefers-color-scheme:dark){:root{--g:#12181a;--b:#20292c;--o:#17433e;--t:#e6edef;--d:#9aabb0;--a:#5cc8be}}\
    body{margin:0;background:var(--g);color:var(--t);font:15px/1.4 system-ui,sans-serif}\
    main{max-width:760px;margin:0 auto;padding:8px}h1{font-size:20px}\
    h2{font-size:13px;font-weight:600;text-align:center;color:var(--d);margin:16px 0 8px}\
    section{content-visibility:auto;contain-intrinsic-size:auto 900px}\
    .m{background:var(--b);border-radius:12px;padding:6px 10px;margin:2px 48px 4px 0;width:fit-content;\
    max-width:calc(100% - 68px);overflow-wrap:anywhere}.o{background:var(--o);margin:2px 0 4px auto}\
    .m span{white-space:pre-wrap}.m em{display:block;white-space:pre-wrap}\
    .r{display:block;border-inline-start:3px solid var(--a);padding-inline-start:8px;color:var(--d);\
    text-decoration:none;font-size:13px}summary{color:var(--a)}:target{outline:2px solid var(--a)}\
    .n,.m>i,.m>em,.m>small{display:block}.n{color:var(--a)}\
    .m>i,.m>em,.m>small,time{color:var(--d)}time{font-size:12px;margin-inline-start:8px}\
    .s{text-align:center;color:var(--d);font-size:13px;white-space:pre-wrap}\
    img{max-width:100%;height:auto;border-radius:8px;display:block;background:var(--g)}\
    .p{display:block;width:240px;max-width:100%;aspect-ratio:1;border-radius:8px;\
    background:var(--g) center/contain no-repeat;print-color-adjust:exact}\
    a{color:var(--a)}code{font-family:ui-monospace,monospace}q{quotes:none;border-inline-start:3px solid var(--a);padding-inline-start:8px}\
    .x{background:var(--d);color:transparent}.x:hover{background:none;color:inherit}
    """
}
