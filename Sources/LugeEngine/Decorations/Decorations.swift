import LugeCore

/// Adds decorations over the rows in view. Lanes draw them; equal ones are drawn once.
///
/// Belongs to the engine's thread.
final class Decorations {
  /// Key of a drawing, shared by equal decorations of equal size.
  struct Drawing: Hashable {
    var decoration: AnyHashable
    var size: PixelSize
    var environment: LayoutEnvironment
    var scheme: ColorScheme
    /// Generation of pictures that the drawing must show (``PictureArrivals``).
    var generation = 0
  }

  /// A slot in view with the drawing that it shows.
  private struct Shown {
    var size: PixelSize
    /// Bitmap of the drawing; nil for a slot that shows nothing.
    var bitmap: Bitmap?
    /// Whether the bitmap shows what the decorator returned last; otherwise the previous drawing
    /// stays until the new one is done.
    var isCurrent: Bool
    /// Drawing requested last. If a decoration changes faster than it is drawn, each drawing that
    /// arrives is shown.
    var awaited: Drawing?
    /// Pictures in the decoration, known from the first drawing on.
    var images: [ImageUse] = []
  }

  private let lane: any Lane
  private let post: @Sendable (DecorationPicture) -> Void

  // MARK: Mutable State (the engine's thread)

  var decorator: (any RowDecorator)? { didSet { changed() } }
  /// Opacity of the floating heading; see ``ListEngine/headingOpacity``.
  var headingOpacity = 0.0
  /// See ``ListEngine/floating``.
  var floating: [FloatingDecoration] = []
  /// Last bitmaps of the floating decorations, by index; the heading's is apart.
  private var floatingBitmaps: [Bitmap?] = []
  private var headingDrawing: DecorationPicture?
  private var drawings = ByteLimitedCache<Drawing, DecorationPicture>(byteLimit: 2 << 20)
  /// Drawings requested from the lane, by request number.
  private var asked: [Int: (drawing: Drawing, generation: Int)] = [:]
  private var waiting: Set<Drawing> = []
  private var nextNumber = 0
  private var shown: [SlotKey: Shown] = [:]
  /// Slots of the frame that is being planned; kept to reuse its memory.
  private var planned: [SlotKey: Shown] = [:]
  /// Environment that everything in ``shown`` was drawn for.
  private var environment: LayoutEnvironment?
  private var scheme: ColorScheme?
  /// Pictures of the drawings that have some. They are requested while the decoration is in view.
  private var images: [Drawing: [ImageUse]] = [:]
  /// Number of entries of ``images`` at which those that are not in view are removed.
  private var mostImages = leastImages
  private static let leastImages = 512
  private var arrivals = PictureArrivals()
  private var floatingImages: [ImageUse] = []
  /// Number of decorations drawn so far, and of calls of the decorator.
  private(set) var drawnCount = 0
  private(set) var askedCount = 0

  init(lane: any Lane, post: @escaping @Sendable (DecorationPicture) -> Void) {
    self.lane = lane
    self.post = post
  }

  var isSettled: Bool { asked.isEmpty }

  /// Asks the decorator again, because its answers have changed.
  func changed() {
    for key in shown.keys { shown[key]?.isCurrent = false }
  }

  func take(_ picture: DecorationPicture) {
    guard let (drawing, generation) = asked.removeValue(forKey: picture.number) else { return }
    waiting.remove(drawing)
    drawnCount += 1
    if !picture.images.isEmpty {
      if images.count >= mostImages { forgetImages() }
      images[drawing.withoutPictures] = picture.images
    }
    drawings.insert(picture, for: drawing, cost: picture.bitmap.byteCount)
    // The lane has now found which pictures the drawing has. If one of them arrived before the
    // request, the drawing already shows it.
    let needed = arrivals.needed(by: picture.images)
    if needed > drawing.generation, needed <= generation {
      var whole = drawing
      whole.generation = needed
      drawings.insert(picture, for: whole, cost: picture.bitmap.byteCount)
    }
  }

  /// Removes the pictures of drawings that are neither in view nor cached.
  private func forgetImages() {
    let seen = Set(shown.values.lazy.flatMap(\.images).map(\.key))
      .union(floatingImages.lazy.map(\.key))
    images = images.filter { drawing, uses in
      drawings.contains(drawing) || uses.contains { seen.contains($0.key) }
    }
    // As many as there are now may be in view at once.
    mostImages = max(Self.leastImages, 2 * images.count)
  }

  /// Requests for the pictures of the decorations in view.
  var imageRequests: [ListImageRequest] {
    guard !images.isEmpty else { return [] }
    return (shown.values.flatMap(\.images) + floatingImages).map {
      ListImageRequest(key: $0.key, size: $0.size, distance: 0)
    }
  }

  /// Has the decorations that show newly arrived pictures drawn again.
  func arrived(_ keys: Set<ImageKey>) {
    arrivals.arrived(keys)
    if images.values.joined().contains(where: { keys.contains($0.key) }) { changed() }
  }

  /// Returns the key of a decoration's drawing, with the generation of its pictures, and the
  /// pictures.
  private func drawing(
    of decoration: any RowDecoration, size: PixelSize, _ state: ListState
  ) -> (drawing: Drawing, images: [ImageUse]) {
    var drawing = Drawing(
      decoration: AnyHashable(decoration), size: size, environment: state.environment,
      scheme: state.scheme)
    guard !images.isEmpty, let uses = images[drawing] else { return (drawing, []) }
    drawing.generation = arrivals.needed(by: uses)
    return (drawing, uses)
  }

  /// Adds the decorations of slots in view to a frame.
  ///
  /// - Complexity: O(rows in view); O(1) without a decorator. The decorator is asked about slots
  ///   that come into view, and after a change about all in view.
  func append(to plan: inout FramePlan, _ state: ListState) {
    guard decorator != nil else { return }
    if state.environment != environment || state.scheme != scheme {
      (environment, scheme) = (state.environment, state.scheme)
      changed()
    }
    planned.removeAll(keepingCapacity: true)
    state.forEachVisibleRowWithHeight { _, row, top, seen in
      for slot in row.layout.slots {
        guard let size = ImageUse.size(filling: slot.rect), slot.rect.x.magnitude < 1e6,
          slot.rect.y.magnitude < 1e6
        else { continue }
        let y = top + Int(slot.rect.y)
        guard y < state.viewport.height, y + size.height > 0,
          // A row that is growing into place shows only slots that are fully visible.
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

  /// Adds the heading of the rows in view, and floating decorations, over the list.
  ///
  /// - Complexity: O(rows in view) with a heading, else O(floating decorations).
  func appendFloating(to plan: inout FramePlan, _ state: ListState) {
    if !floatingImages.isEmpty { floatingImages = [] }
    if headingOpacity > 0 { appendHeading(to: &plan, state) } else { headingDrawing = nil }
    if floatingBitmaps.count != floating.count {
      floatingBitmaps = Array(repeating: nil, count: floating.count)
    }
    for (index, float) in floating.enumerated() where float.opacity > 0 {
      let size = PixelSize(width: Int(float.rect.width), height: Int(float.rect.height))
      guard size.width > 0, size.height > 0, float.rect.x.magnitude < 1e6,
        float.rect.y.magnitude < 1e6
      else { continue }
      let bitmap = drawn(float.decoration, size: size, state)?.bitmap ?? floatingBitmaps[index]
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
    let edge = margin + state.coveredTop
    var heading: PinnedHeading?
    // Top of the next heading in the list.
    var next: Int?
    var isInPlace = false
    state.forEachVisibleRowWithHeight { _, row, y, _ in
      guard next == nil, !isInPlace, let found = row.model.pinnedHeading else { return }
      let own = y + Int(row.layout.body?.rect.y ?? 0)
      if heading == nil {
        heading = found
        // The heading is at its own place in the list.
        if found.isOwn, own >= edge { isInPlace = true }
      } else if found.isOwn {
        next = own
      }
    }
    guard let heading, !isInPlace else { return headingDrawing = nil }
    let size = PixelSize(
      width: min(state.viewport.width, Int((heading.width * unit).rounded())),
      height: Int((heading.height * unit).rounded()))
    guard size.width > 0, size.height > 0 else { return }
    headingDrawing = drawn(heading.decoration, size: size, state) ?? headingDrawing
    guard let drawing = headingDrawing else { return }
    let bitmap = drawing.bitmap
    // The next heading pushes this one out.
    let y = min(edge, (next ?? .max).subtractingClamped(size.height + margin))
    coverRows(above: y + size.height, nearness: 2 * margin, in: &plan, state)
    let x = (state.viewport.width - bitmap.size.width) / 2
    let shown = drawing.columns ?? 0...Double(bitmap.size.width)
    let seen = freedom(
      of: Rect(
        x: Double(x) + shown.lowerBound, y: Double(y), width: shown.upperBound - shown.lowerBound,
        height: Double(size.height)), nearness: Double(2 * margin), state)
    guard seen > 0 else { return }
    plan.decorations.append(
      .init(
        slot: nil, x: x, y: y, bitmap: bitmap, opacity: Self.opacity(seen * headingOpacity)))
  }

  /// Returns 1 where a heading is far from all texts over pictures, 0 where it would touch one, and
  /// values between in the vicinity.
  ///
  /// - Complexity: O(rows in view).
  private func freedom(of rect: Rect, nearness: Double, _ state: ListState) -> Double {
    var least = nearness
    state.forEachVisibleRowWithHeight { _, row, y, _ in
      for plate in row.layout.plates where plate.x < rect.maxX && plate.maxX > rect.x {
        let top = Double(y) + plate.y
        let gap = max(top - rect.y - rect.height, rect.y - top - plate.height)
        least = min(least, max(0, gap))
      }
    }
    return nearness > 0 ? least / nearness : 1
  }

  /// Lays the list's background over the rows that hide below the heading. A row fades as it nears
  /// the heading, and is invisible when it would touch it.
  ///
  /// - Parameters:
  ///   - edge: the heading's lower edge in the viewport.
  ///   - nearness: distance from the heading within which a row fades.
  private func coverRows(
    above edge: Int, nearness: Int, in plan: inout FramePlan, _ state: ListState
  ) {
    state.forEachVisibleRowWithHeight { _, row, y, seen in
      guard row.model.hidesBelowHeading, y < edge.addingClamped(3 * nearness),
        seen == row.layout.size.height
      else { return }
      let (place, size) = Self.whole(row.layout)
      guard size.width > 0, size.height > 0 else { return }
      // Request the cover a little before it is visible, so that it is drawn by then.
      let cover = RowCover(color: plan.background)
      guard let bitmap = drawn(cover, size: size, state)?.bitmap else { return }
      let gap = y.addingClamped(place.y).subtractingClamped(edge)
      let part = 1 - Double(max(0, gap)) / Double(max(1, nearness))
      guard part > 0 else { return }
      plan.decorations.append(
        .init(
          slot: nil, x: place.x, y: y + place.y, bitmap: bitmap,
          opacity: Self.opacity(part * headingOpacity)))
    }
  }

  /// Returns the whole pixels that a row's body touches; the whole row if it has no body.
  private static func whole(_ layout: RowLayout) -> (place: (x: Int, y: Int), size: PixelSize) {
    guard let rect = layout.body?.rect else { return ((0, 0), layout.size) }
    func pixel(_ edge: Double, _ length: Int) -> Int {
      Int(clamping: edge).clamped(to: 0...max(0, length))
    }
    let x = pixel(rect.x.rounded(.down), layout.size.width)
    let y = pixel(rect.y.rounded(.down), layout.size.height)
    let right = pixel((rect.x + rect.width).rounded(.up), layout.size.width)
    let bottom = pixel((rect.y + rect.height).rounded(.up), layout.size.height)
    return ((x, y), PixelSize(width: right - x, height: bottom - y))
  }

  private static func opacity(_ part: Double) -> UInt8 {
    UInt8((min(1, max(0, part)) * 255).rounded())
  }

  private func drawn(
    _ decoration: any RowDecoration, size: PixelSize, _ state: ListState
  ) -> DecorationPicture? {
    let (drawing, images) = self.drawing(of: decoration, size: size, state)
    if !images.isEmpty { floatingImages += images }
    if let known = drawings.value(for: drawing) { return known }
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
    let (drawing, images) = self.drawing(of: decoration, size: size, state)
    if let bitmap = drawings.value(for: drawing)?.bitmap {
      return Shown(size: size, bitmap: bitmap, isCurrent: true, images: images)
    }
    // The old bitmap stays until the new one is drawn.
    var next = Shown(size: size, isCurrent: false, images: images)
    if let known, known.size == size {
      next.bitmap = known.bitmap
      if let awaited = known.awaited, awaited.scheme == drawing.scheme,
        awaited.environment == drawing.environment
      {
        if waiting.contains(awaited) {
          next.awaited = awaited
          return next
        }
        next.bitmap = drawings.value(for: awaited)?.bitmap ?? known.bitmap
      }
    }
    ask(for: drawing, decoration)
    next.awaited = drawing
    return next
  }

  private func ask(for drawing: Drawing, _ decoration: any RowDecoration) {
    guard waiting.insert(drawing).inserted else { return }
    nextNumber += 1
    asked[nextNumber] = (drawing, arrivals.generation)
    let (number, size, post) = (nextNumber, drawing.size, post)
    let (environment, scheme) = (drawing.environment, drawing.scheme)
    lane.submit { tools in
      let context = LayoutContext(environment: environment, text: tools.text)
      let list = decoration.drawList(size: size, in: context)
      let bitmap = tools.paint(list, origin: .zero, size: size, scheme: scheme)
      post(
        DecorationPicture(
          number: number, bitmap: bitmap, images: list.images,
          columns: RowLayout(size: size, drawList: list).contentColumns))
    }
  }
}

/// The list's background in place of a row.
private struct RowCover: RowDecoration {
  let color: ThemeColor

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    DrawList([.rectangle(Rect(x: 0, y: 0, width: size.width, height: size.height), fill: color)])
  }
}

/// Decoration that a lane has drawn, with the number of its request.
struct DecorationPicture: Sendable {
  let number: Int
  let bitmap: Bitmap
  var images: [ImageUse] = []
  /// Columns in which it shows anything, which may be fewer than it is wide; nil if it shows
  /// nothing.
  var columns: ClosedRange<Double>?
}

extension Decorations.Drawing {
  /// The key without its generation: equal whatever pictures have arrived.
  fileprivate var withoutPictures: Self {
    var drawing = self
    drawing.generation = 0
    return drawing
  }
}
