/// Reads the first coefficient of each block of a scan.
struct ScanDecoder {
  /// A component's share of an MCU.
  private struct Part {
    let component: Int
    let across: Int
    let down: Int
    let stride: Int

    var count: Int { across * down }
  }

  private enum Work {
    /// The first coefficient, and all others passed over.
    case baseline
    /// The first coefficient without its lowest bits.
    case beginning
    /// One of these bits.
    case refining
  }

  private let parts: [Part]
  private let baseline: BlockRun
  private let codes: [HuffmanCode?]
  private let work: Work
  private let shift: Int
  private let columns: Int
  private let rows: Int
  private let interval: Int
  private let dataStart: Int

  /// - Parameter strides: blocks from row to row of each component.
  /// - Returns: nil when a code is missing.
  init?(_ frame: JPEGFile.Frame, _ scan: JPEGFile.Scan, _ file: JPEGFile, strides: [Int]) {
    work = !frame.isProgressive ? .baseline : scan.previousShift > 0 ? .refining : .beginning
    guard scan.shift < 14, work != .baseline || scan.shift == 0 else { return nil }
    shift = scan.shift
    dataStart = scan.data
    // A component alone comes block by block, without those that only fill up an MCU.
    let isAlone = scan.parts.count == 1
    var tables: [UInt32] = []
    var places: [Int: Int] = [:]
    func place(_ key: Int, _ table: @autoclosure () -> [UInt32]) -> Int {
      if let known = places[key] { return known }
      places[key] = tables.count
      tables += table()
      return places[key] ?? 0
    }
    var parts: [Part] = []
    var blocks: [(differences: Int, others: Int)] = []
    var pairs: [BlockRun.Codes] = []
    for part in scan.parts {
      let component = frame.components[part.component]
      let own = Part(
        component: part.component, across: isAlone ? 1 : component.across,
        down: isAlone ? 1 : component.down, stride: strides[part.component])
      parts.append(own)
      guard work == .baseline else { continue }
      guard let difference = file.differenceCodes[part.difference],
        let other = file.otherCodes[part.others]
      else { return nil }
      let block = (
        differences: place(
          part.difference * 4 + part.others, difference.differenceTable(other)),
        others: place(16 + part.others, other.skippingTable)
      )
      blocks += Array(repeating: block, count: own.count)
      pairs += Array(repeating: (difference, other), count: own.count)
    }
    self.parts = parts
    baseline = BlockRun(blocks, codes: pairs, tables: tables)
    let isBeginning = work == .beginning
    codes = scan.parts.map { isBeginning ? file.differenceCodes[$0.difference] : nil }
    guard !isBeginning || codes.allSatisfy({ $0 != nil }) else { return nil }
    func mcus(_ length: Int, _ most: Int) -> Int { (length + most * 8 - 1) / (most * 8) }
    func filled(_ length: Int, _ own: Int, _ most: Int) -> Int {
      ((length * own + most - 1) / most + 7) / 8
    }
    if isAlone, let part = scan.parts.first {
      let component = frame.components[part.component]
      columns = filled(frame.width, component.across, frame.maxAcross)
      rows = filled(frame.height, component.down, frame.maxDown)
    } else {
      columns = mcus(frame.width, frame.maxAcross)
      rows = mcus(frame.height, frame.maxDown)
    }
    interval = file.restartInterval > 0 ? file.restartInterval : columns * rows
  }

  /// - Parameters:
  ///   - storage: see ``EntropyData``.
  ///   - planes: room for each component of the frame, with the strides that were given.
  ///   - shouldStop: asked before each row of MCUs.
  /// - Returns: false for data that is broken or ends too early.
  /// - Complexity: O(bytes of the scan).
  func run(
    _ file: JPEGFile, _ storage: UnsafeMutableBufferPointer<UInt8>,
    into planes: [UnsafeMutablePointer<Int16>], _ shouldStop: () -> Bool
  ) -> Bool {
    var data = EntropyData(file.bytes, from: dataStart, storage: storage)
    guard var reader = data.next() else { return false }
    let perUnit = parts.reduce(0) { $0 + $1.count }
    let values = UnsafeMutablePointer<Int16>.allocate(capacity: columns * perUnit + 1)
    defer { values.deallocate() }
    var left = interval
    var last: [Int16] = [0, 0, 0, 0]
    for row in 0..<rows {
      guard !shouldStop() else { return false }
      var column = 0
      while column < columns {
        if left == 0 {
          guard let next = data.next() else { return false }
          reader = next
          left = interval
          last = [0, 0, 0, 0]
        }
        // As many MCUs of the row as stand before the next restart marker.
        let count = min(columns - column, left)
        guard read(count * perUnit, &reader, values) else { return false }
        place(values, count, column, row, &last, planes)
        left -= count
        column += count
      }
    }
    return true
  }

  private func read(
    _ count: Int, _ reader: inout BitReader, _ values: UnsafeMutablePointer<Int16>
  ) -> Bool {
    switch work {
    case .baseline: return baseline.read(count, &reader, into: values)
    case .refining:
      for index in 0..<count {
        reader.refill()
        values[index] = Int16(reader.peek(1))
        reader.skip(1)
      }
    case .beginning:
      let order = zip(parts, codes).flatMap { Array(repeating: $1, count: $0.count) }
      for index in 0..<count {
        reader.refill()
        guard let found = order[index % order.count]?.symbol(reader.peek(16)), found.value <= 11
        else { return false }
        reader.skip(UInt64(found.length))
        values[index] = 0
        guard found.value > 0 else { continue }
        let bits = reader.peek(Int(found.value))
        reader.skip(UInt64(found.value))
        values[index] = Int16(HuffmanCode.difference(bits, size: Int(found.value)))
      }
    }
    return !reader.isOverrun
  }

  /// Brings what was read to its places: sums of differences, or single bits.
  private func place(
    _ values: UnsafePointer<Int16>, _ count: Int, _ column: Int, _ row: Int, _ last: inout [Int16],
    _ planes: [UnsafeMutablePointer<Int16>]
  ) {
    var before = 0
    let perUnit = parts.reduce(0) { $0 + $1.count }
    let (isRefining, shift) = (work == .refining, Int16(shift))
    for part in parts {
      var sum = last[part.component]
      var target = planes[part.component] + row * part.down * part.stride + column * part.across
      var source = values + before
      for _ in 0..<count {
        for y in 0..<part.down {
          for x in 0..<part.across {
            let value = source[y &* part.across &+ x]
            if isRefining {
              target[y &* part.stride &+ x] |= value &<< shift
            } else {
              sum &+= value
              target[y &* part.stride &+ x] = sum &<< shift
            }
          }
        }
        source += perUnit
        target += part.across
      }
      last[part.component] = sum
      before += part.count
    }
  }
}
