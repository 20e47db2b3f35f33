import Foundation
import LugeCore
import LugeEngine

/// A file that stores the reading place of one list between launches.
public struct ReadingPlaceFile: Sendable {
  private let url: URL

  public init(path: String) { url = URL(fileURLWithPath: path) }

  /// Nil when nothing was stored, or the file is damaged.
  public func read() -> ReadingPlace? {
    (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(ReadingPlace.self, from: $0) }
  }

  /// - Parameter place: nil when the list is at its end, where it opens anyway.
  public func write(_ place: ReadingPlace?) {
    guard let place, let data = try? JSONEncoder().encode(place) else {
      try? FileManager.default.removeItem(at: url)
      return
    }
    try? PrivateFolder.make(url.deletingLastPathComponent().path)
    try? data.write(to: url, options: .atomic)
  }
}
