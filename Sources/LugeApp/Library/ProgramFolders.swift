import Foundation
import LugeCore
import LugeListKit

/// The program's folders, known without a connection to the window system.
public enum ProgramFolders {
  /// As Qt has it, for a program named `luge` without an organisation.
  public static var settings: String { "\(UserFolders.config())/luge" }

  /// Settings of windows that a lab opens: the user's own, and what was opened
  /// recently, stay as they are.
  static var lab: String { "\(UserFolders.cache())/luge/lab-open" }

  /// Closes to others what an earlier version, or another program, may have left open to them.
  static func close() {
    for folder in [UserFolders.cache(), UserFolders.config(), UserFolders.data()] {
      PrivateFolder.close("\(folder)/luge")
    }
  }

  /// Removes what earlier versions kept and nothing reads any more: pictures of the last messages
  /// that an archive's window had shown. Also what a program left that was ended while it wrote.
  static func removeObsolete() {
    for folder in [
      settings, "\(UserFolders.data())/luge/drafts", "\(UserFolders.data())/luge/media",
    ] {
      removeHalfWritten(in: folder)
    }
    for folder in ["\(UserFolders.cache())/luge", lab] {
      try? FileManager.default.removeItem(atPath: "\(folder)/screens")
    }
  }

  /// Foundation writes a file under such a name before it is whole.
  static func removeHalfWritten(in folder: String, olderThan seconds: Double = 3600) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(".dat.nosync") {
      let path = "\(folder)/\(name)"
      let changed = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
      if let changed, Date.now.timeIntervalSince(changed) >= seconds {
        try? files.removeItem(atPath: path)
      }
    }
  }
}
