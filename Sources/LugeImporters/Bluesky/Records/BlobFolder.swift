import Foundation
import LugeArchive

/// The pictures and films beside a repository, which has their names alone: files named for their
/// content in a folder `blobs`, or one whose name ends so.
struct BlobFolder {
  /// Path relative to the export, by name without extension.
  private var paths: [String: String] = [:]

  private static let mostFiles = 1_000_000

  init() {}

  /// - Parameter root: The folder of the export; nil when there is none.
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

  /// A picture's file, or else its address on the network, from where nobody fetches it unasked.
  ///
  /// - Parameter did: of the account whose picture it is.
  func picture(_ blob: String?, of did: String, _ preset: BlobAddress.Preset) -> String? {
    guard let blob else { return nil }
    return paths[blob] ?? BlobAddress(did: did, blob: blob)?.picture(preset)
  }
}
