import LugeChat
import LugeCore
import LugeEngine
import LugeQt

/// The reply arrow beside a message that is swiped. Releasing the finger once the arrow is fully
/// visible starts a reply.
@MainActor
final class ReplySign: FloatingSource {
  /// Size of the sign, points.
  private static let size = (width: 44.0, height: 28.0)

  private let appearance: ChatAppearance
  private weak var list: ListSurface?

  init(_ appearance: ChatAppearance, of list: ListSurface) {
    self.appearance = appearance
    self.list = list
  }

  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?) {
    guard let list, let pulled = list.pulled,
      let stop = list.engine.stops().first(where: { $0.item == pulled.item })
    else { return ([], nil) }
    let (width, height) = ((Self.size.width * unit).rounded(), (Self.size.height * unit).rounded())
    let inset = (8 * unit).rounded()
    let isRightwards = pulled.part > 0
    var sign = FloatingDecoration(
      NoticePill(isRightwards ? "↩" : "↪", appearance: appearance),
      in: Rect(
        x: isRightwards ? inset : Double(size.width) - width - inset,
        y: (Double(stop.y) + (Double(stop.height) - height) / 2).rounded(), width: width,
        height: height))
    sign.opacity = min(1, abs(pulled.part))
    return ([sign], nil)
  }
}
