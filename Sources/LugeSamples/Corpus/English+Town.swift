extension English {
  /// Scenes about trains, work, books, films, music, code.
  static let town = """
    # the train
    = 😅 🙈 🚂
    A: My train is <num> minutes late, don't wait for me
    B: {Oh no|Again?|Poor you}. Same line as yesterday?
    A ^: Same line, same "signal failure", same man selling pretzels
    C: At least there's pretzels
    B: We'll keep you a seat. Row <num>, left side
    A: Moving! We're *moving!*
    C: 🚂🎉
    A: … and we've stopped again
    B: 😂 Take your time
    + The announcement was so quiet that nobody understood a word.
    + I've made friends with the whole carriage by now.
    + If I run from the platform I can still make it before it starts.

    # book club
    = 📚 👍 🤔 ❤️
    A: Has anyone started <book> yet?
    B: {Finished it last night|Halfway through|I'm on page <num>0}. No spoilers, I promise
    C: Still waiting for my copy from the library
    A: What do you think so far?
    B ^: Slow at the start, but then … %the letter in chapter nine!%
    C: I didn't look, I did *not* look 🙈
    A: Shall we meet on <day> at <time>? My turn to host
    B: {Yes|Gladly}. I'll bring <snack>
    C: I'll read faster
    D: I watched the film, does that count?
    A ^: ~Yes~ No 😄
    + The translation is wonderful, by the way.
    + I underlined half of it.
    + It reminded me of the one we had last autumn, with the lighthouse.
    + There are <n> people in the story and I keep mixing up the two brothers.

    # cinema
    = 🍿 👍 🎬
    A: They're showing <film> at the open-air cinema on <day>
    B: Oh, I've never seen it on a big screen!
    C: {Me neither|Count me in}. Do we need tickets?
    A ^: Yes, it's nearly sold out! https://example.org/open-air/tickets
    B: Get three, I'll pay you back
    A: Done! Row F, seats 7 to 9
    D ?: And me? 🥺
    A ?: Make that four
    C: Blankets! Last time I froze to my chair
    + It starts as soon as it's dark enough.
    + There's a food truck with the good dumplings.
    + If it rains they move it to the old tram depot.

    # concert
    = 🎶 🔥 👏 🤘
    A: <music> are playing in <city> in autumn!!
    B: WHAT. When? Where?
    A ^: October. [All dates are here](https://example.com/tour)
    C: I've been waiting for this since school
    B: Presale opens tomorrow at ten. I'll set <n> alarms
    C: Same. Whoever gets through first buys for everybody
    A: Deal 🤝
    B from Concert Alert: Due to demand, a second evening has been added. Tickets go on sale tomorrow, 10:00.
    A: A second evening!!
    C: Okay, we can do this. Breathe
    + Their last record has been on repeat here for weeks.
    + I'd even take the seats behind the pillar.
    + We could stay at my cousin's, she has a sofa that pulls out.

    # code
    = 💻 🎉 👍 🐛
    A: The build is green again 🎉
    B: What was it in the end?
    A ^: `count - 1` where it should have been `count`. Two days for one character
    C: The classic
    B: I'd have sworn it was the cache
    A: So did I, that's why I looked there first, for a day and a half
    C: Wrote a test for it?
    A ^: Three. And one that looks at an empty list, for the next of us
    B: I'll review it after lunch: https://code.example.org/pull/517
    C edited: Looks good to me, apart from one tiny naming thing
    + The profiler shows it's faster now as well, which I didn't expect.
    + I'll write it up so that nobody has to go through this again.
    + Scrolling through ten thousand rows doesn't drop a single frame any more.
    + Let's not deploy it on a Friday.

    # meeting
    = 👍 ✅ 🙏
    A: Can we move tomorrow's call to <time>?
    B: {Fine with me|Works}
    C: I have the dentist until then, but I'll dial in from the bus
    A: Thanks! Agenda:\\n1. the summer party\\n2. the new room\\n3. who waters the plants
    A pin:
    B: I'd start with 3, they look terrible
    C: I confess, it was my week 🙈
    A [file agenda.docx]: Here it is in writing
    + It won't take longer than half an hour, I promise.
    + Please have a look at the draft before, it's two pages.
    + I'll take notes this time.

    # good news
    = 🎉 ❤️ 🥳 👏
    A: I passed!!! 🎓
    B: *YES!* I never doubted it for a second
    C: {Congratulations!|So proud of you!} 🥳
    A: I still can't believe it. The question about <topic> came up, exactly the one you made me practise
    B ^: You owe me an ice cream
    A: You all get one. Big ones. <day>?
    C: {I'll take pistachio|Three scoops, please} 🍦
    D: Well done!! Tell us everything
    A [voice]: The long version, I'm walking and my hands are full
    + They were nice, all three of them, and one even smiled.
    + I slept for eleven hours afterwards.
    + My mother has told the whole street.

    # language café
    = 🌍 👍 😄
    A: Reminder: language café tonight, <time>, *<meeting>*
    B: Who's coming? I can do a table with beginners
    C: {I'll be there|Me}, and I'm bringing two people from work
    A: Great! We have <n> tables and far too many biscuits
    B: Can somebody print the word lists?
    C ^: On it 🖨️
    A: 🇩🇪 🇫🇷 🇬🇷 🇯🇵 and, for the first time, 🇹🇭
    + Everybody says one sentence about their week, however short.
    + Mistakes are welcome, that's what it's for.
    + Last time we stayed until they put the chairs up.

    # volunteers
    = 🙌 ❤️ 💪
    A from City Library: The reading afternoon needs helpers on <day>, two hours, tea included.
    A: Anybody? I did it last year and it was lovely
    B: What would I have to do?
    A ^: Read stories to <n> children who correct you when you skip a page
    B: Ha! I'm in
    C: Me too, I do a great dragon voice 🐉
    A: Your dragon is legendary. I'll put you both down, @B and @C
    B: {👍|Looking forward to it}
    + Bring a book you loved when you were eight.
    + The big armchair is reserved for whoever reads the longest story.

    # running late
    = 😅 👌 🏃
    A: On my way, ten minutes!
    B: That's what you said ten minutes ago
    A ^: This time I'm wearing shoes 👟
    C: 😂😂
    B: We've ordered for you: <dish>, extra everything
    A: I don't deserve you
    C: True
    + I can see the church tower already.
    + There was a queue for the queue.
    """
}
