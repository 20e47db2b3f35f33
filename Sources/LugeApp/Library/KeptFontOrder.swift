import Foundation
import LugeText
import Synchronization

/// The file in which ``FontOrder`` outlives the program: one for all archives, in the cache folder.
package struct KeptFontOrder: Sendable {
  let path: String

  /// A larger file is none of ours.
  private static let byteLimit = 4 << 20

  package init(path: String) { self.path = path }

  package static var ofProgram: KeptFontOrder {
    KeptFontOrder(path: "\(UserFolders.cache())/luge/font-order")
  }

  private static let isRead = Mutex(false)

  /// Reads what was kept, the first time it is called in a process; before any font is used.
  package func remember() {
    let isFirst = Self.isRead.withLock { isRead in
      defer { isRead = true }
      return !isRead
    }
    if isFirst { FontOrder.remember(words()) }
  }

  func words() -> [UInt32] {
    WordFile.read(URL(fileURLWithPath: path), atMost: Self.byteLimit) ?? []
  }

  /// Keeps what was learned since; failing costs the next launch some time, and nothing else.
  package func keep() {
    guard let words = FontOrder.learned() else { return }
    let file = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    WordFile.write(words, to: file)
  }
}
