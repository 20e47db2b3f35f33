import Foundation
import LugeArchive
import LugeWords

/// Facts about one file of an export: which format it is taken for, and why.
public struct FileExplanation: Sendable, Hashable {
  public enum Fate: String, Sendable, Hashable, Codable {
    /// It is read as ``FileExplanation/format``.
    case read
    /// It is text of no format that is sure enough.
    case ignored
    /// It is no text: a picture, a film, a document.
    case other
    case unreadable
  }

  /// As the person named it, or the folder or zip and what is in it.
  public var path: String
  public var fate: Fate
  /// The surest format, read or not.
  public var format: String?
  /// 0 to 100.
  public var confidence: Int
  /// How sure it has to be, here.
  public var needed: Int
  /// In a sentence.
  public var reason: String
  /// Other formats it might be, with their confidence.
  public var others: [String: Int]
}

extension ExportOpener {
  /// Tells of each file at a path what it is taken for, how sure that is and why; reads nothing but
  /// their beginnings.
  ///
  /// - Throws: What ``open(path:mediaFolder:)`` throws for a path that cannot be read at all. What
  ///   is of no known format is explained.
  public func explain(path: String) throws(ArchiveError) -> [FileExplanation] {
    // Files beside a chat that is the only one of its export are its attachments.
    var wanted: Set<String>?
    do throws(ArchiveError) {
      wanted = Set(try open(path: path).items.flatMap { $0.parts.map(\.path) })
    } catch {
      guard case .unknownFormat = error else { throw error }
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      let listing = try FolderListing(path)
      return listing.files.flatMap { file in
        let inside =
          file.isNamedAsPacked ? try? explanations(ofZip: file.path, wanted: wanted) : nil
        return inside ?? [explanation(ofFile: file.path, wanted: wanted, isInside: true)]
      } + listing.unreadable.map { unreadable($0.file, $0.reason) }
        + listing.links.map { unreadable($0, localized("it is a link, which is not followed")) }
    }
    let source = try FileByteSource(path: path)
    let beginning = try Beginning(of: source, head: source.prefix(Beginning.headLength))
    guard Self.isContainer(beginning.prefix) else {
      return [explanation(ofFile: path, wanted: nil, isInside: false)]
    }
    return try explanations(ofZip: path, wanted: wanted)
  }

  private func explanations(ofZip path: String, wanted: Set<String>?) throws(ArchiveError)
    -> [FileExplanation]
  {
    let zip = try ZipExport(path: path)
    let texts = Set(zip.members.filter { Self.canBeText($0.fileName) })
    let others = zip.members.filter { !texts.contains($0) }
    var explanations: [FileExplanation] = []
    var faults: [FileExplanation] = []
    try zip.forEachPrefix(
      Self.prefixLength, of: { texts.contains($0) },
      unreadable: { member, error in
        faults.append(unreadable("\(path)/\(member.path)", Self.reason(for: error)))
      }
    ) { member, prefix in
      explanations.append(
        explanation(
          of: UTF16Source.decoded(prefix), path: "\(path)/\(member.path)", name: member.fileName,
          isInside: true,
          wanted: wanted))
    }
    return explanations + faults + others.map { explanation(ofOther: "\(path)/\($0.path)") }
  }

  private func explanation(
    ofFile path: String, wanted: Set<String>?, isInside: Bool
  ) -> FileExplanation {
    do throws(ArchiveError) {
      guard let beginning = try beginning(of: path) else { return explanation(ofOther: path) }
      return explanation(
        of: beginning.prefix, path: path, name: beginning.name, isInside: isInside, wanted: wanted)
    } catch {
      return unreadable(path, error.reasonNotReadable ?? localized("the file is empty"))
    }
  }

  private func explanation(
    of prefix: [UInt8], path: String, name: String, isInside: Bool, wanted: Set<String>?
  ) -> FileExplanation {
    let needed = isInside ? Self.leastConfidenceInside : Self.leastConfidence
    let rated = ratings(of: prefix, fileName: name)
    var explanation = FileExplanation(
      path: path, fate: .ignored, format: rated.first?.reader.formatName,
      confidence: rated.first?.confidence ?? 0, needed: needed, reason: "",
      others: Dictionary(
        rated.dropFirst().map { ($0.reader.formatName, $0.confidence) },
        uniquingKeysWith: { max($0, $1) }))
    guard let best = rated.first else {
      explanation.reason = FormatHint(prefix: prefix, fileName: name).text
      return explanation
    }
    if best.confidence < needed {
      explanation.reason =
        isInside
        ? localized(
          "it has {evidence}, but too little of it: {count} of 100 are needed of a file that nobody named",
          ["evidence": best.reader.evidence, "count": "\(needed)"])
        : localized(
          "it has {evidence}, but too little of it: {count} of 100 are needed",
          ["evidence": best.reader.evidence, "count": "\(needed)"])
    } else if let wanted, !wanted.contains(path) {
      explanation.reason = localized(
        "it lies where the export beside it keeps what people sent: import it by itself")
    } else {
      explanation.fate = .read
      explanation.reason = localized("it has {evidence}", ["evidence": best.reader.evidence])
    }
    return explanation
  }

  private func explanation(ofOther path: String) -> FileExplanation {
    FileExplanation(
      path: path, fate: .other, format: nil, confidence: 0, needed: Self.leastConfidenceInside,
      reason: localized("it is no text"), others: [:])
  }

  private func unreadable(_ path: String, _ reason: String) -> FileExplanation {
    FileExplanation(
      path: path, fate: .unreadable, format: nil, confidence: 0,
      needed: Self.leastConfidenceInside, reason: reason, others: [:])
  }
}
