extension SkippedRecord {
  /// ``place`` and ``reason`` in the reader's language.
  public var placeWords: String { ReasonWords.said(place) }
  public var reasonWords: String { ReasonWords.said(reason) }
}
