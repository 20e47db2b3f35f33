import Foundation
import LugeCore
import LugeImages
import LugeWords

/// A picture's original file, from the archive or downloaded: for saving, and for other programs.
struct OriginalPicture: Sendable {
  /// An error message for the user.
  struct Problem: Error {
    var words: String
  }

  let key: ImageKey
  let originals: KeptOriginals
  /// Folder for copies that other programs open; nil: there is none.
  let folder: String?

  /// Returns the upright size in pixels; nil if unknown.
  func size() async -> PixelSize? {
    if key.filePath != nil { return await PictureProbe.size(of: key) }
    if let header = await originals.header(of: key) { return header.size }
    guard let bytes = try? await originals.original(of: key) else { return nil }
    return (try? ImageProbe.header(of: bytes))?.size
  }

  /// Returns the picture's name: the archive's, or the end of its address, with the extension of
  /// its format.
  func name(or known: String?) async -> String {
    if let path = key.filePath {
      return ForeignText.visible(known ?? URL(fileURLWithPath: path).lastPathComponent)
    }
    return Self.name(known ?? Self.lastPart(of: key.source), await bytes())
  }

  /// Writes the file. If that fails, an existing file is kept.
  ///
  /// - Returns: nil on success, otherwise the error message.
  func save(to target: String) async -> String? {
    let goal = URL(fileURLWithPath: target)
    if key.filePath != nil {
      let key = key
      return await OpenedFiles.onDisk {
        try OpenedFiles.checkMayReplace(goal.path)
        let file = try ExportFile(key)
        if file.path != goal.standardizedFileURL.path { try file.copy(to: goal.path) }
      }
    }
    do throws(ImageError) {
      let bytes = try await originals.original(of: key)
      return await OpenedFiles.onDisk {
        try OpenedFiles.checkMayReplace(goal.path)
        try Data(bytes).write(to: goal, options: .atomic)
      }
    } catch {
      return error.explanation
    }
  }

  /// Returns the path of a local file; nil for a download, and for a file that must not be opened.
  func path() async -> String? {
    let key = key
    guard key.filePath != nil else { return nil }
    return await Task.detached { (try? ExportFile(key))?.path }.value
  }

  /// Returns a file that another program can open: for a download, a copy with the picture's name.
  func openable() async -> Result<String, Problem> {
    guard let folder else {
      return .failure(Problem(words: localized("A copy could not be created")))
    }
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try await originals.original(of: key)
    } catch {
      return .failure(Problem(words: error.explanation))
    }
    do {
      let name = Self.name(Self.lastPart(of: key.source), bytes)
      return .success(
        try await OpenedFiles(folder: folder).keep(bytes, of: key.source, named: name))
    } catch {
      return .failure(Problem(words: "\(error)"))
    }
  }

  private func bytes() async -> [UInt8] { (try? await originals.original(of: key)) ?? [] }

  // MARK: Names

  static func lastPart(of address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let afterScheme = path.range(of: "://").map { path[$0.upperBound...] } ?? path
    guard let slash = afterScheme.lastIndex(of: "/") else { return "" }
    let part = String(afterScheme[afterScheme.index(after: slash)...])
    return part.removingPercentEncoding ?? part
  }

  /// Returns a name valid on all file systems, with the extension of the file's real format.
  static func name(_ wanted: String, _ bytes: [UInt8]) -> String {
    let stem = OpenedFiles.plainName(wanted, or: "picture")
    let endings = ImageFormat(bytes)?.fileEndings ?? []
    let last = stem.split(separator: ".").dropFirst().last?.lowercased()
    guard let usual = endings.first, !endings.contains(last ?? "") else { return stem }
    return "\(stem).\(usual)"
  }
}

extension ImageFormat {
  /// File name extensions; the usual one is first.
  fileprivate var fileEndings: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png", "apng"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .heif: ["heic", "heif", "avif"]
    case .tiff: ["tiff", "tif"]
    case .bmp: ["bmp", "dib"]
    }
  }
}
