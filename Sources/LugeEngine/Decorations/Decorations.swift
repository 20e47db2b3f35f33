import LugeCore

/// Lays decorations over the rows in view, each drawn once on a lane.
///
/// Belongs to the engine's thread.
final class Decorations {
  /// Decorations that are equal, of equal size, share a drawing.
  struct Drawing: Hashable {
    var decoration: AnyHashable
    var size: PixelSize
    var environment: LayoutEnvironment
    var scheme: ColorScheme
  }

  /// What a slot in view shows.
  private struct Shown {
    var size: PixelSize
    /// Nil for nothing.
    var bitmap: Bitmap?
    /// Whether it is what the decorator says; otherwise it is what stood there before.
    var isCurrent: Bool
  }

  private let lane: any Lane
  private let post: @Sendable (DecorationPicture) -> Void

  // MARK: Mutable State (the engine's thread)

  var decorator: (any RowDecorator)? { didSet { changed() } }
  private var bitmaps = ByteLimitedCache<Drawing, Bitmap>(byteLimit: 1 << 20)
  /// By number, for lanes do not carry keys about.
  private var asked: [Int: Drawing] = [:]
  private var waiting: Set<Drawing> = []
  private var nextNumber = 0
  private var shown: [SlotKey: Shown] = [:]
  /// Kept for its room: what the frame that is being planned shows.
  private var planned: [SlotKey: Shown] = [:]
  /// What all of ``shown`` was drawn for.
  private var environment: LayoutEnvironment?
  private var scheme: ColorScheme?
  /// Decorations drawn so far, and how often the decorator was asked.
  private(set) var drawnCount = 0
  private(set) var askedCount = 0

  init(lane: any Lane, post: @escaping @Sendable (DecorationPicture) -> Void) {
    self.lane = lane
    self.post = post
  }

  var isSettled: Bool { asked.isEmpty }

  /// The decorator answers something else from now on.
  func changed() {
    for key in shown.keys { shown[key]?.isCurrent = false }
  }

  func take(_ picture: DecorationPicture) {
    guard let drawing = asked.removeValue(forKey: picture.number) else { return }
    waiting.remove(drawing)
    drawnCount += 1
    bitmaps.insert(picture.bitmap, for: drawing, cost: picture.bitmap.byteCount)
  }

  /// - Complexity: O(rows in view); nothing for a list without decorations. The decorator is asked about
  ///   slots that come into view, and about all in view after a change.
  func append(to plan: inout FramePlan, _ state: ListState) {
    guard decorator != nil else { return }
    if state.environment != environment || state.scheme != scheme {
      (environment, scheme) = (state.environment, state.scheme)
      changed()
    }
    planned.removeAll(keepingCapacity: true)
    state.forEachSeenRow { _, row, top, seen in
      for slot in row.layout.slots {
        guard let size = ImageUse.size(filling: slot.rect), slot.rect.x.magnitude < 1e6,
          slot.rect.y.magnitude < 1e6
        else { continue }
        let y = top + Int(slot.rect.y)
        guard y < state.viewport.height, y + size.height > 0,
          // A row that is taking its room shows its slots when they are seen whole.
          Int(slot.rect.y) + size.height <= seen
        else { continue }
        let known = shown[slot.key]
        let now =
          if let known, known.isCurrent, known.size == size { known } else {
            look(up: slot.key, size: size, known, state)
          }
        planned[slot.key] = now
        if let bitmap = now.bitmap {
          plan.decorations.append(
            .init(slot: slot.key, x: Int(slot.rect.x), y: y, bitmap: bitmap))
        }
      }
    }
    swap(&shown, &planned)
  }

  private func look(
    up slot: SlotKey, size: PixelSize, _ known: Shown?, _ state: ListState
  ) -> Shown {
    askedCount += 1
    guard let decoration = decorator?.decoration(in: slot) else {
      return Shown(size: size, bitmap: nil, isCurrent: true)
    }
    let drawing = Drawing(
      decoration: AnyHashable(decoration), size: size, environment: state.environment,
      scheme: state.scheme)
    if let bitmap = bitmaps.value(for: drawing) {
      return Shown(size: size, bitmap: bitmap, isCurrent: true)
    }
    ask(for: drawing, decoration)
    // What stood there stays until what follows is drawn.
    let last = known.flatMap { $0.size == size ? $0.bitmap : nil }
    return Shown(size: size, bitmap: last, isCurrent: false)
  }

  private func ask(for drawing: Drawing, _ decoration: any RowDecoration) {
    guard waiting.insert(drawing).inserted else { return }
    nextNumber += 1
    asked[nextNumber] = drawing
    let (number, size, post) = (nextNumber, drawing.size, post)
    let (environment, scheme) = (drawing.environment, drawing.scheme)
    lane.submit { tools in
      let context = LayoutContext(environment: environment, text: tools.text)
      let bitmap = tools.paint(
        decoration.drawList(size: size, in: context), origin: .zero, size: size, scheme: scheme)
      post(DecorationPicture(number: number, bitmap: bitmap))
    }
  }
}

/// A decoration that a lane has drawn, by the number it was asked under.
struct DecorationPicture: Sendable {
  let number: Int
  let bitmap: Bitmap
}
