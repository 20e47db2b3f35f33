/// The action of a region in a row, as a value of the kind's own type. It is passed to the handler
/// for this type (``LugeEngine/RowInteractor``).
public protocol RowAction: Hashable, Sendable {
  /// Whether the space bar performs it when its item has the cursor (play and pause). Default:
  /// false.
  var takesSpace: Bool { get }
  /// Whether its region is tinted while the pointer is over it. Default: false.
  var showsHover: Bool { get }
}

extension RowAction {
  public var takesSpace: Bool { false }
  public var showsHover: Bool { false }
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

/// Action that copies a text to the clipboard: the button of a code block.
public struct CopyText: RowAction {
  public let text: String

  public init(_ text: String) { self.text = text }
}
