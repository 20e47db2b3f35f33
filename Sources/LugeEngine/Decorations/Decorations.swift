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
    /// What was asked for last. What changes faster than it is drawn shows each that comes.
    var awaited: Drawing?
  }

  private let lane: any Lane
  private let post: @Sendable (DecorationPicture) -> Void

  // MARK: Mutable State (the engine's thread)

  var decorator: (any RowDecorator)? { didSet { changed() } }
  /// How much of the heading of the rows in view is seen at the upper edge; see
  /// ``ListEngine/headingOpacity``.
  var headingOpacity = 0.0
  /// See ``ListEngine/floating``.
  var floating: [FloatingDecoration] = []
  /// What floats showed last, by their places in the array; the heading's is the last.
  private var floatingBitmaps: [Bitmap?] = []
  private var headingBitmap: Bitmap?
  private var bitmaps = ByteLimitedCache<Drawing, Bitmap>(byteLimit: 2 << 20)
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

  /// - Complexity: O(rows in view); nothing for a list without decorations. The decorator is asked
  ///   about slots that come into view, and about all in view after a change.
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

  /// Lays the heading of the rows in view, and what floats, over the list.
  ///
  /// - Complexity: O(rows in view) with a heading, O(floats) without.
  func appendFloating(to plan: inout FramePlan, _ state: ListState) {
    if headingOpacity > 0 { appendHeading(to: &plan, state) } else { headingBitmap = nil }
    if floatingBitmaps.count != floating.count {
      floatingBitmaps = Array(repeating: nil, count: floating.count)
    }
    for (index, float) in floating.enumerated() where float.opacity > 0 {
      let size = PixelSize(width: Int(float.rect.width), height: Int(float.rect.height))
      guard size.width > 0, size.height > 0, float.rect.x.magnitude < 1e6,
        float.rect.y.magnitude < 1e6
      else { continue }
      let bitmap = drawn(float.decoration, size: size, state) ?? floatingBitmaps[index]
      floatingBitmaps[index] = bitmap
      guard let bitmap else { continue }
      plan.decorations.append(
        .init(
          slot: nil, x: Int(float.rect.x), y: Int(float.rect.y), bitmap: bitmap,
          opacity: Self.opacity(float.opacity)))
    }
  }

  private func appendHeading(to plan: inout FramePlan, _ state: ListState) {
    let unit = state.environment.unit
    let margin = Int((PinnedHeading.margin * unit).rounded())
    var heading: PinnedHeading?
    // Where the heading that follows stands, in the list.
    var next: Int?
    var isInPlace = false
    state.forEachSeenRow { _, row, y, _ in
      guard next == nil, !isInPlace, let found = row.model.pinnedHeading else { return }
      let own = y + Int(row.layout.body?.rect.y ?? 0)
      if heading == nil {
        heading = found
        // It stands in the list itself.
        if found.isOwn, own >= margin { isInPlace = true }
      } else if found.isOwn {
        next = own
      }
    }
    guard let heading, !isInPlace else { return headingBitmap = nil }
    let size = PixelSize(
      width: min(state.viewport.width, Int((heading.width * unit).rounded())),
      height: Int((heading.height * unit).rounded()))
    guard size.width > 0, size.height > 0 else { return }
    let bitmap = drawn(heading.decoration, size: size, state) ?? headingBitmap
    headingBitmap = bitmap
    guard let bitmap else { return }
    // The one that follows pushes it out.
    let y = min(margin, (next ?? .max).subtractingClamped(size.height + margin))
    plan.decorations.append(
      .init(
        slot: nil, x: (state.viewport.width - bitmap.size.width) / 2, y: y, bitmap: bitmap,
        opacity: Self.opacity(headingOpacity)))
  }

  private static func opacity(_ part: Double) -> UInt8 {
    UInt8((min(1, max(0, part)) * 255).rounded())
  }

  private func drawn(
    _ decoration: any RowDecoration, size: PixelSize, _ state: ListState
  ) -> Bitmap? {
    let drawing = Drawing(
      decoration: AnyHashable(decoration), size: size, environment: state.environment,
      scheme: state.scheme)
    if let bitmap = bitmaps.value(for: drawing) { return bitmap }
    ask(for: drawing, decoration)
    return nil
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
    // What stood there stays until what follows is drawn.
    var next = Shown(size: size, isCurrent: false)
    if let known, known.size == size {
      next.bitmap = known.bitmap
      if let awaited = known.awaited, awaited.scheme == drawing.scheme,
        awaited.environment == drawing.environment
      {
        if waiting.contains(awaited) {
          next.awaited = awaited
          return next
        }
        next.bitmap = bitmaps.value(for: awaited) ?? known.bitmap
      }
    }
    ask(for: drawing, decoration)
    next.awaited = drawing
    return next
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
