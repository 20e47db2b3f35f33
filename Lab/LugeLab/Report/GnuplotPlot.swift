import Foundation

/// Plots as SVG for a page, drawn by gnuplot. Colours become CSS variables, so that a page's own
/// scheme applies to them.
struct GnuplotPlot {
  /// The variables of a page for the marks, in the order of use. gnuplot draws with `#010101` and
  /// so on, which are replaced by them.
  private static let variables = ["--p1", "--p2", "--p3", "--p4", "--p5", "--ink", "--grid"]
  static let missing = "plots are left out: they need gnuplot (apt install gnuplot-nox)"

  var title: String
  /// Shown below it.
  var caption: String
  /// Commands after the terminal's: settings and one plot command, with ``color(_:)``.
  var commands: String
  var size = (width: 860, height: 340)

  /// The colour of a mark, 1 to 5; 6 is for words and 7 for the grid.
  static func color(_ number: Int) -> String { "#0\(number)0\(number)0\(number)" }

  /// A block of data for `$name`, one line for each row.
  static func data(_ name: String, _ rows: [[String]]) -> String {
    "$\(name) << EOD\n\(rows.map { $0.joined(separator: " ") }.joined(separator: "\n"))\nEOD\n"
  }

  /// gnuplot's expression for a column's value with three significant digits and no exponent.
  static func label(column: Int) -> String {
    "$\(column) >= 100 ? sprintf(\"%.0f\", $\(column)) : sprintf(\"%.3g\", $\(column))"
  }

  /// Text that gnuplot takes as it is.
  static func quoted(_ text: String) -> String {
    "\"" + text.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" } + "\""
  }

  /// Curves on logarithmic axes. A row begins with the value of the x axis; one value for each
  /// curve follows.
  static func curves(
    _ rows: [[String]], title: String, caption: String, names: [String]
  ) -> GnuplotPlot {
    let parts = names.enumerated().map { index, name in
      "$d using 1:\(index + 2) with linespoints pt 7 ps 0.6 lw 2 "
        + "lc rgb \"\(GnuplotPlot.color([1, 4, 2][index % 3]))\" title '\(name)'"
    }
    return GnuplotPlot(
      title: title, caption: caption,
      commands: GnuplotPlot.data("d", rows) + """
        set logscale xy
        set format x "%.0f"
        set xlabel "messages"
        set ylabel "ms"
        set key left top
        plot \(parts.joined(separator: ", "))
        """)
  }

  /// Nil where gnuplot is missing or fails.
  ///
  /// - Parameter program: gnuplot, by its name or path.
  func svg(program: String = "gnuplot") -> String? {
    let ink = Self.color(6)
    let script = """
      set terminal svg size \(size.width),\(size.height) dynamic font "sans-serif,12" background "#ffffff"
      set encoding utf8
      set border 3 lc rgb "\(Self.color(7))"
      set grid y lc rgb "\(Self.color(7))" lw 0.6 dt solid
      set tics nomirror scale 0.4 textcolor rgb "\(ink)"
      set xlabel textcolor rgb "\(ink)"
      set ylabel textcolor rgb "\(ink)"
      set key top right textcolor rgb "\(ink)" samplen 1.6 noenhanced
      set style fill solid 0.9 noborder
      \(commands)
      """
    guard let output = Self.run(program, script), let start = output.range(of: "<svg") else {
      return nil
    }
    return Self.themed(String(output[start.lowerBound...]))
  }

  private static func themed(_ svg: String) -> String {
    var svg = svg
    for (index, variable) in variables.enumerated() {
      let level = String(index + 1)
      let forms = [
        "rgb(  \(level),   \(level),   \(level))", "rgb(\(level),\(level),\(level))",
        color(index + 1),
      ]
      for form in forms { svg = svg.replacingOccurrences(of: form, with: "var(\(variable))") }
    }
    for form in ["rgb(255, 255, 255)", "#ffffff"] {
      svg = svg.replacingOccurrences(of: form, with: "transparent")
    }
    for form in ["black", "rgb(  0,   0,   0)", "rgb(0,0,0)"] {
      svg = svg.replacingOccurrences(of: "'\(form)'", with: "'var(--ink)'")
        .replacingOccurrences(of: "\"\(form)\"", with: "\"var(--ink)\"")
    }
    // Several plots stand in one page: their identifiers must not meet.
    let own =
      "p\(abs(svg.count &* 31 &+ (svg.utf8.reduce(0) { ($0 &* 33 &+ Int($1)) & 0xFFFFFF })))"
    return svg.replacingOccurrences(of: "gnuplot_", with: "\(own)_")
      .replacingOccurrences(of: "id='gp", with: "id='\(own)gp")
      .replacingOccurrences(of: "#gp", with: "#\(own)gp")
  }

  /// The script is a file: a pipe whose reader is missing or ends early ends the program that
  /// writes to it.
  private static func run(_ program: String, _ script: String) -> String? {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("luge-lab-\(UUID().uuidString).gnuplot")
    guard (try? Data((script + "\n").utf8).write(to: file)) != nil else { return nil }
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, file.path]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    guard process.terminationStatus == 0, let data else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
