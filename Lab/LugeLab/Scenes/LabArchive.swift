import Foundation
import LugeApp
public import LugeArchive
import LugeChat
import LugeCore
public import LugeEngine
import LugeSamples

/// The generated archives that labs run on: made once and kept in the cache folder, because a
/// million messages take a while.
public struct LabArchive: Sendable {
  public let archive: Archive
  public let conversation: ConversationSummary

  /// - Throws: an error whose description is for people.
  public init(path: String) throws {
    archive = try Archive(opening: path) { _ in .asRecorded }
    guard let longest = try archive.conversations().max(by: { $0.count < $1.count }),
      longest.count > 0
    else { throw LabError.noMessages(path: path) }
    conversation = longest
  }

  public var provider: any RowProvider {
    ChatPresentation.provider(
      archive: archive, conversation: conversation, zone: ZoneOffsets(.current))
  }

  /// The path of an archive with so many messages, which is made if it is not there.
  ///
  /// - Parameter pictures: drawn for it; without any, its pictures are placeholders.
  public static func path(
    messages: Int, pictures: Int = 0, cache: String = ArchiveLocator.cacheFolder,
    progress: (String) -> Void = { _ in }
  ) throws -> String {
    let folder = "\(cache)/lab-\(revision)-\(messages)-\(pictures)"
    let path = "\(folder)/sample.luge"
    let mark = "\(folder)/complete"
    if FileManager.default.fileExists(atPath: mark) { return path }
    progress("making an archive of \(messages) messages (once)")
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let generator = Generator(format: .luge, path: path, pictures: pictures)
    _ = try generator.run([
      RealisticChat(
        .init(count: messages, seed: 1, languages: [.english], mixing: 0.15, messagesPerDay: 150))
    ])
    _ = FileManager.default.createFile(atPath: mark, contents: nil)
    return path
  }

  /// Raised when the generator writes something else for the same arguments.
  private static let revision = 1
}

/// Errors that keep a lab from measuring.
public enum LabError: Error, Sendable, Hashable, CustomStringConvertible {
  case noMessages(path: String)
  case failed(program: String, reason: String)
  /// A file or folder that was named.
  case unusable(path: String, reason: String)

  public var description: String {
    switch self {
    case .noMessages(let path): "\(path): there are no messages in this archive"
    case .failed(let program, let reason): "\(program): \(reason)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    }
  }
}
