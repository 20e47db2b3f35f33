public import LugeCore

/// Preview of a linked page, from the message's source or from the page itself.
public struct LinkCard: Hashable, Sendable {
  public var url: String
  public var title: String
  public var summary: String
  /// Picture of the page; nil: none. Like all pictures, it is downloaded only if that is permitted.
  public var picture: ImageKey?

  public init(url: String, title: String = "", summary: String = "", picture: ImageKey? = nil) {
    self.url = url
    self.title = title
    self.summary = summary
    self.picture = picture
  }

  /// Host of the page without "www.".
  public var host: String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
    let host = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let bare = host.split(separator: "@").last ?? host
    return bare.hasPrefix("www.") ? String(bare.dropFirst(4)) : String(bare)
  }
}
