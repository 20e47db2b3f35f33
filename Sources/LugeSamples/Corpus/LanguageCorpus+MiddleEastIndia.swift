extension LanguageCorpus {
  static let arabic = LanguageCorpus(
    names: ["عمر", "ليلى", "سلمى", "يوسف"],
    scenes: """
      # عشاء
      = 😋 ❤️ 👍
      A: السلام عليكم! من سيأتي إلى العشاء يوم الجمعة؟
      B: وعليكم السلام، أنا قادم بالتأكيد
      C: وأنا أيضا، هل أحضر شيئا معي؟
      A ^: أحضري الحلوى من فضلك، أمي تحب *البقلاوة*
      B: سأحضر الخبز الطازج من المخبز القديم
      A: ممتاز! نبدأ الساعة 8:30 مساء في بيتي
      C: {إن شاء الله|شكرا على الدعوة} 🌙
      + البيت قريب من المكتبة، في الطابق الثالث.
      + لا تنسوا أن تحضروا معكم لعبة الطاولة.
      + الطقس جميل هذه الأيام، يمكننا الجلوس في الشرفة.
      # صورة
      = 😍 🌅
      A [sunset]: صباح الخير، هذه صورة الشروق من نافذتي
      B: ما شاء الله، صورة رائعة جدا
      C: هل التقطتها بهاتفك الجديد؟
      A ^: نعم، والقهوة في اليد الأخرى ☕
      B: أرسلها لي بحجمها الكامل من فضلك
      + كان البحر هادئا والمدينة كلها نائمة.
      """,
    phrases: """
      صباح الخير، كيف حالكم اليوم؟ ‖ Good morning, how are you all today?
      شكرا جزيلا على مساعدتك، لقد كان يوما جميلا. ‖ Thank you very much for your help, it was a beautiful day
      الصبر مفتاح الفرج. ‖ Patience is the key to relief
      سنلتقي غدا الساعة 10 أمام المكتبة. ‖ We meet tomorrow at 10 in front of the library
      القهوة جاهزة، تفضلوا! ‖ Coffee is ready, help yourselves!
      مبروك النجاح يا صديقي! ‖ Congratulations on passing, my friend!
      كل يوم نتعلم كلمة جديدة. ‖ Every day we learn a new word
      تصبحون على خير. ‖ Good night (may you wake up to good things)
      """)

  static let hebrew = LanguageCorpus(
    names: ["נועה", "איתן", "תמר", "יונתן"],
    scenes: """
      # טיול
      = 👍 ☀️ 🥾
      A: בוקר טוב! מי בא לטיול בשבת?
      B: אני! לאן הולכים?
      A ^: לאורך הנחל, מסלול קל עם *הרבה צל*
      C: אני מביאה סנדוויצ'ים ולימונדה 🍋
      B: ואני את הפינג'ן, בלי קפה אין טיול
      A: נפגשים בשעה 7:30 ליד תחנת הרכבת
      C: {מעולה|נהדר}, נתראה שם!
      + כדאי לקחת כובע והרבה מים.
      + אם יהיה חם מדי נחזור לפני הצהריים.
      + הכלב שלי כבר מחכה ליד הדלת.
      # שוק
      = 😋 🍎
      A [bowl]: תראו מה קניתי הבוקר בשוק!
      B: וואו, זה נראה טעים בטירוף
      C: אפשר לבוא לטעום?
      A ^: בטח, אני מכינה סלט פירות הערב
      + הסוד הוא קצת מיץ תפוזים ועלים של נענע.
      """,
    phrases: """
      שלום לכולם, מה שלומכם? ‖ Hello everybody, how are you?
      תודה רבה, היה ערב נפלא. ‖ Thank you very much, it was a wonderful evening
      לאט לאט, יש לנו זמן. ‖ Slowly, slowly, we have time
      יום הולדת שמח! עד מאה ועשרים! ‖ Happy birthday! May you live to 120!
      הגעתי הביתה, הכול בסדר. ‖ I've arrived home, everything is fine
      אין כמו תה עם נענע אחרי יום ארוך. ‖ There's nothing like mint tea after a long day
      סוף טוב, הכול טוב. ‖ All's well that ends well
      נתראה מחר בשעה 8 בבוקר ליד הים. ‖ See you tomorrow at 8 in the morning by the sea
      """)

  static let hindi = LanguageCorpus(
    names: ["प्रिया", "अर्जुन", "मीरा", "रोहन"],
    scenes: """
      # चाय
      = ☕ 😄 👍
      A: नमस्ते दोस्तों! शाम को चाय पर कौन आ रहा है?
      B: {मैं!|मैं ज़रूर आऊँगा!} कितने बजे?
      A ^: छह बजे, *अदरक वाली चाय* और पकौड़े
      C: बारिश और पकौड़े, इससे अच्छा क्या होगा 🌧️
      B: मैं माँ के हाथ के लड्डू लाऊँगा
      A: वाह! फिर तो सबको जल्दी आना चाहिए
      C: रास्ते में हूँ, दस मिनट में पहुँचती हूँ
      + छत पर बैठेंगे, वहाँ से पूरा शहर दिखता है।
      + पिछली बार हमने पुराने गाने गाए थे, याद है?
      + अगर ट्रैफ़िक हो तो मेट्रो से आ जाना।
      # पहाड़
      = 🏔️ 😍
      A [mountains 2]: देखो, आज सुबह पहाड़ कितने साफ़ दिख रहे हैं!
      B: बहुत सुंदर! क्या वहाँ ठंड है?
      A ^: हाँ, लेकिन धूप बहुत अच्छी है
      C: मुझे भी अगली बार साथ ले चलो
      + यहाँ के लोग बहुत मिलनसार हैं।
      """,
    phrases: """
      सुप्रभात! आज का दिन शुभ हो। ‖ Good morning! Have a blessed day
      बूँद बूँद से सागर भरता है। ‖ Drop by drop, the ocean fills
      बहुत बहुत धन्यवाद, खाना बहुत स्वादिष्ट था। ‖ Thank you so much, the food was delicious
      चिंता मत करो, सब ठीक हो जाएगा। ‖ Don't worry, everything will be fine
      आप सब से मिलकर बहुत खुशी हुई। ‖ It was a joy to meet you all
      कल मेरी बहन की शादी है, घर में बहुत रौनक है। ‖ My sister's wedding is tomorrow, the house is full of life
      जहाँ चाह, वहाँ राह। ‖ Where there's a wish, there's a way
      फिर मिलेंगे, शुभ रात्रि। ‖ We'll meet again, good night
      """)
}
