/// Writes recordings for tests.
public enum WAVWriter {
  /// Returns a tone with 8,000 samples of 16 bits per second.
  public static func tone(seconds: Double, hertz: Int = 440) -> [UInt8] {
    let count = Int(seconds * 8000)
    var bytes: [UInt8] = []
    func add(_ word: String) { bytes += Array(word.utf8) }
    func add(_ value: Int, _ size: Int) {
      for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }
    add("RIFF")
    add(36 + 2 * count, 4)
    add("WAVEfmt ")
    add(16, 4)
    add(1, 2)
    add(1, 2)
    add(8000, 4)
    add(16_000, 4)
    add(2, 2)
    add(16, 2)
    add("data")
    add(2 * count, 4)
    // A triangle needs no mathematics library.
    let period = max(2, 8000 / max(1, hertz))
    for sample in 0..<count {
      let place = sample % period
      let height = 2 * min(place, period - place)
      add(height * 6000 / period - 3000, 2)
    }
    return bytes
  }
}
