/// The English corpus: scenes, words for slots, stories, and short remarks.
enum English {
  static let scenes = SceneParser.scenes(outdoors + "\n" + home + "\n" + town)
  static let storyTemplates: [[Template]] = stories.split(separator: "\n\n").map { story in
    story.split(separator: "\n").map { Template($0.trimmingSpaces) }
  }

  /// Words for the slots of scenes and stories.
  static let slots: [String: [Template]] = [
    "lake": [
      "the lake", "Mirror Lake", "the old reservoir", "Heron Pond", "the big bend of the river",
      "the castle hill",
    ],
    "day": [
      "Saturday", "Sunday", "Friday", "Thursday", "the weekend", "Wednesday", "Tuesday",
    ],
    "time": [
      "half past nine", "10:00", "a quarter to eleven", "noon", "six", "7 pm", "half past seven",
      "18:30",
    ],
    "meeting": [
      "at the tram stop", "by the old mill", "under the station clock", "at the north gate",
      "in front of the library",
    ],
    "landmark": [
      "the stone bridge", "the water tower", "the second bench", "the chapel", "the ferry",
    ],
    "snack": [
      "apple cake", "hummus and flatbread", "a thermos of tea", "way too many cookies",
      "cherries from the garden", "my famous potato salad", "olives and cheese",
    ],
    "dish": [
      "mushroom risotto", "a huge pot of dal", "lasagne", "pumpkin curry", "ratatouille",
      "handmade noodles", "shakshuka",
    ],
    "seaside": [
      "Skagen", "Cádiz", "the Algarve", "Naxos", "Whitby", "the Curonian Spit", "Brittany",
    ],
    "treat": ["salted caramel", "sardine tins", "almond biscuits", "fig jam", "sea salt fudge"],
    "vegetable": ["tomatoes", "radishes", "peas", "strawberries", "salad", "courgettes"],
    "food": ["smoked salmon", "good cheese", "butter", "leftover chicken", "cream"],
    "gift": [
      "a pottery class", "that green enamel teapot", "a field guide to birds",
      "a balloon ride", "the atlas of remote islands",
    ],
    "book": [
      "_The Garden of Evening Mists_", "_Piranesi_", "_The Left Hand of Darkness_",
      "_Middlemarch_", "_The Summer Book_", "_Invisible Cities_",
    ],
    "film": [
      "_Paterson_", "_Spirited Away_", "_Some Like It Hot_", "_Amélie_", "_The Third Man_",
      "_Bagdad Café_",
    ],
    "music": [
      "The Paper Lanterns", "North of Lisbon", "Velvet Orchard", "The Slow Ferries",
      "Marta & the Tides",
    ],
    "city": ["Hamburg", "Lyon", "Edinburgh", "Porto", "Kraków", "Ghent", "Turin"],
    "topic": [
      "balanced trees", "tidal locks", "the Hanseatic League", "photosynthesis",
      "Bayes' theorem", "Romanesque arches",
    ],
    "n": ["three", "five", "twelve", "seven", "four", "eight", "six"],
    "num": ["7", "9", "12", "14", "18", "21", "24"],
  ].mapValues { $0.map { Template($0) } }

  /// Replies to a long story.
  static let afterStory = [
    "{Ha ha ha|I laughed so much}, thank you for this 😂", "What a story!",
    "I could picture every second of it", "❤️", "You should *write that down*",
    "And then?? What happened then?", "That made my day", "👏👏👏", "Only you, <A> 😄",
    "I read that out loud to the whole kitchen", "Best thing I've read all week",
  ].map { Template($0) }

  /// Transitions between two stories in one message.
  static let links = [
    "And while I'm at it, here's another one.", "That reminds me of something else.",
    "And as if that hadn't been enough for one week:", "Anyway, there's more news.",
  ].map { Template($0) }

  /// Messages before a long one.
  static let beforeStory = [
    "Story time.", "You won't believe what happened today.", "So, a short report:",
    "Long message ahead, get a tea ☕", "Okay, here's the whole thing:", "",
    "Speaking of which:", "",
  ].map { Template($0) }

  /// Questions about a message in a language that others do not speak.
  static let asksMeaning = [
    "{That looks beautiful|Lovely}! What does it mean?", "Translation for the rest of us? 😄",
    "I understood _one_ word, I think", "Ooh, what's that in English?",
    "Wait, let me guess … no, no idea 😅",
  ].map { Template($0) }

  static let thanksForMeaning = [
    "{Thanks|Thank you}! I'm going to practise that", "Nice, I learned something today 🙂",
    "I'll try that at the language café", "Your turn next, @B 😄", "Saved ⭐",
    "Say it again slowly on <day>!",
  ].map { Template($0) }

  /// Messages of emoji only: families joined by zero-width joiners, flags, skin tones.
  static let emojiOnly = [
    "😂", "❤️", "👍", "🎉🎉", "😍", "🙏🏽", "👏🏼", "💪🏿", "😂😂😂", "🥰", "👨‍👩‍👧‍👦", "🏳️‍🌈",
    "👩🏽‍🚀", "🤷🏻‍♀️", "🇯🇵", "🇩🇪🇫🇷", "☕️", "✨", "🫶🏾", "🧑‍🍳", "🐈‍⬛", "🤦🏼‍♂️", "👋🏻", "🌈☀️",
  ]
}

extension Template: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }
}
