/// The ways in which the study shows the same messages: a best case, a worst case, one improvement
/// on top of the other up to the thesis' end result, one that it tried and left out, and then the
/// steps from there to Luge. See docs/LAB.md for what each is and is not.
public enum StudyConfiguration: Int, CaseIterable, Codable, Sendable, Comparable {
  /// Plain rows of text, every improvement that an ordinary list has. Drawn rows are kept: no row
  /// changes, and copying opaque rows and filling beside them takes less than filling a frame and
  /// blending labels over it.
  case best = 1
  /// None of the improvements.
  case worst
  case reuse
  case staticLayouts
  case manualHeights
  case heightCache
  case targetSize
  /// The thesis' end result.
  case noOffscreen
  /// Tried on ``targetSize`` alone, as the thesis did; nothing is built upon it.
  case rowBitmaps
  case fastText
  case preparedRows
  /// Luge as it is.
  case luge
  /// The best case's rows in Luge: what the thesis had AsyncDisplayKit for.
  case lugeText

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Name of the additions to its ``base``.
  public var name: String {
    switch self {
    case .best: "best case: rows of plain text"
    case .worst: "worst case"
    case .reuse: "+ cells are reused"
    case .staticLayouts: "+ a static layout for each shape"
    case .manualHeights: "+ heights computed by hand"
    case .heightCache: "+ heights remembered"
    case .targetSize: "+ pictures at their size on screen"
    case .noOffscreen: "+ corners without offscreen groups: the end result"
    case .rowBitmaps: "beside the chain: 7 + drawn rows are kept"
    case .fastText: "8 + Luge's text, on the main thread"
    case .preparedRows: "+ rows prepared off the main thread"
    case .luge: "Luge"
    case .lugeText: "text only on Luge"
    }
  }

  /// For the axis of a chart: two short lines.
  var label: (String, String) {
    switch self {
    case .best: ("best", "case")
    case .worst: ("worst", "case")
    case .reuse: ("reused", "cells")
    case .staticLayouts: ("static", "layouts")
    case .manualHeights: ("heights", "by hand")
    case .heightCache: ("heights", "kept")
    case .targetSize: ("target", "size")
    case .noOffscreen: ("no", "groups")
    case .rowBitmaps: ("7, rows", "kept")
    case .fastText: ("fast", "text")
    case .preparedRows: ("rows", "ahead")
    case .luge: ("Luge", "")
    case .lugeText: ("Luge,", "text")
    }
  }

  /// The configuration that it adds one thing to; nil for those that begin something.
  public var base: StudyConfiguration? {
    switch self {
    case .best, .worst: nil
    case .rowBitmaps: .targetSize
    case .fastText: .noOffscreen
    case .lugeText: .best
    default: StudyConfiguration(rawValue: rawValue - 1)
    }
  }

  /// Switches of a configuration's ordinary list; nil for those that are Luge's.
  var ordinary: OrdinarySwitches? {
    switch self {
    case .luge, .lugeText: nil
    case .best:
      OrdinarySwitches(
        reusesCells: true, layout: .calculated, heights: .remembered, usesTargetSize: true,
        corners: .cutOnce, keepsRows: true)
    case .rowBitmaps:
      Self.targetSize.ordinary.map { switches in
        var switches = switches
        switches.keepsRows = true
        return switches
      }
    default:
      OrdinarySwitches(
        reusesCells: self >= .reuse, layout: self >= .staticLayouts ? .calculated : .solved,
        heights: self >= .heightCache
          ? .remembered : self == .manualHeights ? .computed : .automatic,
        usesTargetSize: self >= .targetSize, corners: self < .noOffscreen ? .masked : .cutOnce,
        usesFastText: self >= .fastText, preparesRows: self >= .preparedRows)
    }
  }

  var style: StudyStyle { self == .best || self == .lugeText ? .plain : .bubbles }
}

/// Optimizations of an ``OrdinaryList``.
struct OrdinarySwitches: Sendable, Hashable {
  enum Layout { case solved, calculated }
  /// `automatic`: estimated until a row shows, then whatever its layout says. `computed`: by a
  /// function whenever the list asks. `remembered`: by that function once.
  enum Heights { case automatic, computed, remembered }

  /// Way in which corners become round. `masked`: by drawing into a group that is then masked, in
  /// each frame, as a layer with a mask does it. `cutOnce`: bubbles are filled shapes, and the
  /// corners of a picture are cut when it is decoded.
  enum Corners { case masked, cutOnce }

  var reusesCells: Bool
  var layout: Layout
  var heights: Heights
  /// Decodes pictures at the size at which they are shown, not at their own.
  var usesTargetSize: Bool
  var corners: Corners
  /// Draws a row once into an opaque bitmap that ends where its content does, not part by part into
  /// every frame.
  var keepsRows = false
  /// Measures and draws text as Luge does, from remembered words, not through Pango alone.
  var usesFastText = false
  /// Lays rows out, and draws their text, on a thread of its own before they come into view.
  var preparesRows = false
}

/// Looks of the messages.
public enum StudyStyle: Sendable, Hashable { case bubbles, plain }

/// Pace of the frames.
public enum StudyMode: String, CaseIterable, Codable, Sendable {
  /// 60 frames a second.
  case steady = "60hz"
  /// As many frames as possible, with the same steps; pictures were loaded by a first pass.
  case uncapped
  /// 60 frames a second on a processor that is slowed.
  case slow

  /// Names of figures that no table shows at this pace, because they mean something else there:
  /// uncapped, several passes are no duration, the pauses between them no use of a processor, and
  /// memory holds every picture.
  var meaningless: Set<String> {
    switch self {
    case .steady, .slow: []
    case .uncapped: ["duration_s", "cpu_percent", "memory_mb", "open_ms"]
    }
  }
}
