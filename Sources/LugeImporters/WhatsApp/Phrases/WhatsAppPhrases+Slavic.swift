import LugeArchive

extension WhatsAppPhrases {
  static let slavic = [russian, ukrainian, polish, czech, croatian]

  private static let russian = WhatsAppPhrases(
    omitted: ["<Без медиафайлов>", "<Медиафайл пропущен>"],
    omittedByKind: [
      ("изображение отсутствует", .photo), ("изображение пропущено", .photo),
      ("видео отсутствует", .video), ("видео пропущено", .video), ("аудио отсутствует", .audio),
      ("аудио пропущено", .audio), ("стикер отсутствует", .sticker), ("стикер пропущен", .sticker),
      ("документ пропущен", .file), ("аудиофайл отсутствует", .audio),
      ("стикер не добавлен", .sticker), ("GIF отсутствует", .animation),
      ("документ отсутствует", .file), ("Карточка контакта отсутствует", .contact),
    ],
    attached: ["прикреплено"],
    fileAttached: ["(файл добавлен)"],
    edited: ["<Сообщение изменено>", "<Это сообщение изменено>"],
    deleted: ["Данное сообщение удалено", "Вы удалили данное сообщение", "Сообщение удалено"],
    calls: ["Пропущенный аудиозвонок", "Пропущенный видеозвонок"],
    location: ["местоположение", "Местоположение"],
    poll: ["ОПРОС"],
    encryption: ["сквозным шифрованием"])

  private static let ukrainian = WhatsAppPhrases(
    omitted: ["<Без медіафайлів>", "<Медіа пропущено>"],
    omittedByKind: [
      ("зображення відсутнє", .photo), ("відео відсутнє", .video), ("аудіо відсутнє", .audio),
      ("Наклейку не додано", .sticker), ("GIF-анімацію пропущено", .animation),
      ("документ пропущено", .file), ("Картка контакту відсутня", .contact),
    ],
    attached: ["прикріплено"],
    fileAttached: ["(файл додано)"],
    edited: ["<Це повідомлення змінено>"],
    deleted: ["Це повідомлення було видалено", "Ви видалили це повідомлення"],
    calls: ["Пропущений аудіовиклик", "Пропущений відеовиклик"],
    location: ["розташування"],
    encryption: ["наскрізним шифруванням"])

  private static let polish = WhatsAppPhrases(
    omitted: ["<Pominięto multimedia>", "<pominięto multimedia>", "<Multimedia pominięte>"],
    omittedByKind: [("obraz pominięto", .photo), ("pominięto obraz", .photo)],
    attached: ["załączono"],
    fileAttached: ["(załączony plik)", "(plik załączony)", "(plik w załączniku)"],
    edited: ["<Ta wiadomość została zmieniona>", "<Wiadomość została edytowana>"],
    deleted: [
      "Ta wiadomość została usunięta", "Usunięto tę wiadomość", "Usunięta wiadomość",
    ],
    calls: ["Nieodebrane połączenie głosowe", "Nieodebrane połączenie wideo"],
    location: ["lokalizacja", "Lokalizacja"],
    poll: ["ANKIETA"],
    encryption: ["szyfrowane end-to-end", "w pełni szyfrowane"])

  private static let czech = WhatsAppPhrases(
    omitted: ["<Média vynechány>", "<Média vynechána>", "<Bez médií>"],
    omittedByKind: [
      ("obrázek vynechán", .photo), ("video vynecháno", .video),
      ("zvukový soubor vynechán", .audio), ("nálepka vynechána", .sticker),
      ("GIF vynechán", .animation), ("dokument vynechán", .file), ("Vizitka vynechána", .contact),
    ],
    attached: ["přiloženo"],
    fileAttached: ["(soubor byl přiložen)"],
    edited: ["<Tato zpráva byla upravena>"],
    deleted: [
      "Tato zpráva byla odstraněna", "Odstranil(a) jste tuto zprávu",
      "Tuto zprávu jste odstranil/a", "Tato zpráva byla smazána",
      "Tuto zprávu jste smazal/a",
    ],
    calls: ["Zmeškaný hovor", "Zmeškaný hlasový hovor", "Zmeškaný videohovor"],
    location: ["poloha"],
    encryption: ["koncově šifrované", "koncovým šifrováním"])

  private static let croatian = WhatsAppPhrases(
    omitted: ["<Medijski zapis izostavljen>", "<Mediji izostavljeni>"],
    fileAttached: ["(datoteka u privitku)"],
    deleted: ["Ova je poruka izbrisana", "Izbrisali ste ovu poruku"],
    calls: ["Propušten glasovni poziv", "Propušten videopoziv"],
    encryption: ["sveobuhvatno kriptirane"])
}
