import LugeWords

/// Short texts for the reasons why a picture is not shown.
public struct ImageProblemNames: Hashable, Sendable {
  public var missing = localized("File not found")
  public var empty = localized("Empty file")
  public var gone = localized("Not on the server any more")
  public var broken = localized("Broken picture")
  public var brokenVideo = localized("Broken video")
  public var tooLarge = localized("Too large to show")
  public var unsupported = localized("Unknown format")
  /// Text appended to a format's name and a colon: "BMP: not shown here".
  public var foreign = localized("not supported")
  public var noDecoder = localized("No decoder for pictures")
  public var network = localized("Not loaded. Click to try again")
  public var refused = localized("Could not be loaded")
  public var notFetched = localized("On the network. Click to load")

  public init() {}

  package func words(font: FontSpec, isVideo: Bool = false) -> ImageProblemWords {
    ImageProblemWords(
      missing: missing, empty: empty, gone: gone, broken: isVideo ? brokenVideo : broken,
      tooLarge: tooLarge,
      unsupported: unsupported, foreign: foreign, noDecoder: noDecoder, network: network,
      refused: refused, notFetched: notFetched, font: font)
  }
}
