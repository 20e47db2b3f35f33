import Testing

@testable import LugeApp

@Suite("Requests of which each thing has one") struct OnceEachTests {
  @Test("Each has one request, one after the other")
  func once() {
    var requests = OnceEach<Int>()
    #expect(requests.begin(among: [1, 2]) == 1)
    #expect(requests.begin(among: [1, 2]) == nil)
    requests.end(1)
    #expect(requests.begin(among: [1, 2]) == 2)
    requests.end(2)
    #expect(requests.begin(among: [1, 2]) == nil)
  }

  @Test("What failed has another one when that is permitted, what was answered has not")
  func failed() {
    var requests = OnceEach<Int>()
    for key in [1, 2] where requests.begin(among: [key]) == key {
      requests.end(key, failed: key == 2)
    }
    #expect(requests.begin(among: [1, 2]) == nil)
    requests.retryFailed()
    #expect(requests.begin(among: [1, 2]) == 2)
    requests.end(2)
    requests.retryAll()
    #expect(requests.begin(among: [1, 2]) == 1)
  }
}
