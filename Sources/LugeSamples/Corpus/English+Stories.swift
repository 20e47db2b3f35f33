extension English {
  /// Stories, told from the beginning up to the desired number of words. An empty line separates
  /// two.
  static let stories = """
    So I went to pick up the parcel, and the shop was closed, although the sign said open.
    I knocked, and a very old man looked out of the window above and asked whether I was the piano tuner.
    I said no, I was there for a parcel.
    He said that was a pity, because the piano was in a terrible state.
    Then he disappeared, and I heard him coming down all the stairs, one by one.
    It took so long that I thought about leaving, but by then it would have been rude.
    He opened the door, gave me a cup of tea, and showed me the piano.
    And it really was in a terrible state, I mean, half of the keys didn't make a sound.
    I played the only thing I can play, and he closed his eyes as if it were a concert.
    It turned out that he used to tune instruments himself, for the opera, for forty years.
    "You can do it for everybody," he said, "but not for yourself, you hear too much."
    He told me about a singer who always asked for the same chair and never sat down on it.
    We talked about the old town, and what the square was like when the trams still ran there.
    At some point the shopkeeper came back and found us laughing about the trams.
    My parcel had been lying on the piano all the time, right under the sheet music.
    I've promised to come again next week and bring somebody who can really play.
    So, who of you can really play?

    You remember that I wanted to repair the bathroom lamp "quickly" on <day>.
    First I found out that the screws were older than me.
    One of them broke, so I cycled to the hardware store, which is only ten minutes away.
    There they had every size except the one I needed.
    The lady at the counter said that her uncle had a box of those, and wrote his address on my hand.
    The uncle lives at the other end of town, next to the swimming pool.
    He had not one box but a whole cellar, sorted by year.
    He gave me two screws, refused to take any money, and made me taste his plum jam.
    I came home in the dark, which is a bad time to repair a lamp.
    So now I have candles in the bathroom and, honestly, it's never looked better.
    The lamp can wait until spring.
    And I have to bring him back the empty jar, he was very clear about that.

    A short report from the night train, because some of you asked.
    The carriage is from the seventies, with curtains, and smells of oranges.
    I share the compartment with a retired geography teacher and her enormous atlas.
    She follows the whole journey on paper with a pencil and marks every bridge.
    At midnight she woke me up, very politely, since we were about to cross the river.
    "You can't sleep through a river," she said.
    So we stood in the corridor in our socks and looked at the moon on the water.
    Then the conductor joined us, and he knew the names of all the villages.
    He grew up in one of them and pointed at a single lit window: his mother, still awake.
    He flashed his torch three times, and the light in the window went off and on again.
    He does that on every trip, he told us, for nineteen years now.
    I didn't sleep much after that, but I've never minded less.
    In the morning there was coffee from a samovar and a bread roll in paper.
    We're two hours late, and nobody in the whole train seems to be bothered.
    The teacher has given me her pencil as a souvenir.

    The choir performance was last night and I have to tell you about it.
    Everything went well until the second piece.
    Then a swallow flew in through the open door and circled above our heads.
    The conductor pretended not to see it, but his eyes followed it the whole time.
    The sopranos started to smile, then the altos, and you can't sing well with a grin.
    In the quiet part, the bird sat down on the organ and began to sing along.
    I swear it was in tune, more than our tenors anyway.
    The audience held its breath, nobody moved, not even the children.
    When we had finished there was a long silence, and then the bird sang one more phrase.
    That's when everyone started to clap, and it flew out again the way it had come.
    The newspaper calls it "an unusual arrangement".
    We've been asked whether we can do it again at the festival in June.
    Our conductor said that he'd have to talk to the soloist first.

    Okay, the recipe, since three of you asked for it separately.
    You need an onion, two carrots, a handful of red lentils and a tin of tomatoes.
    Cut the onion small and give it much more time in the pan than you think.
    Everybody is impatient with onions, and that's the whole secret.
    When they're golden, add a spoonful of cumin and a bit of chilli until it smells good.
    Then the carrots, then the lentils, then the tomatoes and twice as much water.
    Leave it alone for half an hour, and read something nice in the meantime.
    Salt comes at the end, with the juice of half a lemon.
    My grandmother put a spoon of yoghurt on top and a few leaves of mint.
    It's even better on the next day, if there's anything left.
    She also said you must never cook it when you're angry, the lentils would know.
    I have tested that, and she was right.

    I finally visited the little museum of clocks behind the station.
    From outside it looks like a garage, and the bell doesn't work, which I found funny for a clock museum.
    Inside there are four hundred of them, and no two show the same time.
    The owner says that he'd go mad if they all struck at once.
    So every few seconds there's a chime somewhere, and you get used to it surprisingly fast.
    My favourite is a ship's clock that was under water for sixty years.
    It still has a tiny shell inside, behind the six.
    He winds them all by hand, on Mondays, and it takes him from breakfast to lunch.
    I asked whether he's always on time himself.
    He looked at his wrist, where there wasn't a watch, and said: "I've no idea."
    The entrance fee is one story about time, and he writes all of them down in a big book.
    I told him the one about our missed ferry, so you're all in there now.
    You have to come along next time, he's open whenever the light is on.

    News from the allotment: we have a hedgehog.
    We noticed because somebody kept eating the cat food on the terrace, and it wasn't the cat.
    So I stayed up on <day> with a blanket and a flask of tea.
    At eleven I heard a noise like a very small steam engine.
    It came out from under the lavender, in no hurry at all, and looked straight at me.
    Then it ate everything, pushed the bowl across the terrace, and left it in front of my feet.
    I think I was being asked for more.
    The children have named it Admiral, nobody knows why.
    There's a little house now made of an old wine box, with dry leaves and an entrance on the east side.
    The neighbour, who never says much, came over with a water dish and a hand-painted sign.
    It says "Slow down, Admiral crossing" and it's the talk of the whole colony.
    Since then I've met more people over the fence than in the two years before.
    """
}
