import LugeCore
import Testing

@testable import LugeEngine

/// The value alone, which a paged list and a room of an account use.
@Suite("Requests for pages") struct PageRequestsTests {
  private let older = PagePurpose.extend(.before, from: ItemID(10))
  private let newer = PagePurpose.extend(.after, from: ItemID(20))
  private let gap = PagePurpose.fill(3, side: .before, from: ItemID(15))

  private func begun(
    _ purpose: PagePurpose, in requests: inout PageRequests
  ) throws -> PageRequests.Request {
    let request = requests.begin(purpose)
    return try #require(request)
  }

  @Test("Each purpose has its page")
  func pages() {
    #expect(PagePurpose.replace(nil).page == .newest)
    #expect(PagePurpose.replace(ItemID(5)).page == .around(ItemID(5)))
    #expect(older.page == .before(ItemID(10)) && newer.page == .after(ItemID(20)))
    #expect(PagePurpose.extend(.before, from: nil).page == .newest)
    #expect(gap.page == .after(ItemID(15)))
    #expect(PagePurpose.fill(3, side: .after, from: ItemID(16)).page == .before(ItemID(16)))
  }

  @Test("One at a time for each end, each gap and the whole list")
  func once() throws {
    var requests = PageRequests()
    let first = try begun(older, in: &requests)
    #expect(requests.begin(.extend(.before, from: ItemID(9))) == nil)
    for other in [newer, gap, .fill(4, side: .before, from: ItemID(17)), .replace(nil)] {
      _ = try begun(other, in: &requests)
    }
    #expect(requests.begin(.fill(3, side: .after, from: ItemID(16))) == nil)
    #expect(requests.begin(.replace(ItemID(5))) == nil)
    #expect(requests.isReplacing && requests.isUnderWay(.replace(nil)))
    #expect(!requests.isUnderWay(.replace(ItemID(5))))
    #expect(requests.count == 5)
    #expect(requests.end(first) == true)
    #expect(requests.end(first) == false, "it has ended already")
    _ = try begun(.extend(.before, from: ItemID(9)), in: &requests)
  }

  @Test("The answer to a dropped request is not wanted, even if there is a new one for its place")
  func dropped() throws {
    var requests = PageRequests()
    let old = try begun(older, in: &requests)
    let kept = try begun(newer, in: &requests)
    requests.drop(at: .before)
    let new = try begun(older, in: &requests)
    #expect(requests.end(old) == false)
    #expect(requests.end(new) == true)
    #expect(requests.end(kept) == true)
    let last = try begun(.replace(nil), in: &requests)
    requests.dropAll()
    #expect(!requests.isReplacing)
    #expect(requests.end(last) == false)
  }

  @Test("What is dropped is cancelled; of gaps, only those that are gone")
  func cancelled() throws {
    var requests = PageRequests()
    var tasks: [Task<Void, Never>] = []
    for purpose in [older, gap, .fill(4, side: .before, from: ItemID(17)), .replace(nil)] {
      let task = Task { _ = try? await Task.sleep(for: .seconds(600)) }
      let request = try begun(purpose, in: &requests)
      requests.attach(task, to: request)
      tasks.append(task)
    }
    requests.fail(gap, "away")
    requests.dropGaps(except: [4])
    #expect(tasks.map(\.isCancelled) == [false, true, false, false])
    #expect(requests.failure(at: .gap(3)) == nil)
    requests.drop(at: .before)
    #expect(tasks.map(\.isCancelled) == [true, true, false, false])
    requests.dropAll()
    #expect(tasks.allSatisfy { $0.isCancelled })
  }

  @Test("A page may be without what came after its request began")
  func arrivals() throws {
    var requests = PageRequests()
    requests.itemsArrived()
    let request = try begun(newer, in: &requests)
    let moment = requests.now
    #expect(!requests.hasArrived(since: request.begun))
    requests.itemsArrived()
    #expect(requests.hasArrived(since: request.begun) && requests.hasArrived(since: moment))
    requests.dropAll()
    #expect(!requests.hasArrived(since: requests.now))
  }

  @Test("What failed waits for a retry, whose reason is kept until its answer comes")
  func retry() throws {
    var requests = PageRequests()
    #expect(requests.retry(.before) == nil)
    requests.fail(older, "away")
    #expect(requests.failure(at: .before) == "away" && requests.lastReason(at: .before) == nil)
    #expect(requests.waitsForRetry(older))
    #expect(!requests.waitsForRetry(.extend(.before, from: ItemID(9))))
    #expect(requests.retry(.before) == older)
    #expect(requests.retry(.before) == nil, "it is being retried")
    #expect(requests.failure(at: .before) == nil && requests.lastReason(at: .before) == "away")
    #expect(!requests.waitsForRetry(older))
    let again = try begun(older, in: &requests)
    #expect(requests.end(again) == true)
    #expect(requests.lastReason(at: .before) == nil)
    // From whichever side.
    requests.fail(gap, "away")
    #expect(requests.waitsForRetry(.fill(3, side: .after, from: ItemID(16))))
    #expect(!requests.waitsForRetry(.fill(4, side: .after, from: ItemID(16))))
    // The row before the items shows why there are none.
    requests.fail(.replace(nil), "nobody there")
    #expect(requests.failure(at: .before) == "nobody there")
    requests.dropAll()
    #expect(requests.failure(at: .before) == nil && requests.failure(at: .gap(3)) == nil)
  }

  @Test("After a failure there is a pause, which ends when requests are permitted again")
  func pause() throws {
    var requests = PageRequests()
    let time = ContinuousClock.now
    func isPaused(after seconds: Int) -> Bool {
      requests.hasFailed(within: .seconds(10), of: time + .seconds(seconds))
    }
    #expect(!isPaused(after: 0))
    requests.fail(older, "away", at: time)
    #expect(isPaused(after: 9) && !isPaused(after: 10))
    requests.fail(newer, "away", at: time + .seconds(5))
    #expect(isPaused(after: 14) && !isPaused(after: 15))
    requests.dropAll()
    #expect(isPaused(after: 14), "the source has not answered yet")
    requests.permit()
    #expect(!isPaused(after: 6))
  }

  @Test("A page is taken only where it still fits")
  func taken() {
    func page(_ range: ClosedRange<Int64>) -> Page<ItemID> {
      Page(range.map { ItemID($0) }, hasBefore: true, hasAfter: false)
    }
    var window = PageWindow<ItemID> { $0 }
    #expect(window.take(page(10...20), for: .replace(nil), arrived: false) == true)
    let wrong = PagePurpose.extend(.before, from: ItemID(9))
    #expect(window.take(page(5...8), for: wrong, arrived: false) == false)
    #expect(window.take(page(5...9), for: older, arrived: true) == true)
    #expect(window.items == (5...20).map { ItemID($0) } && !window.hasAfter)
    window.expectMore(.after)
    #expect(window.take(page(21...22), for: newer, arrived: true) == true)
    #expect(window.last == ItemID(22) && window.hasAfter, "what came meanwhile may be missing")
    #expect(window.take(page(30...31), for: gap, arrived: false) == false)
    window.replaceAll(with: page(10...15))
    window.insertNew([ItemID(18)], leavesGap: true)
    let number = window.gaps[0].number
    let stale = PagePurpose.fill(number, side: .before, from: ItemID(14))
    #expect(window.take(page(16...17), for: stale, arrived: false) == false)
    let fill = PagePurpose.fill(number, side: .before, from: ItemID(15))
    #expect(window.take(page(16...17), for: fill, arrived: false) == true)
    #expect(window.gaps.isEmpty && window.items == (10...18).map { ItemID($0) })
  }
}
