import LugeCore
import Testing

@testable import LugeApp

@Suite("Names of files") struct ShownNameTests {
  @Test("A chip promises the kind of file that is opened")
  func promised() {
    let desktop = ImageKey("files/x.desktop", beneath: "/e")
    #expect(MessageMapper.shownName("Invoice.pdf", file: desktop) == "x.desktop")
    let pdf = ImageKey("files/1 (2).PDF", beneath: "/e")
    #expect(MessageMapper.shownName("Invoice.pdf", file: pdf) == "Invoice.pdf")
    #expect(MessageMapper.shownName("Invoice.pdf", file: nil) == "Invoice.pdf")
    #expect(MessageMapper.shownName(nil, file: pdf) == nil)
  }
}
