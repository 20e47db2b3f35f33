import LugeArchive
import LugeImporters
import Testing

@Suite("Telegram: what happened, in words")
struct TelegramServiceTests {
  @Test(
    "Sentences",
    arguments: [
      (#""action": "pin_message", "message_id": 1"#, "Anna pinned a message"),
      (
        #""action": "create_group", "title": "T", "members": ["B", null]"#,
        "Anna created the group “T”"
      ),
      (
        #""action": "invite_members", "members": ["B", "C", null]"#,
        "Anna added B, C and Deleted Account"
      ),
      (#""action": "invite_members", "members": ["Anna"]"#, "Anna joined the group"),
      (#""action": "remove_members", "members": ["Anna"]"#, "Anna left the group"),
      (#""action": "remove_members", "members": ["B"]"#, "Anna removed B"),
      (#""action": "join_group_by_link", "inviter": "B""#, "Anna joined by an invite link from B"),
      (#""action": "edit_group_title", "title": "N""#, "Anna changed the group name to “N”"),
      (
        #""action": "phone_call", "duration_seconds": 45, "discard_reason": "hangup""#,
        "Anna called (45 seconds)"
      ),
      (#""action": "phone_call", "discard_reason": "missed""#, "Anna called; nobody answered"),
      (#""action": "group_call", "duration": 3600"#, "Anna ended the voice chat (1 hour)"),
      (
        #""action": "set_messages_ttl", "period": 86400"#,
        "Anna set messages to delete themselves after 1 day"
      ),
      (#""action": "set_messages_ttl", "period": 0"#, "Anna turned off the auto-delete timer"),
      (
        #""action": "send_payment", "amount": 5, "currency": "USD""#,
        "A payment of 0.05 USD was made"
      ),
      (
        #""action": "send_payment", "amount": 500, "currency": "JPY", "recurring": "init""#,
        "A payment of 500 JPY was made (the first of a series)"
      ),
      (
        #""action": "send_passport_values", "values": ["personal_details", "email"]"#,
        "Telegram Passport data was sent: personal details and email"
      ),
      (
        #""action": "todo_append_tasks", "items": [{"text": "a", "id": 1}]"#,
        "Anna added to the list: a"
      ),
      (#""action": "topic_edit", "new_title": "N""#, "Anna renamed the topic to “N”"),
      (#""action": "custom_action", "title": "As written""#, "As written"),
      (#""information_text": "As written""#, "As written"),
      (#""action": "grow_wings", "span": 3"#, "Anna: grow wings (grow_wings)"),
      (#""title": "?""#, "?"),
      (#""action": """#, "Anna: something happened"),
    ])
  func sentences(fields: String, sentence: String) throws {
    let record = try read("\"actor\": \"Anna\", \"actor_id\": \"user1\", \(fields), \"text\": \"\"")
    #expect(record.text.string == sentence)
    #expect(record.author?.key == "user1")
  }

  @Test("Details stay as unknown fields, and nobody is Somebody")
  func details() throws {
    let record = try read(#""action": "score_in_game", "score": 5, "game_message_id": 2"#)
    #expect(record.text.string == "Somebody scored 5 in a game")
    #expect(record.kind == .service(action: "score_in_game"))
    #expect(record.unknownFields == #"{"score":5,"game_message_id":2}"#)
  }

  @Test(
    "No known action falls back to its raw name",
    arguments: [
      "create_group", "create_channel", "edit_group_title", "edit_group_photo",
      "delete_group_photo",
      "invite_members", "remove_members", "join_group_by_link", "join_group_by_request",
      "migrate_to_supergroup", "migrate_from_group", "topic_created", "topic_edit", "boost_apply",
      "new_creator_pending", "change_creator", "pin_message", "clear_history", "score_in_game",
      "phone_call", "conference_call", "group_call", "group_call_scheduled", "invite_to_group_call",
      "take_screenshot", "joined_telegram", "set_messages_ttl", "edit_chat_theme",
      "set_chat_wallpaper", "set_same_chat_wallpaper", "proximity_reached", "suggest_profile_photo",
      "suggest_birthday", "attach_menu_bot_allowed", "web_app_bot_allowed",
      "allow_sending_messages",
      "send_passport_values", "requested_phone_number", "requested_peer", "send_webview_data",
      "send_payment", "refunded_payment", "paid_messages_refund", "paid_messages_price_change",
      "process_suggested_post", "suggested_post_success", "suggested_post_refund",
      "send_premium_gift", "send_ton_gift", "send_stars_gift", "send_star_gift", "stars_prize",
      "gift_code_prize", "giveaway_launch", "giveaway_results", "todo_completions",
      "todo_append_tasks",
    ])
  func known(action: String) throws {
    let text = try read("\"actor\": \"Anna\", \"action\": \"\(action)\"").text.string
    #expect(!text.contains(action))
    #expect(text.first?.isUppercase == true)
  }

  private func read(_ fields: String) throws -> MessageRecord {
    let json = TelegramExport.chat([
      "{\"id\": 1, \"type\": \"service\", \"date_unixtime\": \"5\", \(fields)}"
    ])
    let sink = CollectingSink()
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    return try #require(sink.messages.first)
  }
}
