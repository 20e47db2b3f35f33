import LugeArchive

extension ExportOpener {
  /// All formats that Luge reads. To add a format, add its reader's type.
  public static let registry: [any ExportReader.Type] = {
    ReasonWords.add(ReaderReasons.phrases)
    return readers
  }()

  private static let readers: [any ExportReader.Type] = [
    LugeLinesReader.self,
    TelegramReader.self,
    TelegramHTMLReader.self,
    DiscordReader.self,
    DiscordPackageReader.self,
    SlackReader.self,
    MessengerReader.self,
    MessengerPagesReader.self,
    MatrixExportReader.self,
    ElementTextReader.self,
    GoogleChatReader.self,
    HangoutsReader.self,
    SkypeReader.self,
    TeamsReader.self,
    SignalBackupReader.self,
    SigtopReader.self,
    SignalExportReader.self,
    SignalTextReader.self,
    MessagesDatabaseReader.self,
    MessagesTextReader.self,
    IMazingReader.self,
    MattermostReader.self,
    ZulipReader.self,
    RocketChatReader.self,
    LINEReader.self,
    KakaoTalkReader.self,
    ViberReader.self,
    MastodonReader.self,
    TwitterReader.self,
    TwitterMessagesReader.self,
    GrailbirdReader.self,
    RedditReader.self,
    MailboxReader.self,
    BlueskyReader.self,
    BlueskyRecordsReader.self,
    WhatsAppTextReader.self,
    IRCLogReader.self,
  ]

  /// Names of the formats, in alphabetical order.
  public static var formatNames: [String] {
    Set(registry.map { $0.formatName }).sorted { $0.lowercased() < $1.lowercased() }
  }
}
