import LugeListKit

/// Where the program keeps things, known without a connection to the window system.
public enum ProgramFolders {
  /// As Qt has it, for a program named `luge` without an organisation.
  public static var settings: String { "\(UserFolders.config())/luge" }

  /// Settings and screens of windows that a lab opens: the user's own, and what was opened
  /// recently, stay as they are.
  static var lab: String { "\(UserFolders.cache())/luge/lab-open" }
}
