/// Why a picture is not there, in a few words.
public struct ImageProblemNames: Hashable, Sendable {
  public var missing = "File not found"
  public var empty = "Empty file"
  public var gone = "Not on the server any more"
  public var broken = "Broken picture"
  public var brokenVideo = "Broken video"
  public var tooLarge = "Too large to show"
  public var unsupported = "Unknown format"
  /// Follows a format's name and a colon: "BMP: not shown here".
  public var foreign = "not shown here"
  public var noDecoder = "No decoder for pictures"
  public var network = "Not loaded. Click to try again"
  public var notFetched = "On the network. Click to load"

  public init() {}

  package func words(font: FontSpec, isVideo: Bool = false) -> ImageProblemWords {
    ImageProblemWords(
      missing: missing, empty: empty, gone: gone, broken: isVideo ? brokenVideo : broken,
      tooLarge: tooLarge,
      unsupported: unsupported, foreign: foreign, noDecoder: noDecoder, network: network,
      notFetched: notFetched,
      font: font)
  }
}
