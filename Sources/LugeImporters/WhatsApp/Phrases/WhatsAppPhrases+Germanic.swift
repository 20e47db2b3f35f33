import LugeArchive

extension WhatsAppPhrases {
  static let germanic = [english, german, dutch, swedish, danish, norwegian]

  private static let english = WhatsAppPhrases(
    omitted: ["<Media omitted>", "<View once voice message omitted>", "<Video message omitted>"],
    omittedByKind: [
      ("image omitted", .photo), ("video omitted", .video), ("audio omitted", .audio),
      ("sticker omitted", .sticker), ("GIF omitted", .animation), ("document omitted", .file),
      ("Contact card omitted", .contact), ("video note omitted", .videoMessage),
    ],
    attached: ["attached"],
    fileAttached: ["(file attached)"],
    edited: ["<This message was edited>", "<This message was edited.>"],
    deleted: [
      "This message was deleted", "You deleted this message", "This message was deleted by admin",
    ],
    calls: [
      "Missed voice call", "Missed video call", "Missed group voice call",
      "Missed group video call",
    ],
    markedCalls: [
      "Voice call", "Video call", "Group voice call", "Group video call", "Group call",
      "Silenced voice call", "Silenced video call",
    ],
    location: ["location", "Location"],
    poll: ["POLL"],
    encryption: ["end-to-end encrypted"])

  private static let german = WhatsAppPhrases(
    omitted: ["<Medien ausgeschlossen>", "<Medien weggelassen>"],
    omittedByKind: [
      ("Bild weggelassen", .photo), ("Video weggelassen", .video), ("Audio weggelassen", .audio),
      ("Sticker weggelassen", .sticker), ("GIF weggelassen", .animation),
      ("Dokument weggelassen", .file), ("Kontaktkarte ausgelassen", .contact),
      ("Kontaktkarte weggelassen", .contact), ("Videonachricht weggelassen", .videoMessage),
    ],
    attached: ["Anhang", "angehängt"],
    fileAttached: ["(Datei angehängt)"],
    edited: ["<Diese Nachricht wurde bearbeitet.>", "<Diese Nachricht wurde bearbeitet>"],
    deleted: [
      "Diese Nachricht wurde gelöscht", "Du hast diese Nachricht gelöscht",
      "Sie haben diese Nachricht gelöscht",
    ],
    calls: ["Verpasster Sprachanruf", "Verpasster Videoanruf", "Verpasster Anruf"],
    markedCalls: [
      "Sprachanruf", "Videoanruf", "Gruppenanruf", "Stummgeschalteter Sprachanruf",
      "Stummgeschalteter Videoanruf",
    ],
    location: ["Standort", "standort"],
    poll: ["UMFRAGE"],
    encryption: ["Ende-zu-Ende-verschlüsselt"])

  private static let dutch = WhatsAppPhrases(
    omitted: ["<Media weggelaten>"],
    omittedByKind: [
      ("afbeelding weggelaten", .photo), ("video weggelaten", .video),
      ("audio weggelaten", .audio), ("sticker weggelaten", .sticker),
      ("GIF weggelaten", .animation), ("document weggelaten", .file),
      ("Contactkaart weggelaten", .contact),
    ],
    attached: ["bijgevoegd"],
    fileAttached: ["(bestand bijgevoegd)"],
    edited: ["<Dit bericht is bewerkt>", "<Dit bericht is bewerkt.>"],
    deleted: [
      "Dit bericht is verwijderd", "U hebt dit bericht verwijderd",
      "Je hebt dit bericht verwijderd",
    ],
    calls: ["Gemiste spraakoproep", "Gemiste video-oproep", "Gemiste audio-oproep"],
    markedCalls: [
      "Spraakoproep", "Video-oproep", "Groepsoproep",
    ],
    location: ["locatie", "Locatie"],
    poll: ["PEILING"],
    encryption: ["end-to-end versleuteld"])

  private static let swedish = WhatsAppPhrases(
    omitted: ["<Media har utelämnats>", "<Media utelämnat>", "<Media utelämnades>"],
    omittedByKind: [("bild utelämnad", .photo), ("video utelämnad", .video)],
    attached: ["bifogad"],
    fileAttached: ["(fil bifogad)", "(bifogad fil)"],
    edited: ["<Detta meddelande har redigerats>", "<Det här meddelandet redigerades>"],
    deleted: [
      "Detta meddelande raderades", "Det här meddelandet raderades", "Du raderade detta meddelande",
      "Du raderade det här meddelandet",
    ],
    calls: ["Missat röstsamtal", "Missat videosamtal"],
    location: ["plats", "Plats"],
    encryption: ["totalsträckskrypterade", "krypterade från början till slut"])

  private static let danish = WhatsAppPhrases(
    omitted: ["<Medier udeladt>", "<Mediefil udeladt>"],
    omittedByKind: [("billede udeladt", .photo), ("video udeladt", .video)],
    attached: ["vedhæftet"],
    fileAttached: ["(fil vedhæftet)"],
    edited: ["<Denne besked blev redigeret>"],
    deleted: ["Denne besked blev slettet", "Du slettede denne besked"],
    calls: ["Ubesvaret taleopkald", "Ubesvaret videoopkald"],
    location: ["lokation"],
    encryption: ["end-to-end-krypteret"])

  private static let norwegian = WhatsAppPhrases(
    omitted: ["<Media er utelatt>", "<Medier utelatt>", "<Uten vedlegg>"],
    omittedByKind: [("bilde utelatt", .photo), ("video utelatt", .video)],
    attached: ["vedlagt"],
    fileAttached: ["(fil vedlagt)"],
    edited: ["<Denne meldingen ble redigert>"],
    deleted: ["Denne meldingen ble slettet", "Du slettet denne meldingen"],
    calls: ["Tapt taleanrop", "Tapt videoanrop"],
    location: ["posisjon"],
    encryption: ["ende-til-ende-kryptert"])
}
