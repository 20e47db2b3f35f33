import Foundation
import LugeCore
import LugeQt

/// What the window remembers between launches.
struct ViewerSettings: Codable, Equatable {
  enum Appearance: String, Codable, CaseIterable { case system, light, dark }

  var placement = Placement()
  var appearance = Appearance.system
  var zoom = 1.0
  /// Most recent first.
  var recents: [String] = []

  static let recentLimit = 12
  static let zoomSteps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  mutating func remember(_ path: String) {
    recents.removeAll { $0 == path }
    recents.insert(path, at: 0)
    recents = Array(recents.prefix(Self.recentLimit))
  }

  mutating func zoom(by steps: Int) {
    let nearest = Self.zoomSteps.indices.min {
      abs(Self.zoomSteps[$0] - zoom) < abs(Self.zoomSteps[$1] - zoom)
    }
    let index = min(max((nearest ?? 4) + steps, 0), Self.zoomSteps.count - 1)
    zoom = Self.zoomSteps[index]
  }
}

/// Where settings are kept. Reading never fails (a damaged file means defaults), writing is atomic.
@MainActor
struct SettingsFile {
  private let url: URL?

  init(folder: String?) {
    url = folder.map { URL(fileURLWithPath: $0).appendingPathComponent("settings.json") }
  }

  func read() -> ViewerSettings {
    guard let url, let data = try? Data(contentsOf: url) else { return ViewerSettings() }
    return (try? JSONDecoder().decode(ViewerSettings.self, from: data)) ?? ViewerSettings()
  }

  /// Failing to remember a window's place is not worth a message.
  func write(_ settings: ViewerSettings) {
    guard let url, let data = try? JSONEncoder().encode(settings) else { return }
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: url, options: .atomic)
  }
}
