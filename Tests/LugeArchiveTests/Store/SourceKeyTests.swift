import Foundation
import GRDB
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Keys of messages in their column") struct SourceKeyTests {
  private static let digest = "00ff6f68f5184134e6afa8718d2ffe9a"
  private static let keys = [
    "0", "17", "-3", "007", "9223372036854775807", "1699.0001", "$event:example.org", "",
    digest, digest + "-1", digest.uppercased(), String(digest.dropLast()) + "g",
    "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
  ]

  @Test("Each comes back as it was", arguments: keys, [SourceKey.Form.spelled, .packed])
  func roundTrip(key: String, form: SourceKey.Form) throws {
    let database = try DatabaseQueue()
    let value = SourceKey(key, in: form).databaseValue
    let back = try database.read {
      try Row.fetchOne($0, sql: "SELECT ?", arguments: [value])?.key(0)
    }
    #expect(back == key)
  }

  @Test("An archive of today keeps ten bytes of a digest; they are the same key as all of it")
  func short() throws {
    let database = try DatabaseQueue()
    for key in Self.keys {
      let isDigest = key.count == 32 && key.allSatisfy { "0123456789abcdef".contains($0) }
      let value = SourceKey(key, in: .short).databaseValue
      let back = try #require(
        try database.read { try Row.fetchOne($0, sql: "SELECT ?", arguments: [value])?.key(0) })
      #expect(back == (isDigest ? String(key.prefix(20)) : key))
      #expect(SourceKey(back, in: .short) == SourceKey(key, in: .short))
    }
    for key in ["12345678901234567890", "00ff6f68f5184134e6af", "00FF6f68f5184134e6af"] {
      let value = SourceKey(key, in: .short).databaseValue
      let back = try database.read {
        try Row.fetchOne($0, sql: "SELECT ?", arguments: [value])?.key(0)
      }
      #expect(back == key)
    }
    #expect(
      SourceKey(Self.digest, in: .short).databaseValue
        == Data([0x00, 0xff, 0x6f, 0x68, 0xf5, 0x18, 0x41, 0x34, 0xe6, 0xaf]).databaseValue)
  }

  @Test("Two digests that an archive cannot tell apart get keys of their own")
  func collision() {
    var counter = RepetitionCounter()
    var one = StableHash()
    one.combine("one".utf8)
    #expect(counter.key(one) == one.hexadecimal)
    // The last byte of what is hashed changes the last bits as well.
    #expect(one.kept == one.kept.kept && one.kept != one)
    #expect(counter.key(one.kept) == one.kept.hexadecimal + "-1")
  }

  @Test("A digest is 16 bytes in an archive of before, in the order of its digits")
  func packed() {
    #expect(
      SourceKey(Self.digest, in: .packed)
        == .digest(high: 0x00ff_6f68_f518_4134, low: 0xe6af_a871_8d2f_fe9a, count: 16))
    #expect(SourceKey(Self.digest, in: .spelled) == .text(Self.digest))
    #expect(SourceKey(Self.digest.uppercased(), in: .packed) == .text(Self.digest.uppercased()))
  }

  @Test("An archive that spells its keys goes on with that: nothing is there twice")
  func former() throws {
    let folder = try TemporaryFolder()
    let records = (0..<20).map { index in
      let hexadecimal = String(index, radix: 16)
      return MessageRecord(
        sourceKey: hexadecimal + String(repeating: "a", count: 32 - hexadecimal.count),
        time: Timestamp(seconds: Int64(index), certainty: .exact), text: .init("words \(index)"))
    }.enumerated().map { index, record in
      var record = record
      if index > 0 {
        record.replyTo = ReplyRecord(sourceKey: "0" + String(repeating: "a", count: 31))
      }
      return record
    }
    for form in [SourceKey.Form.spelled, .packed, .short] {
      let path = "\(folder.path)/\(form).luge"
      _ = try ArchiveImporter(into: path).run(.messages([]))
      try DatabaseQueue(path: path).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA user_version = \(form.rawValue)")
      }
      let first = try ArchiveImporter(into: path).run(.messages(Array(records.prefix(12))))
      let second = try ArchiveImporter(into: path).run(.messages(records, path: "later"))
      #expect(first.added == 12 && second.added == 8 && second.unchanged == 12, "\(form)")
      let archive = try Archive(opening: path)
      let conversation = try #require(try archive.conversations().first)
      let stored = try archive.messages(in: conversation.id, at: 0..<20)
      let keys = records.map { form == .short ? String($0.sourceKey.prefix(20)) : $0.sourceKey }
      #expect(stored.map(\.sourceKey) == keys, "\(form)")
      #expect(stored.dropFirst().allSatisfy { $0.reply?.original?.id == stored[0].id }, "\(form)")
      #expect(
        try archive.message(withKey: records[3].sourceKey, in: conversation.id) == stored[3].id,
        "\(form)")
      let types = try DatabaseQueue(path: path).read {
        try String.fetchAll($0, sql: "SELECT DISTINCT typeof(source_key) FROM messages")
      }
      #expect(types == [form == .spelled ? "text" : "blob"])
    }
  }
}
