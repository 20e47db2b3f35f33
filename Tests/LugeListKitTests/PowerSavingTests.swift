import Foundation
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Saving power") struct PowerSavingTests {
  private func machine(
    profile: String? = nil, battery: (status: String, charge: Int)? = nil, scope: String? = nil
  ) throws -> (TemporaryFolder, PowerSaving) {
    let folder = try TemporaryFolder()
    let supply = "\(folder.path)/class/power_supply/BAT0"
    for path in ["\(folder.path)/firmware/acpi", supply] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    if let profile { try folder.write("\(profile)\n", as: "firmware/acpi/platform_profile") }
    if let battery {
      try folder.write("Battery\n", as: "class/power_supply/BAT0/type")
      try folder.write("\(battery.status)\n", as: "class/power_supply/BAT0/status")
      try folder.write("\(battery.charge)\n", as: "class/power_supply/BAT0/capacity")
    }
    if let scope { try folder.write(scope, as: "class/power_supply/BAT0/scope") }
    return (folder, PowerSaving(root: folder.path))
  }

  @Test("The profile of a power mode") func profile() throws {
    for (profile, isActive) in [
      ("low-power", true), ("balanced", false), ("performance", false), ("", false),
    ] {
      let (folder, power) = try machine(profile: profile)
      withExtendedLifetime(folder) { #expect(power.isActive == isActive, "\(profile)") }
    }
  }

  @Test("A battery that is nearly empty, while it empties") func battery() throws {
    for (status, charge, isActive) in [
      ("Discharging", 12, true), ("Discharging", 20, true), ("Discharging", 21, false),
      ("Charging", 5, false), ("Full", 100, false), ("Discharging", -1, true),
    ] {
      let (folder, power) = try machine(profile: "balanced", battery: (status, charge))
      withExtendedLifetime(folder) { #expect(power.isActive == isActive, "\(status) \(charge)") }
    }
    // That of a mouse.
    let (folder, power) = try machine(battery: ("Discharging", 3), scope: "Device")
    withExtendedLifetime(folder) { #expect(!power.isActive) }
  }

  @Test("A machine that says nothing saves nothing") func nothing() {
    #expect(!PowerSaving(root: "/nowhere").isActive)
  }

  @Test("It is looked at rarely, and only what changed is told") @MainActor func watch()
    async throws
  {
    let (folder, power) = try machine(profile: "balanced")
    let watch = PowerWatch(power)
    var told: [Bool] = []
    watch.onChange = { told.append(watch.isSaving) }
    func look(_ time: Double) async {
      watch.look(at: time)
      while watch.isLooking { try? await Task.sleep(for: .milliseconds(1)) }
    }
    await look(0)
    try folder.write("low-power", as: "firmware/acpi/platform_profile")
    // Too soon to look again.
    watch.look(at: 3)
    #expect(!watch.isLooking)
    #expect(told == [])
    await look(16)
    #expect(watch.isSaving)
    try folder.write("balanced", as: "firmware/acpi/platform_profile")
    await look(32)
    #expect(told == [true, false])
  }
}
