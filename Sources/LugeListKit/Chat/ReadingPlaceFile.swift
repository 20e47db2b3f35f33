import Foundation
import LugeEngine

/// Where a reader was in one list, kept between launches.
public struct ReadingPlaceFile: Sendable {
  private let url: URL

  public init(path: String) { url = URL(fileURLWithPath: path) }

  /// Nil when nothing was kept, or what is there makes no sense.
  public func read() -> ReadingPlace? {
    (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(ReadingPlace.self, from: $0) }
  }

  /// - Parameter place: nil for a reader who was at the list's end, where the next one begins too.
  public func write(_ place: ReadingPlace?) {
    guard let place, let data = try? JSONEncoder().encode(place) else {
      try? FileManager.default.removeItem(at: url)
      return
    }
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: url, options: .atomic)
  }
}
