import LugeArchive
import LugeCore

/// Times for people and programs: the zone is named only where the source knew it.
struct ExportTime {
  let day: String
  let clock: String
  let iso: String

  init(_ time: Timestamp) {
    let days = Int((Double(time.seconds) / 86_400).rounded(.down).clamped(to: -700_000...2_900_000))
    let date = CivilDate(daysSince1970: days)
    let second = Int(time.seconds - Int64(days) * 86_400) % 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(date.year)
    let zeros = String(repeating: "0", count: max(0, 4 - year.count))
    day = "\(zeros)\(year)-\(two(date.month))-\(two(date.day))"
    let minutes = "\(two(abs(second) / 3600)):\(two(abs(second) / 60 % 60))"
    let seconds = "\(minutes):\(two(abs(second) % 60))"
    clock = time.certainty == .minuteZoneUnknown ? minutes : seconds
    iso = "\(day)T\(seconds)\(time.certainty == .exact ? "Z" : "")"
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
