import Foundation
import LugeApp
import LugeCore
import LugeListKit
import LugeSamples

/// A small archive of made-up conversations, for those who have no export at hand.
enum Sample {
  private static let conversations = 5
  private static let messages = 600

  /// Made again each time, which takes a second: it cannot be an older version's, or half of one.
  static func make() throws -> String {
    let folder = UserFolders.cache() + "/luge/sample"
    try PrivateFolder.make(folder)
    let path = folder + "/Sample.luge"
    let generator = Generator(
      format: .luge, path: path, pictures: 8, pictureSeed: 1, replaces: true)
    let chats = (0..<conversations).map { index in
      RealisticChat(
        .init(
          count: messages / conversations, seed: 1, index: index, languages: Language.allCases,
          mixing: 0.15, messagesPerDay: 40))
    }
    let report = try generator.run(chats) { _ in }
    if let media = report.mediaFolder {
      try MediaPermissions.ofUser.allow([media], inArchive: report.path)
    }
    return report.path
  }
}
