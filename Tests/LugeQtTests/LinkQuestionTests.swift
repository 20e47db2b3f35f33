import LugeQt
import Testing

@Suite("Links that look as if they led elsewhere") @MainActor struct LinkQuestionTests {
  @Test("The host behind a name or password is the one that is opened")
  func credentials() {
    let host = Desktop.hostBehindCredentials(of:)
    #expect(host("https://bank.example@evil.example/login") == "evil.example")
    #expect(host("https://user:secret@evil.example:8080/") == "evil.example")
    // Qt refuses it; what is refused is not opened either.
    #expect([nil, "evil.example"].contains(host("https://a@b@evil.example")))
    #expect(host("https://bank.example@bücher.example") == "xn--bcher-kva.example")
    #expect(host("https://bank.example/@someone") == nil)
    #expect(host("https://bank.example?mail=a@b.example#c@d") == nil)
    #expect(host("mailto:someone@bank.example") == nil)
    #expect(host("tel:+49123") == nil)
    #expect(host("") == nil)
  }
}
