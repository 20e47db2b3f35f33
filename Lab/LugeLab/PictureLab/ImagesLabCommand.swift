import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeListKit

struct ImagesLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Thumbnails a second, against libvips called bare and gdk-pixbuf.",
    discussion: """
      Photos of about 50 KB and about 3 MB are made the first time. The three take turns, each on \
      one picture at a time. Needs luge-image-peers beside luge.

      Examples:
        luge lab images --json
        luge lab images --photos 20
      """)

  static let section = LabSection(
    title: "Pictures decoded",
    about: "Thumbnails a second, against libvips called bare and gdk-pixbuf.",
    arguments: ["--photos", "40"], expected: (75, 0),
    expectations: [
      .init("large photos: speed of one helper ÷ bare libvips", .atLeast(0.9)) {
        $0["large"]?["luge_to_vips"]?.number
      },
      // Most of the study's photos are as small.
      .init("small photos: speed of one helper ÷ bare libvips", .atLeast(0.9)) {
        $0["small"]?["luge_to_vips"]?.number
      }.because("of a small photo, handing it to the helper and back is a larger share")
        .noting { value in
          guard let vips = value["small"]?["vips_per_s"]?.number,
            let pixbuf = value["small"]?["pixbuf_per_s"]?.number, vips > 0
          else { return nil }
          return
            "libvips takes \(ReportTable.number(pixbuf / vips)) times gdk-pixbuf's time for small "
            + "files: the comparison that is hard to meet is the one with gdk-pixbuf"
        },
      // One helper is compared with one thread of gdk-pixbuf, and two helpers with two threads.
      .init(
        "large photos: speed ÷ gdk-pixbuf's, with one decoder or two each (worst)", .atLeast(0.9)
      ) {
        ofPixbuf("large", in: $0)
      }.noting { value in
        guard let two = value["large"]?["luge_two_per_s"]?.number,
          let one = value["large"]?["pixbuf_per_s"]?.number, one > 0
        else { return nil }
        return "two helpers against one thread: \(ReportTable.number(two / one))"
          + spread("large", in: value)
      },
      .init(
        "small photos: speed ÷ gdk-pixbuf's, with one decoder or two each (worst)", .atLeast(0.9)
      ) {
        ofPixbuf("small", in: $0)
      }.noting { "one helper against one thread and two against two" + spread("small", in: $0) }
        .because(handing),
      // The size that the study shows most.
      .init(
        "small photos at 90 px: speed ÷ gdk-pixbuf's, with one decoder or two each (worst)",
        .atLeast(0.9)
      ) {
        ofPixbuf("small_90", in: $0)
      }.because(handing),
    ])

  private static let handing =
    "handing a small photo to a helper and back is a larger share of its time"

  private static func spread(_ size: String, in value: JSONValue) -> String {
    value[size]?["luge_to_pixbuf_spread_percent"]?.number.map {
      "; rounds are \(ReportTable.number($0)) % apart"
    } ?? ""
  }

  private static func ofPixbuf(_ size: String, in value: JSONValue) -> Double? {
    guard let one = value[size]?["luge_to_pixbuf"]?.number,
      let two = value[size]?["luge_two_to_pixbuf_two"]?.number
    else { return nil }
    return min(one, two)
  }

  @Option(help: "How many photos of each kind.")
  var photos = 100

  @Option(help: "Rounds of each; the median counts.")
  var rounds = 3

  @Option(help: "Folder of the photos.", completion: .directory)
  var folder: String?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--photos", photos, in: 1...1000)
    try LabRun.check("--rounds", rounds, in: 1...100)
  }

  func run() throws {
    try Terminal.run {
      let report = try ImagesLab(photos: photos, rounds: rounds).run(
        folder: folder ?? PictureLabFolder.path
      ) { if !json { print($0) } }
      try LabOutput.print(Self.self, report, json: json) { show(report) }
    }
  }

  private func show(_ report: ImagesLab.Report) {
    for result in [report.small, report.small90, report.large, report.large90] {
      print(
        """
        \(result.photoKb) KB at \(result.sizePx) pixels, a second: luge \(result.lugePerS), \
        \(result.lugeToVips) times libvips' \(result.vipsPerS) and \(result.lugeToPixbuf) times \
        gdk-pixbuf's \(result.pixbufPerS); with two helpers luge \(result.lugeTwoPerS), \
        \(result.lugeTwoToPixbufTwo) times two gdk-pixbuf processes' \(result.pixbufTwoPerS)
        """)
    }
  }
}

/// Folder in which labs keep the files that they make.
enum PictureLabFolder {
  static var path: String { UserFolders.cache() + "/luge/lab-pictures" }
}
