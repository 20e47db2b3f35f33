import Foundation
import LugeArchive
import LugeWords

/// Facts about one file of an export: its recognised format, and why.
public struct FileExplanation: Sendable, Hashable {
  public enum Fate: String, Sendable, Hashable, Codable {
    /// It is read as ``FileExplanation/format``.
    case read
    /// It is text, but no format is certain enough.
    case ignored
    /// It is not text: a picture, a film, a document.
    case other
    case unreadable
  }

  /// Path as the user named it, or the folder or zip and the path in it.
  public var path: String
  public var fate: Fate
  /// The format with the highest confidence, even if it is not read.
  public var format: String?
  /// Confidence, 0 to 100.
  public var confidence: Int
  /// Minimum confidence for this file.
  public var needed: Int
  /// Reason as a sentence.
  public var reason: String
  /// Other possible formats, with their confidence.
  public var others: [String: Int]
}

extension ExportOpener {
  /// Explains, for each file at a path, its recognised format, the confidence and the reason; reads
  /// only the files' beginnings.
  ///
  /// - Throws: errors of ``open(path:mediaFolder:ignoring:)`` for a path that cannot be read at
  ///   all. Files of unknown formats are explained.
  public func explain(path: String) throws(ArchiveError) -> [FileExplanation] {
    // Files beside a chat that is the only one of its export are its attachments.
    var wanted: Chosen?
    do throws(ArchiveError) { wanted = Chosen(try open(path: path)) } catch {
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

  /// The files of an export that are read.
  private struct Chosen {
    let paths: Set<String>
    /// Files with the same chats, by the names of pages.
    private let originals: [String: String]

    init(_ export: OpenedExport) {
      paths = Set(export.items.flatMap { $0.parts.map(\.path) })
      originals = export.passedOver.reduce(into: [:]) { originals, file in
        if case .sameExport(let original) = file.reason { originals[file.path] = original }
      }
    }

    /// - Parameter zip: zip that contains the file.
    func original(of path: String, in zip: String?) -> String? {
      originals[zip.map { String(path.dropFirst($0.count + 1)) } ?? path]
    }
  }

  private func explanations(ofZip path: String, wanted: Chosen?) throws(ArchiveError)
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
          isInside: true, wanted: wanted, zip: path))
    }
    return explanations + faults + others.map { explanation(ofOther: "\(path)/\($0.path)") }
  }

  private func explanation(
    ofFile path: String, wanted: Chosen?, isInside: Bool
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
    of prefix: [UInt8], path: String, name: String, isInside: Bool, wanted: Chosen?,
    zip: String? = nil
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
    } else if let original = wanted?.original(of: path, in: zip) {
      explanation.reason = localized(
        "it tells what {file} tells, which has more", ["file": original])
    } else if let wanted, !wanted.paths.contains(path) {
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
