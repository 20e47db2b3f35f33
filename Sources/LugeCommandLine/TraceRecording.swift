internal import ArgumentParser
internal import Foundation
import LugeApp
public import LugeEngine
internal import LugeWords

/// A trace that is recorded while a window is open, and written when it has closed.
@MainActor
package final class TraceRecording {
  private let path: String
  /// Recorder of the list that was opened last.
  private var recorder: TraceRecorder?

  package init(_ path: String) { self.path = path }

  package func begin(_ engine: ListEngine) {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    recorder = TraceRecorder(engine, name: name)
  }

  package func write() throws {
    guard let recorder else { return }
    do {
      try recorder.recorded.write(to: path)
    } catch {
      Terminal.printError(
        "luge: " + localized("{name}: cannot be written", ["name": Terminal.safe(path)]))
      throw ExitCode.failure
    }
  }
}
