import Foundation
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Reduced motion, as desktops keep it") struct ReducedMotionTests {
  private func isWanted(
    _ file: String, _ text: String, gnome: String? = nil
  ) throws -> Bool {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(file)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try folder.write(text, as: file)
    return ReducedMotion(folder: folder.path) { $0 == "enable-animations" ? gnome : nil }.isWanted
  }

  @Test("KDE's factor of zero, in its own group alone")
  func kde() throws {
    #expect(try isWanted("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n"))
    #expect(try isWanted("kdeglobals", "[General]\na=b\n\n[KDE]\n AnimationDurationFactor = 0.0"))
    #expect(try !isWanted("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n"))
    #expect(try !isWanted("kdeglobals", "[Other]\nAnimationDurationFactor=0\n[KDE]\n"))
    #expect(try !isWanted("kdeglobals", "[KDE]\nAnimationDurationFactor=\n=\n[\n"))
  }

  @Test("GTK's setting, by word or number", arguments: ["gtk-3.0", "gtk-4.0"])
  func gtk(version: String) throws {
    for (word, wanted) in [("0", true), ("False", true), ("1", false), ("true", false)] {
      let text = "[Settings]\ngtk-theme-name=Adwaita\ngtk-enable-animations=\(word)\n"
      #expect(try isWanted("\(version)/settings.ini", text) == wanted, "\(word)")
    }
  }

  @Test("GNOME's setting, where there is one")
  func gnome() throws {
    #expect(try isWanted("kdeglobals", "", gnome: "false"))
    #expect(try !isWanted("kdeglobals", "", gnome: "true"))
    #expect(!ReducedMotion(folder: nil) { _ in nil }.isWanted)
  }
}
