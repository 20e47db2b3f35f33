import LugeArchive

extension WhatsAppPhrases {
  static let romance = [spanish, french, italian, portuguese, romanian, catalan]

  private static let spanish = WhatsAppPhrases(
    omitted: ["<Multimedia omitido>", "<Archivo omitido>"],
    omittedByKind: [
      ("imagen omitida", .photo), ("Video omitido", .video), ("video omitido", .video),
      ("Vídeo omitido", .video), ("audio omitido", .audio), ("sticker omitido", .sticker),
      ("GIF omitido", .animation), ("documento omitido", .file),
      ("Tarjeta de contacto omitida", .contact),
    ],
    attached: ["adjunto"],
    fileAttached: ["(archivo adjunto)"],
    edited: ["<Se editó este mensaje.>", "<Se editó este mensaje>", "<Este mensaje fue editado>"],
    deleted: [
      "Se eliminó este mensaje", "Eliminaste este mensaje", "Este mensaje fue eliminado",
      "Has eliminado este mensaje",
    ],
    calls: [
      "Llamada perdida", "Videollamada perdida", "Llamada de voz perdida",
      "Llamada de video perdida",
    ],
    location: ["ubicación", "Ubicación"],
    poll: ["ENCUESTA"],
    encryption: ["cifrados de extremo a extremo", "cifrado de extremo a extremo"])

  private static let french = WhatsAppPhrases(
    omitted: ["<Médias omis>", "<Fichier omis>", "<Médias cachés>"],
    omittedByKind: [
      ("image absente", .photo), ("vidéo absente", .video), ("audio omis", .audio),
      ("sticker omis", .sticker), ("GIF retiré", .animation), ("document manquant", .file),
      ("Fiche contact omise", .contact), ("Fiche contact manquante", .contact),
    ],
    attached: ["pièce jointe", "joint"],
    fileAttached: ["(fichier joint)"],
    edited: ["<Ce message a été modifié>", "<Ce message a été modifié.>"],
    deleted: ["Ce message a été supprimé", "Vous avez supprimé ce message", "Message supprimé"],
    calls: ["Appel vocal manqué", "Appel vidéo manqué"],
    markedCalls: [
      "Appel vocal", "Appel vidéo", "Appel de groupe",
    ],
    location: ["localisation", "Localisation", "position"],
    poll: ["SONDAGE"],
    encryption: ["chiffrés de bout en bout"])

  private static let italian = WhatsAppPhrases(
    omitted: ["<Media omessi>", "<File multimediale omesso>"],
    omittedByKind: [
      ("immagine omessa", .photo), ("video omesso", .video), ("audio omesso", .audio),
      ("sticker non incluso", .sticker), ("sticker omesso", .sticker), ("GIF esclusa", .animation),
      ("documento omesso", .file), ("Scheda contatto omessa", .contact),
    ],
    attached: ["allegato"],
    fileAttached: ["(file allegato)"],
    edited: ["<Questo messaggio è stato modificato>", "<Questo messaggio è stato modificato.>"],
    deleted: ["Questo messaggio è stato eliminato", "Hai eliminato questo messaggio"],
    calls: ["Chiamata persa", "Chiamata vocale persa", "Videochiamata persa"],
    markedCalls: [
      "Chiamata vocale", "Videochiamata", "Chiamata di gruppo",
    ],
    location: ["posizione", "Posizione"],
    poll: ["SONDAGGIO"],
    encryption: ["crittografati end-to-end", "crittografia end-to-end"])

  private static let portuguese = WhatsAppPhrases(
    omitted: [
      "<Mídia oculta>", "<Arquivo de mídia oculto>", "<Ficheiro não revelado>",
      "<Ficheiro multimédia omitido>",
    ],
    omittedByKind: [
      ("imagem ocultada", .photo), ("imagem omitida", .photo), ("vídeo omitido", .video),
      ("vídeo ocultado", .video), ("áudio ocultado", .audio), ("áudio omitido", .audio),
      ("figurinha omitida", .sticker), ("GIF omitido", .animation), ("documento omitido", .file),
      ("Cartão do contato omitido", .contact), ("imagem não revelada", .photo),
      ("vídeo não revelado", .video), ("ficheiro de áudio não revelado", .audio),
      ("sticker não revelado", .sticker), ("GIF não revelada", .animation),
      ("documento não revelado", .file), ("Contacto não revelado", .contact),
    ],
    attached: ["anexado"],
    fileAttached: ["(arquivo anexado)", "(ficheiro anexado)"],
    edited: ["<Mensagem editada>", "<Esta mensagem foi editada>", "<Mensagem editada.>"],
    deleted: [
      "Mensagem apagada", "Esta mensagem foi apagada", "Essa mensagem foi apagada",
      "Você apagou esta mensagem", "Apagou esta mensagem", "Eliminou esta mensagem",
    ],
    calls: [
      "Chamada de voz perdida", "Chamada de vídeo perdida", "Ligação de voz perdida",
      "Ligação de vídeo perdida",
    ],
    location: ["localização", "Localização"],
    poll: ["ENQUETE", "SONDAGEM"],
    encryption: ["criptografia de ponta a ponta", "encriptadas ponto a ponto"])

  private static let romanian = WhatsAppPhrases(
    omitted: ["<Fișiere media omise>", "<Media omise>"],
    fileAttached: ["(fișier atașat)"],
    edited: ["<Acest mesaj a fost editat>"],
    deleted: ["Acest mesaj a fost șters", "Ai șters acest mesaj"],
    calls: ["Apel vocal pierdut", "Apel video pierdut"],
    location: ["locație"],
    encryption: ["criptate integral"])

  private static let catalan = WhatsAppPhrases(
    omitted: ["<Mitjans omesos>", "<Multimèdia omès>"],
    omittedByKind: [("imatge omesa", .photo), ("vídeo omès", .video)],
    attached: ["adjunt"],
    fileAttached: ["(fitxer adjunt)"],
    deleted: ["S'ha suprimit aquest missatge", "Heu suprimit aquest missatge"],
    calls: ["Trucada perduda", "Videotrucada perduda"],
    location: ["ubicació"],
    poll: ["ENQUESTA"],
    encryption: ["xifrats d'extrem a extrem"])
}
