/// Rule for the forms of a number in a language: the `Plural-Forms` of a catalogue's header, a C
/// expression in `n`.
struct PluralRule: Hashable, Sendable {
  /// Steps in the order in which they are computed, on a stack.
  private var steps: [Step]
  private var forms: Int

  /// Rule for one and all others, as in English and German.
  static let oneAndOther = PluralRule(steps: [.number, .value(1), .calculate(.notEqual)], forms: 2)

  private init(steps: [Step], forms: Int) {
    self.steps = steps
    self.forms = forms
  }

  /// Reads the rule of a header; English's if the header has no valid one.
  init(header: String) {
    self = .oneAndOther
    for line in header.split(separator: "\n") where line.hasPrefix("Plural-Forms:") {
      var count: Int?
      var expression: Substring?
      for part in line.dropFirst("Plural-Forms:".count).split(separator: ";") {
        guard let equals = part.firstIndex(of: "=") else { continue }
        let name = part[..<equals].filter { $0 != " " }
        let value = part[part.index(after: equals)...]
        if name == "nplurals" { count = Int(value.filter { $0 != " " }) }
        if name == "plural" { expression = value }
      }
      guard let count, (1...16).contains(count), let expression else { return }
      var reader = Reader(expression)
      guard let steps = reader.read() else { return }
      self.init(steps: steps, forms: count)
    }
  }

  /// Returns the index of the form, from 0 to below the number of forms.
  func form(_ count: Int) -> Int {
    let number = Int(count.magnitude & UInt(Int.max))
    var stack: [Int] = []
    for step in steps {
      switch step {
      case .number: stack.append(number)
      case .value(let value): stack.append(value)
      case .negate: stack.append(stack.popLast() == 0 ? 1 : 0)
      case .calculate(let calculation):
        let right = stack.popLast() ?? 0
        let left = stack.popLast() ?? 0
        stack.append(calculation.result(left, right))
      case .choose:
        let otherwise = stack.popLast() ?? 0
        let then = stack.popLast() ?? 0
        stack.append(stack.popLast() ?? 0 != 0 ? then : otherwise)
      }
    }
    return min(max(stack.last ?? 0, 0), forms - 1)
  }

  private enum Step: Hashable, Sendable {
    case number
    case value(Int)
    case negate
    case calculate(Calculation)
    /// Conditional operator: the second value if the first is true, else the third.
    case choose
  }

  private enum Calculation: String, Hashable, Sendable, CaseIterable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"

    /// Precedence of the operator, as in C.
    var strength: Int {
      switch self {
      case .or: 0
      case .and: 1
      case .equal, .notEqual: 2
      case .atMost, .atLeast, .less, .more: 3
      case .plus, .minus: 4
      case .times, .divided, .remainder: 5
      }
    }

    func result(_ left: Int, _ right: Int) -> Int {
      switch self {
      case .or: left != 0 || right != 0 ? 1 : 0
      case .and: left != 0 && right != 0 ? 1 : 0
      case .equal: left == right ? 1 : 0
      case .notEqual: left != right ? 1 : 0
      case .atMost: left <= right ? 1 : 0
      case .atLeast: left >= right ? 1 : 0
      case .less: left < right ? 1 : 0
      case .more: left > right ? 1 : 0
      case .plus: left &+ right
      case .minus: left &- right
      case .times: left &* right
      case .divided: right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
      case .remainder:
        right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
      }
    }
  }

  /// Parser of an expression from left to right.
  private struct Reader {
    private var rest: Substring
    private var steps: [Step] = []
    private var depth = 0

    init(_ text: Substring) { rest = text }

    mutating func read() -> [Step]? {
      guard choice() else { return nil }
      skipSpaces()
      return rest.isEmpty ? steps : nil
    }

    private mutating func choice() -> Bool {
      // Each parenthesis and each question mark is a recursive call, whose depth is limited because
      // a catalogue must not use up the stack.
      depth += 1
      defer { depth -= 1 }
      guard depth < 64, chain(0) else { return false }
      guard take("?") else { return true }
      guard choice(), take(":"), choice() else { return false }
      steps.append(.choose)
      return true
    }

    private mutating func chain(_ strength: Int) -> Bool {
      guard strength <= 5 else { return operand() }
      guard chain(strength + 1) else { return false }
      while let next = Calculation.allCases.first(where: { upcoming($0) }),
        next.strength == strength
      {
        _ = take(next.rawValue)
        guard chain(strength + 1) else { return false }
        steps.append(.calculate(next))
      }
      return true
    }

    private mutating func operand() -> Bool {
      if take("!") {
        depth += 1
        defer { depth -= 1 }
        guard depth < 64, operand() else { return false }
        steps.append(.negate)
        return true
      }
      if take("(") { return choice() && take(")") }
      if take("n") {
        steps.append(.number)
        return true
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let value = Int(digits) else { return false }
      rest = rest.dropFirst(digits.count)
      steps.append(.value(value))
      return true
    }

    private mutating func upcoming(_ calculation: Calculation) -> Bool {
      skipSpaces()
      return rest.hasPrefix(calculation.rawValue)
    }

    private mutating func take(_ sign: String) -> Bool {
      skipSpaces()
      guard rest.hasPrefix(sign) else { return false }
      rest = rest.dropFirst(sign.count)
      return true
    }

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }
  }
}
