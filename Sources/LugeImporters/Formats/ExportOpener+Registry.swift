import LugeArchive

extension ExportOpener {
  /// All formats that Luge reads. To add one, add its reader's type.
  public static let registry: [any ExportReader.Type] = [
    LugeLinesReader.self,
    TelegramReader.self,
    TelegramHTMLReader.self,
    DiscordReader.self,
    DiscordPackageReader.self,
    SlackReader.self,
    MessengerReader.self,
    MatrixExportReader.self,
    GoogleChatReader.self,
    HangoutsReader.self,
    SkypeReader.self,
    MastodonReader.self,
    TwitterReader.self,
    BlueskyReader.self,
    BlueskyRecordsReader.self,
    WhatsAppTextReader.self,
    IRCLogReader.self,
  ]
}
