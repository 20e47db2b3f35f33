import LugeCore
public import LugeEngine

/// Factory of the rows of posts, with the pieces of a configuration. A value without access to any
/// actor: it runs on lanes.
public struct PostRowFactory: RowFactory {
  public let configuration: FeedConfiguration

  public init(_ configuration: FeedConfiguration) { self.configuration = configuration }

  /// Returns the rows of a post.
  ///
  /// - Complexity: O(content of the post); decorators read the neighbours.
  public func rows(for item: Post, previous: Post?, next: Post?) -> [any RowModel] {
    var facts = PostFacts()
    for decorator in configuration.decorators {
      decorator.decorate(&facts, of: item, previous: previous, next: next)
    }
    let context = PieceContext(facts: facts, configuration: configuration)
    var rows = configuration.pieces.flatMap { $0.rows(for: item, in: context) }
    if rows.isEmpty {
      rows = [GapRow(id: RowID(item: item.id, part: FeedPart.gap), revision: .initial)]
    }
    place(&rows, item, facts, isBelowFocus: previous.map { $0.id == configuration.focus } ?? false)
    return rows
  }

  /// Sets the place in the card of each row, now that all of them are known.
  ///
  /// - Parameter isBelowFocus: whether the post above has no avatar column, so that no line comes
  ///   from it.
  private func place(
    _ rows: inout [any PostRow], _ post: Post, _ facts: PostFacts, isBelowFocus: Bool
  ) {
    let onCard = rows.indices.filter { type(of: rows[$0]).isOnCard }
    let header = rows.firstIndex { $0 is HeaderRow }
    for index in rows.indices {
      var ends: CardPlace.Ends = []
      if index == onCard.first, !facts.joinsPrevious { ends.insert(.top) }
      if index == onCard.last, !facts.joinsNext { ends.insert(.bottom) }
      rows[index].card = CardPlace(
        ends: ends, isFirst: index == onCard.first,
        lineAbove: facts.joinsPrevious && !isBelowFocus && header.map { index <= $0 } ?? false,
        lineBelow: facts.joinsNext && header.map { index >= $0 } ?? false,
        isFocus: configuration.focus == post.id,
        hasColumn: configuration.profile?.author.id != post.author.id,
        appearance: configuration.appearance)
      var mix = RevisionMix(rows[index].revision.rawValue)
      mix.add(rows[index].card.bits)
      rows[index].revision = mix.revision
    }
  }
}
