import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("WhatsApp: what a text stands for")
struct WhatsAppBodyTests {
  private func body(
    _ text: String, mayBeNotice: Bool = false, isLineMarked: Bool = false, author: String = ""
  ) -> WhatsAppBody {
    Array(text.utf8).withUnsafeBufferPointer {
      WhatsAppBody(
        $0, mayBeNotice: mayBeNotice, isLineMarked: isLineMarked, author: author)
    }
  }

  @Test(
    "Left-out media",
    arguments: [
      ("<Media omitted>", MediaRecord.Kind.other), ("<Medien ausgeschlossen>", .other),
      ("<Multimedia omitido>", .other), ("<Médias omis>", .other), ("<Media omessi>", .other),
      ("<Media weggelaten>", .other), ("<Без медиафайлов>", .other),
      ("<Medya dahil edilmedi>", .other), ("\u{200E}image omitted", .photo),
      ("\u{200E}imagen omitida", .photo), ("\u{200E}Bild weggelassen", .photo),
      ("\u{200E}sticker omitted", .sticker), ("\u{200E}GIF omitted", .animation),
      ("\u{200E}Contact card omitted", .contact), ("\u{200E}audio omitted", .audio),
      ("<Média vynechány>", .other), ("\u{200E}obrázek vynechán", .photo),
      ("\u{200E}đã bỏ qua hình ảnh", .photo), ("\u{200E}ไม่มีรูปภาพ", .photo),
      ("\u{200E}画像は含まれていません", .photo), ("\u{200E}GIF छोड़ा गया", .animation),
      ("\u{200E}vídeo não revelado", .video), ("\u{200E}Наклейку не додано", .sticker),
    ])
  func omitted(text: String, kind: MediaRecord.Kind) {
    let body = body(text)
    #expect(body.media.map(\.kind) == [kind])
    #expect(body.media.first?.path == nil)
    #expect(body.media.first?.note == text.replacing("\u{200E}", with: ""))
    #expect(body.text.isEmpty)
  }

  @Test(
    "People write such words too", arguments: ["image omitted", "<sigh>", "<media omitted> lol"])
  func notOmitted(text: String) {
    let body = body(text)
    #expect(body.media.isEmpty)
    #expect(body.text.string == text)
  }

  @Test(
    "Files",
    arguments: [
      ("\u{200E}<attached: 00000012-PHOTO-2020.jpg>", "00000012-PHOTO-2020.jpg", "photo", ""),
      ("Look! \u{200E}<attached: 1.mp4>", "1.mp4", "video", "Look!"),
      ("\u{200E}<adjunto: 1-AUDIO.opus>", "1-AUDIO.opus", "voice", ""),
      ("\u{200E}<Anhang: 00000003-STICKER-2020.webp>", "00000003-STICKER-2020.webp", "sticker", ""),
      ("\u{200E}<xyz: 5.gif>", "5.gif", "animation", ""),
      ("<attached: a b.pdf>", "a b.pdf", "file", ""),
      ("2015-08-04-PHOTO-0042.jpg <\u{200E}attached>", "2015-08-04-PHOTO-0042.jpg", "photo", ""),
      ("IMG-20200101-WA0001.jpg (file attached)", "IMG-20200101-WA0001.jpg", "photo", ""),
      (
        "\u{200E}PTT-20200101-WA0001.opus (Datei angehängt)", "PTT-20200101-WA0001.opus", "voice",
        ""
      ),
      ("VID-20200101-WA0001.mp4 (archivo adjunto)\nwow", "VID-20200101-WA0001.mp4", "video", "wow"),
      ("\u{200E}DOC-20200101-WA0001.pdf (xyz)", "DOC-20200101-WA0001.pdf", "file", ""),
      ("Ann Lee.vcf (file attached)", "Ann Lee.vcf", "contact", ""),
      ("report v1.2.docx (bestand bijgevoegd)", "report v1.2.docx", "file", ""),
      ("STK-20200101-WA0001.webp (file attached)", "STK-20200101-WA0001.webp", "sticker", ""),
    ])
  func attached(text: String, file: String, kind: String, caption: String) {
    let body = body(text)
    #expect(body.media.map(\.path) == [file])
    #expect(body.media.map(\.fileName) == [file])
    #expect(body.media.map(\.kind.rawValue) == [kind])
    #expect(body.text.string == caption)
  }

  @Test(
    "No files",
    arguments: [
      "x <y: z>", "see main.c (line 4)", "<attached: ../../etc/passwd.txt>", "<a>",
      "a/b.jpg <attached>", "<attached>", "me.jpg <mine>", "()",
      "(file attached)",
      "a/b.jpg (file attached)", "..jpg>", "<attached: >", "photo.jpg (mine)", ">", "<", "<:>",
    ])
  func notAttached(text: String) {
    let body = body(text)
    #expect(body.media.isEmpty)
    #expect(body.text.string == text)
  }

  @Test("What iOS writes of a document before it is its name and its length, and nobody's words")
  func document() {
    let body = body("report.pdf • \u{200E}3 pages \u{200E}<attached: 1-report.pdf>")
    #expect(
      body.media == [
        MediaRecord(kind: .file, path: "1-report.pdf", fileName: "report.pdf", note: "3 pages")
      ])
    #expect(body.text.isEmpty)
    // A person's bullet has no mark behind it.
    #expect(
      self.body("see a.pdf • 3 pages \u{200E}<attached: 1-a.pdf>").text.string
        == "see a.pdf • 3 pages")
  }

  @Test(
    "Calls behind a line's mark are no files",
    arguments: [
      ("Voice call. \u{200E}2 min", "Voice call. 2 min"),
      ("Voice call, \u{200E}5 min", "Voice call, 5 min"),
      ("Missed voice call. \u{200E}Tap to call back", "Missed voice call. Tap to call back"),
      ("Video call. \u{200E}No answer", "Video call. No answer"),
      ("Silenced voice call. \u{200E}Focus mode", "Silenced voice call. Focus mode"),
      ("Sprachanruf. \u{200E}2 Min.", "Sprachanruf. 2 Min."),
      ("Missed voice call", "Missed voice call"),
      ("Voice call", "Voice call"),
    ])
  func markedCall(text: String, note: String) {
    for isLineMarked in [false, true] {
      let body = body("\u{200E}" + text, isLineMarked: isLineMarked)
      #expect(body.media == [MediaRecord(kind: .call, note: note)])
      #expect(body.text.isEmpty)
    }
    #expect(self.body("Voice call, two of them").media.isEmpty)
  }

  @Test(
    "What a phone says behind a line's mark is no file either",
    arguments: [
      ("Anna added Ben", "Anna"), ("Anna changed this group's icon", "Anna"),
      ("This message was deleted by admin Anna.", "Ben"), ("Anna hat Ben hinzugefügt", "Anna"),
      ("小红已添加小李", "小红"), ("You pinned a message", "Anna"),
    ])
  func markedNotice(text: String, author: String) {
    let body = body("\u{200E}" + text, isLineMarked: true, author: author)
    #expect(body.isNotice)
    #expect(body.media.isEmpty)
    #expect(body.text.string == text)
  }

  @Test("A sentence with a mark in it is one sentence")
  func markInside() {
    let body = body(
      "\u{200E}Ann changed their phone number to a new number. \u{200E}Tap to message",
      isLineMarked: true, author: "Ann")
    #expect(body.isNotice)
    #expect(
      body.text.string == "Ann changed their phone number to a new number. Tap to message")
  }

  @Test("Arabic has marks of text from right to left")
  func omittedFromRightToLeft() {
    #expect(body("\u{200F}لم يتم إدراج الصورة").media.map(\.kind) == [.photo])
    let document = body("report.pdf • \u{200F}صفحتان 2 \u{200F}لم يتم إدراج المستند")
    #expect(document.media.map(\.kind) == [.file])
    #expect(document.media.map(\.fileName) == ["report.pdf"])
    #expect(document.text.isEmpty)
  }

  @Test(
    "A line that begins with a mark has a file, in whatever language",
    arguments: [
      ("\u{200E}slika ni vključena", MediaRecord.Kind.other, "slika ni vključena", ""),
      ("\u{200F}تصویر شامل نیست", .other, "تصویر شامل نیست", ""),
      (
        "b.pdf \u{200E}dokument ni vključen", .file, "dokument ni vključen", "b.pdf"
      ),
      ("glej! \u{200E}slika ni vključena", .other, "slika ni vključena", "glej!"),
    ])
  func omittedAnywhere(text: String, kind: MediaRecord.Kind, note: String, caption: String) {
    let body = body(text, isLineMarked: true)
    #expect(body.media == [MediaRecord(kind: kind, note: note)])
    #expect(body.text.string == caption)
    #expect(!body.isNotice)
    #expect(self.body(text).media.isEmpty)
  }

  @Test("A caption below a left-out file is none of its sentence")
  func captionBelowOmitted() {
    let body = body("<Media omitted>\nthe hut\nat noon")
    #expect(body.media == [MediaRecord(kind: .other, note: "<Media omitted>")])
    #expect(body.text.string == "the hut\nat noon")
    #expect(self.body("<sigh>\nwell").media.isEmpty)
  }

  @Test("A caption before a left-out file stays")
  func captionOfOmitted() {
    let body = body("report.pdf • \u{200E}3 pages \u{200E}document omitted")
    #expect(
      body.media == [MediaRecord(kind: .file, fileName: "report.pdf", note: "document omitted")])
    #expect(body.text.isEmpty)
    #expect(self.body("look! \u{200E}image omitted").text.string == "look!")
  }

  @Test(
    "Edited",
    arguments: [
      ("hello <This message was edited>", "hello"),
      ("hello \u{200E}<This message was edited>", "hello"),
      ("a\nb <Diese Nachricht wurde bearbeitet.>", "a\nb"),
      ("hola \u{200E}<Se editó este mensaje.>", "hola"), ("<This message was edited>", ""),
    ])
  func edited(text: String, rest: String) {
    let body = body(text)
    #expect(body.isEdited)
    #expect(body.text.string == rest)
  }

  @Test("The mark of an edit counts at the end only")
  func notEdited() {
    let body = body("<This message was edited> is what it says")
    #expect(!body.isEdited)
    #expect(body.text.string == "<This message was edited> is what it says")
  }

  @Test(
    "Deleted",
    arguments: [
      "This message was deleted", "This message was deleted.", "You deleted this message",
      "\u{200E}You deleted this message.", "Diese Nachricht wurde gelöscht.",
      "Se eliminó este mensaje.", "Ce message a été supprimé", "Mensagem apagada",
      "\u{200E}このメッセージを削除しました。", "\u{200E}यह मैसेज डिलीट कर दिया गया है.",
      "\u{200E}Bạn đã xoá tin nhắn này.", "\u{200E}ข้อความนี้ถูกลบแล้ว",
      "\u{200F}لقد حذَفت هذه الرسالة.", "Tuto zprávu jste odstranil/a.",
    ])
  func deleted(text: String) { #expect(body(text).isDeleted) }

  @Test("Not deleted", arguments: ["This message was deleted by mistake", "deleted", "."])
  func notDeleted(text: String) { #expect(!body(text).isDeleted) }

  @Test("Polls")
  func poll() {
    let body = body(
      "\u{200E}POLL:\nLunch?\n\u{200E}OPTION: Yes (2 votes)\n\u{200E}OPTION: No (0 votes)")
    #expect(body.media.map(\.kind) == [.poll])
    #expect(body.media.first?.note == "Lunch?\n• Yes (2 votes)\n• No (0 votes)")
    // Shown once: the poll is the message.
    #expect(body.text.isEmpty)
    #expect(self.body("POLL: is what I call it").media.isEmpty)
  }

  @Test("Places")
  func place() {
    let body = body("\u{200E}Location: https://maps.google.com/?q=52.5,13.4")
    #expect(body.media == [MediaRecord(kind: .location, note: "52.5,13.4")])
    #expect(body.text.string == "Location: https://maps.google.com/?q=52.5,13.4")
    #expect(self.body("see https://maps.google.com/?q=1,2").media.isEmpty)
  }

  @Test("Places behind a mark, in any language")
  func placeAnywhere() {
    let body = body("\u{200E}ตำแหน่งxyz: https://maps.google.com/?q=1.5,-2")
    #expect(body.media == [MediaRecord(kind: .location, note: "1.5,-2")])
    #expect(self.body("xyz: https://maps.google.com/?q=1.5,-2").media.isEmpty)
    // A place with a name is somebody's message, not WhatsApp's.
    let library = self.body("\u{200E}City Library (1 Old Road, Town): https://foursquare.com/v/1")
    #expect(!library.isNotice)
    #expect(library.text.string == "City Library (1 Old Road, Town): https://foursquare.com/v/1")
    #expect(
      library.media == [MediaRecord(kind: .location, note: "City Library (1 Old Road, Town)")])
    #expect(self.body("Library: https://foursquare.com/v/1").media.isEmpty)
    #expect(self.body("\u{200E}https://foursquare.com/v/1").media.isEmpty)
  }

  @Test("A message that could be seen once and is lost")
  func lost() {
    #expect(body("null").media.map(\.kind) == [.other])
    #expect(body("null").media.first?.note?.contains("seen once") == true)
    for words in ["null.", "Null", "null and void"] {
      #expect(body(words).media.isEmpty)
      #expect(body(words).text.string == words)
    }
  }

  @Test("Calls")
  func call() {
    let body = body("\u{200E}Missed voice call")
    #expect(body.media.map(\.kind) == [.call])
    #expect(body.media.first?.note == "Missed voice call")
    #expect(body.text.isEmpty)
  }

  @Test(
    "What phones say stands behind a mark, whoever's name is before it",
    arguments: [
      "Ann added Bob", "Bob changed this group's icon", "You pinned a message",
      "This message was deleted by admin Ann.",
      "Ann changed their phone number to a new number. Tap to message or add the new number.",
      "Ann hat Bob hinzugefügt",
    ])
  func sentence(text: String) {
    let body = body("\u{200E}" + text)
    #expect(body.isNotice)
    #expect(body.text.string == text)
    #expect(!self.body(text).isNotice)
    // A mark of text from right to left says nothing.
    #expect(!self.body("\u{200F}" + text).isNotice)
  }

  @Test(
    "What stands for a file in a language that is not known stays a message",
    arguments: ["obrázek vynechán", "slika izostavljena"])
  func unknownOmission(text: String) { #expect(!body("\u{200E}" + text).isNotice) }

  @Test(
    "Capitals of a placeholder do not matter", arguments: ["<media omitted>", "<MEDIA OMITTED>"])
  func omittedInAnyCase(text: String) {
    #expect(body(text).media == [MediaRecord(kind: .other, note: text)])
  }

  @Test("An edit's mark behind a left-to-right mark, in any language")
  func editedAnywhere() {
    let body = body("ahoj \u{200E}<Xyz abc>")
    #expect(body.isEdited)
    #expect(body.text.string == "ahoj")
    #expect(!self.body("ahoj <Xyz abc>").isEdited)
    #expect(!self.body("\u{200E}<x>").isEdited)
  }

  @Test("Notices on iOS stand behind the group's name")
  func notice() {
    #expect(body("\u{200E}Ann added Bob", mayBeNotice: true).isNotice)
    #expect(body("\u{200F}Ann added Bob", mayBeNotice: true).isNotice)
    #expect(body("\u{200E}Messages and calls are end-to-end encrypted.").isNotice)
    #expect(!body("Messages and calls are end-to-end encrypted.").isNotice)
  }
}
