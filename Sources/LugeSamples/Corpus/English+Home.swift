extension English {
  /// Scenes about food, homes, animals, birthdays.
  static let home = """
    # dinner
    = 😋 👍 🍝 ❤️
    A: What does everyone think about dinner at my place on <day>?
    B: {I'm in!|Yes!|Always.} What can I bring?
    A: {Just yourselves|Something to drink maybe}. I'm making <dish>
    C: Is there a vegetarian version? 🌱
    A ^: Of course, that's the only version I know
    B: I'll bring <snack> and the game with the little trains
    C: Not the trains again, you always win 😄
    B ^: It's all about the long routes. %I block the tunnels on purpose%
    A: <time>? Then there's time to cook together
    C: {👍|Perfect|Works for me}
    D ?: I'll be a bit late, please start without me!
    + The big table is back from repair, so there's room for eight.
    + Bring an appetite, I never manage to cook for fewer than twelve.
    + Let me know if there's anything you don't eat.
    + I tried the recipe on my parents and they asked for seconds.
    + Leftovers go home with whoever does the dishes.

    # baking
    = 🍞 😍 🤤 👏
    A [bowl]: All of this goes into the big {fruit tart|crumble|fruit cake} today 😋
    B: I can smell it from here
    C: Recipe please!
    A ^: It's [this one](https://example.org/recipes/overnight), I only halved the sugar
    C: *Overnight*? So I'd have to plan my hunger
    A: That's the only difficult part, I promise
    B ?: My cakes always come out flat as a pancake 🥞
    A ?: Is your oven hot enough? Mine takes half an hour, whatever the little lamp says
    C: Will report back {tomorrow|on <day>} 👩‍🍳
    + A pinch of salt makes all the difference.
    + The dough has a name by now, it's called Clint Yeastwood.
    + The first slice never makes it to the table.
    + Leave it alone for an hour, I know it's hard.

    # the new flat
    = 🎉 🏡 🥳 👏
    A: WE GOT THE FLAT 🎉🎉🎉
    B: Nooo! The one with the balcony??
    A ^: The very one!
    C: Congratulations! {So happy for you|You deserve it so much} ❤️
    A: Now I only need <n> boxes and a few strong friends 😇
    B: {Typical. When?|I knew there was a catch.}
    A: First weekend of next month. Pizza for everybody, I promise
    C [poll]: Which day suits you for the move? / Saturday / Sunday / Both, I like carrying things / I have a bad back, sorry
    D: My brother has a van, I'll ask him
    A ^: You are a hero
    + The landlady has a parrot that says good morning.
    + There's a lift! It holds three people or one sofa.
    + You can see the cathedral from the kitchen if you lean out a little.
    + I start painting on <day>, the colour is called "oat milk".

    # the cat
    = 😹 😻 🐈 ❤️
    A: The cat has learned to open the fridge.
    B: I don't believe you 😂
    A [video]: Exhibit A
    B: She even closes it again!
    C: Better manners than my flatmate
    A: She took the <food>. Just the <food>. Left the rest untouched
    C ^: A cat of taste
    B: Put her in charge of the shopping
    + She looks at me as if I had done it.
    + The vet says she's "solid".
    + There's now a child lock on it, we'll see who is cleverer.
    + Meanwhile the dog sleeps through everything.

    # birthday surprise
    = 🎂 🤫 🎉 🥳
    A: Psst. It's <E>'s birthday on <day>. Ideas?
    B: {A surprise picnic?|Breakfast in the park!}
    C: I could bake the chocolate cake from last year
    A: The one with the cherries? *YES*
    B: Present: <E> once mentioned <gift>
    C: {Good memory!|I'd chip in for that.}
    A: 15 each? I'll get it tomorrow
    B: {👍|Done|Sent you the money}
    C: And not a word, the walls have ears 🤫
    + I have fairy lights and a very long extension cord.
    + Let's meet half an hour earlier so that we can hide properly.
    + The weather should hold, otherwise my kitchen is big enough.

    # coffee
    = ☕ 👍 😄
    A: Coffee?
    B: {Always|Like you have to ask} ☕
    A: The place on the corner, <time>?
    B: Make it a quarter of an hour later and I'm there
    C: Can I come along? I need to get out of the house
    A ^: Sure!
    B: First one there gets the seats by the window
    C: I'm already putting my shoes on 👟
    + They have that lemon cake again.
    + My treat this time, I still owe you one from last week.
    + I have news!

    # lost and found
    = 🙏 😅 🧣
    A: Has anyone seen my {scarf|blue umbrella|charger}? I think I left it at <B>'s
    B: {Not here, I looked everywhere|Let me check} 🔍
    C: Grey with stripes?
    A ^: Yes!!
    C: It's been in my car since <day>. I thought it belonged to <B>
    A: You just saved my week 🙏
    B: I want it noted that I was innocent
    + I've looked in every bag I own.
    + It's been with me since school.
    + That makes three things this month, I should tie everything to my sleeves.

    # neighbours
    = 🎻 😄 ❤️
    A: The new neighbour plays the cello
    B: Well or badly?
    A ^: Beautifully. I just sat on the stairs for half an hour
    C: That's the best kind of neighbour
    A [voice]: Listen
    B: Oh. That's lovely
    C: Bach? The first suite, I think
    A: I left a note: _please don't stop on our account_
    + She apologised for the noise, can you imagine?
    + The whole house has become quieter since.
    """
}
