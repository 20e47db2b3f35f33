import LugeCore
import LugeQt
import LugeWords

extension PictureViewer {
  /// Reports to screen readers what is shown: the picture, then its buttons.
  func describe(_ drawn: DrawnChrome) {
    let items = drawn.accessibleItems(picture: zoom?.rect)
    guard items != accessibleItems else { return }
    accessibleItems = items
    surface.setAccessibleItems(items)
  }

  func pressed(_ index: Int) {
    // The first item is the picture.
    guard let regions = drawnChrome?.layout.regions, regions.indices.contains(index - 1) else {
      return
    }
    // Closing removes the item whose action is being performed.
    let action = regions[index - 1].action
    Task { @MainActor [weak self] in self?.perform(action) }
  }
}

extension DrawnChrome {
  /// - Parameter picture: rectangle of the picture; nil while it is unknown.
  func accessibleItems(picture: Rect?) -> [AccessibleItem] {
    [AccessibleItem(.picture, chrome.spoken, in: picture ?? chrome.pictureArea)]
      + layout.regions.map { AccessibleItem(.button, $0.action.title, in: $0.rect) }
  }
}

extension ViewerChrome {
  /// Description for screen readers: the picture's number, sender and time, its caption, and any
  /// problem.
  var spoken: String {
    let place =
      place.map {
        localized(
          "Picture {number} of {all}", ["number": "\($0.index + 1)", "all": "\($0.count)"])
      } ?? localized("Picture")
    return [place, words.title, words.detail, words.caption, problem ?? warning ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
