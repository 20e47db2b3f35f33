extension LanguageCorpus {
  static let thai = LanguageCorpus(
    names: ["มะลิ", "ก้อง", "ฝน", "ต้น"],
    scenes: """
      # ตลาด
      = 😋 👍 🥭
      A: สวัสดีค่ะทุกคน เย็นนี้ใครไปตลาดนัดบ้าง
      B: ไปครับ! เจอกันกี่โมงดี
      A ^: หกโมงเย็น หน้า *ร้านข้าวเหนียวมะม่วง* นะ
      C: ฉันอยากกินผัดไทยเจ้าเดิม 🍜
      B: เจ้านั้นคิวยาวมาก ต้องไปเร็วหน่อย
      A: งั้นเจอกันห้าโมงครึ่งก็ได้ค่ะ
      C: {ตกลง|ได้เลย} แล้วเจอกันนะ
      + วันนี้อากาศดี ลมเย็นสบาย
      + อย่าลืมเอาร่มไปด้วย เผื่อฝนตก
      + คราวที่แล้วเราเดินจนเมื่อยขาไปหมด
      # ทะเล
      = 🌊 😍
      A [sea]: ทะเลวันนี้สวยมาก น้ำใสเหมือนกระจก
      B: อิจฉาจัง อยากไปด้วย
      C: อยู่ที่นั่นกี่วันคะ
      A ^: สามวันค่ะ กลับวันอาทิตย์
      + เมื่อเช้าเห็นปลาโลมาด้วย ตื่นเต้นมาก
      """,
    phrases: """
      สวัสดีตอนเช้า นอนหลับสบายไหม ‖ Good morning, did you sleep well?
      กินข้าวหรือยัง ‖ Have you eaten yet? (it means: how are you)
      ขอบคุณมากนะ อาหารอร่อยมากจริงๆ ‖ Thanks so much, the food was really delicious
      ไม่เป็นไร ค่อยๆ ทำก็ได้ ‖ Never mind, take your time
      น้ำขึ้นให้รีบตัก ‖ When the tide rises, hurry to scoop the water
      พรุ่งนี้เจอกันที่สถานีรถไฟตอนแปดโมงเช้า ‖ See you tomorrow at the railway station at eight in the morning
      สุขสันต์วันเกิด ขอให้มีความสุขมากๆ ‖ Happy birthday, may you be very happy
      ฝันดีนะทุกคน ‖ Sweet dreams, everybody
      """)

  static let chinese = LanguageCorpus(
    names: ["小伟", "李娜", "王芳", "陈晨"],
    scenes: """
      # 火锅
      = 😋 🍲 👍
      A: 大家晚上好！周六有空一起吃火锅吗？
      B: {有空！|当然有空！}几点？
      A ^: 六点半怎么样？还是*老地方*
      C: 我可能晚到十分钟，你们先点菜
      B: 那我帮你点一份豆腐和很多蘑菇
      C: 太好了，你最懂我 😄
      A: 我已经订好位子了，靠窗的那一桌
      + 听说他们换了新的汤底，没有那么辣。
      + 吃完我们可以去河边散散步，消化一下。
      + 地铁出来往右走，五分钟就到。
      # 爬山
      = ⛰️ 😍
      A [mountains 2]: 今天早上五点起床爬山，终于看到日出了！
      B: 哇，太美了！累不累？
      A ^: 累，但是值得
      C: 下次一定要叫上我
      B: 还有我！我负责带早饭
      + 山上的空气特别新鲜，手机完全没有信号。
      + 下山的时候遇到一只很亲人的猫。
      """,
    phrases: """
      早上好！今天天气真好，我们去公园走走吧。 ‖ Good morning! The weather is lovely, let's walk in the park
      千里之行，始于足下。 ‖ A journey of a thousand miles begins under one's feet
      慢慢来，不着急。 ‖ Take your time, no hurry
      谢谢大家今天的帮忙，辛苦了！ ‖ Thank you all for helping today, you've worked hard!
      吃了吗？ ‖ Have you eaten? (hello, how are you)
      祝你生日快乐，心想事成！ ‖ Happy birthday, may your wishes come true!
      这本书我看了三遍，每次都有新的发现。 ‖ I've read this book three times and found something new each time
      晚安，明天见。 ‖ Good night, see you tomorrow
      """)

  static let japanese = LanguageCorpus(
    names: ["ゆき", "健太", "さくら", "ハルト"],
    scenes: """
      # 花見
      = 🌸 🍡 👍
      A: おはようございます！日曜日にお花見に行きませんか？
      B: {行きたいです！|いいですね！}どこで集まりますか？
      A ^: 駅の北口に十時でどうでしょう。*満開*だそうです
      C: おにぎりをたくさん作って行きますね 🍙
      B: じゃあ、私は飲み物とレジャーシートを持って行きます
      A [garden]: 昨日の様子です。もうこんなに咲いていました
      C: わあ、きれい！楽しみです
      + 天気予報では午後から少し風が強くなるみたいです。
      + 早めに行けば、川沿いのいい場所が取れると思います。
      + 去年はカメラを忘れたので、今年は絶対に忘れません。
      # 猫
      = 🐈 😹 ❤️
      A [video]: うちの猫が洗濯かごで寝てしまいました
      B: かわいい！洗濯できないですね 😂
      A ^: もう二時間待っています
      C: 猫が一番えらいですから、仕方ないです
      + 起こすと怒られるので、そっとしておきます。
      """,
    phrases: """
      お疲れ様でした！ゆっくり休んでくださいね。 ‖ Well done today! Have a good rest
      七転び八起き。 ‖ Fall seven times, stand up eight
      今日の空はとても青くて、遠くの山まで見えました。 ‖ The sky was so blue today that I could see the distant mountains
      ごちそうさまでした。とてもおいしかったです！ ‖ Thank you for the meal. It was delicious!
      雨が降りそうなので、傘を忘れないでください。 ‖ It looks like rain, so don't forget your umbrella
      お誕生日おめでとうございます！ ‖ Happy birthday!
      電車が遅れています。先に始めてください。 ‖ My train is late. Please start without me
      また明日、おやすみなさい。 ‖ See you tomorrow, good night
      """)

  static let korean = LanguageCorpus(
    names: ["민준", "서연", "지우", "하준"],
    scenes: """
      # 김치
      = 😋 👍 🔥
      A: 안녕하세요 여러분! 토요일에 같이 김치 담글 사람 있어요?
      B: {저요!|저도 할래요!} 몇 시에 갈까요?
      A ^: 오전 열 시쯤 우리 집에서 *배추 스무 포기*예요
      C: 스무 포기요? 친구들을 더 불러야겠어요 😄
      B: 제가 수육을 준비할게요
      A: 최고예요! 앞치마만 가져오세요
      C: {네, 그때 봐요!|벌써 기대돼요!}
      + 작년에 만든 건 한 달 만에 다 먹었어요.
      + 지하철역에서 전화하면 데리러 갈게요.
      + 끝나고 나서 같이 영화도 한 편 봐요.
      # 노을
      = 🌇 😍
      A [sunset]: 오늘 퇴근길 노을이 정말 예뻤어요
      B: 와, 그림 같아요! 한강이에요?
      A ^: 네, 다리 위에서 잠깐 자전거를 세웠어요
      C: 저도 내일은 자전거로 출근해야겠어요
      + 바람도 시원하고 사람도 많지 않았어요.
      """,
    phrases: """
      좋은 아침이에요! 잘 잤어요? ‖ Good morning! Did you sleep well?
      시작이 반이다. ‖ Starting is half of it
      밥 먹었어요? ‖ Have you eaten? (it's how we ask how you are)
      오늘 도와주셔서 정말 고맙습니다. ‖ Thank you so much for helping today
      첫눈이 와요! 창밖을 보세요. ‖ It's the first snow! Look out of the window
      천천히 해도 괜찮아요, 시간은 많아요. ‖ You can take it slowly, there's plenty of time
      생일 축하해요! 행복한 하루 보내세요. ‖ Happy birthday! Have a happy day
      내일 저녁 일곱 시에 도서관 앞에서 만나요. ‖ Let's meet tomorrow at seven in the evening in front of the library
      """)
}
