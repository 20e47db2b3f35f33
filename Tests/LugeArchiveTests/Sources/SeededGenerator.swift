import LugeTestSupport

extension SeededGenerator {
  mutating func next(upperBound: UInt8) -> UInt8 { UInt8.random(in: 0...upperBound, using: &self) }
}
