import LugeTestSupport
import Testing

/// Tooltips of the main list, which pages share.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct HintWindowTests {
  @Test("The hint of a page goes with the page, when a click leads to another one")
  func gone() throws {
    let display = try Display()
    let folder = try TemporaryFolder()
    // Words are too short to be counted, so that the people are in view.
    let path = try folder.write(
      """
      13/02/20, 10:10 - Ann: one
      13/02/20, 10:11 - Quentin: two
      13/02/20, 10:12 - Cem: zz

      """, as: "WhatsApp Chat with Walkers.txt")
    let found = try display.read(
      """
      focus Luge
      size 640 990
      pause 1
      key ctrl+i
      find Who Wrote the Most
      hover Quentin
      find Show what this person wrote in all conversations
      click Quentin
      hover zz
      pause 1.5
      shows Show what this person wrote in all conversations
      """, ["viewer", path],
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
        "XDG_DATA_HOME": folder.path + "/data",
      ])
    let tip = found.first { $0["found"] as? String != "Who Wrote the Most" && $0["found"] != nil }
    #expect(tip?["role"] as? String == "tool tip", "\(found)")
    #expect(found.compactMap { $0["isShown"] as? Bool } == [false])
  }
}
