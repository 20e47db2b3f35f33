import Foundation
import LugeListKit

/// The program's folders, known without a connection to the window system.
public enum ProgramFolders {
  /// As Qt has it, for a program named `luge` without an organisation.
  public static var settings: String { "\(UserFolders.config())/luge" }

  /// Settings of windows that a lab opens: the user's own, and what was opened
  /// recently, stay as they are.
  static var lab: String { "\(UserFolders.cache())/luge/lab-open" }

  /// Removes what earlier versions kept and nothing reads any more: pictures of the last messages
  /// that an archive's window had shown.
  static func removeObsolete() {
    for folder in ["\(UserFolders.cache())/luge", lab] {
      try? FileManager.default.removeItem(atPath: "\(folder)/screens")
    }
  }
}
