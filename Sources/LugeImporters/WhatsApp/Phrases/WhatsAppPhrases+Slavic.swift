import LugeArchive

extension WhatsAppPhrases {
  static let slavic = [russian, ukrainian, polish, czech, croatian]

  private static let russian = WhatsAppPhrases(
    omitted: ["<Без медиафайлов>", "<Медиафайл пропущен>"],
    omittedByKind: [
      ("изображение отсутствует", .photo), ("изображение пропущено", .photo),
      ("видео отсутствует", .video), ("видео пропущено", .video), ("аудио отсутствует", .audio),
      ("аудио пропущено", .audio), ("стикер отсутствует", .sticker),
      ("стикер пропущен", .sticker), ("документ пропущен", .file),
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
    omitted: ["<Média vynechána>", "<Bez médií>"],
    attached: ["přiloženo"],
    fileAttached: ["(soubor byl přiložen)"],
    edited: ["<Tato zpráva byla upravena>"],
    deleted: ["Tato zpráva byla odstraněna", "Odstranil(a) jste tuto zprávu"],
    calls: ["Zmeškaný hlasový hovor", "Zmeškaný videohovor"],
    location: ["poloha"],
    encryption: ["koncově šifrované"])

  private static let croatian = WhatsAppPhrases(
    omitted: ["<Medijski zapis izostavljen>", "<Mediji izostavljeni>"],
    fileAttached: ["(datoteka u privitku)"],
    deleted: ["Ova je poruka izbrisana", "Izbrisali ste ovu poruku"],
    calls: ["Propušten glasovni poziv", "Propušten videopoziv"],
    encryption: ["sveobuhvatno kriptirane"])
}
