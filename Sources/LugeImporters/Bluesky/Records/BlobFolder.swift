import Foundation
import LugeArchive

/// The pictures and videos beside a repository, which contains only their names: files named for
/// their content in a folder `blobs`, or one whose name ends with that.
struct BlobFolder {
  /// Paths relative to the export, by name without extension.
  private var paths: [String: String] = [:]

  private static let mostFiles = 1_000_000

  init() {}

  /// - Parameter root: the folder of the export; nil if there is none.
  init(beside root: String?) {
    let files = FileManager.default
    guard let root, let names = try? files.contentsOfDirectory(atPath: root) else { return }
    for folder in names.sorted() where folder == "blobs" || folder.hasSuffix("_blobs") {
      guard let blobs = try? files.contentsOfDirectory(atPath: "\(root)/\(folder)") else {
        continue
      }
      for name in blobs.prefix(Self.mostFiles) where name.hasPrefix("baf") {
        paths[String(name.prefix { $0 != "." })] = "\(folder)/\(name)"
      }
    }
  }

  func path(_ blob: String?) -> String? { blob.flatMap { paths[$0] } }

  /// Returns the path of a picture, or else its address on the network, which is not downloaded
  /// unless the user asks for it.
  ///
  /// - Parameter did: identity of the account that the picture belongs to.
  func picture(_ blob: String?, of did: String, _ preset: BlobAddress.Preset) -> String? {
    guard let blob else { return nil }
    return paths[blob] ?? BlobAddress(did: did, blob: blob)?.picture(preset)
  }
}
