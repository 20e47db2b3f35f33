import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// Settings that the window stores between launches.
struct ViewerSettings: Equatable, Sendable {
  enum Appearance: String, Codable, CaseIterable { case system, light, dark }

  var placement = Placement()
  var appearance = Appearance.system
  var zoom = 1.0
  /// Whether animated pictures play.
  var animatesPictures = true
  /// Whether animations stop while the machine saves power.
  var restsToSavePower = true
  /// Whether pictures that are not in the archive are downloaded without the user asking for each.
  var loadsFromNetwork = false
  /// Whether people who join or leave are shown one by one rather than counted.
  var showsEachJoin = false
  /// Whether the menu bar is always visible, not only with Alt.
  var showsMenuBar = false
  /// The user's names in archives without a known owner, most recent first.
  var ownNames: [String] = []
  /// Paths of recent archives, most recent first.
  var recents: [String] = []
  /// Facts about recent archives when they were last open, by path.
  var recentFacts: [String: RecentFacts] = [:]

  /// Rooms without notifications, as accounts and addresses.
  var quietRooms: Set<String> = []

  static let recentLimit = 12
  static let zoomSteps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// Puts an archive or an export first. A folder and its file that have become one archive are
  /// one entry.
  mutating func remember(_ path: String, _ facts: RecentFacts? = nil) {
    let folder = ArchiveLocator.folder(ofMainFile: path)
    recents.removeAll { recent in
      ArchiveLocator.folder(ofMainFile: recent) == folder
        || facts?.archive != nil && recentFacts[recent]?.archive == facts?.archive
    }
    recents.insert(path, at: 0)
    recents = Array(recents.prefix(Self.recentLimit))
    if let facts { recentFacts[path] = facts }
    recentFacts = recentFacts.filter { recents.contains($0.key) }
  }

  mutating func zoom(by steps: Int) {
    let nearest = Self.zoomSteps.indices.min {
      abs(Self.zoomSteps[$0] - zoom) < abs(Self.zoomSteps[$1] - zoom)
    }
    let index = min(max((nearest ?? 4) + steps, 0), Self.zoomSteps.count - 1)
    zoom = Self.zoomSteps[index]
  }
}

extension ViewerSettings {
  /// Returns other settings with the changes made in these.
  ///
  /// - Parameter base: these settings before the changes.
  func merged(into others: ViewerSettings, since base: ViewerSettings) -> ViewerSettings {
    var result = others
    func take<Value: Equatable>(_ field: WritableKeyPath<ViewerSettings, Value>) {
      if self[keyPath: field] != base[keyPath: field] {
        result[keyPath: field] = self[keyPath: field]
      }
    }
    take(\.placement)
    take(\.appearance)
    take(\.zoom)
    take(\.animatesPictures)
    take(\.restsToSavePower)
    take(\.loadsFromNetwork)
    take(\.showsEachJoin)
    take(\.showsMenuBar)
    result.quietRooms = others.quietRooms.union(quietRooms.subtracting(base.quietRooms))
      .subtracting(base.quietRooms.subtracting(quietRooms))
    result.ownNames = Self.merged(ownNames, into: others.ownNames, since: base.ownNames)
    result.recents = Self.merged(recents, into: others.recents, since: base.recents)
    for (path, facts) in recentFacts
    where facts != base.recentFacts[path] || others.recentFacts[path] == nil {
      result.recentFacts[path] = facts
    }
    result.recentFacts = result.recentFacts.filter { result.recents.contains($0.key) }
    return result
  }

  /// Merges lists of recently used entries: those used here come first, those removed here are
  /// removed.
  private static func merged(_ own: [String], into others: [String], since base: [String])
    -> [String]
  {
    // The unchanged part is at the list's end.
    var known = base[...]
    var used = own.count
    while used > 0, let place = known.lastIndex(of: own[used - 1]) {
      known = known[..<place]
      used -= 1
    }
    let front = own[..<used]
    let gone = Set(base).subtracting(own)
    let rest = others.filter { !front.contains($0) && !gone.contains($0) }
    return Array((front + rest).prefix(recentLimit))
  }
}

extension ViewerSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case placement, appearance, zoom, animatesPictures, restsToSavePower, loadsFromNetwork, recents
    case ownNames, showsMenuBar, recentFacts
    case quietRooms, showsEachJoin
  }

  /// Decodes the valid values of a file that an older or newer version, or a person, has written.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) -> Value {
      (try? values.decodeIfPresent(Value.self, forKey: key)) ?? fallback
    }
    placement = value(.placement, placement)
    appearance = value(.appearance, appearance)
    animatesPictures = value(.animatesPictures, animatesPictures)
    restsToSavePower = value(.restsToSavePower, restsToSavePower)
    loadsFromNetwork = value(.loadsFromNetwork, loadsFromNetwork)
    ownNames = Array(value(.ownNames, ownNames).prefix(Self.recentLimit))
    showsMenuBar = value(.showsMenuBar, showsMenuBar)
    showsEachJoin = value(.showsEachJoin, showsEachJoin)
    quietRooms = value(.quietRooms, quietRooms)
    let zoom = value(.zoom, zoom)
    let limits = (Self.zoomSteps.first ?? 1)...(Self.zoomSteps.last ?? 1)
    self.zoom = zoom.isFinite ? min(max(zoom, limits.lowerBound), limits.upperBound) : 1
    // Each is looked up on the disk.
    let named = value(.recents, recents).lazy.filter(PathNames.isAbsolute)
    for path in named.prefix(Self.recentLimit).reversed() { remember(path) }
    // Read after the list, because only paths in it are kept.
    recentFacts = value(.recentFacts, recentFacts).filter { recents.contains($0.key) }
  }
}

/// Contents of an archive when it was last open.
struct RecentFacts: Codable, Equatable, Sendable {
  /// Made of the export; nil where the archive itself was opened.
  var archive: String?
  var conversations: Int
  var messages: Int
  /// Local time of the newest message, seconds since 1970.
  var last: Int64?
}

extension ViewerSettings.Appearance {
  /// Colour scheme; nil follows the desktop.
  var scheme: ColorScheme? {
    switch self {
    case .system: nil
    case .light: .light
    case .dark: .dark
    }
  }
}

extension ViewerSettings {
  /// The most likely one first: somebody who is the user elsewhere in the archive, is called
  /// “Me”, or was the owner of another archive; then all others in their order.
  ///
  /// - Parameter known: those who are the user in other conversations of the archive.
  func likelyOwners(_ people: [StoredAuthor], known: Set<AuthorID> = []) -> [StoredAuthor] {
    // Names that some programs give to the phone's owner.
    let usual = Set(["me", "myself", "you", "ich", "du", localized("Me").lowercased()])
    func place(_ person: StoredAuthor) -> Int {
      if known.contains(person.id) { return 0 }
      if usual.contains(person.name.lowercased()) { return 1 }
      return ownNames.contains(person.name) ? 2 : 3
    }
    let places = people.map(place)
    return (0...3).flatMap { place in
      people.indices.filter { places[$0] == place }.map { people[$0] }
    }
  }

  mutating func rememberOwner(_ name: String) {
    ownNames.removeAll { $0 == name }
    ownNames = Array(([name] + ownNames).prefix(Self.recentLimit))
  }
}
