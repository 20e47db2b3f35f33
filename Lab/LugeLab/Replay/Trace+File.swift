import Foundation
public import LugeApp

extension Trace {
  /// - Throws: `LabError.unusable` for a file that can't be read, is no trace, or has sizes out of
  ///   all proportion.
  public init(path: String) throws(LabError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try LabFile.decode(Trace.self, path: path, with: decoder)
    guard (0...10_000_000).contains(messages), (1...20_000).contains(width),
      (1...20_000).contains(height), (0...86_400).contains(seconds)
    else {
      throw .unusable(path: path, reason: "a size is out of all proportion")
    }
    guard events.allSatisfy(\.isProportionate) else {
      throw .unusable(path: path, reason: "an event is out of all proportion")
    }
    guard version ?? 1 <= Trace.latestVersion else {
      throw .unusable(path: path, reason: "it was recorded by a newer version of Luge")
    }
  }
}

extension Trace.Event {
  /// Whether its numbers are within what a list and an hour of scrolling can have, so that sums of
  /// many events end far below the largest number. Positions beyond the list are left out by the
  /// replay.
  fileprivate var isProportionate: Bool {
    let sizes = [width, height].compactMap(\.self)
    let counts = [insertFront, insertBack].compactMap(\.self)
    let positions = [edit, remove, jump].compactMap(\.self)
    let times = [lasting, delayMs, decodeMs].compactMap(\.self)
    return (0...86_400).contains(at) && sizes.allSatisfy { (1...20_000).contains($0) }
      && (-Self.mostPixels...Self.mostPixels).contains(scroll ?? 0)
      && (-Double(Self.mostPixels)...Double(Self.mostPixels)).contains(speed ?? 0)
      && counts.allSatisfy { (0...100_000).contains($0) }
      && positions.allSatisfy { (-Self.mostPixels...Self.mostPixels).contains($0) }
      && times.allSatisfy { (0...86_400_000).contains($0) }
      && (changes ?? []).allSatisfy {
        (0...Self.mostPixels).contains($0.at) && (0...100_000).contains($0.count)
          && (0...Self.mostPixels).contains($0.to ?? 0)
      }
  }

  /// Far beyond the longest list; also of positions.
  private static var mostPixels: Int { 1_000_000_000 }
}
