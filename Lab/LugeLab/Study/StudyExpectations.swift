extension StudyLabCommand {
  static var expectations: [LabExpectation] {
    @Sendable func runs(_ configuration: StudyConfiguration, _ mode: StudyMode) -> [String:
      JSONValue]
    {
      [
        "configuration": .number(Double(configuration.rawValue)), "mode": .text(mode.rawValue),
      ]
    }
    let steady = runs(.luge, .steady)
    let uncapped = runs(.luge, .uncapped)
    let text = runs(.lugeText, .steady)
    let end = runs(.noOffscreen, .steady)
    let fastText = runs(.fastText, .steady)
    let (slow, slowEnd) = (runs(.luge, .slow), runs(.noOffscreen, .slow))
    return [
      // Rate of a 60 Hz clock, in the digits that are shown.
      .init("Luge, 60 Hz: frames a second", "frame_rate_fps", .atLeast(59.95), where: steady),
      .init("Luge, 60 Hz: stability (%)", "stability_percent", .atLeast(100), where: steady),
      .noneMissed("Luge, 60 Hz: missed frames", where: steady)
        .because { value in
          run(steady, of: value)?["frame_max_ms"]?.number.map {
            "the longest frame worked \(ReportTable.number($0)) ms of 16.7: "
              + ($0 < 12
                ? "the window system or another program had the processor" : "see its strip")
          }
        },
      .init("Luge, 60 Hz: CPU ÷ the best case's CPU", "cpu_ratio", .atMost(1.5), where: steady)
        .noting { value in
          joined(
            run(steady, of: value)?["cpu_ratio_spread_percent"]?.number.map {
              "runs, each against the best case's of the same round, are up to "
                + "\(ReportTable.number($0)) % apart"
            },
            run(runs(.rowBitmaps, .steady), of: value)?["cpu_ratio"]?.number.map {
              "with drawn rows kept an ordinary list (9) takes \(ReportTable.number($0))"
            })
        }
        .because { value in
          guard let luge = run(steady, of: value), let threads = luge["thread_cpu_ms_per_frame"],
            let main = threads["main"]?.number, let helper = threads["helper"]?.number,
            let best = run(runs(.best, .steady), of: value),
            let bestAll = best["cpu_ms_per_frame"]?.number
          else { return nil }
          let number = ReportTable.number
          return
            "decoding \(number(helper)) ms a frame, the main thread \(number(main)); all of the "
            + "best case \(number(bestAll)), which neither fetches nor decodes a picture"
        },
      // Content that is left out costs nothing.
      .init("Luge, 60 Hz: rows shown as skeletons", "skeletons", .atMost(0), where: steady),
      .init("Luge, 60 Hz: blank (lines of pixels)", "blank_px", .atMost(0), where: steady),
      .init("Luge, 60 Hz: pictures late", "late_pictures", .atMost(0), where: steady)
        .noting { value in
          joined(
            hidden(run(steady, of: value)),
            animated(run(steady, of: value), beside: run(end, of: value)))
        }
        .because("fetching and decoding takes longer than a picture is asked for before it shows"),
      .init("Luge, 60 Hz: pictures late, more than in the end result (8)", .atMost(0)) { value in
        difference("late_pictures", run(steady, of: value), run(end, of: value))
      }.noting { value in
        pair("late_pictures", "Luge", run(steady, of: value), "8", run(end, of: value))
          .map {
            "\($0), each in the worst of its runs; 8 asks for a picture in the frame that shows its "
              + "row, Luge before"
          }
      }.because(
        "Luge decodes at low priority and in another process, the end result at the usual one"),
      .init("Luge, 60 Hz: memory ÷ that of the end result (8)", .atMost(1)) { value in
        ratio("memory_mb", run(steady, of: value), run(end, of: value))
      }.noting { value in
        pair("memory_mb", "Luge", run(steady, of: value), "8", run(end, of: value), unit: " MB")
      }.because("Luge decodes in processes of its own and has rows ready before they are in view"),
      .init("Luge, 60 Hz: time to open ÷ that of the end result (8)", .atMost(1)) { value in
        openRatio(run(steady, of: value), run(end, of: value))
      }.noting { value in
        opened(
          pair("open_ms", "Luge", run(steady, of: value), "8", run(end, of: value), unit: " ms"),
          run(steady, of: value), against: "8", run(end, of: value), run(fastText, of: value))
      }.because("Luge starts processes that decode, and draws rows before it shows them"),
      // What the thesis had of AsyncDisplayKit with text only, against its best case. It took over
      // ten seconds to open; a tenth more than the best case is less than starts are apart. Its
      // 58.5 frames a second are a telephone's: no desktop would miss them, so what counts is that
      // no frame is missed.
      .noneMissed("text only on Luge: missed frames", where: text),
      .init(
        "text only on Luge: CPU ÷ the best case's CPU", "cpu_ratio", .atMost(1.26), where: text),
      .init("text only on Luge: memory ÷ the best case's", .atMost(1)) { value in
        ratio("memory_mb", run(text, of: value), run(runs(.best, .steady), of: value))
      }.noting { value in
        pair(
          "memory_mb", "Luge", run(text, of: value), "best case",
          run(runs(.best, .steady), of: value), unit: " MB")
      }.because("Luge has drawn rows ready before they are in view"),
      .init(
        "text only on Luge: time to open ÷ the best case's", .atMost(1.1)
      ) { value in
        openRatio(run(text, of: value), run(runs(.best, .steady), of: value))
      }
      .noting { value in
        let best = run(runs(.best, .steady), of: value)
        return opened(
          pair("open_ms", "Luge", run(text, of: value), "best case", best, unit: " ms"),
          run(text, of: value), against: "best case", best)
      }.because("rows are laid out and drawn on a lane first, and the first frame waits for it"),
      .init("Luge, uncapped: pictures late", "late_pictures", .atMost(0), where: uncapped)
        .noting { value in
          joined(
            hidden(run(uncapped, of: value)),
            animated(
              run(uncapped, of: value), beside: run(runs(.noOffscreen, .uncapped), of: value)))
        }
        .because("rows that pass faster than 16 screens a second show as skeletons on purpose"),
      .init(
        "Luge, uncapped: % of the best case's frame rate", "rate_percent_of_best", .atLeast(90),
        where: uncapped
      ).noting { value in
        let best = runs(.best, .uncapped)
        guard let own = passes(uncapped, of: value), let first = passes(best, of: value) else {
          return nil
        }
        // Faster than 16 screens a second rows are skeletons on purpose, which cost less than rows.
        let skeletons = run(uncapped, of: value)?["skeletons"]?.number.map {
          "; rows of these shown as skeletons: \(ReportTable.number($0))"
        }
        return
          "passes: best case \(first); Luge \(own)\(skeletons ?? ""); the best case's rows are "
          + "copied by Cairo, Luge's are not: it is no limit for Luge"
      }.because { value in
        run(uncapped, of: value)?["work_rate_percent_of_best"]?.number.map {
          "by the main thread's own time \(ReportTable.number($0)) %"
            + ($0 >= 90
              ? ": the rest is waiting, for the lane and for processors that others have"
              : ", so it is work")
        }
      },
      // The pace that is nearest to the thesis' telephone.
      .init("Luge, slowed: missed frames", "missed_frames", .atMost(0), where: slow)
        .noting { value in
          joined(
            pair("missed_frames", "Luge", run(slow, of: value), "8", run(slowEnd, of: value))
              .map { "\($0), each in the worst of its runs" },
            LabExpectation.instead(value, where: slow))
        }.because("decoding in a process of its own shares the quota with frames"),
      .init("Luge, slowed: rows shown as skeletons", "skeletons", .atMost(0), where: slow),
      .init("Luge, slowed: blank (lines of pixels)", "blank_px", .atMost(0), where: slow),
      .init("Luge, slowed: pictures late", "late_pictures", .atMost(0), where: slow)
        .noting { value in
          joined(
            pair("late_pictures", "Luge", run(slow, of: value), "8", run(slowEnd, of: value)),
            animated(run(slow, of: value), beside: run(slowEnd, of: value)))
        }.because(
          "Luge decodes at low priority and in another process, the end result at the usual one"),
      .init("Luge, slowed: time to open ÷ that of the end result (8)", .atMost(1)) { value in
        openRatio(run(slow, of: value), run(slowEnd, of: value))
      }.noting { value in
        opened(
          pair("open_ms", "Luge", run(slow, of: value), "8", run(slowEnd, of: value), unit: " ms"),
          run(slow, of: value), against: "8", run(slowEnd, of: value))
      }.because("Luge starts processes that decode, and draws rows before it shows them"),
    ]
  }

  /// Returns a text about the late pictures of a run that were in rows shown as skeletons.
  private static func hidden(_ run: JSONValue?) -> String? {
    guard let count = run?["pictures_in_skeletons"]?.number, count > 0 else { return nil }
    return "in rows shown as skeletons: \(ReportTable.number(count))"
  }

  /// Returns a text about the frames of animations that Luge and the end result have shown, because
  /// a picture that stands still does not count as late.
  private static func animated(_ luge: JSONValue?, beside end: JSONValue?) -> String? {
    pair("animation_frames", "Luge", luge, "8", end).map { "frames of animations shown: \($0)" }
  }

  /// Between which values half of the starts were.
  private static func quartiles(_ name: String, _ run: JSONValue?) -> String? {
    half("open", "ms", of: run).map { "half of the starts of \(name) within \($0)" }
  }

  /// Openings, and beside them those of the other list without what Luge does not do: measuring all
  /// messages first, and measuring them with Pango.
  private static func opened(
    _ words: String?, _ luge: JSONValue?, against name: String, _ other: JSONValue?,
    _ fastText: JSONValue? = nil
  ) -> String? {
    joined(
      words, quartiles("Luge", luge), quartiles(name, other),
      other?["open_estimated_ms"]?.number.map {
        "\(name) with estimated heights \(ReportTable.number($0)) ms"
      },
      fastText?["open_ms"]?.number.map {
        "8 with Luge's text (10) \(ReportTable.number($0)) ms"
      })
  }

  /// Returns a text about the rates of the passes of an uncapped run.
  private static func passes(_ same: [String: JSONValue], of value: JSONValue) -> String? {
    guard let run = run(same, of: value), let count = run["passes"]?.number,
      let low = run["pass_rate_min_fps"]?.number, let high = run["pass_rate_max_fps"]?.number
    else { return nil }
    let number = ReportTable.number
    return "\(number(count)) from \(number(low)) to \(number(high)) fps"
  }

  /// Returns by how much a figure of one run exceeds that of another.
  private static func difference(
    _ key: String, _ one: JSONValue?, _ other: JSONValue?
  ) -> Double? {
    guard let one = one?[key]?.number, let other = other?[key]?.number else { return nil }
    return max(0, one - other)
  }

  /// Returns Luge's time to open in that of another list, which may measure all messages first or
  /// estimate their heights until they show: the faster of both counts.
  private static func openRatio(_ luge: JSONValue?, _ other: JSONValue?) -> Double? {
    let times = ["open_ms", "open_estimated_ms"].compactMap { other?[$0]?.number }
    guard let own = luge?["open_ms"]?.number, let least = times.min(), least > 0 else { return nil }
    return own / least
  }

  private static func ratio(_ key: String, _ one: JSONValue?, _ other: JSONValue?) -> Double? {
    guard let one = one?[key]?.number, let other = other?[key]?.number, other > 0 else {
      return nil
    }
    return one / other
  }

  /// Both figures, in words.
  private static func pair(
    _ key: String, _ name: String, _ one: JSONValue?, _ otherName: String, _ other: JSONValue?,
    unit: String = ""
  ) -> String? {
    guard let one = one?[key]?.number, let other = other?[key]?.number else { return nil }
    return "\(name) \(ReportTable.number(one))\(unit), \(otherName) "
      + "\(ReportTable.number(other))\(unit)"
  }

  /// The first run with these values.
  private static func run(_ same: [String: JSONValue], of value: JSONValue) -> JSONValue? {
    value["runs"]?.array.first { $0.has(same) }
  }
}
