extension English {
  /// Scenes about walks, water, weather, gardens.
  static let outdoors = """
    # a walk
    = 🥾 👍 🌲 🙌
    A: {Anyone up for|Who wants to join me for} a walk around <lake> on <day>?
    B: {Yes please!|Count me in!|I'd love to.} What time?
    A ^: {Let's say <time>|How about <time>?} *<meeting>*, same as last time
    C: I can bring <snack> {😋|}
    B ^: {You're the best|Perfect|Now I'm definitely coming}
    D ?: I have to work until noon, can I join you at <landmark>?
    A ?: Sure, we'll wait for you there
    A [file trail map.pdf]: Here's the map. We take the blue path on the way up
    C: How long is it?
    A ^: About <num> kilometres, mostly flat. `GR-<num>` is marked all the way
    B [hills 2]: {This was the view last time|From the last walk, for motivation} 🌿
    D: Wow, okay, I'm asking my boss for the morning off
    + The forecast looks dry until the evening.
    + I'd rather start early, before it gets warm.
    + There's a little café at the end that does wonderful pancakes.
    + Good shoes are a must, it was muddy last week.
    + We can always turn back at <landmark> if it rains.
    + The dog is coming too, of course.

    # view from the top
    = 😍 🔥 👏 ⛰️
    A [mountains 3]: {Made it to the top!|Three hours later …} 🏔️
    B: {Wow, those colours!|That light!|Unreal.} Where is this?
    A ^2: Just above <lake>. We had it all to ourselves
    C: I'm *so* jealous right now, sitting in {a meeting|the office|a traffic jam} …
    A ?: The descent was harder than the climb, to be honest 😅
    B: Is that snow at the back?
    A ^: Yes! In {May|June}, can you believe it
    D: Please send me the second one in full size, I want it as my wallpaper
    A [mountains]: Here you go
    + My knees will remind me of this for a week.
    + We saw two marmots and an eagle.
    + Next time you're all coming with me, no excuses.
    + The hut was still closed, so we had our sandwiches outside in the sun.

    # at the sea
    = 🌊 ☀️ 😎 💙
    A [sea]: Good morning from <seaside> ☀️
    B: {Stop it|Not fair|I want to be there}, it's raining cats and dogs here
    A: The water is {freezing|surprisingly warm|perfect}. I was in before breakfast!
    C: _Before_ breakfast? Who are you and what have you done with <A>?
    A ^: Ha ha. Holidays do that to me
    B: When are you back?
    A: <day> evening. I'll bring you some <treat>
    C ?: Two portions for me please 🙏
    A ? [sea 2]: And this was last night, straight from the phone, no filter
    + The sunset yesterday went from orange to pink to violet.
    + We rent bikes and simply follow the coast until somebody is hungry.
    + There's hardly anybody here at this time of the year.
    + I've read two books already.

    # garden
    = 🌱 🍅 👏 🐌
    A [garden]: First <vegetable> of the year! 🌱
    B: {Already?|So early!} Mine are still tiny
    A: I started them on the window sill in February
    C: What do you do about the snails?
    A ^: ~Nothing helps.~ Coffee grounds, and going out with a torch at night
    B: The neighbours must think you're a burglar 😂
    A: They've joined me by now, it's a {club|proper neighbourhood watch}
    C: I'd take a few plants off your hands if you have too many
    A ^: Come by on <day>, I have <n> pots with your name on them
    + The rain last week did wonders.
    + The compost finally looks like compost.
    + I found an old seed catalogue from my grandmother, the names alone are worth it.
    + Bees everywhere this morning!

    # weather
    = ⛈️ 😮 ☔
    A: Is it hailing where you are??
    B: {Nothing here|Clear sky}, just a lot of wind
    C: It's on its way to you, I can hear the thunder
    A [video]: Listen to this!
    B: Whoa. Is your car outside?
    A ^: Under the trees, fingers crossed 🤞
    C: Okay, it's here. Wow
    B: Washing's in, windows closed, tea's ready. Bring it on ☕
    + The radar shows another one behind it.
    + The cat is under the bed and won't come out.
    + It was thirty degrees an hour ago.

    # cycling
    = 🚴 💪 👏
    A: New personal best on the way to work: <num> minutes!
    B: With or without the traffic light by the bridge?
    A ^: All green. Once in a lifetime 😄
    C: 🚴‍♀️💨
    B: My chain came off twice this week, any tips?
    A: Sounds like it's worn. I can have a look on <day>
    B: You'd do that? Dinner's on me
    A: It's a five-minute thing. But I won't say no to dinner
    + Clean it first, then oil it, then wipe it until you think there's nothing left.
    + The shop near the station measures it for free.
    + The new path along the river is finished, by the way.

    # northern lights
    = 🌌 😍 🤩
    A: EVERYBODY LOOK OUTSIDE, facing north
    B: What am I looking for?
    A ^: *Northern lights!* Green ones
    C: Too many street lamps here 😭
    D: I see them!! From the roof!
    A [sunset 2]: Hand-held, 3 seconds, but you get the idea
    B: I'm in my pyjamas in the middle of the street and so are all my neighbours
    C: Okay, I'm getting into the car
    + They say it goes on until two.
    + I've waited for this my whole life.
    + The whole hill is full of people with blankets, it's like a festival.
    """
}
