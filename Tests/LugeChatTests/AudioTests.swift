import LugeCore
import LugeEngine
import Testing

@testable import LugeChat

@Suite("Recordings in their rows") struct AudioTests {
  private func voice(
    _ kind: ChatMedia.Kind = .voice, waveform: [UInt8] = [], isOutgoing: Bool = false
  ) -> ChatMessage {
    var medium = ChatMedia(
      kind: kind, path: "/v.ogg", fileName: "v.ogg", byteSize: 24_000, duration: 12)
    medium.waveform = waveform
    return message(1, isOutgoing: isOutgoing, "", media: [medium])
  }

  private func playable(_ message: ChatMessage) throws -> Playable {
    let layout = try #require(bubble(message))
    let found = layout.hitRegions.compactMap { region -> Playable? in
      guard case .typed(let action) = region.action,
        case .toggle(let playable) = action.value as? PlayAction
      else { return nil }
      return playable
    }
    return try #require(found.first)
  }

  @Test(
    "Signs and regions lie in the bubble, at every width",
    arguments: LayoutTests.widths, [ChatMedia.Kind.voice, .audio])
  func places(width: Int, kind: ChatMedia.Kind) throws {
    for scale in [1, 1.5, 2.0] {
      let layout = try #require(bubble(voice(kind), width: width, scale: scale))
      let body = try #require(layout.drawList.bubbleBody())
      for rect in layout.slots.map(\.rect) + layout.hitRegions.map(\.rect) {
        #expect(rect.x >= body.x && rect.maxX <= body.maxX)
        #expect(rect.y >= body.y && rect.maxY <= body.maxY)
        #expect(rect.x == rect.x.rounded() && rect.y == rect.y.rounded())
      }
      #expect(layout.hitRegions.first?.label.hasPrefix("Play") == true)
      if Double(width) >= 320 * scale { #expect(layout.slots.count == 4) }
    }
  }

  @Test("A recording that is not there is a line that opens nothing")
  func missing() throws {
    var gone = voice()
    gone.media[0].isMissing = true
    #expect(try #require(bubble(gone)).slots.isEmpty)
  }

  @Test("What plays is told by slot; nothing else changes, and its end takes it away")
  func facts() throws {
    let sample = voice()
    let playable = try playable(sample)
    let facts = PlaybackFacts()
    func shown(_ part: PlaybackSlot) -> (any RowDecoration)? {
      facts.decoration(in: playable.slot(part))
    }
    #expect([.mark, .bar, .words, .speed].allSatisfy { shown($0) == nil })
    #expect(facts.accessibleText(of: sample.id, in: []) == nil)
    facts.set(.init(isPlaying: true, position: 3, duration: nil), of: playable)
    #expect(shown(.mark) is PauseMark && shown(.bar) is PlaybackBar)
    let words = try #require(shown(.words)).drawList(
      size: PixelSize(width: 200, height: 20), in: context())
    #expect(words.texts == ["0:03 / 0:12"])
    #expect(facts.accessibleText(of: sample.id, in: []) == "Playing")
    facts.set(.init(isPlaying: false, position: 7, duration: 12), of: playable)
    #expect(shown(.mark) == nil && shown(.bar) is PlaybackBar)
    #expect(facts.accessibleText(of: sample.id, in: []) == "Paused, 0:07")
    facts.speed = 1.5
    let speed = try #require(shown(.speed)).drawList(
      size: PixelSize(width: 38, height: 20), in: context())
    #expect(speed.texts == ["1.5×"])
    facts.set(nil, of: playable)
    #expect(shown(.bar) == nil)
    #expect(facts.decoration(in: SlotKey(item: sample.id, part: ChatSlot.state)) == nil)
  }

  @Test("Several decorators are asked in turn") func decorators() throws {
    let sample = voice(isOutgoing: true)
    let states = ChatFacts()
    let facts = PlaybackFacts()
    let both = RowDecorators(states, facts)
    states.setState(.sent, of: sample.id)
    facts.set(.init(isPlaying: true, position: 0, duration: 12), of: try playable(sample))
    #expect(both.decoration(in: SlotKey(item: sample.id, part: ChatSlot.state)) is StateMark)
    #expect(both.decoration(in: try playable(sample).slot(.mark)) is PauseMark)
    let slots = [SlotKey(item: sample.id, part: ChatSlot.state)]
    #expect(both.accessibleText(of: sample.id, in: slots) == "Sent, Playing")
  }

  @Test("A waveform keeps its loudest, is drawn within its place, and as far as it was played")
  func waveform() throws {
    let long = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 37) }
    #expect(PlaybackBar.shortened(long).count == PlaybackBar.maxSamples)
    #expect(PlaybackBar.shortened([1, 2, 3]) == [1, 2, 3])
    var loud = [UInt8](repeating: 0, count: 5000)
    loud[2500] = 255
    #expect(PlaybackBar.shortened(loud).max() == 255)
    // As high as a loud one, unless it is all but silent.
    #expect(PlaybackBar.scaled([0, 16, 32]) == [0, 127, 255] && PlaybackBar.scaled([]) == [])
    #expect(PlaybackBar.scaled([9, 255]) == [9, 255] && PlaybackBar.scaled([0, 1]) == [0, 51])
    for waveform in [[], [0], long] {
      for fraction in [-1, 0, 0.5, 1, 7, Double.nan] {
        for size in [PixelSize(width: 1, height: 1), PixelSize(width: 170, height: 22)] {
          let list = PlaybackBar(
            waveform: PlaybackBar.shortened(waveform), fraction: fraction,
            colors: ChatColors().inbound
          ).drawList(size: size, in: context())
          #expect(!list.commands.isEmpty)
          for rect in list.rects where size.width > 20 {
            #expect(rect.x >= 0 && rect.maxX <= Double(size.width) + 0.5)
          }
        }
      }
    }
  }

  @Test("A speed is rounded as a whole", arguments: [(1, "1×"), (1.5, "1,5×"), (1.96, "2×")])
  func speeds(speed: Double, words: String) {
    #expect(SpeedMark.words(speed, separator: ",") == words)
  }
}
