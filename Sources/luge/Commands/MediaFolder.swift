import ArgumentParser
import Foundation
import LugeCommandLine
import LugeWords

/// The folder of the option `--media`.
enum MediaFolder {
  /// Ends the command with an error message if it is not a folder.
  static func check(_ folder: String) throws(ExitCode) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      Terminal.printError(
        "luge: --media: "
          + localized("{name}: no such folder", ["name": Terminal.safe(folder)]))
      throw .failure
    }
  }
}
