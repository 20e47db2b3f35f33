import LugeCore
public import LugeEngine

/// An event in the conversation, "Anna joined", or the summary of a run of people who joined and
/// left, "12 joined, 9 left".
public struct ServiceLineKind: RowKind {
  public static let name: KindName = "serviceLine"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard message.isService else { return [] }
    switch message.joinRun {
    case .folded: return []
    case .heading(let summary, let isOpen):
      return [heading(summary, isOpen: isOpen, of: message, context)]
        + (isOpen ? [sentence(of: message, context)] : [])
    case nil: return [sentence(of: message, context)]
    }
  }

  private func heading(
    _ summary: String, isOpen: Bool, of message: ChatMessage, _ context: RowContext
  ) -> PillRow {
    var words = RevisionMix()
    words.add(summary)
    words.add(isOpen)
    return PillRow(
      id: RowID(item: message.id, part: ChatPart.joinRun),
      revision: context.revision(message.revision.rawValue, words.revision.rawValue),
      text: StyledText(summary), fold: isOpen ? .open : .closed, appearance: context.appearance,
      day: CivilDate.day(ofLocalSeconds: context.facts.localSeconds))
  }

  private func sentence(of message: ChatMessage, _ context: RowContext) -> PillRow {
    let sentence = message.text.string
    let shown =
      sentence.utf8.count > Clipping.sentenceLimit
      ? StyledText(Clipping.prefix(sentence, bytes: Clipping.sentenceLimit)) : message.text
    return PillRow(
      id: RowID(item: message.id, part: ChatPart.service),
      revision: context.revision(message.revision.rawValue), text: shown, copyText: sentence,
      appearance: context.appearance,
      day: CivilDate.day(ofLocalSeconds: context.facts.localSeconds))
  }
}
