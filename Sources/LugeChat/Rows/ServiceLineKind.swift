import LugeCore
public import LugeEngine

/// Something that happened in the conversation: "Anna joined".
public struct ServiceLineKind: RowKind {
  public static let name: KindName = "serviceLine"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard message.isService else { return [] }
    let sentence = message.text.string
    let shown =
      sentence.utf8.count > Clipping.sentenceLimit
      ? StyledText(Clipping.prefix(sentence, bytes: Clipping.sentenceLimit)) : message.text
    return [
      PillRow(
        id: RowID(item: message.id, part: ChatPart.service),
        revision: context.revision(message.revision.rawValue), text: shown, copyText: sentence,
        appearance: context.appearance,
        day: CivilDate.day(ofLocalSeconds: context.facts.localSeconds))
    ]
  }
}
