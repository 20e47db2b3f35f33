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

  @Test("A slash that a combining mark follows is a slash, as it is to the system")
  func marks() {
    #expect("../\u{301}a".pathParts.map(String.init) == ["..", "\u{301}a"])
    #expect(
      PathNames.leadsUp("../\u{301}a") && PathNames.leadsUp("a/..") && !PathNames.leadsUp("a..b"))
    #expect(PathNames.isAbsolute("/\u{301}a") && !PathNames.isAbsolute("a/b"))
  }

  @Test("Names are the same only byte by byte, and a folder's neighbour is not beneath it")
  func bytes() {
    #expect(!PathNames.isSame("\u{E9}", "e\u{301}") && PathNames.isSame("a", "a"))
    #expect(PathNames.isBeneath("/a/\u{301}b", "/a") && PathNames.isBeneath("/a", "/a"))
    #expect(!PathNames.isBeneath("/ab", "/a") && !PathNames.isBeneath("/e\u{301}/b", "/\u{E9}"))
  }

  @Test(
    "An ending is found behind any character",
    arguments: [
      ("a.SH", "sh"), ("a\u{600}.desktop", "desktop"), ("a.b/c", ""), ("a.sh. ", "sh"), ("", ""),
      ("/x/.hidden", "hidden"),
    ])
  func endings(path: String, ending: String) { #expect(PathNames.ending(of: path) == ending) }
}
