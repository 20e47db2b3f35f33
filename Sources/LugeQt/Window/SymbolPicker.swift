import CQtShim
public import LugeCore

/// Popup of symbols to choose from, with a search field and buttons for their groups. It stays open
/// until a symbol was chosen or Escape was pressed.
@MainActor
public final class SymbolPicker {
  public struct Symbol: Hashable, Sendable {
    public var symbol: String
    public var name: String

    public init(_ symbol: String, name: String) {
      self.symbol = symbol
      self.name = name
    }
  }

  /// Closure called with the text of the search field; nil when it is empty.
  public var onSearch: (@MainActor (String?) -> Void)?
  public var onGroup: (@MainActor (Int) -> Void)?
  public var onChoice: (@MainActor (Int) -> Void)?
  public var onClose: (@MainActor () -> Void)?

  private let handle: OpaquePointer
  private var isOpen = true

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - groups: a symbol and a name for each group.
  ///   - search: placeholder of the search field, and its name for screen readers.
  ///   - empty: text shown when nothing was found.
  public init(over surface: Surface, groups: [Symbol], search: String, empty: String) {
    // The C side retains the picker until it has closed.
    let box = PickerBox()
    let context = Unmanaged.passRetained(box).toOpaque()
    handle = withCStrings([search, empty] + groups.flatMap { [$0.symbol, $0.name] }) { strings in
      let shim = groups.indices.map {
        lq_choice(text: strings[2 + 2 * $0], detail: strings[3 + 2 * $0])
      }
      return shim.withUnsafeBufferPointer { shim in
        var words = lq_picker_words(
          search: strings[0], empty: strings[1], groups: shim.baseAddress,
          group_count: Int32(clamping: shim.count))
        var callbacks = lq_picker_callbacks(
          context: context,
          searched: { context, text in
            let text = text.map { String(cString: $0) } ?? ""
            onMain(context, as: PickerBox.self) {
              $0.picker?.onSearch?(text.isEmpty ? nil : text)
            }
          },
          group: { context, index in
            onMain(context, as: PickerBox.self) { $0.picker?.onGroup?(Int(index)) }
          },
          chosen: { context, index in
            onMain(context, as: PickerBox.self) { $0.picker?.onChoice?(Int(index)) }
          },
          closed: { context in
            onMain(context, as: PickerBox.self) { box in
              let picker = box.picker
              box.picker = nil
              picker?.didClose()
            }
            if let context { Unmanaged<PickerBox>.fromOpaque(context).release() }
          })
        return lq_picker_create(surface.handle, &words, &callbacks)
      }
    }
    box.picker = self
  }

  private func didClose() {
    isOpen = false
    onClose?()
    (onSearch, onGroup, onChoice, onClose) = (nil, nil, nil, nil)
  }

  /// Replaces the symbols.
  ///
  /// - Parameter group: the selected one; nil: none.
  public func show(_ symbols: [Symbol], group: Int?) {
    guard isOpen else { return }
    withCStrings(symbols.flatMap { [$0.symbol, $0.name] }) { strings in
      let shim = symbols.indices.map {
        lq_choice(text: strings[2 * $0], detail: strings[2 * $0 + 1])
      }
      lq_picker_set_items(
        handle, shim, Int32(clamping: shim.count), Int32(clamping: group ?? -1))
    }
  }

  /// Opens the picker at a point of the surface, device pixels.
  public func open(over surface: Surface, at point: Point) {
    guard isOpen else { return }
    lq_picker_show(handle, point.x / surface.geometry.scale, point.y / surface.geometry.scale)
  }

  /// Opens the picker above a composer's emoji button.
  public func open(above composer: Composer) {
    guard isOpen else { return }
    lq_picker_show_above(handle, composer.handle)
  }
}

/// Reference of the C side to a picker, which keeps it alive while it is open.
@MainActor
private final class PickerBox {
  var picker: SymbolPicker?
}
