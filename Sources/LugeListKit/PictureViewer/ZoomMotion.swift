import Foundation

/// A change of zoom as a function of time: a late frame takes a larger step instead of prolonging
/// the animation.
struct ZoomMotion: Sendable {
  /// Duration, seconds.
  static let duration = 0.18

  var from: PictureZoom
  var goal: PictureZoom
  var start: Double

  func isOver(at time: Double) -> Bool { time >= start + Self.duration }

  func value(at time: Double) -> PictureZoom {
    let part = min(max((time - start) / Self.duration, 0), 1)
    let rest = 1 - part
    return from.towards(goal, part: 1 - rest * rest * rest)
  }
}

func exponential(_ base: Double, _ power: Double) -> Double { pow(base, power) }
