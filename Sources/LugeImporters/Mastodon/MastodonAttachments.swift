import LugeArchive
import LugeCore

/// The files of a note.
struct MastodonAttachments {
  var records: [MediaRecord] = []
  /// Whether all of them are files of the archive in known formats.
  private(set) var areAllHere = true

  private static let most = 64

  init(_ list: JSONValue?) {
    guard let list else { return }
    // Some servers write a single file without a list.
    let attachments = list.kind == .object ? [list] : Array(list.elements.prefix(Self.most + 1))
    for attachment in attachments.prefix(Self.most) {
      let record = Self.record(attachment)
      if record?.path.map({ WebAddress($0) == nil }) != true { areAllHere = false }
      if let record { records.append(record) }
    }
    if attachments.count > Self.most { areAllHere = false }
  }

  private static func record(_ attachment: JSONValue) -> MediaRecord? {
    guard attachment.kind == .object else { return nil }
    let type = attachment["mediaType"]?.string ?? ""
    let address = attachment["url"]?.string ?? attachment["href"]?.string
    let kind: MediaRecord.Kind =
      type == "image/gif"
      ? .animation
      : type.hasPrefix("image/")
        ? .photo
        : type.hasPrefix("video/") ? .video : type.hasPrefix("audio/") ? .audio : .file
    return MediaRecord(
      kind: kind, path: address.flatMap(path), mimeType: type.isEmpty ? nil : type,
      fileName: address?.pathParts.last.map(String.init),
      width: attachment["width"]?.integer.map { Int(clamping: $0) },
      height: attachment["height"]?.integer.map { Int(clamping: $0) },
      duration: attachment["duration"]?.double, note: attachment["name"]?.string,
      blurHash: attachment["blurhash"]?.string)
  }

  /// Returns the file's path in the archive, or its address. Servers with a separate media store
  /// put its name before the path, but the file does not have it.
  private static func path(_ address: String) -> String? {
    guard !address.contains("://") else { return WebAddress(address)?.text }
    let start = address.firstRange(ofBytes: "media_attachments/")?.lowerBound ?? address.startIndex
    return MastodonOutbox.relative(String(address[start...]))
  }
}
