import LugeCore
import Testing

@Suite("Names of items") struct ItemNamesTests {
  @Test("Each name has one number, and no number is given twice")
  func once() {
    let names = ItemNames<String>()
    let ids = (0..<100).map { names.id(of: "$\($0 % 50)") }
    #expect(Set(ids).count == 50 && ids[3] == ids[53])
    #expect(ids.allSatisfy { !$0.isReserved })
    #expect(names.name(of: ids[7]) == "$7")
    #expect(names.knownID(of: "$99") == nil)
  }

  @Test("What was sent keeps its number under the server's name")
  func renames() {
    let names = ItemNames<String>()
    let echo = names.id(of: "local-1")
    #expect(names.rename("local-1", to: "$server"))
    #expect(names.id(of: "$server") == echo && names.id(of: "local-1") == echo)
    #expect(names.name(of: echo) == "$server")
    #expect(names.rename("local-1", to: "$server"))
    // The server's word came first by another way.
    let other = names.id(of: "$other")
    _ = names.id(of: "local-2")
    #expect(!names.rename("local-2", to: "$other"))
    #expect(names.id(of: "$other") == other)
    #expect(!names.rename("never heard of", to: "$x"))
  }

  @Test(
    "Numbers are kept over launches, whatever was kept",
    arguments: [5, Int64.max, .max - 1, .min, 0, -1])
  func pairs(number: Int64) {
    let names = ItemNames<String>([(name: "a", id: ItemID(number)), (name: "a", id: ItemID(9))])
    #expect(names.id(of: "a") == ItemID(number))
    let fresh = (0..<20).map { names.id(of: "fresh \($0)") }
    #expect(Set(fresh).count == 20 && !fresh.contains(ItemID(number)))
    #expect(fresh.allSatisfy { !$0.isReserved })
    let again = ItemNames(names.pairs)
    #expect(again.id(of: "fresh 7") == fresh[7])
  }
}
