import Foundation
import LugeCore
import LugeText
import Synchronization

/// Lays rows out and draws their labels on a thread of its own, some rows before they come into
/// view.
final class RowPreparer: Sendable {
  struct Row: Sendable {
    var layout: StudyLayout
    /// Nil for rows without a label.
    var label: Bitmap?
  }

  struct State {
    var wanted = 0..<0
    /// Rows in view: those after them are made first, for most scrolling goes that way, then those
    /// before them, the nearest first.
    var visible = 0..<0
    var ready: [Int: Row] = [:]
    var isEnded = false

    /// The row to make next; nil when all are ready.
    var next: Int? {
      let from = min(max(wanted.lowerBound, visible.lowerBound), wanted.upperBound)
      return (from..<wanted.upperBound).first { ready[$0] == nil }
        ?? (wanted.lowerBound..<from).last { ready[$0] == nil }
    }
  }

  /// State that the thread retains: not this object, which ends the thread when it is released.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let work = DispatchSemaphore(value: 0)
  }

  private let shared = Shared()

  init(_ messages: [StudyMessage], _ style: StudyStyle, width: Int, _ scheme: ColorScheme) {
    let shared = shared
    let thread = Thread {
      let text = PangoText(keepsPieces: false)
      while let index = Self.next(shared) {
        let layout = StudyLayout.make(messages[index], style, width: width, text: text)
        let row = Row(
          layout: layout,
          label: layout.text.map { OrdinaryPainter.layer($0.layout, with: text, scheme) })
        shared.state.withLock { state in
          if state.wanted.contains(index) { state.ready[index] = row }
        }
      }
    }
    thread.name = "rows-ahead"
    thread.start()
  }

  deinit {
    shared.state.withLock { $0.isEnded = true }
    shared.work.signal()
  }

  /// Sets the rows that are to be ready. Those that no longer are wanted go.
  func want(_ rows: Range<Int>, visible: Range<Int>) {
    let isNew = shared.state.withLock { state in
      state.visible = visible
      guard state.wanted != rows else { return false }
      state.wanted = rows
      state.ready = state.ready.filter { rows.contains($0.key) }
      return true
    }
    if isNew { shared.work.signal() }
  }

  /// Whether all that is wanted is ready.
  var isReady: Bool {
    shared.state.withLock { state in state.wanted.allSatisfy { state.ready[$0] != nil } }
  }

  /// Nil when it is not ready; then its layout is the caller's work.
  func row(_ index: Int) -> Row? { shared.state.withLock { $0.ready[index] } }

  /// Waits for something to do; nil at the end.
  private static func next(_ shared: Shared) -> Int? {
    while true {
      let found = shared.state.withLock { state -> (index: Int?, isEnded: Bool) in
        (state.next, state.isEnded)
      }
      if found.isEnded { return nil }
      if let index = found.index { return index }
      shared.work.wait()
    }
  }
}
