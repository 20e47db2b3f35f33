import LugeArchive
import LugeCore

/// Makes the sentence of a service message.
struct TelegramService {
  private let object: TelegramObject
  private let who: String

  init(_ object: TelegramObject, actor: String?) {
    self.object = object
    self.who = actor ?? "Somebody"
  }

  func sentence(_ action: String) -> String {
    groupSentence(action) ?? talkSentence(action) ?? trustSentence(action)
      ?? moneySentence(action) ?? giftSentence(action) ?? listSentence(action) ?? fallback(action)
  }

  /// Returns the export's own words for an unknown action.
  private func fallback(_ action: String) -> String {
    if let text = object.peek(.informationText)?.string ?? object.peek(.title)?.string,
      action.isEmpty || action == "information" || action == "custom_action"
    {
      return text
    }
    guard !action.isEmpty else { return "\(who): something happened" }
    return "\(who): \(action.split(separator: "_").joined(separator: " ")) (\(action))"
  }

  // MARK: - Groups and channels

  private func groupSentence(_ action: String) -> String? {
    switch action {
    case "create_group": "\(who) created the group\(quoted(title))"
    case "create_channel": "\(who) created the channel\(quoted(title))"
    case "edit_group_title": "\(who) changed the group name to\(quoted(title))"
    case "edit_group_photo": "\(who) changed the group photo"
    case "delete_group_photo": "\(who) removed the group photo"
    case "invite_members": inviteSentence
    case "remove_members": removeSentence
    case "join_group_by_link":
      "\(who) joined by an invite link\(text("inviter").map { " from \($0)" } ?? "")"
    case "join_group_by_request": "\(who) was accepted into the group"
    case "migrate_to_supergroup": "The group became a supergroup"
    case "migrate_from_group": "The group\(quoted(title)) became this supergroup"
    case "topic_created": "\(who) created the topic\(quoted(title))"
    case "topic_edit": topicSentence
    case "boost_apply":
      "\(who) boosted the group \(TelegramFormat.count(number("boosts") ?? 1, "time"))"
    case "new_creator_pending":
      "\(text("new_creator") ?? "Somebody") will become the owner of the group"
    case "change_creator": "\(text("new_creator") ?? "Somebody") became the owner of the group"
    default: nil
    }
  }

  private var inviteSentence: String {
    let names = members
    return names == [who] ? "\(who) joined the group" : "\(who) added \(TelegramFormat.list(names))"
  }

  private var removeSentence: String {
    let names = members
    return names == [who] ? "\(who) left the group" : "\(who) removed \(TelegramFormat.list(names))"
  }

  private var topicSentence: String {
    text("new_title").map { "\(who) renamed the topic to\(quoted($0))" }
      ?? "\(who) changed the icon of the topic"
  }

  // MARK: - Messages and calls

  private func talkSentence(_ action: String) -> String? {
    switch action {
    case "pin_message": "\(who) pinned a message"
    case "clear_history": "\(who) cleared the history"
    case "score_in_game": "\(who) scored \(number("score") ?? 0) in a game"
    case "phone_call": callSentence
    case "conference_call": conferenceSentence
    case "group_call":
      number("duration").map { "\(who) ended the voice chat (\(TelegramFormat.duration($0)))" }
        ?? "\(who) started a voice chat"
    case "group_call_scheduled": "\(who) scheduled a voice chat"
    case "invite_to_group_call": "\(who) invited \(TelegramFormat.list(members)) to the voice chat"
    case "take_screenshot": "\(who) took a screenshot"
    case "joined_telegram": "\(who) joined Telegram"
    case "set_messages_ttl": timerSentence
    case "edit_chat_theme":
      text("emoticon").map { "\(who) changed the chat theme to \($0)" }
        ?? "\(who) changed the chat theme"
    case "set_chat_wallpaper": "\(who) set a new wallpaper for this chat"
    case "set_same_chat_wallpaper": "\(who) set the same wallpaper for this chat"
    case "proximity_reached":
      "\(who) is within \(TelegramFormat.count(number("distance") ?? 0, "meter")) of "
        + (text("to") ?? "somebody")
    case "suggest_profile_photo": "\(who) suggested a profile photo"
    case "suggest_birthday": birthdaySentence
    default: nil
    }
  }

  private var callSentence: String {
    let length = object.peek(.duration)?.integer.map { " (\(TelegramFormat.duration($0)))" } ?? ""
    switch text("discard_reason") {
    case "missed": return "\(who) called; nobody answered"
    case "busy": return "\(who) called; the line was busy\(length)"
    default: return "\(who) called\(length)"
    }
  }

  private var conferenceSentence: String {
    if object.other("is_missed")?.boolean == true { return "\(who) started a group call; missed" }
    let length = object.peek(.duration)?.integer.map { " (\(TelegramFormat.duration($0)))" } ?? ""
    return "\(who) started a group call\(length)"
  }

  private var timerSentence: String {
    guard let period = number("period"), period > 0 else {
      return "\(who) turned off the auto-delete timer"
    }
    return "\(who) set messages to delete themselves after \(TelegramFormat.duration(period))"
  }

  private var birthdaySentence: String {
    let date = [number("day"), number("month"), number("year")].compactMap { $0.map(String.init) }
    return "\(who) suggested a birthday\(date.isEmpty ? "" : ": \(date.joined(separator: "."))")"
  }

  // MARK: - Bots and permissions

  private func trustSentence(_ action: String) -> String? {
    switch action {
    case "attach_menu_bot_allowed": "The bot may now write: it was added to the attachment menu"
    case "web_app_bot_allowed": "The bot may now write: its web app was allowed"
    case "allow_sending_messages":
      "The bot may now write"
        + (text("reason_app_name") ?? text("reason_domain")).map { ": login on \($0)" }.orEmpty
    case "send_passport_values": passportSentence
    case "requested_phone_number": "\(who) asked for the phone number"
    case "requested_peer": "\(who) shared a contact or chat with the bot"
    case "send_webview_data": "Data from a web app was sent to the bot"
    default: nil
    }
  }

  private var passportSentence: String {
    let values = strings(object.other("values")).map {
      $0.split(separator: "_").joined(separator: " ")
    }
    return "Telegram Passport data was sent: \(TelegramFormat.list(values))"
  }

  // MARK: - Money

  private func moneySentence(_ action: String) -> String? {
    switch action {
    case "send_payment":
      "A payment of \(amount) was made"
        + (text("recurring").map { $0 == "init" ? " (the first of a series)" : " (recurring)" })
        .orEmpty
    case "refunded_payment":
      "\(text("peer_name") ?? "Somebody") refunded a payment of \(amount)"
    case "paid_messages_refund":
      "\(who) refunded \(TelegramFormat.count(number("stars_count") ?? 0, "star")) for "
        + TelegramFormat.count(number("messages_count") ?? 0, "message")
    case "paid_messages_price_change":
      "\(who) set the price of a message to "
        + TelegramFormat.count(number("price_stars") ?? 0, "star")
    case "process_suggested_post": postSentence
    case "suggested_post_success":
      "The suggested post was published and paid\(price.map { ": \($0)" }.orEmpty)"
    case "suggested_post_refund": "The suggested post was refunded"
    default: nil
    }
  }

  private var amount: String {
    TelegramFormat.money(number("amount") ?? 0, currency: text("currency"))
  }

  private var price: String? {
    number("price_amount_whole").map { "\($0) \(text("price_currency") ?? "")" }
  }

  private var postSentence: String {
    if object.other("rejected")?.boolean == true {
      return "\(who) rejected the suggested post"
        + text("comment").map { ": \($0)" }.orEmpty
    }
    return "\(who) approved the suggested post\(price.map { " for \($0)" }.orEmpty)"
  }

  // MARK: - Gifts

  private func giftSentence(_ action: String) -> String? {
    switch action {
    case "send_premium_gift", "send_ton_gift", "send_stars_gift":
      "\(who) sent a \(giftName(action)) gift\(text("cost").map { " for \($0)" }.orEmpty)"
    case "send_star_gift":
      "\(who) sent a gift worth \(TelegramFormat.count(number("stars") ?? 0, "star"))"
        + text("gift_text").map { ": \($0)" }.orEmpty
    case "stars_prize":
      "\(who) won \(TelegramFormat.count(number("stars") ?? 0, "star"))"
        + text("boost_peer_name").map { " in the giveaway of \($0)" }.orEmpty
    case "gift_code_prize": "\(who) won a gift code for Telegram Premium"
    case "giveaway_launch": "A giveaway was started"
    case "giveaway_results":
      "The giveaway has ended: \(TelegramFormat.count(number("winners") ?? 0, "winner"))"
    default: nil
    }
  }

  private func giftName(_ action: String) -> String {
    switch action {
    case "send_ton_gift": "TON"
    case "send_stars_gift": "Stars"
    default: "Telegram Premium"
    }
  }

  // MARK: - Lists

  private func listSentence(_ action: String) -> String? {
    switch action {
    case "todo_completions":
      "\(who) ticked \(TelegramFormat.count(size("completed"), "task")) and unticked "
        + TelegramFormat.count(size("incompleted"), "task")
    case "todo_append_tasks":
      "\(who) added to the list: "
        + TelegramFormat.list(
          object.other("items").map { items in
            items.elements.map { TelegramText.read(text: $0["text"], entities: nil).string }
          } ?? [])
    default: nil
    }
  }

  // MARK: - Details

  private var title: String? { object.peek(.title)?.string }
  private func text(_ name: String) -> String? { object.other(name)?.scalarText }
  private func number(_ name: String) -> Int64? { object.other(name)?.integer }
  private func size(_ name: String) -> Int64 {
    object.other(name).map { Int64(Array($0.elements).count) } ?? 0
  }

  private var members: [String] { strings(object.other("members")) }

  private func strings(_ list: JSONValue?) -> [String] {
    list.map { $0.elements.map { $0.string ?? AuthorRecord.deletedAccountName } } ?? []
  }

  private func quoted(_ text: String?) -> String { text.map { " “\($0)”" } ?? "" }
}

extension Optional where Wrapped == String {
  fileprivate var orEmpty: String { self ?? "" }
}
