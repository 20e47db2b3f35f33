public import LugeCore

/// Size of a text, and its number of lines.
public struct TextExtent: Hashable, Sendable {
  public var size: PixelSize
  public var lineCount: Int

  public init(size: PixelSize, lineCount: Int) {
    self.size = size
    self.lineCount = lineCount
  }
}
