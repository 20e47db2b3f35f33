import Foundation
import LugeArchive
import LugeCore

/// Finds out, by content, what is at a path (a file, a zip, a folder) and which reader reads it.
public struct ExportOpener {
  /// How much of a file is looked at.
  static let prefixLength = 1 << 16
  /// Least confidence that makes a file an item.
  static let leastConfidence = 40
  /// As ``leastConfidence``, for files that nobody named one by one: a folder or a zip holds all
  /// sorts of text.
  static let leastConfidenceInside = 60

  private let readers: [any ExportReader.Type]

  public init(readers: [any ExportReader.Type] = ExportOpener.registry) {
    self.readers = readers
  }

  /// - Parameter mediaFolder: For a zip, the folder its media were or will be unpacked to.
  /// - Throws: ``ArchiveError/unknownFormat(path:hint:)`` when no reader knows the content;
  ///   ``ArchiveError/notReadable(path:reason:)`` for a pipe; what ``FileByteSource`` and
  ///   ``ZipExport`` throw.
  public func open(path: String, mediaFolder: String? = nil) throws(ArchiveError) -> OpenedExport {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try openFolder(path)
    }
    let source = try FileByteSource(path: path)
    // What was looked at would be missing when it is read, and it could not be imported again.
    guard let size = source.size else {
      throw .notReadable(
        path: path, reason: "it is a pipe or a device; save it to a file and import that")
    }
    let beginning = try Beginning(of: source, head: source.prefix(Beginning.headLength))
    // A compressed tar is a container, too.
    if Self.isContainer(beginning.prefix) {
      return try openZip(path, mediaFolder: mediaFolder)
    }
    guard
      let reader = reader(
        for: beginning.prefix, fileName: beginning.name, atLeast: Self.leastConfidence)
    else {
      throw unknown(
        path,
        FormatHint(
          prefix: beginning.prefix, fileName: beginning.name,
          isWhole: beginning.prefix.count < Self.prefixLength
            || !beginning.isCompressed && Int64(beginning.prefix.count) == size
        ).text)
    }
    let item = ExportItem(
      path: path, displayName: beginning.name, size: beginning.isCompressed ? nil : size,
      reader: reader, place: beginning.isCompressed ? .compressed : .file,
      context: Self.context(ofFile: path))
    return OpenedExport(items: [item])
  }

  // MARK: Folder

  private func openFolder(_ path: String) throws(ArchiveError) -> OpenedExport {
    let listing = try FolderListing(path)
    var found:
      [(file: FolderListing.File, reader: any ExportReader.Type, place: ExportItem.Place)] = []
    var passedOver: [String] = []
    var otherFiles = 0
    var unreadable = listing.unreadable
    /// Folders whose only chat is the one file that such exports have, and that file.
    var claimed: [String: String] = [:]
    func isClaimed(_ path: String) -> Bool {
      var inner = path
      while true {
        let folder = PathNames.folder(of: inner)
        guard folder.utf8.count < inner.utf8.count else { return false }
        if let sole = claimed[folder] { return sole != path }
        inner = folder
      }
    }
    for file in listing.files {
      if isClaimed(file.path) { continue }
      let beginning: Beginning
      do throws(ArchiveError) {
        guard let text = try self.beginning(of: file.path) else {
          otherFiles += 1
          continue
        }
        beginning = text
      } catch {
        // A file that cannot be read must not keep the others from being read.
        if let reason = error.reasonNotReadable, Self.canHoldChat(file.name) {
          unreadable.append(SkippedRecord(file: file.path, place: "whole file", reason: reason))
        }
        continue
      }
      guard
        let reader = reader(
          for: beginning.prefix, fileName: beginning.name, atLeast: Self.leastConfidenceInside)
      else {
        passedOver.append(file.path)
        continue
      }
      if Self.isSoleChat(fileName: file.name) {
        claimed[file.folder] = file.path
      }
      found.append((file, reader, beginning.isCompressed ? .compressed : .file))
    }
    // What came before the file that claims its folder.
    passedOver.removeAll(where: isClaimed)
    unreadable.removeAll { isClaimed($0.file) }
    found.removeAll { isClaimed($0.file.path) }
    if found.isEmpty, let first = unreadable.first {
      throw .notReadable(path: first.file, reason: first.reason)
    }
    guard !found.isEmpty else {
      throw unknown(
        path, FormatHint(folder: listing.files.map(\.name), unnamed: listing.unnamed).text)
    }
    let items = found.map { file, reader, place in
      var size = file.size
      if case .compressed = place { size = nil }
      return ExportItem(
        path: file.path, displayName: file.relativePath, size: size, reader: reader,
        place: place, context: Self.context(ofFile: file.path))
    }
    var export = OpenedExport(
      items: Self.together(items, in: path, name: (path as NSString).lastPathComponent),
      passedOver: passedOver + listing.unnamed, unreadable: unreadable)
    export.otherFiles = otherFiles
    return export
  }

  /// Files of an export that a reader reads as a whole become one item, in the first one's place.
  private static func together(_ items: [ExportItem], in path: String, name: String)
    -> [ExportItem]
  {
    var groups: [(first: ExportItem, parts: [ExportItem])] = []
    var places: [ObjectIdentifier: Int] = [:]
    for item in items {
      let id = ObjectIdentifier(item.reader)
      if let index = places[id] {
        groups[index].parts.append(item)
      } else {
        if item.reader is any WholeExportReader.Type { places[id] = groups.count }
        groups.append((item, [item]))
      }
    }
    return groups.map { first, parts in
      guard parts.count > 1 else { return first }
      let size = parts.reduce(Int64?.some(0)) { sum, part in
        sum.flatMap { sum in part.size.map(sum.addingClamped) }
      }
      return ExportItem(
        path: path, displayName: name, size: size, reader: first.reader, place: .together(parts),
        context: first.context)
    }
  }

  /// What a file begins with, unpacked where it is compressed by itself.
  struct Beginning {
    var prefix: [UInt8]
    /// Of the file inside.
    var name: String
    var isCompressed = false

    /// What is looked at first: nearly all files of an export are media, which it tells.
    static let headLength = 512

    /// - Parameter head: what was read of the source, its first bytes.
    init(of source: FileByteSource, head: [UInt8]) throws(ArchiveError) {
      name = (source.path as NSString).lastPathComponent
      isCompressed = GzipSource.isCompressed(head)
      if isCompressed {
        prefix = try GzipSource.beginning(of: source.path, ExportOpener.prefixLength)
        name = GzipSource.innerName(name)
      } else {
        prefix = head + (try source.prefix(ExportOpener.prefixLength - head.count))
      }
    }
  }

  /// The first bytes, if they can be text or what a reader knows of other files.
  func beginning(of path: String) throws(ArchiveError) -> Beginning? {
    let source = try FileByteSource(path: path)
    let head = try source.prefix(Beginning.headLength)
    if head.contains(0), !GzipSource.isCompressed(head),
      !readers.contains(where: { $0.isBinary(head) })
    {
      return nil
    }
    let beginning = try Beginning(of: source, head: head)
    let isText = !beginning.prefix.prefix(Beginning.headLength).contains(0)
    return beginning.isCompressed && !isText ? nil : beginning
  }

  /// Whether a file of which nothing but its name can be read may be a chat.
  private static func canHoldChat(_ name: String) -> Bool {
    MediaRecord.Kind(fileName: name) == .file
  }

  // MARK: Zip

  private func openZip(_ path: String, mediaFolder: String?) throws(ArchiveError) -> OpenedExport {
    let zip = try ZipExport(path: path)
    var candidates = zip.members.filter { Self.isSoleChat(fileName: $0.fileName) }
    if candidates.isEmpty { candidates = zip.members.filter { Self.canBeText($0.fileName) } }
    let wanted = Set(candidates)
    var items: [(member: ZipMember, reader: any ExportReader.Type)] = []
    var passedOver: [String] = []
    var looked = 0
    try zip.forEachPrefix(Self.prefixLength, of: { wanted.contains($0) }) { member, prefix in
      looked += 1
      if prefix.isEmpty { return }
      if let reader = reader(
        for: prefix, fileName: member.fileName, atLeast: Self.leastConfidenceInside)
      {
        items.append((member, reader))
      } else {
        passedOver.append(member.path)
      }
    }
    guard !items.isEmpty else {
      throw unknown(path, FormatHint(folder: zip.members.map(\.fileName)).text)
    }
    items = FolderListing.ordered(items, by: \.member.path)
    let zipName = (path as NSString).lastPathComponent
    // With what may lie beside them: siblings are asked for when the chat is read.
    let texts = zip.members.filter { Self.canBeText($0.fileName) || wanted.contains($0) }
    let source = ZipTexts(
      path: path, members: zip.members, texts: FolderListing.ordered(texts, by: \.path))
    let opened = items.map { item in
      ExportItem(
        path: "\(path)/\(item.member.path)", displayName: "\(zipName)/\(item.member.path)",
        size: item.member.size, reader: item.reader,
        place: .member(item.member, of: source),
        context: zip.context(of: item.member, mediaFolder: mediaFolder))
    }
    var export = OpenedExport(
      items: Self.together(opened, in: path, name: zipName), zip: zip,
      chats: Set(items.map(\.member)), passedOver: passedOver)
    export.otherFiles = max(0, zip.members.count - looked)
    return export
  }

  /// Extensions of files that hold chats; members of other names are not unpacked to look at them.
  static func canBeText(_ name: String) -> Bool {
    let ending = (name as NSString).pathExtension.lowercased()
    return [
      "txt", "json", "js", "log", "weechatlog", "car", "", "html", "htm", "csv", "jsonl", "mbox",
      "eml", "md",
    ].contains(ending)
  }

  // MARK: Recognising

  /// The readers that may know a file, the surest first.
  func ratings(of prefix: [UInt8], fileName: String)
    -> [(reader: any ExportReader.Type, confidence: Int)]
  {
    var rated: [(reader: any ExportReader.Type, confidence: Int)] = []
    for reader in readers {
      let confidence = reader.confidence(prefix: prefix, fileName: fileName)
      // Of two that are as sure, the first of the list.
      let place = rated.firstIndex { $0.confidence < confidence } ?? rated.count
      if confidence > 0 { rated.insert((reader, confidence), at: place) }
    }
    return rated
  }

  private func reader(for prefix: [UInt8], fileName: String, atLeast least: Int)
    -> (any ExportReader.Type)?
  {
    guard let best = ratings(of: prefix, fileName: fileName).first, best.confidence >= least else {
      return nil
    }
    return best.reader
  }

  /// Files that are, in the exports that have them, the only chat: what lies beside and below
  /// them are attachments, even those that look like chats themselves.
  private static func isSoleChat(fileName: String) -> Bool {
    ["_chat.txt", "result.json", "outbox.json", "tweets.js", "tweet.js"].contains(fileName)
  }

  /// A zip or a tar: exports are sent as either.
  ///
  /// - Parameter prefix: Unpacked, where the file is compressed.
  static func isContainer(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || prefix.dropFirst(257).starts(with: Array("ustar".utf8))
  }

  private static func context(ofFile path: String) -> SourceContext {
    let folder = URL(filePath: path).absoluteURL.standardizedFileURL.deletingLastPathComponent()
    return SourceContext(
      containerName: folder.lastPathComponent,
      mediaRoot: folder.path(percentEncoded: false).trimmingSlash)
  }

  private func unknown(_ path: String, _ hint: String) -> ArchiveError {
    // A window's notice has no room for the names of all.
    return .unknownFormat(
      path: path,
      hint: "\(hint) Luge reads Telegram Desktop JSON, WhatsApp text, IRC log and "
        + "\(readers.count - 3) formats more, which README and manual name")
  }
}

extension String {
  fileprivate var trimmingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
