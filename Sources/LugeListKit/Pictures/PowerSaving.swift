import Dispatch
import Foundation

/// Whether the machine saves power: its profile says so, or it runs on a battery that is nearly
/// empty.
///
/// From what Linux says in `/sys`: the platform's profile is what desktops' power modes set, and
/// asking costs neither a bus nor a service that may not be there.
public struct PowerSaving: Sendable {
  /// Percent of a battery's charge at and below which pictures rest.
  public static let lowCharge = 20

  private let root: String

  /// - Parameter root: where `/sys` is, for tests.
  public init(root: String = "/sys") { self.root = root }

  /// Reads a few small files: not for the main thread.
  public var isActive: Bool {
    if text("firmware/acpi/platform_profile") == "low-power" { return true }
    let supplies = "\(root)/class/power_supply"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: supplies)) ?? []
    return names.contains { name in
      let place = "class/power_supply/\(name)"
      guard text("\(place)/type") == "Battery", text("\(place)/scope") != "Device",
        text("\(place)/status") == "Discharging", let charge = Int(text("\(place)/capacity") ?? "")
      else { return false }
      return charge <= Self.lowCharge
    }
  }

  private func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: "\(root)/\(path)"), data.count <= 256
    else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Looks at the power, and at whether the desktop wants stillness, again now and then, when
/// something happens anyway: there is no timer, so that a window in which nothing moves stays
/// asleep.
@MainActor
public final class PowerWatch {
  /// Seconds between two looks, at least.
  public static let interval = 15.0

  private let queue = DispatchQueue(label: "luge.power", qos: .background)
  private let power: PowerSaving
  private let motion: ReducedMotion

  // MARK: Mutable State (main actor)
  public private(set) var isSaving = false
  /// An answer is on its way.
  package private(set) var isLooking = false
  /// The desktop's settings ask that nothing moves by itself.
  public private(set) var wantsStillness = false
  private var lastLook: Double?
  public var onChange: (() -> Void)?

  public init(_ power: PowerSaving = PowerSaving(), _ motion: ReducedMotion = ReducedMotion()) {
    self.power = power
    self.motion = motion
  }

  /// - Parameter time: seconds, of a clock that only goes on.
  public func look(at time: Double) {
    if let lastLook, time - lastLook < Self.interval { return }
    lastLook = time
    isLooking = true
    let (power, motion) = (power, motion)
    queue.async { [weak self] in
      let found = (power.isActive, motion.isWanted)
      Task { @MainActor in self?.found(isSaving: found.0, wantsStillness: found.1) }
    }
  }

  private func found(isSaving: Bool, wantsStillness: Bool) {
    isLooking = false
    guard isSaving != self.isSaving || wantsStillness != self.wantsStillness else { return }
    self.isSaving = isSaving
    self.wantsStillness = wantsStillness
    onChange?()
  }
}
