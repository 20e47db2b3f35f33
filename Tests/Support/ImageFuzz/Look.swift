import Foundation
import LugeCore
import LugeImages

/// Prints the result of each file, at the sizes of a thumbnail, a bubble and a screen, and as an
/// animation, with the helper's CPU time.
///
/// - Returns: whether the helpers survived all of them.
func look(at paths: some Sequence<String>) -> Bool {
  let (decoder, animations) = (HelperDecoder(), HelperAnimations())
  let limits = DecodeLimits()
  for path in paths {
    guard let file = FileManager.default.contents(atPath: path) else {
      print("\(path): cannot be read")
      continue
    }
    let bytes = [UInt8](file)
    for (width, height) in [(200, 200), (600, 400), (2000, 1500)] {
      let (before, lost) = (decoder.worked ?? 0, decoder.helpersLost)
      let outcome: String
      do throws(ImageError) {
        let bitmap = try decoder.decode(
          bytes, size: PixelSize(width: width, height: height), limits: limits, watch: DecodeWatch()
        )
        outcome = bitmap.isPartial ? "shown in part" : "shown"
      } catch {
        outcome = error.description
      }
      let work = (decoder.worked ?? 0).subtractingReportingOverflow(before)
      let milliseconds = work.overflow ? 0 : work.partialValue / 1_000_000
      let end = decoder.helpersLost > lost ? ", ENDED A HELPER" : ""
      print("\(path) at \(width) × \(height): \(outcome), \(milliseconds) ms\(end)")
    }
    let generation = animations.helpersStarted
    do throws(ImageError) {
      let (number, info) = try animations.open(bytes, limits: limits)
      defer { animations.close(number) }
      for index in 0..<min(4, info.delays.count) {
        _ = try animations.frame(
          index, of: number, size: PixelSize(width: 200, height: 200), limits: limits)
      }
      print("\(path) moves: \(info.delays.count) frames")
    } catch {
      print("\(path) as an animation: \(error)")
    }
    if generation > 0, animations.worked == nil { print("  ENDED AN ANIMATIONS' HELPER") }
  }
  return decoder.helpersLost == 0
}
