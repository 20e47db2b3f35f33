import Dispatch
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// The screen that a conversation opens with: whether a kept one still is that, and how one is
/// made.
struct OpeningScreen: Sendable {
  let archive: Archive
  let conversation: ConversationSummary
  let zone: ZoneOffsets
  /// Where the user was; nil at the end.
  let place: ReadingPlace?
  /// Of the place's message.
  let position: Int?

  let showsEachJoin: Bool

  /// Nil for what opens otherwise each time: with a mark of what is new, or as a timeline, whose
  /// rows change with what other screens of it know.
  init?(
    _ archive: Archive, _ conversation: ConversationSummary, _ zone: ZoneOffsets,
    _ place: OpeningPlace?, showsEachJoin: Bool = false
  ) {
    guard conversation.kind != .timeline, conversation.count > 0, place?.firstNew == nil else {
      return nil
    }
    self.archive = archive
    self.conversation = conversation
    self.zone = zone
    self.place = place?.position == nil ? nil : place?.place
    position = place?.position
    self.showsEachJoin = showsEachJoin
  }

  var provider: FactoryRowProvider<ArchiveChatSource, ChatRowFactory> {
    ChatPresentation.provider(
      archive: archive, conversation: conversation, zone: zone, showsEachJoin: showsEachJoin)
  }

  /// The screen that was kept, if making it now would make the same.
  ///
  /// - Complexity: reads the messages that are seen in it.
  func kept(in folder: ScreenFolder) async -> KeptScreen? {
    guard let screen = folder.screen(ofArchive: archive.path),
      screen.positions.upperBound <= conversation.count,
      await key(screen.view, screen.positions) == screen.key
    else { return nil }
    return screen
  }

  /// A digest of all that decides how the screen looks: fonts and their configuration, program,
  /// size and style (as for heights), scheme, the user's place, how many messages there are, all
  /// that is known of those in view and their neighbours, and the revisions of their rows. Of a
  /// message the revision alone says nothing: within a launch an archive's messages stay as they
  /// are, between launches an import may change them. Pictures are not in it: a list begins without
  /// any.
  func key(_ view: KeptScreen.View, _ positions: Range<Int>) async -> UInt64? {
    let provider = provider
    // A screen that was kept may be of more messages than there are now.
    let all = 0..<conversation.count
    guard !positions.isEmpty, positions.clamped(to: all) == positions else { return nil }
    let wide = (positions.lowerBound - 1..<positions.upperBound + 1).clamped(to: all)
    guard let messages = try? await provider.source.items(at: wide),
      let make = try? await provider.load(positions)
    else { return nil }
    var mix = RevisionMix()
    mix.add(
      ArchiveHeights.style(
        of: conversation, in: view.environment, zone, showsEachJoin: showsEachJoin))
    mix.add(UInt64(view.size.height))
    mix.add(view.scheme == .dark)
    mix.add(conversation.key)
    mix.add(UInt64(conversation.count))
    mix.add(UInt64(positions.lowerBound))
    mix.add(place != nil)
    if let place {
      mix.add(UInt64(bitPattern: place.item.rawValue))
      mix.add(UInt64(place.part))
      mix.add(UInt64(bitPattern: Int64(place.key ?? -1)))
      mix.add(place.y.bitPattern)
      mix.add(UInt64(position ?? 0))
    }
    // Every property, also those to come.
    for message in messages { mix.add(String(reflecting: message)) }
    for row in make().flatMap(\.rows) {
      mix.add(UInt64(bitPattern: row.id.item.rawValue))
      mix.add(UInt64(row.id.part))
      mix.add(row.revision.rawValue)
    }
    return mix.revision.rawValue
  }

  private static let queue = DispatchQueue(label: "luge.screens", qos: .userInitiated)

  /// Shows the list in memory as a window shows it first: before any picture of it has come.
  ///
  /// - Parameter seconds: after which a screen is given up that does not come to rest.
  /// - Returns: nil when the source fails, or something in view moves or is heavy.
  func make(_ view: KeptScreen.View, atMost seconds: Double = 1) async -> KeptScreen? {
    // It waits for a lane, which is nothing for Swift's pool.
    let drawn = await withCheckedContinuation { continuation in
      Self.queue.async { continuation.resume(returning: draw(view, seconds)) }
    }
    guard let (bitmap, positions) = drawn, let key = await key(view, positions) else { return nil }
    return KeptScreen(view: view, positions: positions, key: key, bitmap: bitmap)
  }

  private func draw(_ view: KeptScreen.View, _ seconds: Double) -> (Bitmap, Range<Int>)? {
    let engine = ListEngine(
      provider: provider, configuration: ChatPresentation.engineConfiguration,
      tools: PaintTools.factory(images: NoPictures()))
    var hasFailed = false
    engine.onFailure = { _ in hasFailed = true }
    engine.setColorScheme(view.scheme)
    engine.setViewport(view.size, environment: view.environment)
    if let place, let position { engine.restore(place, at: position) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var time = 0.0
    var plan = engine.frame(at: time)
    while !engine.isSettled || plan.blankPixels > 0 || plan.pieces.contains(where: \.isUnfinished) {
      guard !hasFailed, clock.now < end else { return nil }
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      plan = engine.frame(at: time)
    }
    guard plan.views.isEmpty, let first = engine.visibleRows.map(\.position).min(),
      let last = engine.visibleRows.map(\.position).max()
    else { return nil }
    plan.layers.removeAll { $0.bitmap == nil }
    return plan.composed(size: view.size).map { ($0, first..<last + 1) }
  }
}

/// Has none, and knows of none why.
private struct NoPictures: ImageProviding {
  func image(for key: ImageKey, size: PixelSize) -> Bitmap? { nil }
}

extension FramePlan.Piece {
  /// A skeleton or nothing where a row belongs.
  var isUnfinished: Bool {
    if case .bitmap = content { false } else { row != nil }
  }
}

extension FramePlan {
  /// In memory; nil for a size that nothing can be drawn in.
  func composed(size: PixelSize) -> Bitmap? {
    let bitmap = Bitmap(size: size)
    return Compositor.compose(self, into: bitmap) ? bitmap : nil
  }
}
