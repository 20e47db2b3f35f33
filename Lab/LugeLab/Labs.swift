public import ArgumentParser

/// Commands of the program `luge-lab`.
public enum Labs {
  /// All labs, in the report's order.
  static let all: [any Lab.Type] = [
    StudyLabCommand.self, PeersLabCommand.self, RotateLabCommand.self, TimelineLabCommand.self,
    ChartsLabCommand.self, UpdatesLabCommand.self, WindowLabCommand.self, LiveLabCommand.self,
    ScrollLabCommand.self,
    LanesLabCommand.self, JumpLabCommand.self, RewidthLabCommand.self, StormLabCommand.self,
    TextLabCommand.self, HeightsLabCommand.self, ImagesLabCommand.self, PicturesLabCommand.self,
    AnimationsLabCommand.self, OpenLabCommand.self,
  ]

  static func named(_ name: String) -> (any Lab.Type)? { all.first { $0.name == name } }

  /// The labs, what makes a report of all of them, and what they start.
  public static var commands: [any ParsableCommand.Type] {
    all.map { $0 as any ParsableCommand.Type } + [
      AllLabCommand.self, ReplayCommand.self, DriveCommand.self, StudyRunCommand.self,
      OpenProbeCommand.self,
    ]
  }
}
