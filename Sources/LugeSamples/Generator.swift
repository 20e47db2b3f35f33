import Foundation

/// Writes made-up conversations to disk.
public struct Generator: Sendable {
  public enum Format: String, Sendable, CaseIterable {
    /// A folder in the form of Telegram Desktop's export: `result.json` and `photos/`.
    case telegram
    /// A Luge archive.
    case luge
    /// The JSON array with which programs are measured; pictures in a folder beside it.
    case drive
    /// A folder of WhatsApp's text exports.
    case whatsapp
    /// A folder of channel logs.
    case irc
    /// A Luge archive of a timeline.
    case timeline
    /// A folder in the form of Mastodon's account archive: `outbox.json`, `actor.json` and the
    /// pictures.
    case mastodon
    /// A folder with a Bluesky account's repository, `repo.car`, and its `blobs`.
    case bluesky

    /// Whether the format contains posts rather than messages.
    public var isTimeline: Bool { self == .timeline || self == .mastodon || self == .bluesky }

    public var isFolder: Bool { self != .luge && self != .timeline && self != .drive }
  }

  public enum Progress: Sendable, Hashable {
    case pictures(done: Int, of: Int)
    case messages(done: Int, of: Int)
  }

  public struct Report: Sendable, Hashable {
    /// Path of the output; for folders the main file or the folder.
    public var path: String
    public var mediaFolder: String?
    public var conversations: Int
    /// Number of messages as a reader of the output counts them: an album is several messages in
    /// some formats.
    public var messages: Int
    /// Number of events such as joining or renaming.
    public var events: Int
    public var pictures: Int
    /// Bytes of text or archive, without pictures.
    public var bytes: Int64
    /// Seconds for the messages, without pictures.
    public var seconds: Double
  }

  public var format: Format
  public var path: String
  /// Number of pictures to draw.
  public var pictures: Int
  public var pictureSeed: UInt64
  /// Whether existing files are replaced. Files that are not of this export stay.
  public var replaces: Bool

  public init(
    format: Format, path: String, pictures: Int = 0, pictureSeed: UInt64 = 1,
    replaces: Bool = false
  ) {
    self.format = format
    self.path = path
    self.pictures = max(0, pictures)
    self.pictureSeed = pictureSeed
    self.replaces = replaces
  }

  /// Removes everything that this process has written and not completed, for a program that is
  /// ended by a signal. Callable on any thread.
  ///
  /// - Parameter end: ends the program. Until it returns, generators on other threads neither begin
  ///   anything nor return.
  public static func removeDrafts(then end: () -> Void) {
    OutputTarget.removeDrafts(in: nil, then: end)
  }

  /// Draws the pictures and writes a timeline, into an archive or in the form of a network's
  /// export.
  ///
  /// - Parameter progress: called on the calling thread, often.
  /// - Complexity: O(posts) time; memory does not depend on their number.
  public func run(
    _ timeline: GeneratedTimeline, progress: @escaping (Progress) -> Void = { _ in }
  ) throws(GenerateError) -> Report {
    guard format.isTimeline else { throw .holdsMessages(format: format.rawValue) }
    return try drafted { target throws(GenerateError) -> Report in
      try write(timeline, to: target, progress: progress)
    }
  }

  /// Writes into a draft, and renames it.
  private func drafted(
    _ body: (OutputTarget) throws(GenerateError) -> Report
  ) throws(GenerateError) -> Report {
    let target = OutputTarget(format: format, path: path)
    let lock = try target.prepare(replaces: replaces)
    return try withExtendedLifetime(lock) { () throws(GenerateError) -> Report in
      defer { target.removeDraft() }
      do throws(GenerateError) {
        let report = try body(target)
        try target.publish(replaces: replaces)
        return report
      } catch {
        throw target.inPlace(error)
      }
    }
  }

  private func write(
    _ timeline: GeneratedTimeline, to target: OutputTarget,
    progress: @escaping (Progress) -> Void
  ) throws(GenerateError) -> Report {
    let set = try drawPictures(target, progress)
    let clock = ContinuousClock()
    let start = clock.now
    let total = timeline.count
    let bytes: Int64
    if format == .mastodon {
      bytes = try MastodonWriter(folder: target.draftPath, pictures: set)
        .write(timeline) { progress(.messages(done: $0, of: total)) }
    } else if format == .bluesky {
      bytes = try BlueskyWriter(folder: target.draftPath, pictures: set)
        .write(timeline) { progress(.messages(done: $0, of: total)) }
    } else {
      bytes = try TimelineOutput(
        path: target.draftPath, pictures: set, mediaRoot: target.mediaFolder
      )
      .write(timeline) { progress(.messages(done: $0, of: total)) }
    }
    progress(.messages(done: total, of: total))
    return Report(
      path: path, mediaFolder: set.pictures.isEmpty ? nil : target.mediaFolder, conversations: 1,
      messages: total, events: 0, pictures: set.pictures.count, bytes: bytes,
      seconds: Double(start.duration(to: clock.now) / .microseconds(1)) / 1e6)
  }

  /// Draws the pictures and writes the conversations.
  ///
  /// - Parameter progress: called on the calling thread, often.
  /// - Complexity: O(messages) time; memory does not depend on their number.
  public func run(
    _ chats: [any MessageGenerating], progress: @escaping (Progress) -> Void = { _ in }
  ) throws(GenerateError) -> Report {
    guard !format.isTimeline else { throw .holdsPosts(format: format.rawValue) }
    guard format != .drive || chats.count == 1 else {
      throw .singleConversation(format: format.rawValue)
    }
    return try drafted { target throws(GenerateError) -> Report in
      try write(chats, to: target, progress: progress)
    }
  }

  private func write(
    _ chats: [any MessageGenerating], to target: OutputTarget,
    progress: @escaping (Progress) -> Void
  ) throws(GenerateError) -> Report {
    let set = try drawPictures(target, progress)
    let total = chats.reduce(0) { $0 + $1.count }
    let clock = ContinuousClock()
    let start = clock.now
    var written = WrittenCount()
    let bytes: Int64
    if format == .luge {
      let output = ArchiveOutput(
        path: target.draftPath, pictures: set, mediaRoot: target.mediaFolder)
      (bytes, written) = try output.write(chats) { progress(.messages(done: $0, of: total)) }
    } else {
      let writer = try makeWriter(set, target.draftPath, owner: chats.first?.conversation.owner)
      var done = 0
      for chat in chats {
        try write(chat, to: writer) {
          done += 1
          written = written + $0
          if done.isMultiple(of: 4096) { progress(.messages(done: done, of: total)) }
        }
      }
      bytes = try writer.finish()
    }
    progress(.messages(done: total, of: total))
    return Report(
      path: path, mediaFolder: set.pictures.isEmpty ? nil : target.mediaFolder,
      conversations: chats.count, messages: written.messages, events: written.events,
      pictures: set.pictures.count, bytes: bytes,
      seconds: Double(start.duration(to: clock.now) / .microseconds(1)) / 1e6)
  }

  private func write(
    _ chat: some MessageGenerating, to writer: any MessageWriting, _ wrote: (WrittenCount) -> Void
  ) throws(GenerateError) {
    try writer.begin(chat.conversation)
    for message in chat {
      wrote(try writer.write(message))
    }
    try writer.end()
  }

  private func drawPictures(
    _ target: OutputTarget, _ progress: (Progress) -> Void
  ) throws(GenerateError) -> PictureSet {
    guard pictures > 0 else { return PictureSet(naming: format == .drive) }
    let count = pictures
    try target.makePictureFolder()
    return try PictureSet(
      drawing: count, seed: pictureSeed, into: target.pictureFolder, prefix: target.picturePrefix
    ) { progress(.pictures(done: $0, of: count)) }
  }

  private func makeWriter(
    _ set: PictureSet, _ path: String, owner: GeneratedAuthor?
  ) throws(GenerateError) -> any MessageWriting {
    switch format {
    case .telegram, .luge, .timeline, .mastodon, .bluesky:
      try TelegramWriter(
        folder: path, pictures: set, owner: owner ?? GeneratedAuthor(id: 1001, name: "Nora"))
    case .drive: try DriveWriter(path: path, pictures: set)
    case .whatsapp: WhatsAppWriter(folder: path, pictures: set)
    case .irc: IRCWriter(folder: path)
    }
  }
}
