import Foundation
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// What an export says is in the archive: shown, or kept among the unknown fields.
@Suite("Nothing of an export is lost") struct KeptFieldsTests {
  private final class Text {
    var string = ""
    func write(_ text: String) { string += text }
  }

  private func words(in text: String) -> Set<String> {
    Set(text.matches(of: /tok[a-z0-9]+/).map { String($0.output) })
  }

  @Test("Each word of each field is in the archive", arguments: KeptFieldsSample.all)
  func words(sample: KeptFieldsSample) throws {
    let folder = try TemporaryFolder()
    for file in sample.files { try folder.write(file.text, as: "export/\(file.path)") }
    let archive = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: archive).run(
      ImportInput(opening: folder.path + "/export"))
    #expect(report.added > 0)
    #expect(report.skippedCount == 0)
    let lines = Text()
    try Archive(opening: archive).export(ExportSelection(), to: LinesExport(lines.write))
    let written = sample.files.reduce(into: Set<String>()) { $0.formUnion(words(in: $1.text)) }
    #expect(!written.isEmpty)
    let lost = written.subtracting(words(in: lines.string))
    // Neither more nor less, so that the list of what is left out stays true.
    #expect(lost.sorted() == sample.leftOut.keys.sorted())
    // The same export again changes nothing.
    let again = try ArchiveImporter(into: archive).run(
      ImportInput(opening: folder.path + "/export"))
    #expect(again.added == 0 && again.updated == 0)
  }

  /// What programs write beside each message is not kept with each: archives would grow by it.
  @Test("An ordinary message has no unknown fields")
  func ordinary() throws {
    func unknown(_ text: String, _ reader: any ExportReader.Type, _ name: String) throws
      -> [String]
    {
      let sink = try FormatSupport.read(text, as: reader, name: name)
      #expect(!sink.messages.isEmpty)
      return sink.messages.compactMap(\.unknownFields)
    }
    let discord = try unknown(
      #"""
      {"guild": {"id": "1", "name": "G"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "c"}, "messages": [
      {"id": "5", "type": "Reply", "timestamp": "2024-02-29T10:00:00+00:00", "timestampEdited": null, "callEndedTimestamp": null, "isPinned": false, "content": "@Ben yes", "author": {"id": "7", "name": "ann", "discriminator": "0000", "nickname": "Ann", "color": "#3498DB", "isBot": false, "roles": [{"id": "77", "name": "Gardener", "color": "#3498DB", "position": 3}], "avatarUrl": "https://x.example/a.png"}, "attachments": [{"id": "9", "url": "https://x.example/a.png", "fileName": "a.png", "fileSizeBytes": 3}], "embeds": [{"title": "A page", "url": "https://x.example/", "timestamp": null, "description": "words", "color": "#FF0000", "thumbnail": {"url": "https://x.example/t.jpg", "width": 4, "height": 3}, "images": [], "fields": [], "inlineEmojis": []}], "stickers": [], "reactions": [{"emoji": {"id": "", "name": "👍", "code": "thumbsup", "isAnimated": false, "imageUrl": "https://x.example/1.svg"}, "count": 1, "users": [{"id": "8", "name": "ben", "nickname": "Ben", "isBot": false, "avatarUrl": "https://x.example/b.png"}]}], "mentions": [{"id": "8", "name": "ben", "nickname": "Ben"}], "reference": {"messageId": "4", "channelId": "2", "guildId": "1"}, "inlineEmojis": []}]}
      """#, DiscordReader.self, "a.json")
    #expect(discord == [])
    let slack = try unknown(
      #"""
      [{"user": "U1", "type": "message", "ts": "1709200000.000100", "client_msg_id": "4d", "text": "yes", "team": "T1", "user_team": "T1", "source_team": "T1", "user_profile": {"avatar_hash": "g1", "real_name": "Ann", "display_name": "Ann", "team": "T1", "name": "ann", "is_restricted": false}, "blocks": [{"type": "rich_text", "block_id": "Ab", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "yes", "style": {"bold": true}}]}]}], "thread_ts": "1709200000.000100", "reply_count": 2, "reply_users_count": 1, "latest_reply": "1", "reply_users": ["U1"], "replies": [{"user": "U1", "ts": "1"}], "is_locked": false, "subscribed": false, "edited": {"user": "U1", "ts": "1709200001.000000"}, "reactions": [{"name": "+1", "users": ["U2"], "count": 1}], "files": [{"id": "F1", "created": 1, "timestamp": 1, "name": "a.png", "title": "a.png", "mimetype": "image/png", "filetype": "png", "pretty_type": "PNG", "user": "U1", "editable": false, "size": 3, "mode": "hosted", "is_public": true, "username": "", "url_private": "https://x.example/1", "url_private_download": "https://x.example/2", "media_display_type": "unknown", "thumb_64": "https://x.example/3", "thumb_360_w": 3, "original_w": 4, "original_h": 3, "permalink": "https://x.example/4", "permalink_public": "https://x.example/5", "file_access": "visible"}], "upload": false}]
      """#, SlackReader.self, "general/2024-02-29.json")
    #expect(slack == [])
    let teams = try unknown(
      #"""
      {"value": [{"id": "1", "replyToId": null, "etag": "1", "messageType": "message", "createdDateTime": "2024-02-29T10:00:00Z", "lastModifiedDateTime": "2024-02-29T10:00:00Z", "lastEditedDateTime": null, "deletedDateTime": null, "subject": null, "summary": null, "chatId": "c", "importance": "normal", "locale": "en-us", "webUrl": null, "channelIdentity": null, "policyViolation": null, "eventDetail": null, "from": {"application": null, "device": null, "user": {"@odata.type": "#x", "id": "u", "displayName": "Ann", "userIdentityType": "aadUser", "tenantId": "t"}}, "body": {"contentType": "html", "content": "<p>yes <at id=\"0\">Ben</at></p>"}, "attachments": [], "mentions": [{"id": 0, "mentionText": "Ben"}], "reactions": [{"reactionType": "like", "displayName": "Like", "createdDateTime": "2024-02-29T10:00:00Z", "user": {"user": {"id": "v", "displayName": null}}}]}]}
      """#, TeamsReader.self, "chat.json")
    #expect(teams == [])
    let signal = try unknown(
      #"""
      [{"id": "1", "conversationId": "c", "sent_at": 1709200000000, "received_at": 7, "timestamp": 1709200000000, "type": "outgoing", "body": "yes", "source": "+49", "sourceServiceId": "a", "sourceDevice": 1, "readStatus": 0, "schemaVersion": 14, "attachments": [{"contentType": "image/png", "path": "a/b", "size": 3, "width": 1, "height": 1, "digest": "x", "key": "y", "cdnKey": "z", "thumbnail": {"path": "c/d", "contentType": "image/png"}}], "reactions": [{"emoji": "👍", "fromId": "x", "targetTimestamp": 1709200000000, "timestamp": 1709200001000}]}]
      """#, SigtopReader.self, "Ann (+49).json")
    #expect(signal == [])
  }
}
