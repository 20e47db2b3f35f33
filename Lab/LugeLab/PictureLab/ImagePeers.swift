import Dispatch
import Foundation
import Synchronization

/// Starts `luge-image-peers`, the program that knows the libraries luge does not link.
struct ImagePeers {
  private let program: String

  /// - Throws: ``PictureLabError/noPeers(place:)``.
  init() throws(PictureLabError) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    program =
      URL(filePath: own).deletingLastPathComponent()
      .appending(path: "luge-image-peers").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .noPeers(place: program)
    }
  }

  /// Runs it to its end.
  ///
  /// - Returns: its standard output.
  @discardableResult
  func run(_ arguments: [String]) throws(PictureLabError) -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw PictureLabError.failed("\(program) ended with \(process.terminationStatus)")
      }
      return String(decoding: data, as: UTF8.self)
    } catch let error as PictureLabError {
      throw error
    } catch {
      throw .failed("\(program): \(error.localizedDescription)")
    }
  }

  /// Seconds that a library takes for thumbnails of files.
  func seconds(_ library: String, side: Int, _ files: [String]) throws(PictureLabError) -> Double {
    let text = try run([library, String(side)] + files)
    guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)), seconds > 0
    else { throw .failed("\(program) said \"\(text)\"") }
    return seconds
  }
}

extension ImagePeers {
  /// The same with two processes at once, each with half of the files: the slower one's seconds.
  func secondsOfTwo(
    _ library: String, side: Int, _ files: [String]
  ) throws(PictureLabError) -> Double {
    let halves = [Array(files.prefix(files.count / 2)), Array(files.dropFirst(files.count / 2))]
      .filter { !$0.isEmpty }
    let results = Mutex<[Result<Double, PictureLabError>]>([])
    DispatchQueue.concurrentPerform(iterations: halves.count) { index in
      let result = Result { () throws(PictureLabError) in
        try seconds(library, side: side, halves[index])
      }
      results.withLock { $0.append(result) }
    }
    var slowest = 0.0
    for result in results.withLock(\.self) { slowest = max(slowest, try result.get()) }
    return slowest
  }
}

/// Errors of the labs of pictures, described for people.
public enum PictureLabError: Error, Sendable, CustomStringConvertible {
  case noPeers(place: String)
  case failed(String)

  public var description: String {
    switch self {
    case .noPeers(let place):
      "\(place) is missing: swift build -c release --product luge-image-peers"
    case .failed(let reason): reason
    }
  }
}
