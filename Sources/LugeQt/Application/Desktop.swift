import CQtShim
public import LugeCore

/// Services of the desktop besides windows. Needs an ``Application``.
@MainActor
public enum Desktop {
  /// Opens a URL in the desktop's program for it, if its scheme is one that a link in a message may
  /// have. `javascript:`, `data:` and unknown schemes are refused; for files use ``open(path:)``.
  ///
  /// - Returns: false when it was refused, or no program is registered for it.
  public static func open(url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    let scheme = url[..<colon].lowercased()
    guard ["http", "https", "mailto", "tel"].contains(scheme) else { return false }
    return lq_open_url(scheme == "mailto" ? MailLink.plain(url) : url)
  }

  /// Returns the host of a URL in the form used for look-ups, international ones in ASCII; nil if
  /// it has none.
  public static func host(of url: String) -> String? { takeString(lq_url_host(url)) }

  /// Returns the host of a URL that has a user name or password before it, because such a URL may
  /// deceive (`https://bank.example@evil.example`). The host is in the form used for look-ups,
  /// international ones in ASCII; nil for other URLs.
  public static func hostBehindCredentials(of url: String) -> String? {
    takeString(lq_url_host_behind_credentials(url))
  }

  /// Opens a file or folder in the desktop's program for it.
  public static func open(path: String) -> Bool { lq_open_path(path) }

  /// A writable folder of the user, which may not exist yet.
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

/// Clipboard of the desktop. Needs an ``Application``.
@MainActor
public enum Clipboard {
  /// Text on the clipboard; nil when it has no text. Setting nil empties it.
  public static var text: String? {
    get { takeString(lq_clipboard_text()) }
    set { lq_clipboard_set_text(newValue ?? "") }
  }

  /// Whether the window system has a selection that a middle click pastes.
  public static var hasPrimary: Bool { lq_clipboard_has_primary() }

  public static func setPrimary(_ text: String) { lq_clipboard_set_primary(text) }

  /// Copies a picture to the clipboard, together with the file it comes from for programs that take
  /// files.
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

/// `mailto:` URLs (RFC 6068). They can contain more than recipients: some mail programs attach
/// files that such a URL names.
enum MailLink {
  private static let fields: Set<String> = ["to", "cc", "subject", "body"]

  /// Returns the URL with only recipients, subject and body.
  ///
  /// - Parameter url: begins with `mailto:`.
  static func plain(_ url: String) -> String {
    let parts = url.dropFirst("mailto:".count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // Programs may also split at a second `?`.
    let fields = (parts.count > 1 ? parts[1] : "").prefix { $0 != "#" }
      .split(whereSeparator: { $0 == "&" || $0 == "?" }).filter { field in
        let name = field.prefix { $0 != "=" }.lowercased()
        return Self.fields.contains(name)
          // A line break would begin another header field; it is allowed only in the body.
          && (name == "body" || !hasLineBreak(field))
      }
    // Programs may split at each `&`, also before the first `?`, where a literal one is `%26`.
    let recipients = parts[0].prefix { $0 != "#" && $0 != "&" }
    let address = "mailto:" + (hasLineBreak(recipients) ? "" : recipients)
    return fields.isEmpty ? address : "\(address)?\(fields.joined(separator: "&"))"
  }

  private static func hasLineBreak(_ text: Substring) -> Bool {
    let text = text.lowercased()
    return text.contains("%0a") || text.contains("%0d") || text.contains(where: \.isNewline)
  }
}
