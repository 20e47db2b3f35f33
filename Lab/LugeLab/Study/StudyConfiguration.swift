/// The ten ways in which the study shows the same messages: a best case, a worst case, and then one
/// improvement on top of the other. See docs/LAB.md for what each is and is not.
public enum StudyConfiguration: Int, CaseIterable, Codable, Sendable, Comparable {
  /// Plain rows of text, every improvement that an ordinary list has.
  case best = 1
  /// None of the improvements.
  case worst
  case reuse
  case staticLayouts
  case manualHeights
  case heightCache
  case targetSize
  case rowBitmaps
  case noOffscreen
  /// Luge as it is: everything off the main thread.
  case luge

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// What was added to the configuration before it.
  public var name: String {
    switch self {
    case .best: "best case: rows of plain text"
    case .worst: "worst case"
    case .reuse: "+ cells are reused"
    case .staticLayouts: "+ a static layout for each shape"
    case .manualHeights: "+ heights computed by hand"
    case .heightCache: "+ heights remembered"
    case .targetSize: "+ pictures at their size on screen"
    case .rowBitmaps: "+ drawn rows are kept"
    case .noOffscreen: "+ corners without offscreen groups"
    case .luge: "+ everything off the main thread (Luge)"
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
    case .rowBitmaps: ("rows", "kept")
    case .noOffscreen: ("no", "groups")
    case .luge: ("Luge", "")
    }
  }

  /// What the ordinary list of a configuration does; nil for the one that is Luge's.
  var ordinary: OrdinarySwitches? {
    switch self {
    case .luge: nil
    case .best:
      OrdinarySwitches(
        reusesCells: true, layout: .calculated, heights: .remembered, usesTargetSize: true,
        keepsRows: true, usesOffscreenGroups: false)
    default:
      OrdinarySwitches(
        reusesCells: self >= .reuse, layout: self >= .staticLayouts ? .calculated : .solved,
        heights: self >= .heightCache
          ? .remembered : self == .manualHeights ? .computed : .automatic,
        usesTargetSize: self >= .targetSize, keepsRows: self >= .rowBitmaps,
        usesOffscreenGroups: self < .noOffscreen)
    }
  }

  var style: StudyStyle { self == .best ? .plain : .bubbles }
}

/// What an ``OrdinaryList`` does well.
struct OrdinarySwitches: Sendable, Hashable {
  enum Layout { case solved, calculated }
  /// `automatic`: estimated until a row shows, then whatever its layout says. `computed`: by a function
  /// whenever the list asks. `remembered`: by that function once.
  enum Heights { case automatic, computed, remembered }

  var reusesCells: Bool
  var layout: Layout
  var heights: Heights
  /// Decodes pictures at the size at which they are shown, not at their own.
  var usesTargetSize: Bool
  /// Draws a row once into a bitmap, not part by part into every frame.
  var keepsRows: Bool
  /// Rounds corners by drawing into a group that is then masked, as a layer with a mask does it.
  var usesOffscreenGroups: Bool
}

/// How the messages look.
public enum StudyStyle: Sendable, Hashable { case bubbles, plain }

/// At which pace the frames come.
public enum StudyMode: String, CaseIterable, Codable, Sendable {
  /// 60 frames a second.
  case steady = "60hz"
  /// As fast as they come, in the same steps; pictures were loaded by a first pass.
  case uncapped
  /// 60 frames a second on a processor that has something else to do.
  case slow
}

/// What the write-up reported; nil where it gave no figure.
public struct StudyPublished: Codable, Sendable, Hashable {
  public var frameRateFps: Double?
  public var stabilityPercent: Double?
  /// CPU in that of the best case.
  public var cpuRatio: Double?

  /// Only what was published: the two ends, and the best case.
  public static func figures(of configuration: StudyConfiguration) -> StudyPublished? {
    switch configuration {
    case .best: StudyPublished(frameRateFps: 60, stabilityPercent: 100, cpuRatio: 1)
    case .worst: StudyPublished(frameRateFps: 26, stabilityPercent: 23.6, cpuRatio: nil)
    case .luge: StudyPublished(frameRateFps: 53.4, stabilityPercent: 87.1, cpuRatio: 3.6)
    default: nil
    }
  }
}
