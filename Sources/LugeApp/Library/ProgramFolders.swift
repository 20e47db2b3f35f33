import Foundation
import LugeListKit

/// The program's folders, available without a connection to the window system.
public enum ProgramFolders {
  /// Settings folder, where Qt has it for a program named `luge` without an organisation.
  public static var settings: String { "\(UserFolders.config())/luge" }

  /// Settings folder for windows of a lab, so that the user's settings and recent archives do not
  /// change.
  static var lab: String { "\(UserFolders.cache())/luge/lab-open" }

  /// Removes files of earlier versions: pictures of the last messages in an archive's window.
  static func removeObsolete() {
    for folder in ["\(UserFolders.cache())/luge", lab] {
      try? FileManager.default.removeItem(atPath: "\(folder)/screens")
    }
  }
}
