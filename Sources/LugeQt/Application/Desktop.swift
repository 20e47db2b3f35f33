import CQtShim
public import LugeCore

/// What the desktop offers beside windows. Needs an ``Application``.
@MainActor
public enum Desktop {
  /// Hands a URL to the program that the desktop has for it, if its scheme is one that a link in a
  /// message may have; `javascript:`, `data:` and unknown schemes are refused, and files go through
  /// ``open(path:)``.
  ///
  /// - Returns: false when refused or when nobody takes it.
  public static func open(url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    let scheme = url[..<colon].lowercased()
    guard ["http", "https", "mailto", "tel"].contains(scheme) else { return false }
    return lq_open_url(scheme == "mailto" ? MailLink.plain(url) : url)
  }

  /// The host that a URL leads to, in the form in which it is looked up, international ones in
  /// ASCII; nil for what has none.
  public static func host(of url: String) -> String? { takeString(lq_url_host(url)) }

  /// The host that a URL leads to, if a name or password stands in front of it: such a URL may look
  /// as if it led elsewhere (`https://bank.example@evil.example`). The host is in the form in which
  /// it is looked up, international ones in ASCII; nil for other URLs.
  public static func hostBehindCredentials(of url: String) -> String? {
    takeString(lq_url_host_behind_credentials(url))
  }

  /// Hands a file or folder to the program that the desktop has for it.
  public static func open(path: String) -> Bool { lq_open_path(path) }

  /// A writable folder of the user; it may not exist yet.
  public enum Folder: Sendable {
    case data, cache, config, documents, downloads, home
  }

  public static func path(of folder: Folder) -> String? {
    let kind =
      switch folder {
      case .data: LQ_PATH_DATA
      case .cache: LQ_PATH_CACHE
      case .config: LQ_PATH_CONFIG
      case .documents: LQ_PATH_DOCUMENTS
      case .downloads: LQ_PATH_DOWNLOADS
      case .home: LQ_PATH_HOME
      }
    return takeString(lq_standard_path(kind))
  }
}

/// The desktop's clipboard. Needs an ``Application``.
@MainActor
public enum Clipboard {
  /// The text on the clipboard; nil when there is none. Setting nil empties it.
  public static var text: String? {
    get { takeString(lq_clipboard_text()) }
    set { lq_clipboard_set_text(newValue ?? "") }
  }

  /// Whether the window system has a selection that a middle click pastes.
  public static var hasPrimary: Bool { lq_clipboard_has_primary() }

  public static func setPrimary(_ text: String) { lq_clipboard_set_primary(text) }

  /// Puts a picture on the clipboard, and the file it comes from for programs that take files.
  public static func set(_ picture: Bitmap, path: String?) {
    picture.withPixels { pixels in
      path.withOptionalCString { path in
        lq_clipboard_set_image(
          pixels.baseAddress, Int32(clamping: picture.size.width),
          Int32(clamping: picture.size.height), path)
      }
    }
  }
}
