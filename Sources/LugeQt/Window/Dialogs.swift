import CQtShim
import LugeCore
import LugeWords

#if canImport(Glibc)
  import Glibc
#endif

extension Window {
  /// A line of the list of keys that ``showKeys(_:_:)`` shows.
  public struct KeyLine: Sendable {
    /// Topic that begins a section; nil continues the previous one.
    public var topic: String?
    /// Keys: those of a combination are separated by "+", alternatives by "|": "Ctrl+F|/".
    public var keys: String
    public var use: String

    public init(_ keys: String, _ use: String, topic: String? = nil) {
      self.topic = topic
      self.keys = keys
      self.use = use
    }
  }

  /// Shows the program's keys by section.
  public func showKeys(_ title: String, _ lines: [KeyLine]) {
    withCStrings(lines.flatMap { [$0.topic ?? "", $0.keys, $0.use] }) { strings in
      let shown = lines.indices.map { index in
        lq_key_line(
          topic: lines[index].topic == nil ? nil : strings[3 * index],
          keys: strings[3 * index + 1], use: strings[3 * index + 2])
      }
      lq_dialog_keys(owner.window, title, shown, Int32(clamping: shown.count))
    }
  }

  public enum FileMode: Hashable, Sendable { case openFile, openFiles, openFolder, saveFile }

  /// Shows a dialog for choosing files. The loop continues meanwhile.
  ///
  /// - Parameters:
  ///   - path: folder or file to start with; nil: the last one.
  ///   - filters: such as `"Archives (*.zip *.json)"`; empty: all files.
  /// - Returns: the paths; empty when cancelled.
  public func askForFiles(
    _ mode: FileMode, title: String, path: String? = nil, filters: [String] = []
  ) async -> [String] {
    let kind =
      switch mode {
      case .openFile: LQ_FILE_OPEN
      case .openFiles: LQ_FILES_OPEN
      case .openFolder: LQ_FOLDER_OPEN
      case .saveFile: LQ_FILE_SAVE
      }
    let filter = filters.isEmpty ? nil : filters.joined(separator: ";;")
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      title.withCString { title in
        path.withOptionalCString { path in
          filter.withOptionalCString { filter in
            var dialog = lq_file_dialog(mode: kind, title: title, path: path, filters: filter)
            lq_dialog_files(
              owner.window, &dialog,
              { context, paths, count in
                let chosen = UnsafeBufferPointer(start: paths, count: Int(count)).compactMap {
                  $0.map { String(cString: $0) }
                }
                Answer<[String]>.take(context)?.continuation.resume(returning: chosen)
              }, answer.retained())
          }
        }
      }
    }
  }

  public enum MessageKind: Hashable, Sendable { case plain, info, warning, error }

  /// Shows a message and waits for a button. The loop continues meanwhile.
  ///
  /// - Parameter buttons: up to three, the first is the default; empty: a single "OK".
  /// - Returns: the button's index; nil when closed by Escape or with its window.
  @discardableResult
  public func showMessage(
    _ kind: MessageKind = .plain, title: String, text: String, detail: String = "",
    buttons: [String] = []
  ) async -> Int? {
    let shimKind =
      switch kind {
      case .plain: LQ_MESSAGE_PLAIN
      case .info: LQ_MESSAGE_INFO
      case .warning: LQ_MESSAGE_WARNING
      case .error: LQ_MESSAGE_ERROR
      }
    return await withCheckedContinuation { continuation in
      let answer = Answer<Int?>(continuation)
      withCStrings([title, text, detail] + buttons.prefix(3)) { strings in
        func button(_ index: Int) -> UnsafePointer<CChar>? {
          strings.indices.contains(3 + index) ? strings[3 + index] : nil
        }
        var message = lq_message(
          kind: shimKind, title: strings[0], text: strings[1], detail: strings[2],
          buttons: (button(0), button(1), button(2)))
        lq_dialog_message(
          owner.window, &message,
          { context, index in
            Answer<Int?>.take(context)?.continuation.resume(
              returning: index < 0 ? nil : Int(index))
          }, answer.retained())
      }
    }
  }
}

extension CivilDate {
  fileprivate var shim: lq_date {
    lq_date(
      year: Int32(clamping: year), month: Int32(clamping: month), day: Int32(clamping: day))
  }

  fileprivate init(_ date: lq_date) {
    let day = Self.day(year: Int(date.year), month: Int(date.month), day: Int(date.day))
    self.init(daysSince1970: day)
  }
}

extension Window {
  /// Asks for a date, which is typed (see ``TypedDate``) or picked from a calendar. A date outside
  /// of the range is replaced by its nearest end, and the dialog says so. The loop continues
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - accept: title of the button.
  ///   - selected: initial date.
  /// - Returns: a date from `first` to `last`; nil when cancelled.
  public func askForDate(
    title: String, accept: String, first: CivilDate, last: CivilDate,
    selected: CivilDate
  ) async -> CivilDate? {
    await withCheckedContinuation { continuation in
      let answer = Answer<CivilDate?>(continuation)
      withCStrings([title, accept]) { strings in
        var dialog = lq_date_dialog(
          title: strings[0], accept: strings[1], first: first.shim, last: last.shim,
          selected: selected.shim, read: readDate, write: writeDate,
          week_begins: Int32((Words.formats.weekBegins + 6) % 7 + 1))
        lq_dialog_date(
          owner.window, &dialog,
          { context, date in
            let chosen = date.map { CivilDate($0.pointee) }
            Answer<CivilDate?>.take(context)?.continuation.resume(returning: chosen)
          }, answer.retained())
      }
    }
  }
}

/// Parses the typed text as a date (C callback).
private func readDate(
  _: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, nearby: lq_date,
  date: UnsafeMutablePointer<lq_date>?
) -> Bool {
  let reading = TypedDate(
    nearby: CivilDate(nearby), monthComesFirst: Words.formats.monthComesFirst)
  guard let text, let found = reading.date(String(cString: text)) else { return false }
  date?.pointee = found.shim
  return true
}

/// Formats a date in the user's language (C callback).
private func writeDate(_ date: lq_date, inWords: Bool) -> UnsafeMutablePointer<CChar>? {
  let civil = CivilDate(date)
  let words = DateWords.ofReader
  return strdup(inWords ? words.long(civil) : words.short(civil))
}

/// Continuation that is passed through a C callback, which is called exactly once.
final class Answer<Value: Sendable>: Sendable {
  let continuation: CheckedContinuation<Value, Never>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func take(_ context: UnsafeMutableRawPointer?) -> Answer? {
    context.map { Unmanaged<Answer>.fromOpaque($0).takeRetainedValue() }
  }
}
