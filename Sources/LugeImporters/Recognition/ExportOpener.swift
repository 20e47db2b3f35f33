import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Recognises, by content, what is at a path (a file, a zip, a folder), and which reader reads it.
public struct ExportOpener {
  /// Maximum bytes of a file that are checked.
  static let prefixLength = 1 << 16
  /// Minimum confidence with which a file becomes an item.
  static let leastConfidence = 40
  /// Minimum confidence for files that the user did not name: a folder or a zip may contain any
  /// text.
  static let leastConfidenceInside = 60

  private let readers: [any ExportReader.Type]

  public init(readers: [any ExportReader.Type] = ExportOpener.registry) {
    self.readers = readers
  }

  /// - Parameters:
  ///   - mediaFolder: for a zip, the folder into which its media were or will be unpacked.
  ///   - ignoring: gets the files of a folder or zip without chats, before the error about it is
  ///     thrown.
  /// - Throws: ``ArchiveError/unknownFormat(path:hint:)`` if no reader recognises the content;
  ///   ``ArchiveError/notReadable(path:reason:)`` for a pipe; errors of ``FileByteSource`` and
  ///   ``ZipExport``.
  public func open(
    path: String, mediaFolder: String? = nil, ignoring: (IgnoredFiles) -> Void = { _ in }
  ) throws(ArchiveError) -> OpenedExport {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try openFolder(path, mediaFolder: mediaFolder, ignoring: ignoring)
    }
    let source = try FileByteSource(path: path)
    // A part that was read already would be missing, and the pipe could not be imported again.
    guard let size = source.size else {
      throw .notReadable(
        path: path,
        reason: "it is a pipe, a socket or a device; save it to a file and import that")
    }
    let beginning = try Beginning(of: source, head: source.prefix(Beginning.headLength))
    // A compressed tar is a container, too.
    if Self.isContainer(beginning.prefix) {
      return try openZip(path, mediaFolder: mediaFolder, ignoring: ignoring)
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
    var export = OpenedExport(items: [item])
    export.unreadable = damagedLists(beside: source, of: reader)
    return export
  }

  /// Returns the damaged lists among the files of the same folder that a reader looks at.
  private func damagedLists(
    beside source: FileByteSource, of reader: any ExportReader.Type
  ) -> [SkippedRecord] {
    guard let reader = reader as? any NamedPartsReader.Type else { return [] }
    let folder = PathNames.folder(of: source.path)
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (names ?? []).sorted().compactMap { name in
      guard case .list(let losing, isBeside: true, let isOfLines)? = reader.part(named: name),
        let list = source.sibling(name)
      else { return nil }
      return NamedParts.damage(of: list, path: list.name, (losing, isOfLines))
    }
  }

  // MARK: Folder

  private func openFolder(
    _ path: String, mediaFolder: String?, ignoring: (IgnoredFiles) -> Void
  ) throws(ArchiveError) -> OpenedExport {
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
        if case .empty = error {
          if Self.isNamedText(file.path) {
            passedOver.append(PassedOverFile(path: file.path, reason: .empty))
          } else {
            otherFiles += 1
          }
        } else if !Self.canHoldChat(file.name) {
          otherFiles += 1
        }
        // A file that cannot be read must not prevent the others from being read.
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
      case .notSure(.unknown) where !Self.canHoldChat(file.name):
        // What is called a photo is none of the texts, whatever its few bytes are.
        otherFiles += 1
      case .notSure(let reason):
        passedOver.append(PassedOverFile(path: file.path, reason: reason))
      }
    }
    unreadable.removeAll { attachments.contains($0.file) }
    let parts = NamedParts(found.map { (path: $0.file.path, reader: $0.best.reader) })
    let unrecognised = parts.taken(from: &passedOver)
    for file in listing.files {
      guard let (reader, part) = parts.part(at: file.path) else { continue }
      switch part {
      case .chat:
        guard let isEmpty = unrecognised[file.path], !attachments.contains(file.path) else {
          continue
        }
        unreadable.append(NamedParts.lost(file.path, isEmpty: isEmpty))
      case .keys:
        if unrecognised[file.path] != nil { found.append((file, (reader, 0), .file, false)) }
      case .list(let losing, _, let isOfLines):
        let list: any ByteSource
        do throws(ArchiveError) { list = try FileByteSource(path: file.path) } catch {
          list = UnreadableSource(name: file.path, error: error)
        }
        if let damage = NamedParts.damage(of: list, path: file.path, (losing, isOfLines)) {
          unreadable.removeAll { $0.file == file.path }
          unreadable.append(damage)
        }
      }
    }
    passedOver = Self.ofInterest(
      passedOver, attachments: found.lazy.map { ($0.file.path, $0.best) }, places: attachments,
      readers: found.map(\.best.reader))
    passedOver += same.removed(from: &found, by: \.file.path)
    found.removeAll { attachments.contains($0.file.path) && !same.isOther($0.file.path) }
    let notOpened =
      listing.unnamed.map { PassedOverFile(path: $0, reason: .unnamed) }
      + listing.links.filter { Self.canBeText(PathNames.name(of: $0)) }
      .map { PassedOverFile(path: $0, reason: .link) }
    if found.isEmpty, packed.isEmpty {
      ignoring(IgnoredFiles(passedOver: passedOver + notOpened, otherFiles: otherFiles))
    }
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
        place: place, context: Self.context(ofFile: file.path, in: path), isUTF16: isUTF16)
    }
    var export = OpenedExport(
      items: Self.together(items, in: path, name: (path as NSString).lastPathComponent)
        + packed.flatMap(\.items),
      zips: packed.flatMap(\.zips),
      passedOver: passedOver + packed.flatMap(\.passedOver) + notOpened,
      unreadable: unreadable + packed.flatMap(\.unreadable))
    export.otherFiles = packed.reduce(otherFiles) { $0.addingClamped($1.otherFiles) }
    return export
  }

  /// Returns a hint about the first file of a kind that is known but not supported.
  private func hint(of files: [FolderListing.File]) -> String? {
    for file in files.prefix(200) {
      let prefix = (try? FileByteSource(path: file.path).prefix(4096)) ?? []
      if let text = FormatHint.specific(prefix: prefix, fileName: file.name) {
        return "\(file.relativePath): \(text)"
      }
    }
    return nil
  }

  /// Whether a file is a packed export: exports are often packed, and users keep several in one
  /// folder. Documents are zips as well, so the name decides.
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
    // Pages and scripts beside a chat are the same export again.
    let chats = found.filter { path, _ in
      places.contains(path) && ![".html", ".js"].contains(where: path.hasSuffix)
    }
    return left
      + chats.map {
        PassedOverFile(path: $0.path, reason: .attachment(format: $0.best.reader.formatName))
      }
  }

  /// Joins files of an export that a reader reads together into one item, at the place of the
  /// first.
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
    /// Whether the file is UTF-16; ``prefix`` is UTF-8 in any case.
    var isUTF16 = false

    /// Number of bytes that are checked first: they suffice for media, which most files of an
    /// export are.
    static let headLength = 512

    /// - Parameter head: the source's first bytes, already read.
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

  /// Returns the first bytes, if they may be text or are recognised by a reader of binary files.
  func beginning(of path: String) throws(ArchiveError) -> Beginning? {
    let source = try FileByteSource(path: path)
    let head = try source.prefix(Beginning.headLength)
    // A text may contain a zero byte in a message; then its name must be that of a text.
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

  /// Whether a file has an extension of texts.
  private static func isNamedText(_ path: String) -> Bool {
    !(path as NSString).pathExtension.isEmpty && canBeText(path)
  }

  /// Whether a file of which only the name can be read may be a chat.
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

  private func openZip(
    _ path: String, mediaFolder: String?, ignoring: (IgnoredFiles) -> Void = { _ in }
  ) throws(ArchiveError) -> OpenedExport {
    let zip = try ZipExport(path: path)
    let candidates = Set(
      zip.members.filter {
        AttachmentPlaces.isSoleChat(fileName: $0.fileName) || Self.canBeText($0.fileName)
      })
    let packed = Set(zip.members.filter { FolderListing.isNamedAsPacked($0.fileName) })
      .subtracting(candidates)
    var packedChats: [String] = []
    var otherFiles = zip.members.count - candidates.count
    var found: [(member: ZipMember, best: Rating, isUTF16: Bool)] = []
    var passedOver: [PassedOverFile] = []
    var attachments = AttachmentPlaces()
    var same = SameExport()
    var hint: String?
    var faults: [(member: ZipMember, error: ArchiveError)] = []
    try zip.forEachPrefix(
      Self.prefixLength, of: { candidates.contains($0) || packed.contains($0) },
      unreadable: { if candidates.contains($0) { faults.append(($0, $1)) } }
    ) { member, stored in
      if packed.contains(member) {
        if Self.isPackedChat(stored, fileName: member.fileName) { packedChats.append(member.path) }
        return
      }
      if stored.isEmpty {
        if Self.isNamedText(member.path) {
          passedOver.append(PassedOverFile(path: member.path, reason: .empty))
        } else {
          otherFiles += 1
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
    let parts = NamedParts(found.map { (path: $0.member.path, reader: $0.best.reader) })
    let unrecognised = parts.taken(from: &passedOver)
    var damaged: [SkippedRecord] = []
    for member in zip.members {
      guard let isEmpty = unrecognised[member.path],
        let (reader, part) = parts.part(at: member.path)
      else { continue }
      if part == .keys { found.append((member, (reader, 0), false)) }
      if part == .chat, !attachments.contains(member.path) {
        damaged.append(NamedParts.lost("\(path)/\(member.path)", isEmpty: isEmpty))
      }
    }
    damaged += try damagedLists(in: zip, parts)
    passedOver = Self.ofInterest(
      passedOver, attachments: found.lazy.map { ($0.member.path, $0.best) }, places: attachments,
      readers: found.map(\.best.reader))
    passedOver += same.removed(from: &found, by: \.member.path)
    found.removeAll { attachments.contains($0.member.path) && !same.isOther($0.member.path) }
    guard !found.isEmpty else {
      ignoring(IgnoredFiles(passedOver: passedOver, otherFiles: otherFiles))
      if let fault = faults.first { throw fault.error }
      let named = zip.members.lazy.compactMap { member in
        FormatHint.specific(prefix: [], fileName: member.fileName).map { "\(member.path): \($0)" }
      }.first
      throw unknown(
        path, hint ?? named ?? FormatHint(folder: zip.members.map(\.fileName)).text)
    }
    packedChats.removeAll(where: attachments.contains)
    passedOver += packedChats.map { PassedOverFile(path: $0, reason: .packed) }
    otherFiles -= packedChats.count
    found = FolderListing.ordered(found, by: \.member.path)
    let zipName = (path as NSString).lastPathComponent
    // Including files that may be beside chats: readers open them as siblings.
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
      } + damaged)
    export.otherFiles = otherFiles
    return export
  }

  /// Whether a zip within a zip is named as WhatsApp names chats, or has a chat of a fixed name
  /// near its beginning.
  ///
  /// - Complexity: O(bytes).
  private static func isPackedChat(_ prefix: [UInt8], fileName: String) -> Bool {
    if WhatsAppConversationName.isNamedAsExport(fileName) { return true }
    let header: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    var rest = prefix[...]
    while let found = rest.firstRange(of: header) {
      rest = rest[found.upperBound...]
      // The length of the name is behind 22 further bytes, the name behind 26.
      let bytes = rest.dropFirst(22)
      guard let low = bytes.first, let high = bytes.dropFirst().first else { break }
      let name = bytes.dropFirst(4).prefix(min(Int(low) | Int(high) << 8, 1024))
      let path = String(decoding: name, as: UTF8.self)
      if AttachmentPlaces.isSoleChat(fileName: PathNames.name(of: path)) { return true }
    }
    return false
  }

  /// Returns the damaged lists among a zip's members, read in one pass.
  private func damagedLists(
    in zip: ZipExport, _ parts: NamedParts
  ) throws(ArchiveError) -> [SkippedRecord] {
    let lists = Set(zip.members.filter { parts.loss(at: $0.path) != nil })
    guard !lists.isEmpty else { return [] }
    var damaged: [SkippedRecord] = []
    // One byte more, by which a list that is too large is known.
    try zip.forEachPrefix(
      NamedParts.largest + 1, of: { lists.contains($0) }, unreadable: { _, _ in }
    ) { member, bytes in
      let path = "\(zip.path)/\(member.path)"
      guard let loss = parts.loss(at: member.path) else { return }
      let list = MemoryByteSource(bytes, name: path)
      if let damage = NamedParts.damage(of: list, path: path, loss) { damaged.append(damage) }
    }
    return damaged
  }

  /// Returns the reason why a member of a zip cannot be read.
  static func reason(for error: ArchiveError) -> String {
    if case .malformed(_, _, let reason) = error { reason } else { error.reasonNotReadable ?? "" }
  }

  /// Whether a name has an extension of chat files; other members are not unpacked to check them.
  static func canBeText(_ name: String) -> Bool {
    let ending = (name as NSString).pathExtension.lowercased()
    return [
      "txt", "json", "js", "log", "weechatlog", "car", "", "html", "htm", "csv", "jsonl", "mbox",
      "eml", "md",
    ].contains(ending)
  }

  // MARK: Recognising

  typealias Rating = (reader: any ExportReader.Type, confidence: Int)

  /// Returns the readers that may recognise a file, the most certain first.
  func ratings(of prefix: [UInt8], fileName: String) -> [Rating] {
    var rated: [Rating] = []
    // A byte order mark, which some programs write in front of UTF-8.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = prefix.starts(with: mark) ? Array(prefix.dropFirst(mark.count)) : prefix
    for reader in readers {
      let confidence = reader.confidence(prefix: text, fileName: fileName)
      // Among equally certain ones, the first in the list is first.
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

  /// Whether it is a zip or a tar, the containers of exports.
  ///
  /// - Parameter prefix: first bytes, decompressed if the file is compressed.
  static func isContainer(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || prefix.dropFirst(257).starts(with: Array("ustar".utf8))
  }

  /// - Parameter export: the folder that the user has given; nil if it is the file.
  private static func context(ofFile path: String, in export: String? = nil) -> SourceContext {
    func absolute(_ path: String) -> URL { URL(filePath: path).absoluteURL.standardizedFileURL }
    func written(_ url: URL) -> String { url.path(percentEncoded: false).trimmingSlash }
    let folder = absolute(path).deletingLastPathComponent()
    return SourceContext(
      containerName: folder.lastPathComponent, mediaRoot: written(folder),
      exportFolder: export.map { written(absolute($0)) })
  }

  private func unknown(_ path: String, _ hint: String) -> ArchiveError {
    // A window's notice has no space for all names: its Help menu has them.
    .unknownFormat(
      path: path,
      hint: hint + " "
        + localized(
          one: "Luge reads Telegram Desktop JSON, WhatsApp text, IRC log and {count} more format.",
          other:
            "Luge reads Telegram Desktop JSON, WhatsApp text, IRC log and {count} more formats.",
          count: readers.count - 3))
  }
}

extension String {
  fileprivate var trimmingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
