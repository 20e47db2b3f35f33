import Testing

@testable import LugeQt

@MainActor @Suite("Keys that wait until the list has arrived")
struct WaitingKeysTests {
  @Test("The steps of keys wait for a jump, and are one step then")
  func steps() {
    var keys = WaitingKeys()
    #expect(keys.takeStep(40, isJumping: false, at: 1) == 40)
    #expect(!keys.holdsStep)
    #expect(keys.takeStep(40, isJumping: true, at: 1) == nil)
    #expect(keys.takeStep(-100, isJumping: true, at: 1.2) == nil)
    #expect(keys.releaseStep(isJumping: true, at: 1.3) == nil)
    #expect(keys.holdsStep)
    #expect(keys.releaseStep(isJumping: false, at: 1.4) == -60)
    #expect(keys.releaseStep(isJumping: false, at: 1.5) == nil)
    #expect(keys.takeStep(40, isJumping: true, at: 2) == nil)
    #expect(keys.takeStep(-40, isJumping: true, at: 2) == nil)
    #expect(keys.releaseStep(isJumping: false, at: 2.1) == nil, "they take each other back")
    #expect(!keys.holdsStep)
  }

  @Test("A step waits no longer than the timeout, and not for a jump to another place")
  func stepEnds() {
    var keys = WaitingKeys()
    let end = 1 + WaitingKeys.timeout
    #expect(keys.takeStep(40, isJumping: true, at: 1) == nil)
    #expect(keys.takeStep(7, isJumping: true, at: end) == 7)
    #expect(keys.releaseStep(isJumping: true, at: end) == 40)
    #expect(keys.takeStep(40, isJumping: true, at: 3) == nil)
    keys.dropStep()
    #expect(keys.releaseStep(isJumping: false, at: 3) == nil)
  }

  @Test("Keys about the cursor's item are handled in their order where the cursor arrives")
  func cursor() throws {
    var keys = WaitingKeys()
    let handled = Handled()
    let isEarly = keys.take({ handled.numbers.append(0) }, at: 1)
    #expect(!isEarly, "the cursor goes nowhere")
    keys.follow(to: .last, at: 1)
    for number in 1...2 {
      let waits = keys.take({ handled.numbers.append(number) }, at: 1.1)
      #expect(waits)
    }
    let arrival = keys.arrive()
    let (edge, waited) = try #require(arrival)
    #expect(edge == .last && keys.edge == nil)
    for key in waited { key() }
    #expect(handled.numbers == [1, 2])
    let again = keys.arrive()
    #expect(again?.edge == nil)
  }

  @Test("Keys for the cursor are dropped for another edge or item, and wait no longer than a while")
  func cursorEnds() {
    var keys = WaitingKeys()
    keys.follow(to: .last, at: 1)
    var waits = keys.take({}, at: 1.1)
    #expect(waits)
    keys.follow(to: .first, at: 1.2)
    var arrival = keys.arrive()
    #expect(arrival?.edge == .first && arrival?.keys.count == 0)
    keys.follow(to: .last, at: 2)
    keys.leaveCursor()
    waits = keys.take({}, at: 2)
    #expect(!waits)
    keys.follow(to: .last, at: 3)
    waits = keys.take({}, at: 3.1)
    #expect(waits)
    waits = keys.take({}, at: 3 + WaitingKeys.timeout)
    #expect(!waits && keys.edge == nil)
    keys.follow(to: .first, at: 4)
    arrival = keys.arrive()
    #expect(arrival?.keys.count == 0)
  }
}

@MainActor private final class Handled {
  var numbers: [Int] = []
}
