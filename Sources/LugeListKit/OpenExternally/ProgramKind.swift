import LugeCore
public import LugeImages
import LugeWords

/// A kind of file that is executed rather than shown when it is opened, recognised by its name, its
/// first bytes or its permissions; or one whose first bytes are not what its name says, because
/// some desktops choose the program by the content. The type that a message claims is ignored.
public struct ProgramKind: Hashable, Sendable {
  /// Name with its article: `localized("a script")`.
  public let words: String

  /// Number of bytes at the beginning that are checked.
  static let sniffedBytes = 8192

  /// Reads the file's first bytes; nil for files that are shown.
  public init?(_ file: ExportFile) {
    self.init(
      path: file.path, beginning: file.beginning(Self.sniffedBytes),
      isExecutable: file.isExecutable)
  }

  /// - Parameters:
  ///   - beginning: its first bytes.
  ///   - isExecutable: whether its permissions allow execution; some file systems report that for
  ///     every file.
  public init?(path: String, beginning: [UInt8], isExecutable: Bool) {
    if let words = Self.words(ofEnding: PathNames.ending(of: path)) {
      self.words = words
    } else if let words = Self.words(ofBeginning: beginning) {
      self.words = words
    } else if isExecutable, !Self.isKnownDocument(beginning) {
      words = localized("a file that is marked as a program")
    } else if Self.namesOfKnownDocuments.contains(PathNames.ending(of: path)),
      !beginning.isEmpty, !Self.isKnownDocument(beginning)
    {
      words = localized("a file whose content is not what its name says")
    } else {
      return nil
    }
  }

  private static let endings: [(words: String, endings: Set<String>)] = [
    (
      localized("a desktop entry, which can start any program"), ["desktop", "kdelnk", "directory"]
    ),
    (
      localized("a script"),
      [
        "sh", "bash", "zsh", "csh", "tcsh", "ksh", "fish", "command", "py", "pyw", "pyc", "pyz",
        "pl", "pyo", "pyzw", "rbw", "phar", "kts", "groovy", "ahk", "au3", "wsc", "sct", "psd1",
        "ps1xml", "tool", "terminal", "ipynb", "rb", "php", "lua", "tcl", "awk", "js", "jse", "mjs",
        "vbs", "vbe", "ws", "wsf", "wsh",
        "ps1", "psm1", "bat", "cmd", "scpt", "applescript", "action", "workflow", "r", "jl",
      ]
    ),
    (
      localized("a program"),
      ["run", "bin", "appimage", "elf", "so", "out", "com", "app", "class", "dylib", "wasm"]
    ),
    (
      localized("a program for Windows"),
      [
        "exe", "scr", "pif", "cpl", "msi", "msix", "msp", "dll", "gadget", "hta", "application",
        "appref-ms", "msc", "msu", "mst", "ocx", "sys", "drv", "chm", "hlp", "diagcab",
        "settingcontent-ms", "themepack", "job",
      ]
    ),
    (localized("a program in Java"), ["jar", "jnlp", "war"]),
    (
      localized("a package that installs programs"),
      [
        "deb", "rpm", "apk", "flatpak", "flatpakref", "flatpakrepo", "snap", "dmg", "pkg", "xpi",
        "crx", "vsix", "appx", "xapk", "aab", "ipa",
      ]
    ),
    (
      localized("a shortcut, which can lead anywhere"),
      [
        "lnk", "url", "webloc", "scf", "inf", "reg", "library-ms", "search-ms", "service", "timer",
        "inetloc", "fileloc", "mobileconfig",
      ]
    ),
    (
      localized("a playlist, which can make the player download files"),
      ["m3u", "m3u8", "pls", "xspf", "asx", "wax", "wvx", "wpl", "ram", "smil", "smi", "qtl"]
    ),
    (
      localized("a document that can contain programs"),
      [
        "docm", "dotm", "xlsm", "xltm", "xlam", "xla", "xll", "pptm", "potm", "ppsm", "ppam",
        "sldm", "accdb", "accde", "mdb", "mde", "oxt", "xlsb", "one", "iqy", "slk", "ps", "eps",
        "epsf", "epsi", "ai",
      ]
    ),
    (
      localized("a file that connects to another computer"),
      ["rdp", "remmina", "vnc", "rdg", "torrent", "metalink", "meta4", "ovpn", "nmconnection"]
    ),
    (
      localized("a web page, which can contain scripts"),
      ["html", "htm", "xhtml", "xht", "shtml", "mht", "mhtml", "svg", "svgz"]
    ),
  ]

  private static func words(ofEnding ending: String) -> String? {
    endings.first { $0.endings.contains(ending) }?.words
  }

  private static func words(ofBeginning bytes: [UInt8]) -> String? {
    func begins(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    // Sounds of phones begin with "#!AMR".
    if text.starts(with: "#!".utf8), !isKnownDocument(bytes) { return localized("a script") }
    if begins([0x7F, 0x45, 0x4C, 0x46]) { return localized("a program") }
    if begins([0x4D, 0x5A]) { return localized("a program for Windows") }
    if begins([0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0]) {
      return localized("a shortcut, which can lead anywhere")
    }
    if begins([0xCA, 0xFE, 0xBA, 0xBE]) || begins([0xFE, 0xED, 0xFA]) || begins([0xCE, 0xFA, 0xED])
      || begins([0xCF, 0xFA, 0xED]) || begins(Array("\0asm".utf8)) || begins(Array("dex\n".utf8))
    {
      return localized("a program")
    }
    if begins(Array("!<arch>\ndebian".utf8)) || begins([0xED, 0xAB, 0xEE, 0xDB])
      || begins(Array("hsqs".utf8))
    {
      return localized("a package that installs programs")
    }
    // PostScript is a programming language. A printer's commands may precede it; in files with a
    // preview, a table does.
    if text.starts(with: "%!".utf8) || begins([0x04, 0x25, 0x21])
      || begins([0xC5, 0xD0, 0xD3, 0xC6])
      || begins(Array("\u{1B}%-12345X".utf8))
    {
      return localized("a document that can contain programs")
    }
    let start = lowercasedStart(text)
    if isPlaylist(start) || isReferenceMovie(bytes) {
      return localized("a playlist, which can make the player download files")
    }
    if ["d8:announce", "d13:announce-list", "d7:comment", "d10:created by", "d4:info"]
      .contains(where: start.hasPrefix)
    {
      return localized("a file that connects to another computer")
    }
    if !isKnownDocument(bytes), isPage(start) {
      return localized("a web page, which can contain scripts")
    }
    // Comments and empty lines may precede it.
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let first = lines.first { line in
      line.first { $0 != 0x20 && $0 != 0x09 }.map { $0 != UInt8(ascii: "#") } ?? false
    }
    if first?.drop(while: { $0 == 0x20 || $0 == 0x09 })
      .starts(with: "[Desktop Entry]".utf8) == true
    {
      return localized("a desktop entry, which can start any program")
    }
    return nil
  }

  /// Returns the text of a file's beginning without spaces before it, in lower case. Of UTF-16, the
  /// other byte of each letter is left out.
  private static func lowercasedStart(_ text: ArraySlice<UInt8>) -> String {
    let isWide = text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
    let bytes = isWide ? text.dropFirst(2).filter { $0 != 0 } : Array(text)
    return String(decoding: bytes.drop { $0 <= 0x20 }.filter { $0 != 0x0D }, as: UTF8.self)
      .lowercased()
  }

  /// Whether a text is a playlist: players recognise it by its content, whatever its name.
  private static func isPlaylist(_ start: String) -> Bool {
    let beginnings = [
      "#extm3u", "[playlist]", "[reference]", "rtsptext", "rtsp://", "v=0\n", "# mpv edl",
      "ffconcat", ".rmf",
    ]
    if beginnings.contains(where: start.hasPrefix) { return true }
    // A cue sheet names the file that it divides.
    let isCue = start.split(separator: "\n").prefix(40).contains {
      $0.hasPrefix("file \"") && ["wave", "mp3", "aiff", "binary"].contains(where: $0.contains)
    }
    if isCue { return true }
    return start.hasPrefix("<")
      && ["<asx", "<playlist", "<smil", "<?wpl", "<?quicktime", "<mpd"].contains {
        start.contains($0)
      }
  }

  /// Whether a film of QuickTime consists of addresses of others.
  private static func isReferenceMovie(_ bytes: [UInt8]) -> Bool {
    isKnownDocument(bytes)
      && ["rmra", "rdrf"].contains { bytes.firstRange(of: $0.utf8) != nil }
  }

  /// Whether a text is an HTML page: desktops recognise it by its content if its name says
  /// something else, or nothing, and the signs of a page may stand behind other words.
  private static func isPage(_ start: String) -> Bool {
    if start.hasPrefix("mime-version:") || start.hasPrefix("from: <saved by") { return true }
    if start.hasPrefix("<"), [":script", ":html"].contains(where: start.contains) { return true }
    return signsOfPages.contains { isElement($0, in: start) }
  }

  /// Whether a sign stands in a text without a further letter: `<titled` is no title.
  private static func isElement(_ sign: String, in text: String) -> Bool {
    var rest = text[...]
    while let found = rest.firstRange(ofBytes: sign) {
      rest = rest[found.upperBound...]
      guard let next = rest.utf8.first, next &- 0x61 < 26 || next == UInt8(ascii: "_") else {
        return true
      }
    }
    return false
  }

  private static let signsOfPages = [
    "<!doctype html", "<html", "<head", "<body", "<title", "<script", "<style", "<svg", "<iframe",
    "<table", "<a href", "<img", "<h1", "<meta", "<frameset", "xhtml",
  ]

  /// Endings of names of files that begin with the bytes of ``isKnownDocument(_:)``.
  private static let namesOfKnownDocuments: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif", "ico",
    "mp4", "m4a", "m4v", "mov", "3gp", "mkv", "webm", "avi", "mp3", "ogg", "oga", "opus", "ogv",
    "flac", "wav", "amr", "mpg", "mpeg", "wmv", "wma", "flv", "aif", "aiff", "caf", "mid", "midi",
    "pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "zip", "doc", "xls", "ppt", "rtf",
    "gz", "7z", "rar",
  ]

  /// Whether bytes begin a picture, sound, film, PDF, or a zip-based document; these are opened by
  /// a program for their type.
  private static func isKnownDocument(_ bytes: [UInt8]) -> Bool {
    let magics: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
      Array("OggS".utf8), Array("ID3".utf8), Array("fLaC".utf8), Array("%PDF-".utf8),
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1A, 0x45, 0xDF, 0xA3],
      [0x1F, 0x8B], [0xD0, 0xCF, 0x11, 0xE0], Array("BM".utf8), Array("II*\0".utf8),
      [0x4D, 0x4D, 0, 0x2A], [0, 0, 1, 0], [0, 0, 1, 0xBA], [0, 0, 1, 0xB3],
      [0x30, 0x26, 0xB2, 0x75], Array("#!AMR".utf8), Array("FORM".utf8), Array("caff".utf8),
      Array("FLV".utf8), Array("MThd".utf8), Array("{\\rtf".utf8), Array("Rar!".utf8),
      [0x37, 0x7A, 0xBC, 0xAF],
    ]
    if magics.contains(where: { bytes.starts(with: $0) }) { return true }
    // Frames of MPEG sound.
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] != 0xFE,
      bytes[1] != 0xFF
    {
      return true
    }
    let kind = bytes.dropFirst(4)
    return ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains {
      kind.starts(with: $0.utf8)
    }
  }
}
