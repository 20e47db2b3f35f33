import Foundation

/// What a client of AT-SPI found, in order.
enum AccessibleReader {
  /// A child of the list, and what its own children are called.
  struct Item {
    var name: String
    var parts: [String]
  }

  /// What each `list` found.
  static func lists(_ found: [[String: Any]]) -> [[Item]] {
    var lists: [[Item]] = []
    for line in found {
      if line["list"] != nil { lists.append([]) }
      guard let item = line["item"] as? [String: Any], !lists.isEmpty else { continue }
      let parts = (line["parts"] as? [[String: Any]] ?? []).map { $0["name"] as? String ?? "" }
      lists[lists.count - 1].append(Item(name: item["name"] as? String ?? "", parts: parts))
    }
    return lists
  }
}
