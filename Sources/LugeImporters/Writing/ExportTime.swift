import LugeArchive
import LugeCore

/// Times for people and programs: the zone is named only where the source knew it.
struct ExportTime {
  let day: String
  let clock: String
  let iso: String

  init(_ time: Timestamp) {
    // Years from before 0 to after 9999; other numbers are of no calendar.
    let civil = CivilTime(localSeconds: min(max(time.seconds, -60_480_000_000), 250_560_000_000))
    day = civil.date.iso
    clock = time.certainty == .minuteZoneUnknown ? civil.clock : civil.clockWithSeconds
    iso = civil.iso + (time.certainty == .exact ? "Z" : "")
  }
}
