import Foundation
import LugeArchive
import LugeCore
import LugeWords

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
      return try openFolder(path, mediaFolder: mediaFolder)
    }
    let source = try FileByteSource(path: path)
    // A part that was read already would be missing, and the pipe could not be imported again.
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
      context: Self.context(ofFile: path), isUTF16: beginning.isUTF16)
    return OpenedExport(items: [item])
  }

  // MARK: Folder

  private func openFolder(_ path: String, mediaFolder: String?) throws(ArchiveError)
    -> OpenedExport
  {
    let listing = try FolderListing(path)
    var found: [(file: FolderListing.File, best: Rating, place: ExportItem.Place, isUTF16: Bool)] =
      []
    var packed: [OpenedExport] = []
    var passedOver: [PassedOverFile] = []
    var otherFiles = 0
    var unreadable = listing.unreadable
    var attachments = AttachmentPlaces()
    var same = SameExport()
    for file in listing.files {
      let beginning: Beginning
      do throws(ArchiveError) {
        if try isPackedFolder(file), !attachments.contains(file.path) {
          let media = mediaFolder.map { "\($0)/\(file.relativePath)" }
          var export = try openZip(file.path, mediaFolder: media)
          for index in export.zips.indices { export.zips[index].subfolder = file.relativePath }
          packed.append(export)
          continue
        }
        guard let text = try self.beginning(of: file.path) else {
          otherFiles += 1
          continue
        }
        beginning = text
      } catch {
        if case .unknownFormat = error {
          passedOver.append(PassedOverFile(path: file.path, reason: .noChatInside))
          continue
        }
        if case .empty = error, Self.isNamedText(file.path) {
          passedOver.append(PassedOverFile(path: file.path, reason: .empty))
        }
        // A file that cannot be read must not keep the others from being read.
        if let reason = error.reasonNotReadable, Self.canHoldChat(file.name) {
          unreadable.append(SkippedRecord(file: file.path, place: "whole file", reason: reason))
        }
        continue
      }
      switch sureness(of: beginning.prefix, fileName: beginning.name) {
      case .sure(let best):
        attachments.note(file.path)
        same.note(file.path, best.reader, prefix: beginning.prefix)
        let place: ExportItem.Place = beginning.isCompressed ? .compressed : .file
        found.append((file, best, place, beginning.isUTF16))
      case .notSure(let reason):
        passedOver.append(PassedOverFile(path: file.path, reason: reason))
      }
    }
    unreadable.removeAll { attachments.contains($0.file) }
    passedOver = Self.ofInterest(
      passedOver, attachments: found.lazy.map { ($0.file.path, $0.best) }, places: attachments,
      readers: found.map(\.best.reader))
    passedOver += same.removed(from: &found, by: \.file.path)
    found.removeAll { attachments.contains($0.file.path) && !same.isOther($0.file.path) }
    if found.isEmpty, packed.isEmpty, let first = unreadable.first {
      throw .notReadable(path: first.file, reason: first.reason)
    }
    guard !found.isEmpty || !packed.isEmpty else {
      throw unknown(
        path,
        hint(of: listing.files)
          ?? FormatHint(
            folder: listing.files.map(\.name), unnamed: listing.unnamed, hidden: listing.hidden
          ).text)
    }
    let items = found.map { file, best, place, isUTF16 in
      var size = file.size
      if case .compressed = place { size = nil }
      return ExportItem(
        path: file.path, displayName: file.relativePath, size: size, reader: best.reader,
        place: place, context: Self.context(ofFile: file.path), isUTF16: isUTF16)
    }
    var export = OpenedExport(
      items: Self.together(items, in: path, name: (path as NSString).lastPathComponent)
        + packed.flatMap(\.items),
      zips: packed.flatMap(\.zips),
      passedOver: passedOver + packed.flatMap(\.passedOver)
        + listing.unnamed.map { PassedOverFile(path: $0, reason: .unnamed) }
        + listing.links.filter { Self.canBeText(PathNames.name(of: $0)) }
        .map { PassedOverFile(path: $0, reason: .link) },
      unreadable: unreadable + packed.flatMap(\.unreadable))
    export.otherFiles = packed.reduce(otherFiles) { $0.addingClamped($1.otherFiles) }
    return export
  }

  /// Returns a hint about the first file of a kind that is known and not read.
  private func hint(of files: [FolderListing.File]) -> String? {
    for file in files.prefix(200) {
      let prefix = (try? FileByteSource(path: file.path).prefix(4096)) ?? []
      if let text = FormatHint.specific(prefix: prefix, fileName: file.name) {
        return "\(file.relativePath): \(text)"
      }
    }
    return nil
  }

  /// Exports come packed, and people keep several in one folder. Documents are zips as well: the
  /// name tells.
  private func isPackedFolder(_ file: FolderListing.File) throws(ArchiveError) -> Bool {
    guard file.isNamedAsPacked else { return false }
    let source = try FileByteSource(path: file.path)
    let beginning = try Beginning(of: source, head: source.prefix(Beginning.headLength))
    return Self.isContainer(beginning.prefix)
  }

  /// Returns the files without chats that are worth reporting: none that belong to a chat, except
  /// an attachment that looks like a chat of another kind.
  private static func ofInterest(
    _ others: [PassedOverFile], attachments found: some Sequence<(path: String, best: Rating)>,
    places: AttachmentPlaces, readers: [any ExportReader.Type]
  ) -> [PassedOverFile] {
    var kinds: [any ExportReader.Type] = []
    for reader in readers where !kinds.contains(where: { $0 == reader }) { kinds.append(reader) }
    let left = others.filter { other in
      let name = (other.path as NSString).lastPathComponent
      return !places.contains(other.path)
        && !kinds.contains { $0.accompanies(fileName: name) }
    }
    // Pages and scripts beside a chat are the same export once more.
    let chats = found.filter { path, _ in
      places.contains(path) && ![".html", ".js"].contains(where: path.hasSuffix)
    }
    return left
      + chats.map {
        PassedOverFile(path: $0.path, reason: .attachment(format: $0.best.reader.formatName))
      }
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

  /// Beginning of a file, decompressed if the file itself is compressed.
  struct Beginning {
    var prefix: [UInt8]
    /// Name of the file inside.
    var name: String
    var isCompressed = false
    /// ``prefix`` is UTF-8 all the same.
    var isUTF16 = false

    /// Number of bytes that are looked at first: they suffice for media, which are nearly all files
    /// of an export.
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
      isUTF16 = UTF16Source.isUTF16(prefix)
      if isUTF16 { prefix = UTF16Source.decoded(prefix) }
    }
  }

  /// The first bytes, if they can be text or what a reader knows of other files.
  func beginning(of path: String) throws(ArchiveError) -> Beginning? {
    let source = try FileByteSource(path: path)
    let head = try source.prefix(Beginning.headLength)
    // A text may have such a byte in a message, and its name tells that it is one.
    if head.contains(0), !Self.isNamedText(path), !GzipSource.isCompressed(head),
      !UTF16Source.isUTF16(head),
      !readers.contains(where: { $0.isBinary(head) })
    {
      return nil
    }
    let beginning = try Beginning(of: source, head: head)
    let isText = !beginning.prefix.prefix(Beginning.headLength).contains(0)
    return (beginning.isCompressed || beginning.isUTF16) && !isText ? nil : beginning
  }

  /// Whether a file has the ending of a text.
  private static func isNamedText(_ path: String) -> Bool {
    !(path as NSString).pathExtension.isEmpty && canBeText(path)
  }

  /// Whether a file of which nothing but its name can be read may be a chat.
  private static func canHoldChat(_ name: String) -> Bool {
    MediaRecord.Kind(fileName: name) == .file
  }

  /// The only file below a folder that is a chat; nil where there are several, or one that is
  /// packed, or none.
  ///
  /// - Complexity: O(files in the folder). Reads the beginnings of those that are not named as
  ///   media, until the second chat is found.
  public func onlyChat(inFolder path: String) -> String? {
    guard let names = FileManager.default.enumerator(atPath: path) else { return nil }
    var chats: [String] = []
    for case let relative as String in names {
      let file = FolderListing.File(path: "\(path)/\(relative)", relativePath: relative)
      if file.name.hasPrefix(".") {
        names.skipDescendants()
        continue
      }
      guard Self.canHoldChat(file.name),
        names.fileAttributes?[.type] as? FileAttributeType == .typeRegular
      else { continue }
      if (try? isPackedFolder(file)) != false { return nil }
      guard let beginning = try? beginning(of: file.path),
        case .sure = sureness(of: beginning.prefix, fileName: beginning.name)
      else { continue }
      chats.append(file.path)
      if chats.count > 1 { return nil }
    }
    return chats.first
  }

  // MARK: Zip

  private func openZip(_ path: String, mediaFolder: String?) throws(ArchiveError) -> OpenedExport {
    let zip = try ZipExport(path: path)
    let candidates = Set(
      zip.members.filter {
        AttachmentPlaces.isSoleChat(fileName: $0.fileName) || Self.canBeText($0.fileName)
      })
    var found: [(member: ZipMember, best: Rating, isUTF16: Bool)] = []
    var passedOver: [PassedOverFile] = []
    var attachments = AttachmentPlaces()
    var same = SameExport()
    var hint: String?
    var faults: [(member: ZipMember, error: ArchiveError)] = []
    try zip.forEachPrefix(
      Self.prefixLength, of: { candidates.contains($0) },
      unreadable: { faults.append(($0, $1)) }
    ) { member, stored in
      if stored.isEmpty {
        if Self.isNamedText(member.path) {
          passedOver.append(PassedOverFile(path: member.path, reason: .empty))
        }
        return
      }
      let prefix = UTF16Source.decoded(stored)
      switch sureness(of: prefix, fileName: member.fileName) {
      case .sure(let best):
        attachments.note(member.path)
        same.note(member.path, best.reader, prefix: prefix)
        found.append((member, best, UTF16Source.isUTF16(stored)))
      case .notSure(let reason):
        passedOver.append(PassedOverFile(path: member.path, reason: reason))
        if hint == nil, found.isEmpty {
          hint = FormatHint.specific(prefix: prefix, fileName: member.fileName)
            .map { "\(member.path): \($0)" }
        }
      }
    }
    passedOver = Self.ofInterest(
      passedOver, attachments: found.lazy.map { ($0.member.path, $0.best) }, places: attachments,
      readers: found.map(\.best.reader))
    passedOver += same.removed(from: &found, by: \.member.path)
    found.removeAll { attachments.contains($0.member.path) && !same.isOther($0.member.path) }
    guard !found.isEmpty else {
      if let fault = faults.first { throw fault.error }
      let named = zip.members.lazy.compactMap { member in
        FormatHint.specific(prefix: [], fileName: member.fileName).map { "\(member.path): \($0)" }
      }.first
      throw unknown(
        path, hint ?? named ?? FormatHint(folder: zip.members.map(\.fileName)).text)
    }
    found = FolderListing.ordered(found, by: \.member.path)
    let zipName = (path as NSString).lastPathComponent
    // With what may lie beside them: siblings are asked for when the chat is read.
    let source = ZipTexts(
      path: path, members: zip.members,
      texts: FolderListing.ordered(zip.members.filter(candidates.contains), by: \.path))
    let opened = found.map { member, best, isUTF16 in
      ExportItem(
        path: "\(path)/\(member.path)", displayName: "\(zipName)/\(member.path)",
        size: member.size, reader: best.reader, place: .member(member, of: source),
        context: zip.context(of: member, mediaFolder: mediaFolder), isUTF16: isUTF16)
    }
    var export = OpenedExport(
      items: Self.together(opened, in: path, name: zipName),
      zips: [OpenedExport.PackedMedia(zip: zip, chats: Set(found.map(\.member)))],
      passedOver: passedOver,
      unreadable: faults.filter { !attachments.contains($0.member.path) }.map { member, error in
        SkippedRecord(
          file: "\(path)/\(member.path)", place: "whole file", reason: Self.reason(for: error))
      })
    export.otherFiles = zip.members.count - candidates.count
    return export
  }

  /// Why a member of a zip cannot be read.
  static func reason(for error: ArchiveError) -> String {
    if case .malformed(_, _, let reason) = error { reason } else { error.reasonNotReadable ?? "" }
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

  typealias Rating = (reader: any ExportReader.Type, confidence: Int)

  /// The readers that may know a file, the surest first.
  func ratings(of prefix: [UInt8], fileName: String) -> [Rating] {
    var rated: [Rating] = []
    // A mark that some programs write in front of UTF-8, whatever the format.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = prefix.starts(with: mark) ? Array(prefix.dropFirst(mark.count)) : prefix
    for reader in readers {
      let confidence = reader.confidence(prefix: text, fileName: fileName)
      // If two are equally sure, the first of the list comes first.
      let place = rated.firstIndex { $0.confidence < confidence } ?? rated.count
      if confidence > 0 { rated.insert((reader, confidence), at: place) }
    }
    return rated
  }

  private enum Sureness {
    case sure(Rating)
    case notSure(PassedOverFile.Reason)
  }

  /// Returns the confidences for a file that the user did not name.
  private func sureness(of prefix: [UInt8], fileName: String) -> Sureness {
    guard let best = ratings(of: prefix, fileName: fileName).first else {
      return .notSure(.unknown)
    }
    if best.confidence >= Self.leastConfidenceInside { return .sure(best) }
    let isLikely = best.confidence >= Self.leastConfidence
    return .notSure(isLikely ? .unsure(format: best.reader.formatName) : .unknown)
  }

  private func reader(for prefix: [UInt8], fileName: String, atLeast least: Int)
    -> (any ExportReader.Type)?
  {
    guard let best = ratings(of: prefix, fileName: fileName).first, best.confidence >= least else {
      return nil
    }
    return best.reader
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
    // A window's notice has no room for the names of all: its Help menu has them.
    .unknownFormat(
      path: path,
      hint: hint + " "
        + localized(
          one: "Luge reads Telegram Desktop JSON, WhatsApp text, IRC log and {count} format more.",
          other:
            "Luge reads Telegram Desktop JSON, WhatsApp text, IRC log and {count} formats more.",
          count: readers.count - 3))
  }
}

extension String {
  fileprivate var trimmingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
