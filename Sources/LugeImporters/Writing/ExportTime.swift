public import Foundation
import LugeArchive
public import LugeCore

/// The zone that an export's days and times are of.
public struct ExportZone: Sendable {
  public let name: String
  public let offsets: ZoneOffsets

  public static let utc = ExportZone(name: "UTC", offsets: .utc)

  public init(name: String, offsets: ZoneOffsets) {
    self.name = name
    self.offsets = offsets
  }

  public init(_ zone: TimeZone) { self.init(name: zone.identifier, offsets: ZoneOffsets(zone)) }

  /// For the head of a file that people read.
  var sentence: String {
    "Times are those of \(name) where their zone is known, and as they were written elsewhere."
  }
}

/// Times for users and programs; they include the zone only if the source knows it.
struct ExportTime {
  let day: String
  let clock: String
  let iso: String

  init(_ time: Timestamp, in zone: ExportZone) {
    // Years from before 0 to after 9999; other numbers are of no calendar.
    let range: ClosedRange<Int64> = -60_480_000_000...250_560_000_000
    let local = min(max(zone.offsets.localSeconds(of: time), range.lowerBound), range.upperBound)
    let civil = CivilTime(localSeconds: local)
    day = civil.date.iso
    clock = time.certainty == .minuteZoneUnknown ? civil.clock : civil.clockWithSeconds
    iso = civil.iso + (time.certainty == .exact ? Self.offset(at: time.seconds, zone) : "")
  }

  /// `Z`, `+02:00`; offsets of before 1900 may have seconds, which are left out.
  private static func offset(at seconds: Int64, _ zone: ExportZone) -> String {
    let minutes = zone.offsets.offset(at: seconds) / 60
    guard minutes != 0 else { return "Z" }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let size = abs(minutes)
    return "\(minutes < 0 ? "-" : "+")\(digits(size / 60)):\(digits(size % 60))"
  }
}
