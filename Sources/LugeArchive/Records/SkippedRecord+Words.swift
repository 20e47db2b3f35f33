extension SkippedRecord {
  /// ``place`` and ``reason`` in the user's language.
  public var placeWords: String { ReasonWords.said(place) }
  public var reasonWords: String { ReasonWords.said(reason) }
}
