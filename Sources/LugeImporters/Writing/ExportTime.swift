import LugeArchive
import LugeCore

/// Times for users and programs; they include the zone only if the source knows it.
struct ExportTime {
  let day: String
  let clock: String
  let iso: String

  init(_ time: Timestamp) {
    // Years from before 0 to after 9999; other numbers are outside of any calendar.
    let civil = CivilTime(localSeconds: min(max(time.seconds, -60_480_000_000), 250_560_000_000))
    day = civil.date.iso
    clock = time.certainty == .minuteZoneUnknown ? civil.clock : civil.clockWithSeconds
    iso = civil.iso + (time.certainty == .exact ? "Z" : "")
  }
}
