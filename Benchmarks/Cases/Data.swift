/// Numbers that look random and are always the same (SplitMix64; Steele, Lea and Flood, 2014).
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// Sentences of common words, three to twenty each.
func sentences(_ count: Int) -> [String] {
  let words = """
    the bakery still had good bread so I got two loaves and one is for you see you at corner in five \
    minutes walked home along river tonight because trams stopped there was a brass band practising \
    under bridge people stood on stairs listened would have loved it really
    """.split(separator: " ")
  var numbers = Numbers(7)
  return (0..<count).map { _ in
    (0..<3 + numbers.below(18)).map { _ in String(words[numbers.below(words.count)]) }
      .joined(separator: " ") + "."
  }
}
