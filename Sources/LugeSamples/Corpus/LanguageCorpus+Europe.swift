extension LanguageCorpus {
  static let german = LanguageCorpus(
    names: ["Jonas", "Lea", "Matthias", "Käthe"],
    scenes: """
      # Kuchen
      = 😋 👍 🍰
      A: {Hallo zusammen!|Guten Morgen!} Wer hat am Sonntag Zeit für Kaffee und Kuchen?
      B: Ich! Was gibt es denn?
      A ^: Apfelkuchen nach dem Rezept meiner Oma, mit *viel* Zimt
      C: Da kann ich unmöglich Nein sagen
      B: Soll ich Sahne mitbringen?
      A: Das wäre großartig, danke! Um {drei|halb vier} bei mir
      C: {Bis Sonntag!|Ich freue mich sehr!} 🍰
      + Der Garten ist noch ein bisschen wild, aber die Stühle stehen schon draußen.
      + Die Straßenbahn fährt wegen der Baustelle nur bis zum Marktplatz.
      + Wenn es regnet, setzen wir uns einfach in die Küche.
      # Fahrrad
      = 🚲 😄
      A: Mein Fahrrad quietscht wie eine Straßenbahn 😅
      B: Hast du die Kette schon geölt?
      A ^: Zweimal. Sie quietscht jetzt _fröhlicher_
      C: Bring es am Samstag mit, ich schaue es mir an
      A [hills]: Danke! Gestern bin ich trotzdem bis hierher gekommen
      B: Wie schön! Da müssen wir zusammen hin
      + Werkzeug habe ich genug, nur die richtige Schraube fehlt wie immer.
      + Übrigens gibt es am Bahnhof jetzt eine Luftpumpe für alle.
      """,
    phrases: """
      Ich drücke dir die Daumen! ‖ I press my thumbs for you, that is: good luck!
      Das ist mir Wurst. ‖ That's sausage to me: I don't mind either way
      Jetzt haben wir den Salat. ‖ Now we have the salad: what a mess
      Morgenstund hat Gold im Mund. ‖ The morning hour has gold in its mouth
      Heute ist so schönes Wetter, dass wir draußen frühstücken können. ‖ The weather is so lovely today that we can have breakfast outside
      Schönen Feierabend! ‖ Have a nice end of the working day
      Ich verstehe nur Bahnhof. ‖ I only understand "train station", so: nothing at all
      Übung macht den Meister, und wir üben jeden Donnerstag. ‖ Practice makes perfect, and we practise every Thursday
      """)

  static let french = LanguageCorpus(
    names: ["Camille", "Benoît", "Zoé", "Hélène"],
    scenes: """
      # marché
      = 😋 🧀 👍
      A: {Bonjour à tous !|Coucou !} Je vais au marché, vous voulez quelque chose ?
      B: Oh oui, du fromage de chèvre s'il te plaît 🧀
      C: Et des fraises, si elles sont mûres
      A ^: Elles sentent *merveilleusement* bon
      B: Alors prends-en deux barquettes, je fais une tarte ce soir
      A [bowl]: Voilà le butin du jour !
      C: {Magnifique !|Quelle belle table !} J'arrive avec le vin
      + Le monsieur du stand m'a encore raconté toute sa vie.
      + Il y avait un accordéoniste devant l'église, c'était charmant.
      + N'oubliez pas vos sacs, il n'y en a plus.
      # exposition
      = 🎨 👏
      A: Quelqu'un a vu la nouvelle exposition au musée ?
      B: Pas encore ! Elle est bien ?
      A ^: Les aquarelles du dernier étage sont _bouleversantes_
      C: On pourrait y aller jeudi, c'est ouvert jusqu'à 21 h
      B: Parfait pour moi. On se retrouve devant l'entrée ?
      A: D'accord, à jeudi !
      + Le billet est gratuit pour les étudiants.
      + Ensuite, je connais un petit café juste à côté.
      """,
    phrases: """
      Petit à petit, l'oiseau fait son nid. ‖ Little by little, the bird builds its nest
      Ça marche ! ‖ That works! (literally: it walks)
      Quand les poules auront des dents … ‖ When hens have teeth: never
      Il fait un temps magnifique, on va pique-niquer au bord de l'eau. ‖ The weather is glorious, we're going for a picnic by the water
      Bon courage pour demain ! ‖ Good luck and strength for tomorrow
      J'ai un petit creux. ‖ I have a small hollow: I'm a bit hungry
      Ce n'est pas la mer à boire. ‖ It's not like having to drink the sea: it's not that hard
      À la prochaine, et merci encore pour cette soirée. ‖ See you next time, and thanks again for the evening
      """)

  static let russian = LanguageCorpus(
    names: ["Дмитрий", "Аня", "Ольга", "Миша"],
    scenes: """
      # дача
      = 👍 ❤️ 🌻
      A: Всем привет! Кто поедет на дачу в субботу?
      B: {Я!|Я с удовольствием!} Во сколько выезжаем?
      A ^: Давайте в девять, чтобы не стоять в пробках
      C: Я испеку пирог с капустой 🥧
      B: Тогда я возьму самовар, *настоящий*
      A: Отлично! Обещают солнце и двадцать пять градусов
      C [garden]: А вот что у нас уже выросло
      B: {Какая красота!|Ничего себе!}
      + Возьмите тёплые свитера, вечером у реки прохладно.
      + Сосед обещал показать свои новые ульи.
      + Электричка тоже ходит, если кто-то захочет приехать позже.
      # книга
      = 📚 🤔
      A: Я наконец дочитал роман, который ты мне посоветовала
      B: И как тебе?
      A ^: Последние сто страниц читал всю ночь, _не мог оторваться_
      C: Только не рассказывайте, чем кончилось!
      B: Молчим, молчим 🤐
      + Хочу теперь посмотреть и фильм, говорят, он очень бережный.
      + Давайте соберёмся и обсудим всё за чаем.
      """,
    phrases: """
      Доброе утро! Как спалось? ‖ Good morning! How did you sleep?
      Тише едешь, дальше будешь. ‖ Ride slower and you'll get further
      Спасибо большое, это было очень вкусно! ‖ Thank you so much, that was delicious!
      Ни пуха ни пера! ‖ Neither fluff nor feather: good luck!
      Сегодня первый снег, весь город белый и тихий. ‖ First snow today, the whole city is white and quiet
      Лучше один раз увидеть, чем сто раз услышать. ‖ Better to see once than to hear a hundred times
      До встречи на следующей неделе! ‖ See you next week!
      Я скоро приду, поставьте чайник. ‖ I'll be there soon, put the kettle on
      """)

  static let greek = LanguageCorpus(
    names: ["Ελένη", "Νίκος", "Μαρία", "Γιώργος"],
    scenes: """
      # θάλασσα
      = 🌊 ☀️ 👍
      A: Καλημέρα σε όλους! Πάμε για μπάνιο μετά τη δουλειά;
      B: {Ναι, φυσικά!|Αμέ!} Σε ποια παραλία;
      A ^: Στη μικρή, πίσω από το λιμάνι, έχει *λιγότερο κόσμο*
      C: Εγώ θα φέρω καρπούζι 🍉
      B: Κι εγώ τις ρακέτες
      A [sea]: Κοιτάξτε πώς είναι το νερό τώρα!
      C: Πανέμορφο! Έρχομαι αμέσως
      + Το λεωφορείο φεύγει κάθε μισή ώρα από την πλατεία.
      + Το βράδυ έχει και συναυλία στο παλιό θέατρο.
      + Μην ξεχάσετε το καπέλο σας, ο ήλιος καίει.
      # ταβέρνα
      = 😋 🐟
      A: Έχω κλείσει τραπέζι για οχτώ άτομα την Παρασκευή
      B: Τέλεια! Τι ώρα;
      A ^: Στις εννιά, στην αυλή με τη λεμονιά
      C: Επιτέλους θα δοκιμάσω τους κολοκυθοκεφτέδες τους
      + Ο ιδιοκτήτης παίζει και μπουζούκι αν του το ζητήσεις.
      """,
    phrases: """
      Καλή όρεξη! ‖ Enjoy your meal!
      Σιγά σιγά, δεν βιαζόμαστε. ‖ Slowly, slowly, we're not in a hurry
      Τι κάνεις; Όλα καλά; ‖ How are you? All well?
      Η θάλασσα σήμερα είναι σαν λάδι. ‖ The sea is like oil today: perfectly calm
      Χρόνια πολλά και ό,τι επιθυμείς! ‖ Many years, and everything you wish for!
      Ευχαριστώ πολύ για τη βοήθεια με τα κουτιά. ‖ Thanks a lot for the help with the boxes
      Κάλλιο αργά παρά ποτέ. ‖ Better late than never
      Θα τα πούμε αύριο το πρωί, καληνύχτα. ‖ We'll talk tomorrow morning, good night
      """)
}
