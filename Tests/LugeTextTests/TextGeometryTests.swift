import CPango
import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Where characters stand, without shaping") struct TextGeometryTests {
  let text = PangoText()

  private static let parts = [
    "Hello", " ", "  ", "world,", "ffi", "Ünïcödé", "привет", "שלום", "مرحبا بالعالم", "نَصّ", "नमस्ते",
    "ภาษาไทยวันนี้",
    "我能吞下玻璃", "한국어", "👍🏽", "👩‍👩‍👧", "🇩🇪", "e\u{301}\u{323}", "\n", "\t", "123", "(", ")", "-", "\u{AD}",
    "\u{200F}", "supercalifragilistic", "a\u{300}\u{301}\u{302}b",
  ]

  private func randomText(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      Self.parts.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test("Edges and hits are Pango's, in all scripts and both directions")
  func equalsPango() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<150 {
      let string = randomText(&random)
      let request = TextSamples.request(string, width: Int.random(in: 40...400, using: &random))
      let layout = text.layout(request)
      let geometry = text.geometry(of: layout)
      #expect(geometry.lines.count == layout.lines.count)
      for piece in layout.allPieces {
        var index = piece.lines.lowerBound
        text.shape(request, piece).forEachLine { line in
          guard index < piece.lines.upperBound else { return false }
          let left = Double(layout.lineX(line, width: layout.lines[index].width))
          for cell in geometry.cells[geometry.lines[index].cells] {
            compare(cell, line, left: left, string)
          }
          index += 1
          return true
        }
      }
    }
  }

  @Test("A name that runs from right to left leaves the sentence around it as it is")
  func isolatedNames() throws {
    func left(of part: String, in string: String) throws -> Double {
      let layout = text.layout(TextSamples.request(string, width: 900))
      let geometry = text.geometry(of: layout)
      let range = try #require(string.range(of: part))
      let offset = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
      let cell = try #require(geometry.cells.first { Int($0.offset) == offset })
      return Double(cell.x)
    }
    let isolated = "\(ForeignText.isolated("דנה")) created the group"
    #expect(try left(of: "דנה", in: isolated) < left(of: "created", in: isolated))
    #expect(try left(of: "created", in: isolated) < left(of: "group", in: isolated))
    // What it looked like: the whole line turned around.
    let plain = "דנה created the group"
    #expect(try left(of: "דנה", in: plain) > left(of: "created", in: plain))
    // Digits and signs after the name are the sentence's.
    let preview = "\(ForeignText.isolated("יוסי")): 12 (new)"
    #expect(try left(of: "יוסי", in: preview) < left(of: "12", in: preview))
    #expect(try left(of: "12", in: preview) < left(of: "new", in: preview))
  }

  private func compare(
    _ cell: TextGeometry.Cell, _ line: ShapedLine, left: Double, _ string: String
  ) {
    let start = Int32(Int(cell.offset) - line.origin)
    for isTrailing in [false, true] {
      var x: Int32 = 0
      pango_layout_line_index_to_x(line.line, start, isTrailing ? 1 : 0, &x)
      let edge = isTrailing != cell.isRightToLeft ? cell.x + cell.width : cell.x
      let expected = left + Double(x) / Double(PANGO_SCALE)
      #expect(
        abs(Double(edge) - expected) < 0.01,
        "\(cell) trailing \(isTrailing) in \(string.debugDescription)")
    }
    guard cell.width >= 1 else { return }
    var offset: Int32 = 0
    var trailing: Int32 = 0
    let middle = Double(cell.x + cell.width / 2) - left
    let isInside = pango_layout_line_x_to_index(
      line.line, Int32(middle * Double(PANGO_SCALE)), &offset, &trailing)
    #expect(isInside != 0)
    let hit = line.origin + Int(offset)
    #expect(
      hit >= Int(cell.offset) && hit < Int(cell.offset + cell.length),
      "\(cell) hit \(hit) in \(string.debugDescription)")
  }

  @Test("Cells are the lines' characters, once each; edges grow along a line of one direction")
  func cells() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<150 {
      let string = randomText(&random)
      let layout = text.layout(
        TextSamples.request(string, width: Int.random(in: 40...400, using: &random)))
      let geometry = text.geometry(of: layout)
      for line in geometry.lines {
        let cells = geometry.cells[line.cells]
        let logical = cells.sorted { $0.offset < $1.offset }
        for (a, b) in zip(logical, logical.dropFirst()) {
          #expect(a.offset + a.length == b.offset, "\(string.debugDescription)")
        }
        #expect(logical.allSatisfy { line.range.contains(Int($0.offset)) })
        for (a, b) in zip(cells, cells.dropFirst()) {
          #expect(b.x >= a.x + a.width - 0.01, "\(string.debugDescription)")
        }
        if Set(cells.map(\.isRightToLeft)) == [false] {
          #expect(cells.map(\.offset) == logical.map(\.offset))
        }
      }
    }
  }

  @Test("From a point to a character and back; the nearest place from anywhere")
  func roundTrips() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<150 {
      let string = randomText(&random)
      let layout = text.layout(
        TextSamples.request(string, width: Int.random(in: 40...400, using: &random)))
      let geometry = text.geometry(of: layout)
      for line in geometry.lines {
        for cell in geometry.cells[line.cells] where cell.width >= 1 {
          let y = Double(line.top) + Double(line.height) / 2
          let range = Int(cell.offset)..<Int(cell.offset + cell.length)
          let middle = Point(x: Double(cell.x + cell.width / 2), y: y)
          #expect(geometry.character(at: middle) == range, "\(string.debugDescription)")
          for x in [Double(cell.x) + 0.2, Double(cell.x + cell.width) - 0.2] {
            #expect(
              [range.lowerBound, range.upperBound].contains(
                geometry.offset(nearest: Point(x: x, y: y))))
          }
        }
      }
      for point in [
        Point(x: -1e9, y: -1e9), Point(x: 1e9, y: 1e9), Point(x: 10, y: -3), Point(x: -5, y: 1e4),
      ] {
        #expect((0...string.utf8.count).contains(geometry.offset(nearest: point)))
      }
    }
  }

  @Test("Rectangles cover what they are asked for, and nothing else")
  func rectangles() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<150 {
      let string = randomText(&random)
      let layout = text.layout(
        TextSamples.request(string, width: Int.random(in: 40...400, using: &random)))
      let geometry = text.geometry(of: layout)
      let bounds = geometry.cells.map { Int($0.offset) } + [string.utf8.count]
      guard let a = bounds.randomElement(using: &random),
        let b = bounds.randomElement(using: &random)
      else { continue }
      let range = min(a, b)..<max(a, b)
      let rects = geometry.rectangles(for: range)
      let covered = rects.reduce(0) { $0 + $1.width }
      let wanted = geometry.cells.filter { range.contains(Int($0.offset)) }
      let expected = wanted.reduce(0) { $0 + Double($1.width) }
      #expect(abs(covered - expected) < 0.1, "\(range) in \(string.debugDescription)")
    }
  }

  @Test("Words, with a dictionary where there are no blanks")
  func words() {
    func word(_ string: String, _ needle: String) -> String {
      let geometry = text.geometry(of: text.layout(TextSamples.request(string, width: 2000)))
      let utf8 = Array(string.utf8)
      let at = string.range(of: needle).map {
        string.utf8.distance(from: string.startIndex, to: $0.lowerBound)
      }
      return String(decoding: utf8[geometry.word(at: at ?? 0)], as: UTF8.self)
    }
    #expect(word("It's a fine day, no?", "ine") == "fine")
    #expect(word("It's a fine day, no?", "day") == "day")
    #expect(word("привет мир", "вет") == "привет")
    #expect(word("שלום עולם", "עול") == "עולם")
    #expect(word("one", "one") == "one")
    #expect(word("I don't know", "on't") == "don't")
    #expect(word("Some code:\nlet", ":") == ":")
  }

  @Test("A long text is known as a whole")
  func longText() {
    let string = String(repeating: "words and more words of a long text ", count: 600)
    let layout = text.layout(TextSamples.request(string, width: 300))
    let geometry = text.geometry(of: layout)
    #expect(geometry.cells.count == string.utf8.count)
    #expect(geometry.wordBounds == geometry.wordBounds.sorted())
  }
}
