import Foundation
import LugeSamples

/// Motion by which a lab scrolls a list: a position for every time, so that a slow program takes
/// larger steps and not more time.
public struct ScrollMotion: Sendable {
  public enum Script: String, CaseIterable, Sendable, Codable {
    /// Animated steps of 0.3 s each 0.4 s over 100, 130, 160 … pixels (the study's script).
    case thesis
    case slow = "2000_px_s"
    case fast = "20000_px_s"
    /// 3,000 px there and back at 3,000 px/s.
    case back = "back_and_forth"
  }

  public let script: Script
  public let seconds: Double
  private var done = 0

  public init(_ script: Script, seconds: Double) {
    self.script = script
    self.seconds = seconds
  }

  /// The whole pixels to move now.
  ///
  /// - Parameter time: seconds since the script began.
  public mutating func advance(to time: Double) -> Int {
    let position = Int(Self.position(script, at: min(max(0, time), seconds)).rounded())
    defer { done = position }
    return position - done
  }

  public func isOver(at time: Double) -> Bool { time >= seconds }

  static func position(_ script: Script, at time: Double) -> Double {
    switch script {
    case .slow: return 2000 * time
    case .fast: return 20_000 * time
    case .back:
      let phase = time.truncatingRemainder(dividingBy: 2)
      return 3000 * (phase < 1 ? phase : 2 - phase)
    case .thesis:
      let step = Int(time / 0.4)
      // The steps before this one, 100 + 30 k pixels each.
      let before = 100 * Double(step) + 15 * Double(step) * Double(step - 1)
      let part = min(1, (time - Double(step) * 0.4) / 0.3)
      let eased = part < 0.5 ? 4 * part * part * part : 1 - pow(2 - 2 * part, 3) / 2
      return before + eased * (100 + 30 * Double(step))
    }
  }
}
