/// Version of the program and the library.
public enum LugeVersion {
  public static let text = "0.1.0"
}
