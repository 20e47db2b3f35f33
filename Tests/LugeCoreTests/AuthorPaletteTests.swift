import LugeCore
import LugeTestSupport
import Testing

@Suite("Colours of people") struct AuthorPaletteTests {
  @Test("Any two can be told apart, whatever the sight", arguments: [ColorScheme.light, .dark])
  func distances(scheme: ColorScheme) {
    let closest = ColorSight.closest(
      AuthorPalette.colors.map { $0.resolved(scheme) }.map { ($0.red, $0.green, $0.blue) })
    #expect(closest.distance >= 0.05, "\(closest.a) and \(closest.b): \(closest.distance)")
  }

  @Test("The dark scheme's name has the hue of the face beside it")
  func hues() {
    for color in AuthorPalette.colors {
      let hues = [color.light, color.dark].map {
        ColorSight.hue(red: $0.red, green: $0.green, blue: $0.blue)
      }
      let turn = abs(hues[0] - hues[1])
      #expect(min(turn, 360 - turn) < 10, "\(color): \(hues)")
    }
  }

  @Test("Names are readable on incoming bubbles and panels", arguments: [ColorScheme.light, .dark])
  func contrast(scheme: ColorScheme) {
    let tokens = DesignTokens.standard.colors
    for color in tokens.people {
      for surface in [tokens.incoming, tokens.panel] {
        let ratio = color.resolved(scheme).contrast(to: surface.resolved(scheme))
        #expect(ratio >= 4.5, "\(color)")
      }
    }
  }

  @Test("Nobody shares a colour while there are enough", arguments: 0..<100)
  func assignment(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...12, using: &random)
    let people = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      Int64.random(in: -30...30, using: &random)
    }
    let colors = AuthorColors(people, count: count)
    var seen: [Int64] = []
    for person in people where !seen.contains(person) && seen.count < count { seen.append(person) }
    let places = seen.map { colors[$0] }
    #expect(Set(places).count == places.count)
    #expect(places.allSatisfy { (0..<count).contains($0) })
    // Who comes first has what they would have anywhere.
    if let first = people.first {
      #expect(colors[first] == Int((first % Int64(count) + Int64(count)) % Int64(count)))
    }
    // Those who come later change nothing for those before them.
    let fewer = AuthorColors(people.dropLast(), count: count)
    for person in people.dropLast() where seen.contains(person) {
      #expect(fewer[person] == colors[person])
    }
  }

  @Test("Who has a colour elsewhere keeps it, however much others write")
  func known() {
    let known = AuthorColors([3, 14], count: 10)
    // 13 would take the third colour, and 4 the fourth.
    let people: [Int64] = [13, 4, 3, 14]
    let colors = AuthorColors(people, keeping: known, count: 10)
    #expect(colors[3] == 3 && colors[14] == 4)
    #expect(Set(people.map { colors[$0] }).count == people.count)
  }

  @Test("Without colours and with extreme numbers nothing traps")
  func extremes() {
    #expect(AuthorColors([1, 2], count: 0)[1] == 1)
    #expect((0..<10).contains(AuthorColors([.min, .max])[.min]))
    #expect(AuthorPalette.color(AuthorColors([], count: 3)[.min]) != nil)
  }
}
