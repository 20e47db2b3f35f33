import LugeCore
import Testing

@Suite("Parts of paths")
struct PathNamesTests {
  @Test(
    "The folder and the name of a path",
    arguments: [
      ("", "", ""), ("a", "", "a"), ("/", "/", "/"), ("a/", "", "a"), ("/a", "/", "a"),
      ("a/b", "a", "b"), ("a//b/", "a", "b"), ("/a/b", "/a", "b"), ("ä/\u{301}", "ä", "\u{301}"),
      ("//", "/", "//"),
    ])
  func parts(path: String, folder: String, name: String) {
    #expect(PathNames.folder(of: path) == folder)
    #expect(PathNames.name(of: path) == name)
  }
}
