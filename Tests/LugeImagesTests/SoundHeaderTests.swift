import Testing

@testable import LugeImages

@Suite("What the file of a sound says of it") struct SoundHeaderTests {
  private func header(_ bytes: [UInt8]) -> SoundHeader? { SoundHeader(HeaderReader(bytes: bytes)) }

  private func low(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

  private func word(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Silence, then as loud as can be.
  private func wave(seconds: Int, more: [UInt8] = []) -> [UInt8] {
    let frames = 8000 * seconds
    let sound = (0..<frames).flatMap { low($0 < frames / 2 ? 0 : 32_767, 2) }
    return joined([
      word("RIFF"), low(0, 4), word("WAVE"), more, word("fmt "), low(16, 4), low(1, 2), low(1, 2),
      low(8000, 4), low(16_000, 4), low(2, 2), low(16, 2), word("data"), low(sound.count, 4), sound,
    ])
  }

  @Test("A WAV's length and how loud it is, behind whatever stands before them")
  func wave() throws {
    let found = try #require(header(wave(seconds: 3)))
    #expect(found.seconds == 3)
    #expect(found.waveform.count == 96)
    #expect(found.waveform.prefix(47).allSatisfy { $0 == 0 })
    #expect(found.waveform.suffix(47).allSatisfy { $0 == 255 })
    let list = joined([word("LIST"), low(3, 4), [1, 2, 3, 0]])
    #expect(header(wave(seconds: 2, more: list))?.seconds == 2)
    // Cut off in the middle: as long as what is there.
    #expect(header(Array(wave(seconds: 2).prefix(44 + 16_000)))?.seconds == 1)
  }

  @Test("FLAC, Ogg with Opus and Vorbis, MP3 with a constant and a varying rate")
  func lengths() {
    let rate = 44_100
    let flac = joined([
      word("fLaC"), [0, 0, 0, 34], [UInt8](repeating: 0, count: 10),
      [UInt8(rate >> 12), UInt8(rate >> 4 & 255), UInt8(rate & 15) << 4, 0],
      low(rate * 5, 4).reversed(),
    ])
    #expect(header(flac + [0, 0])?.seconds == 5)
    func page(_ samples: Int, _ body: [UInt8]) -> [UInt8] {
      joined([
        word("OggS"), [0, 0], low(samples, 8), low(1, 4), low(0, 8), [1, UInt8(body.count)], body,
      ])
    }
    let opus = joined([word("OpusHead"), [1, 1], low(312, 2), low(48_000, 4), [0, 0, 0]])
    #expect(header(page(0, opus) + page(48_000 * 7 + 312, [1, 2, 3]))?.seconds == 7)
    let open = page(0, opus) + page(48_312, [1]) + page(-1, [2])
    #expect(header(open)?.seconds == 1)
    let vorbis = joined([[1], word("vorbis"), low(0, 4), [2], low(22_050, 4)])
    #expect(header(page(0, vorbis) + page(44_100, [1]))?.seconds == 2)
    // MPEG 1, layer III, 128 kbit/s, 44,100 Hz, two channels.
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0]
    #expect(header(frame + [UInt8](repeating: 0, count: 16_000 - 4))?.seconds == 1)
    let tag = joined([word("ID3"), [4, 0, 0, 0, 0, 1, 0], [UInt8](repeating: 0, count: 128)])
    let info = joined([
      frame, [UInt8](repeating: 0, count: 32), word("Xing"), [0, 0, 0, 1], low(100, 4).reversed(),
    ])
    #expect(header(tag + info)?.seconds == 100 * 1152 / 44_100.0)
  }

  @Test("Whatever is no sound, breaks off or says impossible things has no length")
  func hostile() {
    #expect(header([]) == nil)
    #expect(header(joined([word("RIFF"), low(4, 4), word("WAVE")])) == nil)
    #expect(header(Array("Words that are no sound at all".utf8)) == nil)
    let sounds = [wave(seconds: 1)]
    for sound in sounds {
      for cut in 0..<60 { _ = header(Array(sound.prefix(cut))) }
      var changed = sound
      for place in 0..<60 {
        for value: UInt8 in [0, 0x7F, 0xFF] {
          changed[place] = value
          _ = header(changed)
        }
        changed[place] = sound[place]
      }
    }
    let huge = joined([word("RIFF"), low(0, 4), word("WAVEdata"), low(0xFFFF_FFFF, 4)])
    #expect(header(huge) == nil)
  }
}
