import LugeArchive
import LugeListKit

extension StoredMessage {
  /// Returns the texts shown for the links to an address, wherever the message has them.
  func words(ofLinksTo url: String) -> [String] {
    var words = text.words(ofLinksTo: url)
    if let quote = post?.quote { words += quote.text.words(ofLinksTo: url) }
    if let card = post?.link, card.url == url { words.append(card.title) }
    words += media.compactMap(MessageMapper.card).filter { $0.url == url }.map(\.title)
    return words
  }
}
