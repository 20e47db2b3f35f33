import Foundation
import LugeCore
import LugeListKit

/// The screens that were kept: for each archive the one that it was left with.
package struct ScreenFolder: Sendable {
  let path: String

  /// Most files that are kept: those that were written last.
  static let limit = 8

  /// Where the window keeps them.
  package static var ofProgram: ScreenFolder {
    ScreenFolder(path: "\(UserFolders.cache())/luge/screens")
  }

  /// Where `luge lab open` keeps them: what it opens is not what the user reads.
  package static var ofLab: ScreenFolder {
    ScreenFolder(path: "\(ProgramFolders.lab)/screens")
  }

  /// - Returns: nil for none, and for one that is damaged.
  func screen(ofArchive archive: String) -> KeptScreen? {
    WordFile.read(file(archive), atMost: KeptScreen.byteLimit).flatMap(KeptScreen.init)
  }

  /// Failing to keep it costs the next opening some time, and nothing else.
  func keep(_ screen: KeptScreen, ofArchive archive: String) {
    guard let words = screen.encoded() else { return forget(archive) }
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    WordFile.write(words, to: file(archive))
    trim()
  }

  /// Whether there may be a screen of it. Of an export it is not known: the screen has the name of
  /// its archive, which has another path.
  func mayHave(_ path: String) -> Bool {
    !path.hasSuffix(".luge") || FileManager.default.fileExists(atPath: file(path).path)
  }

  package func forget(_ archive: String) { try? FileManager.default.removeItem(at: file(archive)) }

  /// Where an archive's screen is.
  package func file(_ archive: String) -> URL {
    var mix = RevisionMix()
    mix.add(archive)
    let name = String(mix.revision.rawValue, radix: 16)
    return URL(fileURLWithPath: path).appendingPathComponent("\(name).screen")
  }

  private func trim() {
    let key = URLResourceKey.contentModificationDateKey
    let files = try? FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: path), includingPropertiesForKeys: [key])
    guard let files, files.count > Self.limit else { return }
    let dated = files.map { file in
      (file, (try? file.resourceValues(forKeys: [key]))?.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.limit) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}
