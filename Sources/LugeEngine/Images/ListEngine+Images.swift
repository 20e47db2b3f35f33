public import LugeCore

/// A picture that a list shows or will soon show.
public struct ImageWish: Hashable, Sendable {
  public var key: ImageKey
  /// Device pixels that it fills.
  public var size: PixelSize
  /// Pixels between the viewport and the picture; 0 when it is in view.
  public var distance: Int

  public init(key: ImageKey, size: PixelSize, distance: Int) {
    self.key = key
    self.size = size
    self.distance = distance
  }
}

extension ListEngine {
  /// To be called, from any thread, when pictures became available (or turned out never to) after
  /// a row had been drawn without them: exactly the rows that show them are drawn anew, by the lane.
  /// Until then they stay as they are; layouts do not change.
  public var imageArrivals: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.images(keys)) }
  }

  /// Positions of the items in view, and of those held ready around it, that show a picture.
  ///
  /// - Complexity: O(items held).
  public func positions(showing key: ImageKey) -> [Int] {
    func shows(_ item: RealizedItem) -> Bool {
      item.kinds.contains(.images) && item.rows.contains { $0.images.contains { $0.key == key } }
    }
    var found: [Int] = []
    var position = anchor.position
    while let item = snapshot.item(at: position) {
      if shows(item) { found.append(position) }
      position += 1
    }
    position = anchor.position - 1
    while let item = snapshot.item(at: position) {
      if shows(item) { found.append(position) }
      position -= 1
    }
    return found.sorted()
  }

  /// Names the pictures in view, then those ahead and behind, nearest first; pictures scrolled away
  /// are no longer among them.
  func requestImages() {
    guard let onImageWishes, viewport.height > 0 else { return }
    // Farther than rows are drawn, so that most pictures come before their rows are.
    let ahead = 2 * viewport.height + Int(min(abs(velocity) * 0.35, 16_000))
    let behind = viewport.height
    let (above, below) = velocity < 0 ? (ahead, behind) : (behind, ahead)
    var wishes: [ImageWish] = []
    forEachHeldItem(above: above, below: below, having: .images) { item, top in
      var y = top
      for row in item.rows {
        for image in row.images {
          let (low, high) = (y + image.rows.lowerBound, y + image.rows.upperBound)
          guard high > -above, low < viewport.height + below else { continue }
          wishes.append(
            ImageWish(
              key: image.key, size: image.size, distance: max(0, -high, low - viewport.height)))
        }
        y += row.layout.size.height
      }
    }
    guard wishes != lastImageWishes else { return }
    lastImageWishes = wishes
    wishes.sort { $0.distance < $1.distance }
    onImageWishes(wishes)
  }
}
