import Dispatch
import Foundation

/// Whether the machine saves power: by its power profile, or because it runs on an almost empty
/// battery.
///
/// It is read from Linux's `/sys`: desktops' power modes set the platform profile, and reading it
/// needs no bus and no service.
public struct PowerSaving: Sendable {
  /// Percent of a battery's charge at or below which animations stop.
  public static let lowCharge = 20

  private let root: String

  /// - Parameter root: path of `/sys`, for tests.
  public init(root: String = "/sys") { self.root = root }

  /// Whether power is saved. Reads a few small files: not for the main thread.
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

/// Checks whether power is saved and whether the desktop asks for reduced motion, now and then,
/// when something happens anyway: there is no timer, so an idle window causes no wake-ups.
@MainActor
public final class PowerWatch {
  /// Minimum seconds between two checks.
  public static let interval = 15.0

  private let queue = DispatchQueue(label: "luge.power", qos: .background)
  private let power: PowerSaving
  private let motion: ReducedMotion

  // MARK: Mutable State (main actor)
  public private(set) var isSaving = false
  /// Whether a check is running.
  package private(set) var isLooking = false
  /// Whether the desktop's settings ask for reduced motion.
  public private(set) var wantsStillness = false
  private var lastLook: Double?
  public var onChange: (() -> Void)?

  public init(_ power: PowerSaving = PowerSaving(), _ motion: ReducedMotion = ReducedMotion()) {
    self.power = power
    self.motion = motion
  }

  /// - Parameter time: present time in seconds, of a monotonic clock.
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
