public import Foundation

/// A rollback journal of SQLite that names a super-journal: whoever rolls it back removes the file
/// of that name.
public enum StrangeJournal {
  /// Puts one beside a database.
  public static func put(beside database: String, naming name: String) throws {
    let file = [UInt8](try Data(contentsOf: URL(filePath: database)))
    let stored = Int(file[16]) << 8 | Int(file[17])
    let page = stored == 1 ? 65_536 : stored
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    func bytes(_ number: Int) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let name = Array(name.utf8)
    // No records, a random number, pages, bytes of a sector and of a page.
    var journal = magic + [0, 1, file.count / page, 512, page].flatMap(bytes)
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    // The page of the locks, which no record can be of, says that a name follows.
    journal += bytes((1 << 30) / page + 1) + name + bytes(name.count)
    journal += bytes(name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }) + magic
    try Data(journal).write(to: URL(filePath: database + "-journal"))
  }
}
