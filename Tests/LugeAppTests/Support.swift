import Foundation
import LugeCore
import LugeEngine
import LugeImages
import LugePaint
import Synchronization

@testable import LugeApp
@testable import LugeListKit

/// A row of 100 pixels that shows pictures side by side: of 50 × 50, or of an eighth of a narrower
/// list.
struct PictureRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "picture"
  var id: RowID
  var names: [String]
  var revision: Revision { .initial }

  static func layout(_ row: PictureRow, in context: LayoutContext) -> RowLayout {
    let side = Double(min(50, context.width / 8))
    let commands = row.names.enumerated().map { index, name in
      DrawCommand.image(
        ImageKey(name), Rect(x: 60 * Double(index), y: 20, width: side, height: side),
        CornerRadii(0),
        placeholder: ImagePlaceholder(fill: ThemeColor(0x00FF00, dark: 0x00FF00), mark: .none))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: 100), drawList: DrawList(commands))
  }
}

struct PictureItem: Sendable {
  var id: ItemID
  var names: [String]
}

struct PictureFactory: RowFactory {
  func rows(
    for item: PictureItem, previous: PictureItem?, next: PictureItem?
  ) -> [any RowModel] {
    [PictureRow(id: RowID(item: item.id, part: 0), names: item.names)]
  }
}

/// Red pictures, each when its name is allowed to come; "broken" ones never.
final class AllowingDecoder: ImageDecoding, ImageLoading {
  private let allowed: Mutex<Set<String>?>
  let log = Mutex<[String]>([])

  private let color: @Sendable (String) -> UInt32

  /// - Parameters:
  ///   - allowed: nil for all.
  ///   - color: of the picture with a name.
  init(
    allowed: Set<String>?, color: @escaping @Sendable (String) -> UInt32 = { _ in 0xFFFF_0000 }
  ) {
    self.allowed = Mutex(allowed)
    self.color = color
  }

  func allow(_ name: String) { allowed.withLock { _ = $0?.insert(name) } }
  func forbid(_ name: String) { allowed.withLock { _ = $0?.remove(name) } }

  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    Array(key.source.utf8)
  }

  func decode(_ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch)
    throws(ImageError) -> Bitmap
  {
    let name = String(decoding: bytes, as: UTF8.self)
    while !allowed.withLock({ $0?.contains(name) ?? true }) {
      if watch.wasCancelled { throw .cancelled }
      usleep(500)
    }
    if watch.wasCancelled { throw .cancelled }
    log.withLock { $0.append(name) }
    if name.hasPrefix("broken") { throw .corrupt("as asked") }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { $0.update(repeating: color(name)) }
    return bitmap
  }
}

/// An engine with pictures, and a clock.
final class PictureList {
  let engine: ListEngine
  let pictures: ListPictures
  let pipeline: ImagePipeline
  let decoder: AllowingDecoder
  var time = 0.0

  init(
    _ rows: [[String]], decoder: AllowingDecoder, threads: Int = 4, memoryLimit: Int = 1 << 20
  ) {
    var configuration = ImagePipeline.Configuration()
    configuration.threads = threads
    configuration.memoryLimit = memoryLimit
    pipeline = ImagePipeline(configuration: configuration, loader: decoder, decoder: decoder)
    self.decoder = decoder
    pictures = ListPictures(pipeline)
    let items = rows.enumerated().map { PictureItem(id: ItemID(Int64($0)), names: $1) }
    engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items) { $0.id }, factory: PictureFactory()),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: PaintTools.factory(images: pictures))
    pictures.serve(engine)
    engine.setViewport(
      PixelSize(width: 400, height: 400), environment: LayoutEnvironment(width: 400))
  }

  func frame() -> FramePlan {
    time += 1 / 60
    return engine.frame(at: time)
  }

  /// Runs frames until the condition holds; false when it does not within ten seconds.
  func run(until condition: (FramePlan) -> Bool) -> FramePlan? {
    let end = DispatchTime.now() + 10
    while DispatchTime.now() < end {
      let plan = frame()
      if condition(plan) { return plan }
      _ = engine.waitForResults(seconds: 0.01)
    }
    return nil
  }

  func settled(_ plan: FramePlan) -> Bool { engine.isSettled && plan.blankPixels == 0 }
}

extension FramePlan {
  /// The colour in the middle of an item's picture.
  func color(ofItem id: Int64, picture index: Int = 0) -> UInt32? {
    guard let bitmap = bitmap(ofItem: id) else { return nil }
    let column = 60 * index + 25 - bitmap.left
    return bitmap.withPixels { $0[45 * bitmap.size.width + column] }
  }

  func bitmap(ofItem id: Int64) -> Bitmap? {
    let piece = pieces.first { $0.row?.item.rawValue == id }
    guard case .bitmap(let bitmap)? = piece?.content else { return nil }
    return bitmap
  }
}
