import LugeArchive

extension WhatsAppPhrases {
  static let others = [
    finnish, turkish, hungarian, greek, indonesian, arabic, hebrew, hindi, japanese, korean,
    chinese, thai, vietnamese,
  ]

  private static let finnish = WhatsAppPhrases(
    omitted: ["<Media jätettiin pois>", "<Media jätetty pois>"],
    omittedByKind: [("kuva jätetty pois", .photo), ("video jätetty pois", .video)],
    attached: ["liite"],
    fileAttached: ["(tiedosto liitetty)"],
    edited: ["<Tätä viestiä on muokattu>", "<Tätä viestiä muokattiin>"],
    deleted: ["Tämä viesti poistettiin", "Poistit tämän viestin"],
    calls: ["Vastaamaton äänipuhelu", "Vastaamaton videopuhelu"],
    location: ["sijainti", "Sijainti"],
    encryption: ["päästä päähän -salattuja", "päästä päähän -salaus"])

  private static let turkish = WhatsAppPhrases(
    omitted: ["<Medya dahil edilmedi>", "<Medya atlanmış>"],
    omittedByKind: [
      ("görüntü dahil edilmedi", .photo), ("video dahil edilmedi", .video),
      ("ses dahil edilmedi", .audio), ("Çıkartma dahil edilmedi", .sticker),
      ("GIF dahil edilmedi", .animation), ("belge dahil edilmedi", .file),
      ("Kartvizit dahil edilmedi", .contact),
    ],
    attached: ["eklendi"],
    fileAttached: ["(dosya ekli)"],
    edited: ["<Bu mesaj düzenlendi>"],
    deleted: ["Bu mesaj silindi", "Bu mesajı sildiniz"],
    calls: ["Cevapsız sesli arama", "Cevapsız görüntülü arama"],
    location: ["konum", "Konum"],
    poll: ["ANKET"],
    encryption: ["uçtan uca şifreli"])

  private static let hungarian = WhatsAppPhrases(
    omitted: ["<Hiányzó médiafájl>", "<Média kihagyva>"],
    fileAttached: ["(fájl csatolva)"],
    deleted: ["Ezt az üzenetet törölték", "Törölted ezt az üzenetet"],
    calls: ["Nem fogadott hanghívás", "Nem fogadott videohívás"],
    encryption: ["végpontok közötti titkosítás"])

  private static let greek = WhatsAppPhrases(
    omitted: ["<Παραλείφθηκαν πολυμέσα>", "<Εξαιρούνται πολυμέσα>"],
    fileAttached: ["(συνημμένο αρχείο)"],
    deleted: ["Αυτό το μήνυμα διαγράφηκε", "Διαγράψατε αυτό το μήνυμα"],
    encryption: ["διατερματική κρυπτογράφηση"])

  private static let indonesian = WhatsAppPhrases(
    omitted: ["<Media tidak disertakan>"],
    omittedByKind: [
      ("gambar tidak disertakan", .photo), ("video tidak disertakan", .video),
      ("audio tidak disertakan", .audio), ("stiker tidak disertakan", .sticker),
      ("GIF tidak disertakan", .animation), ("dokumen tidak disertakan", .file),
      ("Kartu kontak tidak disertakan", .contact),
    ],
    attached: ["terlampir"],
    fileAttached: ["(file terlampir)"],
    edited: ["<Pesan ini diedit>"],
    deleted: [
      "Pesan ini telah dihapus", "Anda telah menghapus pesan ini", "Pesan ini dihapus",
      "Anda menghapus pesan ini",
    ],
    calls: ["Panggilan suara tak terjawab", "Panggilan video tak terjawab"],
    location: ["lokasi", "Lokasi"],
    poll: ["POLLING"],
    encryption: ["terenkripsi secara end-to-end"])

  private static let arabic = WhatsAppPhrases(
    omitted: ["<تم استبعاد الوسائط>", "<تم إهمال الوسائط>"],
    omittedByKind: [
      ("لم يتم إدراج الصورة", .photo), ("لم يتم إدراج الفيديوهات", .video),
      ("لم يتم إدراج المقاطع الصوتية", .audio), ("تم حذف الملصقات", .sticker),
      ("لم يتم إدراج صورة GIF", .animation), ("لم يتم إدراج المستند", .file),
      ("لم يتم إدراج بطاقة جهة اتصال", .contact),
    ],
    fileAttached: ["(الملف مرفق)"],
    edited: ["<تم تعديل هذه الرسالة>"],
    deleted: [
      "تم حذف هذه الرسالة", "لقد حذفت هذه الرسالة", "حذفت هذه الرسالة", "أنت حذفت هذه الرسالة",
      "لقد حذَفت هذه الرسالة",
    ],
    encryption: ["مشفرة تمامًا بين الطرفين", "مشفرة تماماً بين الطرفين"])

  private static let hebrew = WhatsAppPhrases(
    omitted: ["<המדיה לא נכללה>", "<המדיה הושמטה>"],
    omittedByKind: [("התמונה הושמטה", .photo), ("הסרטון הושמט", .video)],
    fileAttached: ["(קובץ מצורף)"],
    edited: ["<ההודעה נערכה>"],
    deleted: ["הודעה זו נמחקה", "מחקת הודעה זו"],
    encryption: ["מוצפנות מקצה לקצה"])

  private static let hindi = WhatsAppPhrases(
    omitted: ["<मीडिया के बिना>", "<मीडिया छोड़ा गया>"],
    omittedByKind: [
      ("फ़ोटो हटाई गई", .photo), ("वीडियो छोड़ा गया", .video), ("ऑडियो हटाई गयी", .audio),
      ("स्टिकर छोड़ा गया", .sticker), ("GIF छोड़ा गया", .animation), ("डॉक्यूमेंट छोड़ा गया", .file),
      ("कॉन्टैक्ट कार्ड छोड़ा गया", .contact),
    ],
    fileAttached: ["(फ़ाइल संलग्न है)"],
    deleted: [
      "यह मैसेज मिटाया गया", "आपने यह मैसेज मिटाया", "यह मैसेज डिलीट कर दिया गया है",
      "आपने यह मैसेज डिलीट किया",
    ],
    encryption: ["एंड-टू-एंड एन्क्रिप्टेड"])

  private static let japanese = WhatsAppPhrases(
    omitted: ["<メディアは含まれていません>", "<メディアを除く>"],
    omittedByKind: [
      ("画像は含まれていません", .photo), ("ビデオは含まれていません", .video), ("音声は含まれていません", .audio),
      ("スタンプは含まれていません", .sticker), ("GIFは含まれていません", .animation), ("ドキュメントは含まれていません", .file),
      ("連絡先カードを省略", .contact),
    ],
    attached: ["添付ファイル"],
    fileAttached: ["(添付ファイル)", "(ファイルが添付されています)"],
    edited: ["<このメッセージは編集されました>"],
    deleted: ["このメッセージは削除されました", "あなたはこのメッセージを削除しました", "このメッセージを削除しました"],
    encryption: ["エンドツーエンド暗号化"])

  private static let korean = WhatsAppPhrases(
    omitted: ["<미디어 파일 제외됨>", "<미디어 파일을 제외한 내용>"],
    fileAttached: ["(파일 첨부됨)"],
    deleted: ["삭제된 메시지입니다", "이 메시지를 삭제했습니다"],
    encryption: ["종단간 암호화"])

  private static let chinese = WhatsAppPhrases(
    omitted: ["<媒体文件已忽略>", "<省略多媒体文件>", "<已省略媒體檔案>", "<忽略多媒體檔>"],
    omittedByKind: [("图像已忽略", .photo), ("视频已忽略", .video), ("音频已忽略", .audio)],
    attached: ["附件", "已附加"],
    fileAttached: ["(文件附件)", "(档案附件)", "(附件檔案)"],
    edited: ["<此消息已编辑>", "<已編輯此訊息>"],
    deleted: ["此消息已删除", "你删除了这条消息", "此訊息已刪除", "你已刪除此訊息", "您已刪除此訊息"],
    encryption: ["端到端加密", "端對端加密"])

  private static let thai = WhatsAppPhrases(
    omittedByKind: [
      ("ไม่มีรูปภาพ", .photo), ("วิดีโอถูกลบ", .video), ("ไม่มีไฟล์เสียง", .audio),
      ("ไม่มีสติกเกอร์", .sticker), ("ละเว้น GIF", .animation), ("ละเว้นเอกสาร", .file),
      ("บัตรรายชื่อที่ละเว้น", .contact),
    ],
    deleted: ["ข้อความนี้ถูกลบแล้ว", "คุณได้ลบข้อความนี้"],
    location: ["ตำแหน่งที่ตั้ง"],
    encryption: ["เข้ารหัสจากต้นทางถึงปลายทาง"])

  private static let vietnamese = WhatsAppPhrases(
    omittedByKind: [
      ("đã bỏ qua hình ảnh", .photo), ("đã bỏ video", .video), ("bỏ qua tệp âm thanh", .audio),
      ("đã bỏ sticker", .sticker), ("Đã bỏ qua ảnh GIF", .animation),
      ("đã bỏ qua tài liệu", .file), ("Bỏ qua thẻ liên lạc", .contact),
    ],
    deleted: ["Tin nhắn này đã bị xóa", "Bạn đã xoá tin nhắn này"],
    location: ["Vị trí"],
    encryption: ["mã hóa đầu cuối"])
}
