/// Subject of a generated picture.
public enum Motif: String, Sendable, CaseIterable {
  case mountains, sea, hills, sunset, garden, bowl
}
