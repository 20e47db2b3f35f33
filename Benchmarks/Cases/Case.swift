/// One thing that is measured, again and again.
public struct Case: Sendable {
  /// Makes what is needed, which is not measured, and returns what is. That returns a sum of what
  /// it found, so that nothing of it can be left out.
  public typealias Preparation = @Sendable () throws -> () throws -> Int

  /// Without blanks: the name of its thresholds.
  public let name: String
  /// For people.
  public let about: String
  /// Whether the work is all done by the calling thread. Of others callgrind counts nothing.
  public let usesOneThread: Bool
  public let prepare: Preparation

  init(
    _ name: String, _ about: String, usesOneThread: Bool = true, prepare: @escaping Preparation
  ) {
    self.name = name
    self.about = about
    self.usesOneThread = usesOneThread
    self.prepare = prepare
  }

  public static let all = heights + diffs + texts + frames + imports
}
