/// What a place of a row does, as a value of the kind's own type: whoever shows the row hands it to
/// the one who knows the type (``LugeEngine/RowInteractor``), and nothing has to be read out of a
/// string.
public protocol RowAction: Hashable, Sendable {
  /// Whether Space does it from anywhere in its item: play and pause. The default is false.
  var takesSpace: Bool { get }
}

extension RowAction {
  public var takesSpace: Bool { false }
}

/// An action of any kind.
public struct AnyRowAction: Hashable, Sendable {
  public let value: any RowAction

  public init(_ value: some RowAction) { self.value = value }

  public static func == (a: AnyRowAction, b: AnyRowAction) -> Bool {
    AnyHashable(a.value) == AnyHashable(b.value)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

/// Puts words on the clipboard: the button of a block of code.
public struct CopyText: RowAction {
  public let text: String

  public init(_ text: String) { self.text = text }
}
