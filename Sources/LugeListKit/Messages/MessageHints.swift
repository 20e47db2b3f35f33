public import LugeChat
import LugeCore
public import LugeEngine
import LugeImages
public import LugeQt

/// Hints for the part of a message under the pointer: when it was written, who reacted, whose face
/// it is, where a link leads, what a file is, why a picture is missing, who has read it.
@MainActor
public struct MessageHints {
  private let list: ListSurface
  private let pictures: ListPictures
  private let strings: ChatStrings
  private let facts: ChatFacts?
  private static let shownAddress = 300

  /// - Parameter facts: delivery states and receipts of the list; nil: it has none.
  public init(
    _ list: ListSurface, _ pictures: ListPictures, strings: ChatStrings, facts: ChatFacts? = nil
  ) {
    self.list = list
    self.pictures = pictures
    self.strings = strings
    self.facts = facts
  }

  /// - Parameter file: returns the key of a file by its path.
  public func words(
    for hit: ListHit, file: (String) -> ImageKey = { ImageKey($0) }
  ) -> String? {
    guard let action = hit.action else { return hit.slot.flatMap { facts?.hint(in: $0) } }
    switch action {
    case .openLink(let url): return Self.words(ofLink: url)
    case .typed(let action):
      if let time = action.value as? MessageTime { return strings.moment(time.localSeconds) }
      if action.value is ReactionAction || action.value is AuthorAction { return label(of: hit) }
      return nil
    case .openFile: return pictures.hint(about: action, file: file) ?? label(of: hit)
    case .openImage, .goTo, .custom: return pictures.hint(about: action, file: file)
    }
  }

  private func label(of hit: ListHit) -> String? {
    guard let action = hit.action, let region = list.engine.region(of: action, in: hit.row),
      !region.label.isEmpty
    else { return nil }
    return region.label
  }

  /// Returns the host of an address, whatever the link's text says, above the full address.
  static func words(ofLink url: String) -> String {
    let address = ForeignText.visible(String(url.prefix(shownAddress)))
    guard let host = Desktop.host(of: url), !host.isEmpty else { return address }
    return "\(ForeignText.visible(host))\n\(address)"
  }
}
