import Dispatch
import Foundation

/// Where settings are kept. Reading never fails (what is damaged means defaults); writing is atomic
/// and happens off the main thread, in order.
final class SettingsFile: Sendable {
  private let url: URL?
  private let queue = DispatchQueue(label: "luge.settings", qos: .utility)

  /// - Parameter folder: nil keeps nothing.
  init(folder: String?) {
    url = folder.map { URL(fileURLWithPath: $0).appendingPathComponent("settings.json") }
  }

  func read() -> ViewerSettings {
    guard let url, let data = try? Data(contentsOf: url) else { return ViewerSettings() }
    return (try? JSONDecoder().decode(ViewerSettings.self, from: data)) ?? ViewerSettings()
  }

  /// Failing to remember a window's place is not worth a message.
  func write(_ settings: ViewerSettings) {
    queue.async { [url] in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      guard let url, let data = try? encoder.encode(settings) else { return }
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? data.write(to: url, options: .atomic)
    }
  }

  /// Returns when everything is written: before the program ends.
  func flush() { queue.sync {} }
}
