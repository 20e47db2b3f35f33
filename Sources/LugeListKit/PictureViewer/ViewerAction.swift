import LugeCore
import LugeWords

/// Actions in the picture viewer.
package enum ViewerAction: UInt8, Hashable, Sendable, CaseIterable {
  case previous, next, message, save, copy, open, folder, browser, address, close, retry

  /// Title for menus and screen readers.
  var title: String {
    switch self {
    case .previous: localized("Previous Picture")
    case .next: localized("Next Picture")
    case .message: localized("Show in Conversation")
    case .save: localized("Save As…")
    case .copy: localized("Copy Picture")
    case .open: localized("Open in Another Program")
    case .folder: localized("Show in Folder")
    case .browser: localized("Open in Browser")
    case .address: localized("Copy Address")
    case .close: localized("Close")
    case .retry: localized("Try Again")
    }
  }

  /// Returns the entries of a picture's menu, in their order.
  ///
  /// - Parameters:
  ///   - isOfArchive: whether it is a local file rather than an address.
  ///   - isLoaded: whether there are pixels to copy.
  ///   - hasMessage: whether there is a message to go to.
  static func menu(
    isOfArchive: Bool, isLoaded: Bool, hasMessage: Bool = false
  ) -> [ViewerAction] {
    let message: [ViewerAction] = hasMessage ? [.message] : []
    guard isOfArchive else {
      return message + (isLoaded ? [.save, .copy, .open] : []) + [.browser, .address, .close]
    }
    return message + [.save] + (isLoaded ? [.copy] : []) + [.open, .folder, .close]
  }

  /// Entries of a video's menu; a video is always a file.
  static let menuOfVideo: [ViewerAction] = [.save, .open, .folder, .close]

  /// Icon as strokes on a square of 24 units.
  var strokes: Path {
    func line(_ points: (Double, Double)...) -> [Path.Element] {
      points.enumerated().map { index, point in
        let place = Point(x: point.0, y: point.1)
        return index == 0 ? .move(place) : .line(place)
      }
    }
    switch self {
    case .previous: return Path(line((15, 5), (8, 12), (15, 19)))
    case .next: return Path(line((9, 5), (16, 12), (9, 19)))
    case .message:
      return Path(
        line((4, 5), (20, 5), (20, 16), (11, 16), (7, 20), (7, 16), (4, 16)) + [.close])
    case .save:
      return Path(
        line((12, 4), (12, 15)) + line((7.5, 10.5), (12, 15), (16.5, 10.5))
          + line((5, 16), (5, 20), (19, 20), (19, 16)))
    case .copy, .address:
      return Path(
        line((9, 9), (20, 9), (20, 20), (9, 20)) + [.close]
          + line((6.5, 15), (4, 15), (4, 4), (15, 4), (15, 6.5)))
    case .open, .browser:
      return Path(
        line((13, 4), (20, 4), (20, 11)) + line((20, 4), (11.5, 12.5))
          + line((17, 14), (17, 20), (4, 20), (4, 7), (10, 7)))
    case .folder:
      return Path(line((4, 19), (4, 6), (10, 6), (12, 8.5), (20, 8.5), (20, 19)) + [.close])
    case .close: return Path(line((6, 6), (18, 18)) + line((18, 6), (6, 18)))
    case .retry: return Path(line((12, 5), (12, 12), (16, 14)))
    }
  }
}
