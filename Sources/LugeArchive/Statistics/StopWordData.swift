// Written by scripts/stop-words; do not edit.

/// Stop words of each language, separated by spaces.
enum StopWordData {
  static let lists = [
    "af": """
    baie daar gaan gesê haar hulle maar saam sien
    """,
    "ar": """
    أجمع أصبح أضحى أقبل أكثر أمامك أمسى أنتم أنتما أنتن أنشأ أوشك أولئك أولئكم أولاء أولالك أينما
    إذما إليكم إليكما إياك إياكم إياكما إياكن إيانا إياه إياها إياهم إياهما إياهن إياي ابتدأ اخرى
    اخلولق اربعة استحال اطار اعادة اعلنت اكثر الألاء الألى الاخيرة الان الاول الاولى التى التي
    الثاني الثانية الذاتي الذى الذي الذين السابق اللائي اللاتي اللتان اللتيا اللتين اللذان اللذين
    اللواتي الماضي المقبل الوقت اليوم امام انبرى انقلب انها ايار ايام ايضا باسم بسبب بشكل بطآن
    بكما بماذا تجاه تلقاء تلكم تلكما تينك ثلاثة جميع حاشا حاليا حوالى حيثما خلال دونك ذانك ذلكم
    ذلكما ذلكن ذواتا ذواتي ذينك رويدك زيارة سبحان سرعان سنوات شخصا صباح طالما عاما عامة عشرة عليك
    عليه عليها عندما فلان فيما فيها قلما كأين كانت كذلك كلاهما كلتا كليكما كليهما كيفما لاسيما
    لعمر لقاء لكما لكيلا للامم لوكالة لولا لوما ماانفك مابرح مادام ماذا مازال مافتئ مايو مساء معاذ
    مقابل مكانكم مكانكما مليار مليون منها مهما نفسه نهاية هاؤم هاهنا هكذا هناك هنالك واحد واضاف
    واضافت واكد واوضح وقال وقالت وكان وكانت يكون يمكن
    """,
    "bg": """
    автентичен беше бивш бивша бившо била били било благодаря близо бъдат бъде бяха ваша вероятно
    вече взема винаги внимава време всеки всички всичко всяка въпреки върху главен главна главно
    глас година години годишен дали двама двамата двете днес добра добре добро добър докато докога
    дори досега доста друг друга други евтин едва един една еднаква еднакви еднакъв едно екип
    живот забавям заедно заради засега заспал затова защо защото имат иска каза каква какво както
    какъв като кога когато което които който колко която къде където лесен лесно малко между месец
    много мнозина мога могат може мокър моля момента назад направи напред например него нещо никой
    нито нищо нова нови новина някои някой няколко няма обаче около освен особено отгоре отново
    повече повечето поне поради после почти прави пред преди през първата първи първо пъти равен
    равна само сега скоро след следващ смях според сред срещу също тази така такива такъв твой
    тези това тогава този толкова точно трябва утре харесва хиляди часа често чрез юмрук
    """,
    "ca": """
    abans així això aleshores algun alguna algunes alguns alhora allà allí allò altra altre altres
    ambdues ambdós anar aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí baix
    bastant cada cadascuna cadascunes cadascuns cadascú consegueixo conseguim conseguir consigueix
    consigueixen consigueixes contra d'un d'una d'unes d'uns dalt dels després dins dintre donat
    doncs durant elles ells encara entre erem eren eres esta estan estat estava estaven estem
    esteu estic està estàvem estàveu faig fins fora gairebé haver havia igual iguals inclòs l'hi
    li'n llarg llavors m'he malgrat mateix mateixa mateixes mateixos mentre meus meva meves mode
    molt molta moltes molts mons n'he n'hi nogensmenys només nosaltres nostra nostre nostres pels
    perquè però poca pocs podem poden poder podeu poques potser primer propi qual quals quan quant
    quelcom quin quina quines quins s'ha s'han sabem saben saber sabeu saps semblant semblants
    sense seus seva seves sobre sobretot solament sols sons sota t'ha t'han t'he també tampoc tant
    tanta tantes tene tenim tenir teniu teus teva teves tinc tons tota totes tots unes vaig
    vosaltres vostra vostre vostres érem éreu éssent últim
    """,
    "cs": """
    ahoj anebo aniž aspoň ačkoli beze blízko bohužel brzo bude budem budeme budes budete budeš
    budou budu byla byli bylo byly během chce chceme chcete chceš chci chtít chtějí chuti clanek
    clanku clanky daleko dalsi další deset design devatenáct devět dnes dobrý docela dvacet
    dvanáct dále děkovat děkujeme děkuji email hodně jakmile jako jakož jeden jedenáct jedna jedno
    jednou jedou jeho jehož jeji jejich její jelikož jemu jenom jenž jeste jestli jestliže ještě
    jich jimi jinak jine jiné jsem jses jseš jsme jsou jste jšte každý kdyz když kolik kromě ktera
    ktere kteri kterou ktery která které který kteři kteří kvůli mají mate mezi mnou mohl mohou
    moje moji možná musí muze málo máme máte může nade napiste napište naproti nasi načež naše
    naši nebo nebyl nebyla nebyli nebyly nechť nedělají nedělá nedělám neděláme neděláte neděláš
    nejsi nejsou nemají nemáme nemáte neměl neni není nestačí nevadí nich nimi nove novy nové nový
    nula námi něco nějak někde někdo němu němuž osmnáct patnáct podle pokud potom pouze pozdě
    pořád prave pravé pred pres proc prostě prosím proti proto protoze protože proč prvni první
    práve před přede přes přese přičemž rovně sedm sedmnáct sice skoro smějí snad spolu strana
    svych svym svymi svých svým svými svůj tady take takhle taky takze také takže tamhle tamhleto
    tamto tato tebe tebou tedy tema tento teto timto tipy tisíc tisíce tobě tohle toho tohoto
    tomto tomu tomuto toto trošku tuto tvoje tvůj tyto téma této tímto těma těmu třeba třináct
    určitě vase vaše vaši vedle večer vice vlastně vsak vámi více však všechen všechno všichni
    vůbec vždy zatímco zpet zpravy zprávy zpět článek článku články čtrnáct čtyři šest šestnáct
    """,
    "da": """
    aldrig alle anden andet andre bare begge blev blive bliver denne deres dette dine disse efter
    eller eneste enhver fire flere fleste fordi forrige godt hans havde have helt hende hendes
    hvad hvem hver hvilken hvis hvor hvordan hvorfor hvornår ikke ingen intet jeres komme kommer
    kunne lidt lige lille mand mange meget mens mere mine nogen noget nogle næste næsten også okay
    otte over seks selv sige sine skal skulle stor store sådan tage under ville vores være været
    """,
    "de": """
    aber achso acht achte achten achter achtes alle allein allem allen aller allerdings alles
    allgemeinen also ander andere anderem anderen anderer anderes anderm andern anderr anders auch
    ausser ausserdem außer außerdem bald beide beiden beim beispiel bekannt bereits besonders
    besser besten bisher bisschen bist dabei dadurch dafür dagegen daher dahin dahinter damals
    damit danach daneben dank danke dann daran darauf daraus darf darfst darin darum darunter
    darüber dasein daselbst dass dasselbe davon davor dazu dazwischen dein deine deinem deinen
    deiner deines dementsprechend demgegenüber demgemäss demgemäß demselben demzufolge denen denn
    denselben deren derer derjenige derjenigen dermassen dermaßen derselbe derselben deshalb
    desselben dessen deswegen dich diejenige diejenigen dies diese dieselbe dieselben diesem
    diesen dieser dieses doch dort drei drin dritte dritten dritter drittes durch durchaus durfte
    durften dürfen dürft eben ebenso echt ehrlich eigen eigene eigenen eigener eigenes einander
    eine einem einen einer eines einfach einig einige einigem einigen einiger einiges einmal eins
    ende endlich entweder ernst erst erste ersten erster erstes etwa etwas euch euer eure eurem
    euren eurer eures folgende früher fünf fünfte fünften fünfter fünftes ganz ganze ganzen ganzer
    ganzes gedurft gegen gegenüber gehabt gehen geht gekannt gekonnt gemacht gemocht gemusst genau
    genug gerade gern gesagt geschweige gewesen gewollt geworden gibt ging glaub gleich gott gross
    grosse grossen grosser grosses groß große großen großer großes gute guter gutes habe haben
    habs habt haha hahaha halt hast hatte hatten hattest hattet heisst heute hier hinter hoch
    hätte hätten ihnen ihre ihrem ihren ihrer ihres immer indem infolgedessen irgend jahr jahre
    jahren jaja jede jedem jeden jeder jedermann jedermanns jedes jedoch jemand jemandem jemanden
    jene jenem jenen jener jenes jetzt kann kannst kaum kein keine keinem keinen keiner keines
    kleine kleinen kleiner kleines kommen kommt konnte konnten krass kurz können könnt könnte lang
    lange leicht leide lieber mach machen macht machte magst mahn manche manchem manchen mancher
    manches mann mehr mein meine meinem meinen meiner meines mensch menschen mich mittel mochte
    mochten morgen muss musst musste mussten mußt möchte mögen möglich mögt müssen müsst müßt nach
    nachdem nahm natürlich neben nein neue neuen neun neunte neunten neunter neuntes nicht nichts
    niemand niemandem niemanden noch nochmal oben oder offen ohne okay ordnung passt recht rechte
    rechten rechter rechtes richtig rund sache sagt sagte satt schlecht schluss schon sechs
    sechste sechsten sechster sechstes sehr seid seien sein seine seinem seinen seiner seines seit
    seitdem selbst sich sieben siebente siebenten siebenter siebentes sind solang solche solchem
    solchen solcher solches soll sollen sollst sollt sollte sollten sondern sonst soweit sowie
    später startseite statt steht suche tage tagen teil tritt trotzdem unse unsem unsen unser
    unsere unserer unses unter vergangenen viel viele vielem vielen vielleicht vier vierte vierten
    vierter viertes vllt wahr wann waren warst wart warum wegen weil weit weiter weitere weiteren
    weiteres welche welchem welchen welcher welches wenig wenige weniger weniges wenigstens wenn
    werde werden werdet weshalb wessen wieder wieso will willst wird wirklich wirst wissen woher
    wohin wohl wollen wollt wollte wollten worden wurde wurden während währenddem währenddessen
    wäre würde würden zehn zehnte zehnten zehnter zehntes zeit zuerst zugleich zunächst zurück
    zusammen zwanzig zwar zwei zweite zweiten zweiter zweites zwischen zwölf über überhaupt
    übrigens
    """,
    "el": """
    έναν ένας ακομα ακομη ακριβως αληθεια αληθινα αλλα αλλαχου αλλες αλλη αλλην αλλης αλλιως
    αλλιωτικα αλλο αλλοι αλλοιως αλλοιωτικα αλλον αλλος αλλοτε αλλου αλλους αλλων αμεσα αμεσως
    αναμεσα αναμεταξυ ανευ αντι αντιπερα αντις ανωτερω αξαφνα απεναντι αποψε αραγε αργα αργοτερο
    αριστερα αρκετα αρχικα αυριο αυτα αυτες αυτεσ αυτη αυτην αυτης αυτο αυτοι αυτον αυτος αυτοσ
    αυτου αυτους αυτουσ αυτων αφοτου αφου αὐτόσ αὐτὸς βεβαια βεβαιοτατα γοῦν γρηγορα γυρω δαίσ
    δαὶς εαυτο εαυτον εαυτου εαυτους εαυτων εγκαιρα εγκαιρως ειθε ειμαι ειμαστε ειναι εισαι
    εισαστε ειστε ειτε ειχα ειχαμε ειχαν ειχατε ειχε ειχες εκαστα εκαστες εκαστη εκαστην εκαστης
    εκαστο εκαστοι εκαστον εκαστος εκαστου εκαστους εκαστων εκει εκεινα εκεινες εκεινεσ εκεινη
    εκεινην εκεινης εκεινο εκεινοι εκεινον εκεινος εκεινοσ εκεινου εκεινους εκεινουσ εκεινων εκτος
    εμας εμεις εμενα εμπρος εναν ενας ενος εντελως εντος εντωμεταξυ ενός εξαφνα εξης εξισου επανω
    επειτα επισης επομενως εσας εσεις εσενα εστω ετερα ετεραι ετερας ετερες ετερη ετερης ετερο
    ετεροι ετερον ετερος ετερου ετερους ετερων ετουτα ετουτες ετουτη ετουτην ετουτης ετουτο
    ετουτοι ετουτον ετουτος ετουτου ετουτους ετουτων ετσι ευγε ευθυς ευτυχως εφεξης εχει εχεις
    εχετε εχθες εχομε εχουμε εχουν εχτες εἰμί εἰμὶ εἴμι εἴτε ημασταν ημαστε ημουν ησασταν ησαστε
    ησουν ηταν ητανε ητοι ηττον ισαμε ισια ισως ισωσ καίτοι καθε καθεμια καθεμιας καθενα καθενας
    καθενος καθετι καθολου καθως κακα κακως καλα καλως καμια καμιαν καμιας καμποσα καμποσες
    καμποση καμποσην καμποσης καμποσο καμποσοι καμποσον καμποσος καμποσου καμποσους καμποσων
    κανεις κανεν κανενα κανεναν κανενας κανενος καποια καποιαν καποιας καποιες καποιο καποιοι
    καποιον καποιος καποιου καποιους καποιων καποτε καπου καπως κατά κατα κατι κατιτι κατοπιν κατω
    κατὰ κιολας κοντα κυριως λιγακι λιγο λιγωτερο λογω λοιπα λοιπον μέσα μήτε μαζι μακαρι μακρυα
    μαλιστα μαλλον μεθαυριο μειον μελει μελλεται μεμιας μερικα μερικες μερικοι μερικους μερικων
    μεσα μετά μετα μεταξυ μετὰ μεχρι μηπως μητε μιαν μιας μολις μολονοτι μοναχα μονες μονη μονην
    μονης μονο μονοι μονομιας μονος μονου μονους μονων μπορει μπορουν μπραβο μπρος νωρις ξανα
    ξαφνικα ολες ολην ολης ολογυρα ολοι ολον ολονεν ολος ολοτελα ολου ολους ολων ολως ομως ομωσ
    οποια οποιαν οποιας οποιες οποιο οποιοι οποιον οποιος οποιου οποιους οποιων οποτε οπου οπως
    οπωσ ορισμενα ορισμενες ορισμενων ορισμενως οσες οσην οσης οσοι οσον οσος οσου οσους οσων οταν
    οτου ουτε οὐδέ οὐδείσ οὐδεὶς οὐδὲ οὐδὲν οὐχὶ οὔτε οὕτω οὕτως οὕτωσ οὗτος οὗτοσ παλι παντοτε
    παντου παντως παρά παρα παρὰ περί περα περι περιπου περισσοτερο περσι περυσι περὶ πιθανον πισω
    πλαι πλεον πλην ποια ποιαν ποιας ποιες ποιεσ ποιο ποιοι ποιον ποιος ποιοσ ποιου ποιους ποιουσ
    ποιων πολυ ποσες ποση ποσην ποσης ποσοι ποσος ποσους ποτε πουθε πουθενα πρεπει πριν
    προκειμενου προκειται προπερσι προς προσ προτου προχθες προχτες πρωτυτερα πρόσ πρὸς σεις
    σημερα σιγα στην στης στις στον στου στους στων συγχρονως συναμα συνεπως συνηθως συχνα συχνας
    συχνες συχνη συχνην συχνης συχνο συχνοι συχνον συχνος συχνου συχνους συχνων συχνως σωστα ταυτα
    ταυτες ταυτη ταυτην ταυτης ταυτος ταυτου ταυτων ταχα ταχατε ταῖς τελικα τελικως τετοια τετοιαν
    τετοιας τετοιες τετοιο τετοιοι τετοιον τετοιος τετοιου τετοιους τετοιων τινα τιποτα τιποτε
    τοιοῦτος τοιοῦτοσ τοσα τοσες τοση τοσην τοσης τοσο τοσοι τοσον τοσος τοσου τοσους τοσων τοτε
    τουλαχιστο τουλαχιστον τους τουτα τουτες τουτη τουτην τουτης τουτο τουτοι τουτοις τουτον
    τουτος τουτου τουτους τουτων τούσ τοὺς τοῖς τυχον τωρα τότε υπερ υποψη υποψιν υστερα φετος
    χαμηλα χθες χτες χωρις χωριστα ψηλα ωραια ωσαν ωσοτου ωσπου ωστε ωστοσο ἀλλά ἀλλὰ ἄλλος ἄλλοσ
    ἐμόσ ἐμὸς ἐπεὶ ἐστι ἑαυτοῦ ὅθεν ὅπερ ὅστις ὅστισ ὑμόσ ὑπέρ ὑπὲρ ὥστε
    """,
    "en": """
    able ableabout about above abroad abst accordance according accordingly across actually added
    adopted affected affecting affects after afterwards again against ahead ain't aint allow
    allows almost alone along alongside already also although always amid amidst among amongst
    amoungst amount announce another anybody anyhow anymore anyone anything anyway anyways
    anywhere apart apparently appear appreciate appropriate approximately area areas aren aren't
    arent arise around arpa aside asked asking asks associated auth available away awfully back
    backed backing backs backward backwards became because become becomes becoming been before
    beforehand began begin beginning beginnings begins behind being beings believe below beside
    besides best better between beyond bill billion biol bloody both bottom brief briefly c'mon
    call came can't cannot cant caption case cases cause causes certain certainly changes clear
    clearly click cmon come comes computer concerning consequently consider considering contain
    containing contains cool copy corresponding could could've couldn couldn't couldnt course
    currently dare daren't darent date dear definitely describe described despite detail didn
    didn't didnt differ different differently directly does doesn doesn't doesnt doing don't done
    dont doubtful down downed downing downs downwards during each early effect eight eighty either
    eleven else elsewhere empty ended ending ends enough entirely especially even evenly ever
    evermore every everybody everyone everything everywhere exactly example except face faces fact
    facts fairly farther felt fewer fifteen fifth fifty fify fill find finds fire first five
    followed following follows forever former formerly forth forty forward found four free from
    front full fully further furthered furthering furthermore furthers gave general generally gets
    getting give given gives giving goes going gone gonna good goods gotta gotten great greater
    greatest greetings group grouped grouping groups hadn't hadnt haha hahaha hahahaha half
    happens hardly hasn hasn't hasnt have haven haven't havent having he'd he'll he's hehe hell
    hello help hence here here's hereafter hereby herein heres hereupon hers herself high higher
    highest himself hither home homepage hopefully how'd how'll how's howbeit however html http
    hundred i'll i've ignored immediate immediately importance important inasmuch indeed index
    indicate indicated indicates information inner inside insofar instead interest interested
    interesting interests into invention inward isn't isnt it'd it'll it's itll itself join just
    keep keeps kept keys kind kinda knew know known knows large largely last lately later latest
    latter latterly least length less lest let's lets like liked likely likewise line little lmao
    long longer longest look looking looks lots lower made mainly make makes making many maybe
    mayn't maynt mean means meantime meanwhile member members merely microsoft might might've
    mightn't mightnt mill million mine minus miss more moreover most mostly move msie much must
    must've mustn't mustnt myself name namely near nearly necessarily necessary need needed
    needing needn't neednt needs neither netscape never neverf neverless nevertheless newer newest
    next nine ninety nobody none nonetheless noone normally noted nothing notwithstanding novel
    nowhere null number numbers obtain obtained obviously often okay older oldest omitted once
    one's ones only onto open opened opening opens opposite order ordered ordering orders other
    others otherwise ought oughtn't oughtnt ours ourselves outside over overall owing page pages
    part parted particular particularly parting parts past perhaps place placed places please plus
    pmid point pointed pointing points poorly possible possibly potentially predominantly present
    presented presenting presents presumably pretty previously primarily probably problem problems
    promptly proud provided provides puts quickly quite rather readily really reasonably recent
    recently refs regarding regardless regards related relatively research reserved respectively
    resulted resulting results right ring room rooms round said same saying says second secondly
    seconds section seeing seem seemed seeming seems seen sees self selves sensible sent serious
    seriously seven seventy several shall shan't shant she'd she'll she's shed shell shes should
    should've shouldn shouldn't shouldnt show showed showing shown showns shows side sides
    significant significantly similar similarly since sincere site sixty slightly small smaller
    smallest some somebody someday somehow someone somethan something sometime sometimes somewhat
    somewhere soon sorry sort specifically specified specify specifying state states still stop
    strongly stuff substantially successfully such sufficiently suggest sure system take taken
    taking tell tends test text than thank thanks thanx that that'll that's that've thatll thats
    thatve their theirs them themselves then thence there there'd there'll there're there's
    there've thereafter thereby thered therefore therein therell thereof therere theres thereto
    thereupon thereve these they they'd they'll they're they've theyd theyll theyre theyve thick
    thin thing things think thinks third thirty this thorough thoroughly those thou though thoughh
    thought thoughts thousand three throug through throughout thru thus till time times today
    together tomorrow took toward towards tried tries trillion truly trying turn turned turning
    turns twas twelve twenty twice under underneath undoing unfortunately unless unlike unlikely
    until unto upon upwards used useful usefully usefulness uses using usually uucp value various
    versus very vols want wanted wanting wants wasn wasn't wasnt ways we'd we'll we're we've
    webpage website welcome well wells went were weren weren't werent weve what what'd what'll
    what's what've whatever whatll whats whatve when when'd when'll when's whence whenever where
    where'd where'll where's whereafter whereas whereby wherein wheres whereupon wherever whether
    which whichever while whilst whim whither who'd who'll who's whod whoever whole wholl whom
    whomever whos whose why'd why'll why's widely width will willing wish with within without
    won't wonder wont words work worked working works world would would've wouldn wouldn't wouldnt
    yeah year years yesterday you'd you'll you're you've youd youll young younger youngest your
    youre yours yourself yourselves youve zero
    """,
    "es": """
    actualmente acuerdo adelante ademas además adrede afirmó agregó ahora algo alguna algunas
    alguno algunos algún alli allí alrededor ambos ampleamos antano antaño ante anterior antes
    apenas aproximadamente aquel aquella aquellas aquello aquellos aqui aquél aquélla aquéllas
    aquéllos aquí arriba arribaabajo aseguró atras aunque ayer añadió bajo bastante bien breve
    buen buena buenas bueno buenos cada casi cerca cierta ciertas cierto ciertos cinco claro
    comentó como conmigo conocer conseguimos conseguir considera consideró consigo consigue
    consiguen consigues contigo contra cosas creo cual cuales cualquier cuando cuanta cuantas
    cuanto cuantos cuatro cuenta cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo dado debajo
    debe deben debido decir dejó delante demasiado demás dentro deprisa desde despacio despues
    después detras detrás dias dice dicen dicho dieron diferente diferentes dijeron dijo donde
    durante días dónde ejemplo ella ellas ello ellos embargo empleais emplean emplear empleas
    empleo encima encuentra enfrente enseguida entonces entre erais eramos eran eras eres esas
    esos esta estaba estabais estaban estabas estad estada estadas estado estados estais estamos
    estan estando estar estaremos estará estarán estarás estaré estaréis estaría estaríais
    estaríamos estarían estarías estas este estemos esto estos estoy estuve estuviera estuvierais
    estuvieran estuvieras estuvieron estuviese estuvieseis estuviesen estuvieses estuvimos
    estuviste estuvisteis estuviéramos estuviésemos estuvo está estábamos estáis están estás esté
    estéis estén estés excepto existe existen explicó expresó final fuera fuerais fueran fueras
    fueron fuese fueseis fuesen fueses fuimos fuiste fuisteis fuéramos fuésemos general gracias
    gran grandes gueno haber habia habida habidas habido habidos habiendo habla hablan habremos
    habrá habrán habrás habré habréis habría habríais habríamos habrían habrías habéis había
    habíais habíamos habían habías hace haceis hacemos hacen hacer hacerlo haces hacia haciendo
    hago hasta haya hayamos hayan hayas hayáis hecho hemos hicieron hizo horas hube hubiera
    hubierais hubieran hubieras hubieron hubiese hubieseis hubiesen hubieses hubimos hubiste
    hubisteis hubiéramos hubiésemos hubo igual incluso indicó informo informó intenta intentais
    intentamos intentan intentar intentas intento jaja jajaja jajajaja junto lado largo lejos
    llegó lleva llevar luego lugar manera manifestó mayor mediante medio mejor mencionó menos
    menudo mias mientras mios misma mismas mismo mismos modo momento mucha muchas mucho muchos
    mías míos nada nadie ninguna ningunas ninguno ningunos ningún nosotras nosotros nuestra
    nuestras nuestro nuestros nueva nuevas nuevo nuevos nunca ocho otra otras otro otros pais para
    parece parte partir pasada pasado paìs peor pero pesar poca pocas poco pocos podeis podemos
    poder podria podriais podriamos podrian podrias podrá podrán podría podrían poner porque
    posible primer primera primero primeros principalmente pronto propia propias propio propios
    proximo próximo próximos pudo pueda puede pueden puedo pues quedó queremos quien quienes
    quiere quiza quizas quizá quizás quién quiénes raras realizado realizar realizó repente
    respecto sabe sabeis sabemos saben saber sabes salvo seamos sean seas segun segunda segundo
    según seis sera seremos será serán serás seré seréis sería seríais seríamos serían serías
    seáis señaló sido siempre siendo siete sigue siguiente sino sobre sois sola solamente solas
    solo solos somos soyos supuesto suya suyas suyo suyos sólo tambien también tampoco tanto tarde
    temprano tendremos tendrá tendrán tendrás tendré tendréis tendría tendríais tendríamos
    tendrían tendrías tened teneis tenemos tener tenga tengamos tengan tengas tengo tengáis tenida
    tenidas tenido tenidos teniendo tenéis tenía teníais teníamos tenían tenías tercera tiempo
    tiene tienen tienes toda todas todavia todavía todo todos total trabaja trabajais trabajamos
    trabajan trabajar trabajas trabajo tras trata través tres tuve tuviera tuvierais tuvieran
    tuvieras tuvieron tuviese tuvieseis tuviesen tuvieses tuvimos tuviste tuvisteis tuviéramos
    tuviésemos tuvo tuya tuyas tuyo tuyos ultimo unas unos usais usamos usan usar usas usted
    ustedes vais vale valor vamos varias varios vaya veces verdad verdadera verdadero vosotras
    vosotros vuestra vuestras vuestro vuestros éramos ésas ésos ésta éstas éste éstos última
    últimas último últimos
    """,
    "et": """
    kõik mida midagi mind minu mulle oled olen pole seda selle siin siis
    """,
    "eu": """
    anitz arabera asko baina batean batek bati batzuei batzuek batzuetan batzuk bera beraiek berau
    berauek bere berori beroriek beste bezala dago dira ditu dute egin eurak gainera gutxi guzti
    haiei haiek haietan hainbeste hala handik hango hara hari hark hartan hauei hauek hauetan
    hemen hemendik hemengo hona honek honela honetan honi hori horiei horiek horietan horko horra
    horrek horrela horretan horri hortik hura izan noiz nola nondik nongo nora zein zenbait zenbat
    zergatik ziren zituen zuek zuen zuten
    """,
    "fa": """
    آباد آمده آنان آنجا آنطور آنقدر آنكه آنها آنچه آنکه آورد آورده آیند اتفاقا احتراما احتمالا
    اخیر ازجمله اساسا استفاد استفاده اشکارا اصلا اصولا اعلام اغلب اكنون الان البته امروز امروزه
    امسال امشب امور انجام انشاالله انصافا انطور انقدر انها انچنان انکه انگار اولا ايشان اينكه
    اکثرا اکنون ایشان اینجا ایند اینطور اینقدر اینها اینچنین اینک اینکه اینگونه بارة باره بارها
    بازهم باشد باشم باشند باشيم باشی باشید باشیم بالا بالاخره بالطبع بايد باید بتوان بتواند بتوانی
    بتوانیم بخشی بخواه بخواهد بخواهم بخواهند بخواهی بخواهید بخواهیم بدون برابر براحتی براساس
    براستی براي برای برخوردار برخي برخی برداري برعکس بروز بزرگ بزودی بسيار بسياري بسیار بسیاری
    بطور بعدا بعدها بعری بعضا بعضي بلافاصله بلكه بلکه بنابراين بنابراین بندي بهتر بهترين بودم بودن
    بودند بوده بودی بودید بودیم بویژه بيست بيشتر بيشتري بکند بکنم بکنند بکنی بکنید بکنیم بگوید
    بگویم بگویند بگویی بگویید بگوییم بگیر بگیرد بگیرم بگیرند بگیری بگیرید بگیریم بیاب بیابد بیابم
    بیابند بیابی بیابید بیابیم بیاور بیاورد بیاورم بیاورند بیاوری بیاورید بیاوریم بیاید بیایم
    بیایند بیایی بیایید بیاییم بیرون بیشتر بیشتری تازه تاكنون تاکنون ترين تقریبا تلویحا تمام تماما
    تمامي تنها تواند توانست توانستم توانستن توانستند توانسته توانستی توانستیم توانم توانند توانی
    توانید توانیم توسط ثانیا جايي جديد جدید جريان جریان جلوگيري جمعا جناح حاضر حالا حتما حداکثر
    حدودا خدمات خصوصا خلاصه خواست خواستم خواستن خواستند خواسته خواستی خواستید خواستیم خواهد خواهم
    خواهند خواهيم خواهی خواهید خواهیم خودت خودتان خودش خودشان خودم خودمان خوشبختانه خويش خویش
    خویشتن خیاه خیلی دادم دادن دادند داده دادی دادید دادیم دارد دارم دارند داريم داری دارید داریم
    داشت داشتم داشتن داشتند داشته داشتی داشتید داشتیم دانست دانند دایم دایما درباره درمجموع درون
    دریغ دقیقا دهند دهید دهیم دوباره ديده ديروز ديگر ديگران ديگري دیروز دیگر دیگران دیگری راحت
    راسا راستی رسما رسید رفته روزانه روزهاي ريزي زمان زمانی زمینه زياد زيرا سابق ساخته سازي سالانه
    سالیانه سایر سراسر سرانجام سریعا شايد شاید شخصا شدند شدید شدیدا شدیم شناسي شوند شونده شوید
    شویم صرفا صورت طبعا طبیعتا طريق طریق ظاهرا علیه عمدا عمدتا عملا عنوان غالبا فردا فعلا قابل
    قبلا قدری قطعا كردم كردن كردند كرده كمتر كنند كنيد كنيم لااقل لطفا مانند مبادا متاسفانه
    متعاقبا مثلا مجانی مجددا مجموعا مختلف مدام مردم مرسی مستقیما مسلما مطمینا معمولا مقابل ممکن
    موارد مورد موقتا ميليارد ميليون میان ناشي ناگاه ناگهان ناگهانی نبايد نباید نبود نخست نخستين
    نخواهد نخواهم نخواهند نخواهی نخواهید نخواهیم ندارد ندارم ندارند نداری ندارید نداریم نداشت
    نداشتم نداشتند نداشته نداشتی نداشتید نداشتیم نزديك نسبتا نشان نشده نظير نظیر نكرده نمايد
    نهایتا نوعي نوعی نيست نگاه نیست هايي هایی هرچه هرگز هزار هستم هستند هستيم هستی هستید هستیم
    همان همواره همين همچنان همچنين همچنین همچون همیشه همین هنوز هنگام هنگامی هیچگاه واقعا واقعی
    وجود وقتي وقتی وقتیکه ویژه يابد يكديگر پارسال پیدا پیشاپیش پیشتر چطور چقدر چنان چنانچه چنانکه
    چندین چنين چنین چهار چيزي چگونه چیزی چیست کامل کاملا کتبا کجاست کدام کردم کردن کردند کرده کردی
    کردید کردیم کسانی کماکان کمتر کمتری کنار کنند کننده کنون کنونی کنید کنیم گاهی گذاري گذاشته
    گذشته گردد گرفت گرفتم گرفتن گرفتند گرفته گرفتی گرفتید گرفتیم گروهي گفتم گفتن گفتند گفته گفتی
    گفتید گفتیم گهگاه گويد گويند گویا گوید گویم گویند گویی گویید گوییم گيرد گيري گیرد گیرم گیرند
    گیری گیرید گیریم یابد یابم یابند یابی یابید یابیم یافت یافتم یافتن یافته یافتی یافتید یافتیم
    یعنی یقینا
    """,
    "fi": """
    aiemmin aika aikaa aikaan aikaisemmin aikaisin aikajen aikana aikoina aikoo aikovat aina
    ainakaan ainakin ainoa ainoat aiomme aion aiotte aist aivan ajan alas alemmas alkuisin alkuun
    alla alle aloitamme aloitan aloitat aloitatte aloitattivat aloitettava aloitettevaksi
    aloitettu aloitimme aloitin aloitit aloititte aloittaa aloittamatta aloitti aloittivat alta
    aluksi alussa alusta annettavaksi annetteva annettu ansiosta antaa antamatta antoi aoua asia
    asiaa asian asiasta asiat asioiden asioihin asioita asti avuksi avulla avun avutta edelle
    edelleen edellä edeltä edemmäs edes edessä edestä ehkä eikä eilen eivät ellei elleivät ellemme
    ellen ellet ellette emme enemmän eniten ennen ensi ensimmäinen ensimmäiseksi ensimmäisen
    ensimmäisenä ensimmäiset ensimmäisiksi ensimmäisinä ensimmäisiä ensimmäistä ensin entinen
    entisen entisiä entisten entistä enää erittäin erityisesti eräiden eräs eräät esiin esillä
    esimerkiksi eteen etenkin etessa ette ettei että haikki halua haluaa haluamatta haluamme
    haluan haluat haluatte haluavat halunnut halusi halusimme halusin halusit halusitte halusivat
    halutessa haluton heidän heidät heihin heille heillä heiltä heissä heistä heitä helposti heti
    hetkellä hieman hitaasti hoikein huolimatta huomenna hyvien hyviin hyviksi hyville hyviltä
    hyvin hyvinä hyvissä hyvistä hyviä hyvä hyvät hyvää häneen hänelle hänellä häneltä hänen
    hänessä hänestä hänet häntä ihan ilman ilmeisesti itse itsensä itseään johon joiden joihin
    joiksi joilla joille joilta joina joissa joista joita joka jokainen jokin joko joksi joku
    jolla jolle jolloin jolta jompikumpi jona jonka jonkin jonne jopa joskus jossa josta jota
    jotain joten jotenkin jotenkuten jotka jotta jouduimme jouduin jouduit jouduitte joudumme
    joudun joudutte joukkoon joukossa joukosta joutua joutui joutuivat joutumaan joutuu joutuvat
    juuri jälkeen jälleen kahdeksan kahdeksannen kahdella kahdelle kahdelta kahden kahdessa
    kahdesta kahta kahteen kaiken kaikille kaikilta kaikkea kaikki kaikkia kaikkiaan kaikkialla
    kaikkialle kaikkialta kaikkien kaikkin kaksi kannalta kannattaa kanssa kanssaan kanssamme
    kanssani kanssanne kanssasi kauan kauemmas kaukana kautta kehen keiden keihin keiksi keille
    keillä keiltä keinä keissä keistä keitten keittä keitä keneen keneksi kenelle kenellä keneltä
    kenen kenenä kenessä kenestä kenet kenettä kennessästä kenties kerran kerta kertaa keskellä
    kesken keskimäärin ketkä ketä kiitos kohti koko kokonaan kolmas kolme kolmen kolmesti koska
    koskaan kovin kuin kuinka kuinkan kuitenkaan kuitenkin kuka kukaan kukin kukka kumpainen
    kumpainenkaan kumpi kumpikaan kumpikin kuten kuuden kuusi kuutta kylliksi kyllä kymmenen kyse
    liian liki lisäksi lisää luona lähekkäin lähelle lähellä läheltä lähemmäs lähes lähinnä
    lähtien läpi mahdollisimman mahdollista meidän meidät meihin meille meillä meiltä meissä
    meistä meitä melkein melko menee meneet menemme menen menet menette menevät meni menimme menin
    menit menivät mennessä mennyt menossa mihin mikin miksi mikä mikäli mikään mille milloin
    milloinkan millä miltä minkä minne minua minulla minulle minulta minun minussa minusta minut
    minuun minä missä mistä miten mitkä mitä mitään molemmat mones monesti monet moni moniaalla
    moniaalle moniaalta monta muassa muiden muita muka mukaan mukaansa mukana mutta muualla
    muualle muualta muuanne muulloin muun muut muuta muutama muutaman muuten myöhemmin myös
    myöskin myöskään myötä neljä neljän neljää niiden niihin niiksi niille niillä niiltä niin
    niinä niissä niistä niitä noiden noihin noiksi noilla noille noilta noin noina noissa noista
    noita nopeammin nopeasti nopeiten näiden näihin näiksi näille näillä näiltä näin näinä näissä
    näissähin näissälle näissältä näissästä näistä näitä nämä oikea oikealla oikein olemme olen
    olet olette oleva olevan olevat olimme olin olisi olisimme olisin olisit olisitte olisivat
    olit olitte olivat olla olleet olli ollut omaa omaan omaksi omalle omalta oman omassa omat
    omia omien omiin omiksi omille omilta omissa omista onkin onko ovat paikoittain paitsi pakosti
    paljon paremmin parempi parhaillaan parhaiten perusteella peräti pian pieneen pieneksi
    pienelle pienellä pieneltä pienempi pienestä pieni pienin poikki puolesta puolestaan päälle
    runsaasti saakka sadam sama samaa samaan samalla samallalta samallassa samallasta saman samat
    samoin sata sataa satojen seitsemän sekä seuraavat siellä sieltä siihen siinä siis siitä
    sijaan siksi sille silloin sillä silti siltä sinne sinua sinulla sinulle sinulta sinun sinussa
    sinusta sinut sinuun sinä sisäkkäin sisällä siten sitten sitä suoraan suuntaan suuren suuret
    suuri suuria suurin suurten taas taemmas tahansa takaa takaisin takana takia tallä tapauksessa
    tarpeeksi tavalla tavoitteena teidän teidät teihin teille teillä teiltä teissä teistä teitä
    tietysti todella toinen toisaalla toisaalle toisaalta toiseen toiseksi toisella toiselle
    toiselta toisemme toisen toisensa toisessa toisesta toista toistaiseksi toki tosin tuhannen
    tuhat tule tulee tulemme tulen tulet tulette tulevat tulimme tulin tulisi tulisimme tulisin
    tulisit tulisitte tulisivat tulit tulitte tulivat tulla tulleet tullut tuntuu tuohon tuoksi
    tuolla tuolle tuolloin tuolta tuon tuona tuonne tuossa tuosta tuota tuotä tuskin tykö tähän
    täksi tälle tällä tällöin tältä tämä tämän tänne tänä tänään tässä tästä täten tätä täysin
    täytyvät täytyy täällä täältä ulkopuolella usea useasti useimmiten usein useita uudeksi
    uudelleen uuden uudet uusi uusia uusien uusinta uuteen uutta vaan vahemmän vaiheessa vaikea
    vaikean vaikeat vaikeilla vaikeille vaikeilta vaikeissa vaikeista vaikka vain varmasti varsin
    varsinkin varten vasen vasenmalla vasta vastaan vastakkain vastan verran vielä vierekkäin
    vieressä vieri viiden viime viimeinen viimeisen viimeksi viisi voidaan voimme voin voisi voit
    voitte voivat vuoden vuoksi vuosi vuosien vuosina vuotta vähemmän vähintään vähiten vähän
    välillä yhdeksän yhden yhdessä yhteen yhteensä yhteydessä yhteyteen yhtä yhtäälle yhtäällä
    yhtäältä yhtään yksi yksin yksittäin yleensä ylemmäs ylös ympäri älköön
    """,
    "fr": """
    abord absolument afin aient aies ailleurs ainsi allaient allo allons allô alors anterieur
    anterieure anterieures apres après assez attendu aucun aucune aucuns aujourd aujourd'hui
    aupres auquel aura aurai auraient aurais aurait auras aurez auriez aurions aurons auront aussi
    autant autre autrefois autrement autres autrui auxquelles auxquels avaient avais avait avant
    avec avez aviez avions avoir avons ayant ayez ayons basee beau beaucoup bien bigre bonne boum
    bravo brrr ceci cela celle celles celui celà cent cependant certain certaine certaines
    certains certes cette ceux chacun chacune chaque cher chers chez chiche chut chère chères cinq
    cinquantaine cinquante cinquantième cinquième clac clic combien comme comment comparable
    comparables compris concernant contre couic crac dans debout dedans dehors deja delà depuis
    dernier derniere derriere derrière desormais desquelles desquels dessous dessus deux deuxième
    deuxièmement devant devers devra devrait different differentes differents différent différente
    différentes différents dire directe directement dite dits divers diverse diverses dixième doit
    doivent donc dont douze douzième dring droite duquel durant début désormais effet egale
    egalement egales elle elles encore enfin entre envers environ essai etant etre eues eurent
    eusse eussent eusses eussiez eussions exactement excepté extenso exterieur eûmes eûtes fais
    faisaient faisant fait faites façon feront flac floc fois font force furent fusse fussent
    fusses fussiez fussions fûmes fûtes gens hahaha haut hein holà hormis hors houp huit huitième
    hurrah hélas importe jusqu jusque juste laisser laquelle lequel lesquelles lesquels leur leurs
    longtemps lors lorsque maint maintenant mais malgre malgré maximale mdrr meme memes merci mien
    mienne miennes miens mille mince mine minimale moindres moins moyennant multiple multiples
    même mêmes naturel naturelle naturelles neanmoins necessaire necessairement neuf neuvième
    nombreuses nombreux nommés notamment notre nous nouveau nouveaux néanmoins nôtre nôtres ollé
    onze onzième ouais ouias oust ouste outre ouvert ouverte ouverts parce parfois parle parlent
    parler parmi parole parseme partant particulier particulière particulièrement passé pendant
    pense permet personne personnes peut peuvent peux pfft pfut pire pièce plein plouf plupart
    plus plusieurs plutôt possessif possessifs possible possibles pouah pour pourquoi pourrais
    pourrait pouvait prealable precisement premier première premièrement pres probable probante
    procedant proche près psitt puis puisque pure quand quant quanta quarante quatorze quatre
    quatrième quatrièmement quel quelconque quelle quelles quelqu'un quelque quelques quels
    quiconque quinze quoi quoique rare rarement rares relative relativement remarquable rend
    rendre restant reste restent restrictif retour revoici revoilà rien sacrebleu sait sans
    sapristi sauf sein seize selon semblable semblaient semble semblent sent sept septième sera
    serai seraient serais serait seras serez seriez serions serons seront seul seule seulement
    sien sienne siennes siens sinon sixième soient sois soit soixante sommes sont sous souvent
    soyez soyons specifique specifiques speculatif stop strictement subtiles suffisant suffisante
    suffit suis suit suivant suivante suivantes suivants suivre sujet superpose surtout tandis
    tant tardive telle tellement telles tels tenant tend tenir tente tien tienne tiennes tiens
    touchant toujours tous tout toute toutefois toutes treize trente tres trois troisième
    troisièmement trop très tsoin tsouin unes uniformement unique uniques vais valeur vers vifs
    vingt vivat vive vives vlan voici voie voient voilà voire vont votre vous vôtre vôtres étaient
    étais était étant état étiez étions étée étées étés êtes être
    """,
    "ga": """
    agus arna beirt bhúr caoga ceathair ceathrar chomh chtó chuig chun cois céad cúig cúigear
    daichead deich deichniúr faoi faoin faoina faoinár fara fiche gach haon hocht idir inár leis
    lena lenár nach naoi naonúr níor nócha ocht ochtar roimh seacht seachtar seachtó seasca
    seisear siad sibh sinn thar triúr trína trínár tríocha ónár
    """,
    "gl": """
    aquel aquela aquelas aqueles aquilo aquí aínda cando coas comigo connosco contigo convosco
    cunha cunhas cuns dalgunha dalgunhas dalgún dalgúns dela delas deles desde deste dunha dunhas
    duns elas eles eran esas eses esta estaba estar este estes estiven estou está están facer
    foron había isto lles mais meus miña miñas neste nosa nosas noso nosos nunha nunhas nuns para
    pero pode pois pola polas polo polos senón seus sexa sido sobre súas tamén teus teñen teño
    tido tiven tiña túas unha unhas vosa vosas voso vosos
    """,
    "he": """
    אולי אותה אותו אותי אותך אותם אותן אותנו אחרות אחרי אחריכן אחרים אחרת איזה איפה איתה איתו איתי
    איתך איתכם איתכן איתם איתן איתנו אנחנו אתכם אתכן באיזומידה באמצע באמצעות בגלל במידה במקוםשבו
    בשביל בשעהש בתוך היכן היתה היתי הסיבהשבגללה ואילו יהיה יוכל יוכלו יותרמדי יכול יכולה יכולות
    יכולים יכלה יכלו כאשר כולם כולן כיצד לאיזותכלית לבין להיות למטה למעלה למקוםשבו למרות לעבר
    לעיכן לפיכך לפני מאחורי מאיזוסיבה מאין מאיפה מבלי מבעד מדוע מהיכן מחוץ מכאן מכיוון מלבד מנין
    מסוגל מעטים מקוםבו מתחת עליה עליהם עליהן עליו עליך עליכם עלינו עצמה עצמהם עצמהן עצמו עצמי עצמם
    עצמן עצמנו שלהם שלהן שלכה שלכם שלכן שלנו תהיה
    """,
    "hr": """
    bila bili bilo bismo biste biti bumo hoće hoćemo hoćete hoćeš hoću iako jedna jedne jedno
    jesam jesi jesmo jest jeste jesu kada kako koja koje koji kojima koju kroz mene meni mimo moja
    moje nakon nama naša naše našeg nego neka neki nekog neku nema netko neće nećemo nećete nećeš
    neću nešto nije nikoga nikoje nikoju nisam nisi nismo niste nisu njega njegov njegova njegovo
    njemu njezin njezina njezino njih njihov njihova njihovo njim njima njoj odmah pored prije
    samo sebe sebi svog svoj svoja svoje svom tada tako tebe tebi tome tvoj tvoja tvoje vama vaša
    vaše vrlo ćemo ćete
    """,
    "hu": """
    abba abban abból addig ahhoz ahogy ahol akik akkor akár alapján alatt alatta alattad alattam
    alattatok alattuk alattunk alád alájuk alám alánk alátok alól alóla alólad alólam alólatok
    alóluk alólunk amely amelybol amelyek amelyekben amelyeket amelyet amelyik amelynek amikor
    amit amolyan amott amíg annak annál arra arról attól aznap azok azokat azokba azokban azokból
    azokhoz azokig azokkal azokká azoknak azoknál azokon azokra azokról azoktól azokért azon
    azonban azonnal aztán azután azzal azzá azért balra belé beléd beléjük belém belénk belétek
    belül belőle belőled belőlem belőletek belőlük belőlünk benne benned bennem bennetek bennük
    bennünk bárcsak bármilyen búcsú cikk cikkek cikkeket csak csakhogy csupán dehogy ebbe ebben
    ebből eddig egyebek egyebet egyedül egyelőre egyes egyet egyetlen egyik egymás egyre egyszerre
    egyéb együtt egész egészen ehhez ekkor eleinte ellen ellenes elleni ellenére elmondta elsõ
    első elsők elsősorban elsőt eléd elég eléjük elém elénk elétek elõször elõtt előbb elől előle
    előled előlem előletek előlük előlünk először előtt előtte előtted előttem előttetek előttük
    előttünk előző emilyen engem ennek ennyi ennél enyém erre erről esetben ettől ezek ezekbe
    ezekben ezekből ezeken ezeket ezekhez ezekig ezekkel ezekké ezeknek ezeknél ezekre ezekről
    ezektől ezekért ezen ezentúl ezer ezret ezután ezzel ezzé ezért fele felek felet felett felé
    fent fenti fölé gyakran halló hamar hanem harmadik harmadikat harminc hatodik hatodikat hatot
    hatvan helyett hetedik hetediket hetet hetven hirtelen hiszen hiába hogy hogyan holnap
    holnapot honnan hova hozzá hozzád hozzájuk hozzám hozzánk hozzátok hurrá huszadik hány
    hányszor hármat három hátha hátulsó húsz idén igazán igen illetve ilyen ilyenkor immár inkább
    ismét ison jelenleg jobban jobbra jólesik jóval jövőre kell kellene kellett kelljen keressünk
    keresztül ketten kettő kettőt kevés kiben kiből kicsit kicsoda kihez kikbe kikben kikből kiken
    kiket kikhez kikkel kikké kiknek kiknél kikre kikről kiktől kikért kilenc kilencedik
    kilencediket kilencet kilencven kinek kinél kire kiről kitől kivel kivé kiért korábban képest
    kérem kérlek kész késő később későn kétszer kívül körül köszönhetően köszönöm közben közel
    közepesen közepén közé között közül külön különben különböző különbözőbb különbözőek lassan
    legalább legyen lehet lehetetlen lehetett lehetőleg lehetőség lenne lenni lennék lennének lesz
    leszek lesznek leszünk lett lettek lettem lettünk lévő maga magad magam magatokat magukat
    magunkat magát majd majdnem manapság megcsinál megcsinálnak megint megvan mellett mellette
    melletted mellettem mellettetek mellettük mellettünk mellé melléd melléjük mellém mellénk
    mellétek mellől mellőle mellőled mellőlem mellőletek mellőlük mellőlünk mely melyek melyik
    mennyi mert miatt miatta miattad miattam miattatok miattuk miattunk mibe miben miből mihez
    mikbe mikben mikből miken miket mikhez mikkel mikké miknek miknél mikor mikre mikről miktől
    mikért milyen mind mindegyik mindegyiket minden mindenesetre mindenki mindent mindenütt mindig
    mindketten minek minket mint mintha minél mire miről mitől mivel mivé miért mondta most
    mostanáig másik másikat másnap második másodszor mások másokat mást mégis mögé mögéd mögéjük
    mögém mögénk mögétek mögött mögötte mögötted mögöttem mögöttetek mögöttük mögöttünk mögül
    mögüle mögüled mögülem mögületek mögülük mögülünk múltkor múlva nagy nagyobb nagyon naponta
    napot negyedik negyediket negyven neked nekem neki nekik nektek nekünk nemcsak nemrég nincs
    nyolc nyolcadik nyolcadikat nyolcat nyolcvan nála nálad nálam nálatok náluk nálunk négy négyet
    néha néhány nélkül olyan onnan pedig persze például rajta rajtad rajtam rajtatok rajtuk
    rajtunk rendben rosszul rájuk ránk rátok régen régóta részére róla rólad rólam rólatok róluk
    rólunk rögtön saját semmi semmilyen semmiség senki soha sokan sokat sokkal sokszor sokáig
    során szemben szerbusz szerint szerinte szerinted szerintem szerintetek szerintük szerintünk
    szervusz szinte számára száz századik százat szépen szét szíves szívesen szíveskedjék talán
    tavaly tegnap tegnapelőtt tehát tele teljes tessék tied titeket tizedik tizediket tizenegy
    tizenegyedik tizenhat tizenhárom tizenhét tizenkettedik tizenkettő tizenkilenc tizenkét
    tizennyolc tizennégy tizenöt tizet tovább további továbbá távol téged tényleg több többi
    többször tőle tőled tőlem tőletek tőlük tőlünk ugyanakkor ugyanez ugyanis ugye urak uram urat
    utoljára utolsó után utána vagy vagyis vagyok vagytok vagyunk vajon valahol valaki valakit
    valamelyik valami valamint való vannak vele veled velem veletek velük velünk vissza viszlát
    viszont viszontlátásra volna volnának volnék volt voltak voltam voltunk végre végén végül
    által általában éljen éppen érte érted értem értetek értük értünk évben évek éves évvel õket
    önbe önben önből önhöz önnek önnel önnél önre önről öntől önért önök önökbe önökben önökből
    önöket önökhöz önökkel önöknek önöknél önökre önökről önöktől önökért önökön önön össze ötven
    ötödik ötödiket ötöt úgyis úgynevezett újabb újra őket
    """,
    "hy": """
    դուք էինք համար հետո մենք նրանք որոնք որպես պիտի
    """,
    "id": """
    adalah adanya adapun agak agaknya agar akan akankah akhir akhiri akhirnya akulah amat amatlah
    anda andalah antar antara antaranya apaan apabila apakah apalagi apatah artinya asal asalkan
    atas atau ataukah ataupun awal awalnya bagai bagaikan bagaimana bagaimanakah bagaimanapun bagi
    bagian bahkan bahwa bahwasanya baik bakal bakalan balik banyak bapak baru bawah beberapa
    begini beginian beginikah beginilah begitu begitukah begitulah begitupun bekerja belakang
    belakangan belum belumlah benar benarkah benarlah berada berakhir berakhirlah berakhirnya
    berapa berapakah berapalah berapapun berarti berawal berbagai berdatangan beri berikan berikut
    berikutnya berjumlah berkata berkehendak berkeinginan berkenaan berlainan berlalu berlangsung
    berlebihan bermacam bermaksud bermula bersama bersiap bertanya berturut bertutur berujar
    berupa besar betul betulkah biasa biasanya bila bilakah bisa bisakah boleh bolehkah bolehlah
    buat bukan bukankah bukanlah bukannya bulan bung cara caranya cukup cukupkah cukuplah cuma
    dahulu dalam dapat dari daripada datang dekat demi demikian demikianlah dengan depan diakhiri
    diakhirinya dialah diantara diantaranya diberi diberikan diberikannya dibuat dibuatnya didapat
    didatangkan digunakan diibaratkan diibaratkannya diingat diingatkan diinginkan dijawab
    dijelaskan dijelaskannya dikarenakan dikatakan dikatakannya dikerjakan diketahui diketahuinya
    dikira dilakukan dilalui dilihat dimaksud dimaksudkan dimaksudkannya dimaksudnya diminta
    dimintai dimisalkan dimulai dimulailah dimulainya dimungkinkan dini dipastikan diperbuat
    diperbuatnya dipergunakan diperkirakan diperlihatkan diperlukan diperlukannya dipersoalkan
    dipertanyakan dipunyai diri dirinya disampaikan disebut disebutkan disebutkannya disini
    disinilah ditambahkan ditandaskan ditanya ditanyai ditanyakan ditegaskan ditujukan ditunjuk
    ditunjuki ditunjukkan ditunjukkannya ditunjuknya dituturkan dituturkannya diucapkan
    diucapkannya diungkapkan dong dulu empat enggak enggaknya entah entahlah guna gunakan hampir
    hanya hanyalah hari harus haruslah harusnya hendak hendaklah hendaknya hingga ialah ibarat
    ibaratkan ibaratnya ikut ingat ingin inginkah inginkan inikah inilah itukah itulah jadi
    jadilah jadinya jangan jangankan janganlah jauh jawab jawaban jawabnya jelas jelaskan jelaslah
    jelasnya jika jikalau juga jumlah jumlahnya justru kala kalau kalaulah kalaupun kalian kami
    kamilah kamu kamulah kapan kapankah kapanpun karena karenanya kasus kata katakan katakanlah
    katanya keadaan kebetulan kecil kedua keduanya keinginan kelamaan kelihatan kelihatannya
    kelima keluar kembali kemudian kemungkinan kemungkinannya kenapa kepada kepadanya kesampaian
    keseluruhan keseluruhannya keterlaluan ketika khususnya kini kinilah kira kiranya kita kitalah
    kurang lagi lagian lain lainnya lalu lama lamanya lanjut lanjutnya lebih lewat lima luar macam
    maka makanya makin malah malahan mampu mampukah mana manakala manalagi masa masalah masalahnya
    masih masihkah masing maupun melainkan melakukan melalui melihat melihatnya memang memastikan
    memberi memberikan membuat memerlukan memihak meminta memintakan memisalkan memperbuat
    mempergunakan memperkirakan memperlihatkan mempersiapkan mempersoalkan mempertanyakan
    mempunyai memulai memungkinkan menaiki menambahkan menandaskan menanti menantikan menanya
    menanyai menanyakan mendapat mendapatkan mendatang mendatangi mendatangkan menegaskan
    mengakhiri mengapa mengatakan mengatakannya mengenai mengerjakan mengetahui menggunakan
    menghendaki mengibaratkan mengibaratkannya mengingat mengingatkan menginginkan mengira
    mengucapkan mengucapkannya mengungkapkan menjadi menjawab menjelaskan menuju menunjuk
    menunjuki menunjukkan menunjuknya menurut menuturkan menyampaikan menyangkut menyatakan
    menyebutkan menyeluruh menyiapkan merasa mereka merekalah merupakan meski meskipun meyakini
    meyakinkan minta mirip misal misalkan misalnya mula mulai mulailah mulanya mungkin mungkinkah
    naik namun nanti nantinya nyaris nyatanya oleh olehnya pada padahal padanya paling panjang
    pantas para pasti pastilah penting pentingnya percuma perlu perlukah perlunya pernah persoalan
    pertama pertanyaan pertanyakan pihak pihaknya pukul pula punya rasa rasanya rata rupanya saat
    saatnya saja sajalah saling sama sambil sampai sampaikan sana sangat sangatlah satu saya
    sayalah sebab sebabnya sebagai sebagaimana sebagainya sebagian sebaik sebaiknya sebaliknya
    sebanyak sebegini sebegitu sebelum sebelumnya sebenarnya seberapa sebesar sebetulnya sebisanya
    sebuah sebut sebutlah sebutnya secara secukupnya sedang sedangkan sedemikian sedikit
    sedikitnya seenaknya segala segalanya segera seharusnya sehingga seingat sejak sejauh sejenak
    sejumlah sekadar sekadarnya sekali sekalian sekaligus sekalipun sekarang sekecil seketika
    sekiranya sekitar sekitarnya sekurangnya sela selagi selain selaku selalu selama selamanya
    selanjutnya seluruh seluruhnya semacam semakin semampu semampunya semasa semasih semata
    semaunya sementara semisal semisalnya sempat semua semuanya semula sendiri sendirian
    sendirinya seolah seorang sepanjang sepantasnya sepantasnyalah seperlunya seperti sepertinya
    sepihak sering seringnya serta serupa sesaat sesama sesampai sesegera sesekali seseorang
    sesuatu sesuatunya sesudah sesudahnya setelah setempat setengah seterusnya setiap setiba
    setibanya setidaknya setinggi seusai sewaktu siap siapa siapakah siapapun sini sinilah soal
    soalnya suatu sudah sudahkah sudahlah supaya tadi tadinya tahu tahun tambah tambahnya tampak
    tampaknya tandas tandasnya tanpa tanya tanyakan tanyanya tapi tegas tegasnya telah tempat
    tengah tentang tentu tentulah tentunya tepat terakhir terasa terbanyak terdahulu terdapat
    terdiri terhadap terhadapnya teringat terjadi terjadilah terjadinya terkira terlalu terlebih
    terlihat termasuk ternyata tersampaikan tersebut tersebutlah tertentu tertuju terus terutama
    tetap tetapi tiap tiba tidak tidakkah tidaklah tiga tinggi tunjuk turut tutur tuturnya ucap
    ucapnya ujar ujarnya umum umumnya ungkap ungkapnya untuk usah usai waduh wahai waktu waktunya
    walau walaupun wong yaitu yakin yakni yang
    """,
    "it": """
    abbastanza abbia abbiamo abbiano abbiate accidenti adesso affinché agli ahime ahimè alcuna
    alcuni alcuno alla alle allo allora altre altri altrimenti altro altrove altrui anche ancora
    anni anno ansa anticipo assai attesa attraverso avanti avemmo avendo avente aver avere averlo
    avesse avessero avessi avessimo aveste avesti avete aveva avevamo avevano avevate avevi avevo
    avrai avranno avrebbe avrebbero avrei avremmo avremo avreste avresti avrete avrà avrò avuta
    avute avuti avuto basta bene benissimo brava bravo buono caso cento certa certe certi certo
    chicchessia chiunque ciascuna ciascuno cima cinque cioe cioè circa citta città codesta codesti
    codesto cogli colei coll coloro colui come cominci comprare comunque concernente conclusione
    consecutivi consecutivo consiglio contro cortesia cosa cosi così dagl dagli dall dalla dalle
    dallo dappertutto davanti degl degli dell della delle dello dentro detto deve devo dice dietro
    dire dirimpetto diventa diventare diventato dopo doppio dove dovra dovrà dovunque dunque
    durante ebbe ebbero ebbi ecco effettivamente egli ella entrambi eppure erano eravamo eravate
    esempio esse essendo esser essere essi faccia facciamo facciano facciate faccio facemmo
    facendo facesse facessero facessi facessimo faceste facesti faceva facevamo facevano facevate
    facevi facevo fanno farai faranno fare farebbe farebbero farei faremmo faremo fareste faresti
    farete farà farò fatto favore fece fecero feci finalmente finche fine fino forse forza fosse
    fossero fossi fossimo foste fosti frattempo fummo fuori furono futuro generale gente giacche
    giorni giorno gliela gliele glieli glielo gliene grande grazie gruppo haha hahaha hanno ieri
    improvviso indietro infatti inoltre insieme intanto intorno invece lasciato lato lontano loro
    lungo luogo macche magari maggior male malgrado malissimo medesimo mediante meglio meno mentre
    mesi mezzo miei mila miliardi milioni minimi modo molta molti moltissimo molto momento mondo
    negl negli nell nella nelle nello nemmeno neppure nessun nessuna nessuno niente nome nondimeno
    nonostante nonsia nostra nostre nostri nostro novanta nove nulla nuovi nuovo oggi ogni ognuna
    ognuno okay oltre oppure ossia ottanta otto paese parecchi parecchie parecchio parte partendo
    peccato peggio perche perchè perché percio perciò perfino pero persino persone però piedi
    pieno piglia piuttosto pochissimo poco poiche possa possedere posteriore posto potrebbe
    preferibilmente presa press prima primo principalmente probabilmente promesso proprio pure
    purtroppo qualche qualcosa qualcuna qualcuno quale quali qualunque quando quanta quante quanti
    quanto quantunque quarto quasi quattro quel quella quelle quelli quello quest questa queste
    questi questo quindi quinto realmente recente recentemente registrazione relativo riecco
    rispetto salvo sara sarai saranno sarebbe sarebbero sarei saremmo saremo sareste saresti
    sarete sarà sarò scola scopo scorso secondo seguente seguito sembra sembrare sembrato sembrava
    sembri sempre senza sette siamo siano siate siete solito solo soltanto sono sopra soprattutto
    sotto spesso stai stando stanno starai staranno starebbe starebbero starei staremmo staremo
    stareste staresti starete starà starò stata state stati stato stava stavamo stavano stavate
    stavi stavo stemmo stessa stesse stessero stessi stessimo stesso steste stesti stette stettero
    stetti stia stiamo stiano stiate subito successivamente successivo sugl sugli sull sulla sulle
    sullo suoi tale tali talvolta tanto tempo terzo titolo tranne trenta triplo troppo trovato
    tuoi tutta tuttavia tutte tutti tutto uguali ulteriore ultimo uomo vale vari varia varie vario
    verso vicino visto vita volta volte vostra vostre vostri vostro
    """,
    "ko": """
    가까스로 갖고말하자면 개의치않고 견지에서 겸사겸사 고려하면 공동으로 관계없이 관해서는 구체적으로 구토하다 그러니까 그러므로 그러한즉 그렇지만 그렇지않으면 그리하여
    그만이다 그중에서 근거하여 기점으로 기준으로 까닭으로 나머지는 다시말하면 다음으로 더군다나 더욱이는 도달하다 도착하다 된바에야 두번째로 마음대로 막론하고 말하자면
    메쓰겁다 무릎쓰고 무엇때문에 바꾸어말하면 바꾸어말하자면 바와같이 보는데서 불구하고 불문하고 비걱거리다 비슷하다 뿐만아니라 삐걱거리다 생각한대로 시작하여 아니나다를가
    아니라면 아니었다면 아무거나 어기여차 어떤것들 어찌됏든 어찌됏어 어찌하든지 어찌하여 얼마든지 얼마만큼 여보시오 연관되다 오자마자 왜냐하면 요만한걸 의거하여 의지하여
    의해되다 이러이러하다 이럴정도로 이렇게되면 이렇게말하자면 이렇구나 이르기까지 이리하여 이와같다면 이외에도 이용하여 이유만으로 일것이다 일반적으로 일지라도 입각하여
    입장에서 저것만큼 제외하고 주룩주룩 줄은모른다 중의하나 즈음하여 첫번째로 총적으로 하게될것이다 하게하다 하겠는가 하고있었다 하곤하였다 하기는한데 하기보다는 하는것도
    하더라도 하도록시키다 하도록하다 하려고하다 하마터면 하면된다 하자마자 하지마라 한적이있다 한켠으로는 할만하다 할수있다 할수있어 할줄알다 할지라도 할지언정 해도된다
    해도좋다 해야한다 헐떡헐떡
    """,
    "ku": """
    ئێمە ئێوە ئەوان ئەوەی بێجگە بەبێ بەدەم بەردەم بەرلە بەرەوی بەرەوە بەلای بەپێی دوای دەکات دەگەڵ
    لەبابەت لەباتی لەبارەی لەبرێتی لەبن لەبەر لەبەینی لەدەم لەرێ لەرێگا لەرەوی لەسەر لەلایەن لەناو
    لەنێو لەپێناوی لەژێر لەگەڵ نێوان هەروەها چەند
    """,
    "lt": """
    abidvi abiejose abiejuose abiejø abiem abigaliai abipus abudu anaiptol anaisiais anajai anajam
    anajame anapus anas anasai anasis anei aniedvi anieji aniesiems anoji anojo anojoje anokia
    anoks anosiomis anosioms anosios anosiose anot antai anuodu anuoju anuosiuose anuosius anàja
    anàjà anàjá anàsias anøjø apie aplink arba argi arti aukðèiau beje bemaþ bent betgi beveik
    dargi daugmaþ deja dëka dëlei dëlto galbût galgi gana greta idant irgi itin iðilgai iðvis
    jaisiais jajai jajam jajame jeigu jiedu jiedvi jieji jiesiems jinai jisai joji jojo jojoje
    jokia joks josiomis josioms josios josiose judu judvi jumis jums jumyse juodu juoju juosiuose
    juosius jàja jàjà jàsias jájá jøjø jûsiðkis jûsiðkë jûsø kada kadangi kaip kaipgi katra katras
    katriedvi katruodu kaþin kaþkas kaþkatra kaþkatras kaþkokia kaþkoks kaþkuri kaþkuris kiaurai
    kiek kiekvienas kieno kita kitas kitokia kitoks kodël kokia koks kolei kone kuomet kurgi kuri
    kuriedvi kuris kuriuodu ligi link manaisiais manajai manajam manajame manas manasai manasis
    mane manieji maniesiems manim manimi maniðkis maniðkë mano manoji manojo manojoje manosiomis
    manosioms manosios manosiose manuoju manuosiuose manuosius manyje manàja manàjà manàjá
    manàsias manæs manøjø maþdaug maþne mudu mudvi mumis mums mumyse mûsiðkis mûsiðkë mûsø nagi
    nebe nebent negi negu nejau nejaugi nekaip nelyginant netgi netoli neva nors paeiliui pagal
    pakeliui palaipsniui palei pasak paskos paskui paskum pati patiems paties pats patys patá
    paèiais paèiam paèiame paèiu paèiuose paèius paèiø pernelyg pirm pirma pirmiau prie prieð
    prieðais pusiau rasi rodos savaisiais savajai savajam savajame savas savasai savasis save
    savieji saviesiems savimi saviðkis saviðkë savo savoji savojo savojoje savosiomis savosioms
    savosios savosiose savuoju savuosiuose savuosius savyje savàja savàjà savàjá savàsias savæs
    savøjø skersai skradþiai staèiai sulig taigi taip taipogi taisiais tajai tajam tajame tamsta
    tarp tarsi tartum tarytum tasai tavaisiais tavajai tavajam tavajame tavas tavasai tavasis tave
    tavieji taviesiems tavimi taviðkis taviðkë tavo tavoji tavojo tavojoje tavosiomis tavosioms
    tavosios tavosiose tavuoju tavuosiuose tavuosius tavyje tavàja tavàjà tavàjá tavàsias tavæs
    tavøjø taèiau tegu tegul tiedvi tieji ties tiesiems tiesiog tikriausiai tiktai toji tojo
    tojoje tokia toks tolei toliau tosiomis tosioms tosios tosiose tuodu tuoju tuosiuose tuosius
    turbût tàja tàjà tàjá tàsias tøjø tûlas uþtat uþvis viduj vidury vien vienas vienokia vienoks
    vietoj virð virðuj virðum visa visas visgi visokia visoks vëlgi ypaè ákypai ástriþai ðalia
    ðiaisiais ðiajai ðiajam ðiajame ðiapus ðiedvi ðieji ðiesiems ðioji ðiojo ðiojoje ðiokia ðioks
    ðiosiomis ðiosioms ðiosios ðiosiose ðisai ðita ðitas ðitiedvi ðitokia ðitoks ðituodu ðiuodu
    ðiuoju ðiuosiuose ðiuosius ðiàja ðiàjà ðiàsias ðiøjø ðtai ðájá þemiau
    """,
    "lv": """
    apakš apakšpus augšpus bija biji biju bijām bijāt būsi būsiet būsim būšu caur diemžēl diezin
    droši esam esat esmu iekam iekams iekām iekāms iekš iekšpus itin jebšu kamēr kaut kolīdz kopš
    kļuva kļuvi kļuvu kļuvām kļuvāt kļūs kļūsi kļūsiet kļūsim kļūst kļūstam kļūstat kļūsti kļūstu
    kļūt kļūšu labad lejpus līdz līdzko nebūt nedz nekā nevis nezin otrpus pirms pret priekš starp
    tapi taps tapsi tapsiet tapsim tapt tapāt tapšu taču tiec tiek tiekam tiekat tieku tika tikai
    tiki tikko tiklab tiklīdz tiks tiksiet tiksim tikt tiku tikvien tikām tikāt tikšu tomēr topat
    turpretim turpretī tādēļ tālab tāpēc varat varēja varēji varēju varējām varējāt varēs varēsi
    varēsiet varēsim varēt varēšu vien virs virspus viņpus ārpus šaipus
    """,
    "ms": """
    abdul abdullah acara adalah ahmad akan akhbar akhir aktiviti alam amat amerika anak anggota
    antara antarabangsa apabila april asas asean asia asing atas atau australia awal awam
    bagaimanapun bagi bahagian bahan baharu bahawa baik bandar bank banyak barangan baru bawah
    beberapa bekas beliau belum berada berakhir berbanding berdasarkan berharap berikutan berjaya
    berjumlah berkaitan berkata berkenaan berlaku bermula bernama bernilai bersama berubah besar
    bidang bilion boleh bukan bulan bursa cadangan china dagangan dalam dana dapat dari daripada
    dasar datang datuk demikian dengan depan derivatives dewan diadakan dibuka dicatatkan dijangka
    diniagakan disember ditutup dolar dunia ekonomi eksekutif eksport empat enam faedah global
    hadapan hanya harga hari hasil hingga hubungan iaitu ialah indeks india indonesia industri
    islam isnin jabatan jalan jawatan jawatankuasa jepun jika jualan juga julai jumaat jumlah juta
    kadar kalangan kali kami kata katanya kaunter kawasan keadaan kecil kedua kedudukan kekal
    kementerian kemudahan kenaikan kenyataan kepada kepentingan keputusan kerajaan kerana kereta
    kerja kerjasama keselamatan keseluruhan kesihatan ketika ketua keuntungan kewangan khamis kini
    kita klci klibor komposit kontrak kuala kuasa kukuh kumpulan lagi lain langkah laporan lebih
    lepas lima luar lumpur mahkamah mahu majlis makanan maklumat malam malaysia mana manakala masa
    masalah masih masyarakat mata media melalui melihat memandangkan memastikan membantu membawa
    memberi memberikan membolehkan membuat mempunyai menambah menarik menawarkan mencapai
    mencatatkan mendapat mendapatkan menerima menerusi mengadakan mengambil mengenai menggalakkan
    menggunakan mengikut mengumumkan mengurangkan meningkat meningkatkan menjadi menjelang menokok
    menteri menunjukkan menurut menyaksikan menyediakan mereka merosot merupakan mesyuarat minat
    minggu minyak modal mohd mudah mungkin naik najib nasional negara negeri niaga nilai ogos oleh
    operasi orang pada pagi paling pameran papan para paras parlimen parti pasaran pasukan pegawai
    pejabat pekerja pelabur pelaburan pelancongan pelanggan pelbagai peluang pembangunan pemberita
    pembinaan pemimpin pendapatan pendidikan penduduk penerbangan pengarah pengeluaran pengerusi
    pengguna pengurusan peniaga peningkatan penting peratus perdagangan perdana peringkat
    perjanjian perkara perkhidmatan perladangan perlu permintaan perniagaan persekutuan
    persidangan pertama pertubuhan pertumbuhan perusahaan peserta petang pihak pilihan pinjaman
    polis politik presiden prestasi produk program projek proses proton pukul pula pusat rabu
    rakan rakyat ramai rantau raya rendah ringgit rumah sabah sahaja saham sama sarawak satu sawit
    saya sebagai sebahagian sebanyak sebarang sebelum sebelumnya sebuah secara sedang segi
    sehingga sejak sekarang sektor sekuriti selain selama selasa selatan selepas seluruh semakin
    semalam semasa sementara semua semula sendiri seorang sepanjang seperti sept september
    serantau seri serta sesi setiap setiausaha sidang singapura sini sistem sokongan sudah sukan
    suku sumber supaya susut syarikat syed tahap tahun tanah tanpa tawaran teknologi telah tempat
    tempatan tempoh tenaga tengah tentang terbaik terbang terbesar terbuka terdapat terhadap
    termasuk tersebut terus tetapi thailand tiada tidak tiga timbalan timur tindakan tinggi tunai
    turun turut umno unit untuk untung urus usaha utama walaupun wang wanita wilayah yang
    """,
    "nl": """
    aangaande aangezien achte achter achterna afgelopen aldaar aldus alhoewel alias alle allebei
    alleen alles alsnog altijd altoos ander andere anders anderszins beetje behalve behoudens
    beide beiden beneden bent bepaald betreffende bijna bijv binnen binnenin blijkbaar blijken
    boven bovenal bovendien bovengenoemd bovenstaand bovenvermeld buiten daar daardoor daarheen
    daarin daarna daarnet daarom daarop daaruit daarvanlangs deden deed derde derhalve dertig deze
    dikwijls doch doen doet door doorgaand drie duizend echter eens eerdat eerder eerlang eerst
    eerste eigen eigenlijk elke enig enige enigszins enkel erdoor ergens etcetera even eveneens
    evenwel gaat gauw gedurende geen gehad gekund geleden gelijk gemoeten gemogen genoeg geweest
    gewoon gewoonweg goed haar haarzelf hadden haha hahaha hare hebben hebt hedden heeft heel
    hemzelf hetzelfde hier hierbeneden hierboven hierin hierna hierom hijzelf hoewel honderd hunne
    ieder iedere iedereen iemand iets ikzelf inderdaad inmiddels intussen inzake jezelf jijzelf
    jouw jouwe juist jullie klaar konden krachtens kunnen kunt laatst later liever lijken lijkt
    maak maakt maakte maakten maar maken meer meest meestal mevr mezelf mijn mijnent mijner
    mijzelf minder miss misschien missen mits mocht mochten moest moesten moet moeten mogen naar
    nadat namelijk neem negen nemen nergens niemand niet niets niks noch nochtans nogal nooit
    ofschoon okee omdat omhoog omlaag omstreeks omtrent omver ondanks onder ondertussen ongeveer
    onszelf onze onzeker ooit opnieuw opzij over overal overeind overige overigens paar precies
    recent redelijk reeds rond rondom samen sedert sinds sindsdien slechts sommige spoedig steeds
    tamelijk tegen tegenover tenzij terwijl thans tien tiende tijdens toch toen toenmaals
    toenmalig totdat tussen twee tweede uitgezonderd vaak vaakwat vanaf vandaan vanuit vanwege
    veel veeleer veertig verder verscheidene verschillende vervolgens vier vierde vijf vijfde
    vijftig volgend volgens voor vooraf vooral vooralsnog voorbij voordat voordezen voordien
    voorheen voorop voorts vooruit vrij vroeg waar waarom waarschijnlijk wanneer want waren
    wederom weer wegens weinig weldra welk welke werd werden werder wezen whatever wiens wier
    wijzelf wilden willen word worden wordt zeker zelf zelfde zelfs zeven zich zichzelf zijn zijne
    zijzelf zoals zodat zodra zonder zouden zowat zulk zulke zullen zult
    """,
    "no": """
    alle andre arbeid bare begge blei blir blitt bort bruke både deim deira deires denne dere
    deres dette disse ditt dykk dykkar eitt eller elles eneste enhver etter folk fordi forsûke
    fûrst gjorde gjûre hadde hans hennar henne hennes honom hoss hossen hvem hver hvilke hvilken
    hvis hvor hvordan hvorfor ikke ikkje ingen ingi inkje innen inni korleis korso kunne kvar
    kvarhelst kven kvifor lage lang like makt mange medan meget mellom mens mest mine mitt mykje
    måte navn noen noka noko nokon nokor nokre også over part punkt rett riktig samme sant selv
    sidan siden sine sist sitt sjøl skal skulle slik slutt somme somt start stille sånn tilbake
    tilstand under uten vart varte verdi vere verte ville vite vore vors vort være vært vöre vört
    """,
    "pl": """
    aczkolwiek albo ależ bardziej bardzo bowiem byli bynajmniej była było były będzie będą cali
    cała cały chce choć ciebie cokolwiek coraz czasami czasem czemu czyli często daleko dlaczego
    dlatego dobrze dokąd dość dużo dwaj dwie dwoje dzisiaj dziś gdyby gdyż gdzie gdziekolwiek
    gdzieś godz inna inne inny innych jakaś jakby jaki jakichś jakie jakiś jakiż jakkolwiek jako
    jakoś jeden jedna jednak jednakże jedno jednym jedynie jego jemu jest jestem jeszcze jeśli
    jeżeli każdy kiedy kierunku kilka kilku kimś ktokolwiek ktoś która które którego której który
    których którym którzy lecz mają mamy mało miał mimo między mnie mogą moim moja moje może
    możliwe można musi nami nasi nasz nasza nasze naszego naszych natomiast natychmiast nawet nich
    niech niego niej niemu nigdy nimi nowe obok około oraz owszem pana pani podczas pomimo ponad
    ponieważ powinien powinna powinni powinno poza prawie prof przecież przed przede przedtem
    przez przy razie roku również sama skąd sobie sobą sposób swoje taka taki takich takie także
    tego temu teraz tobie tobą toteż totobą trzeba tutaj twoi twoim twoja twoje twym twój tych
    tylko viii wami wasi wasz wasza wasze według wiele wielu więc więcej wszyscy wszystkich
    wszystkie wszystkim wszystko wtedy właśnie wśród xiii zapewne zawsze zeznowu znowu znów został
    żaden żadna żadne żadnych żeby
    """,
    "pt": """
    acerca adeus agora ainda alem algmas algo algumas alguns além ambas ambos anos antes aonde
    apenas apoio apontar apos após aquela aquelas aquele aqueles aqui aquilo assim através atrás
    baixo bastante beleza boas bons breve cada caminho catorze cedo cento certamente certeza cima
    cinco coisa como comprido conhecido conselho contra contudo corrente cuja cujas cujo cujos
    custa daquela daquelas daquele daqueles debaixo dela delas dele deles demais dentro depois
    desde desligado dessa dessas desse desses desta destas deste destes deve devem deverá dezanove
    dezasseis dezassete dezoito diante direita dispoe dispoem diversa diversas diversos dizem
    dizer dois doze duas durante dúvida elas eles embora enquanto entao entre então eram essa
    essas esse esses esta estado estamos estar estará estas estava estavam este esteja estejam
    estejamos estes esteve estive estivemos estiver estivera estiveram estiverem estivermos
    estivesse estivessem estiveste estivestes estivéramos estivéssemos estou está estás estávamos
    estão exemplo falta fará favor fazeis fazem fazemos fazer fazes fazia faço final fomos fora
    foram forem forma formos fosse fossem foste fostes fôramos fôssemos gente geral grande grandes
    grupo haha haja hajam hajamos havemos havia hoje hora horas houve houvemos houver houvera
    houveram houverei houverem houveremos houveria houveriam houvermos houverá houverão
    houveríamos houvesse houvessem houvéramos houvéssemos iniciar inicio isso ista iste isto kkkk
    kkkkk lado lhes ligado local logo longe lugar maior maioria maiorias mais mediante meio menor
    menos meses mesma mesmas mesmo mesmos meus minha minhas momento muito muitos máximo nada
    naquela naquelas naquele naqueles nenhuma nessa nessas nesse nesses nesta nestas neste nestes
    noite nome nossa nossas nosso nossos nova novas nove novo novos numa numas nunca nuns nível
    número obra obrigada obrigado oitava oitavo oito onde ontem onze outra outras outro outros
    para parece parte partir paucas pegar pela pelas pelo pelos perante perto pessoas pode podem
    poder poderá podia pois ponto pontos porque porquê portanto posição possivelmente posso
    possível pouca pouco poucos povo primeira primeiras primeiro primeiros promeiro propios
    proprio própria próprias próprio próprios próxima próximas próximo próximos puderam pôde põem
    quais qual qualquer quando quanto quarta quarto quatro quem quer quereis querem queremas
    queres quero questão quieto quinta quinto quinze quáis relação sabe sabem saber segunda
    segundo seis seja sejam sejamos sempre sendo serei seremos seria seriam será serão seríamos
    sete seus sexta sexto sistema sobre sois somente somos suas sétima sétimo talvez tambem também
    tanta tantas tanto tarde temos tempo tendes tenha tenham tenhamos tenho tens tentar tentaram
    tente tentei terceira terceiro terei teremos teria teriam terá terão teríamos teus teve tinha
    tinham tipo tive tivemos tiver tivera tiveram tiverem tivermos tivesse tivessem tiveste
    tivestes tivéramos tivéssemos toda todas todo todos trabalhar trabalho treze três tuas tudo
    tínhamos umas usar vais valor veja vens verdade verdadeiro vezes viagem vindo vinte você vocês
    vossa vossas vosso vossos vários zero área éramos último
    """,
    "ro": """
    abia acea aceasta această aceea aceeasi acei aceia acel acela acelasi acele acelea acest
    acesta aceste acestea acestei acestia acestui aceşti aceştia acolo acord acum adica aibă aici
    aiurea alaturi alea alta altceva altcineva alte altfel alti altii altul anume apoi asemenea
    asta astazi astea astfel astăzi asupra atare atat atata atatea atatia atit atita atitea atitia
    atunci avea avem aveţi avut aşadar bine bucur bună cand capat care careia carora caruia catre
    caut ceea ceilalti cele celor ceva chiar cinci cind cine cineva cita cite citeva citi citiva
    conform contra cumva curând curînd când câte câtva câţi cînd cîte cîtva cîţi căci cărei căror
    cărui către daca dacă datorită dată deasupra deci decit degraba deja deoarece departe desi
    despre deşi dinaintea dintr dintre doar doilea două drept dupa după eram este exact eşti face
    fara fata fiecare fiţi foarte fost frumos fără geaba graţie halbă ieri inainte inapoi inca
    incit insa intr intre lângă lîngă mare mele mereu mine mult multa multe multi multă mulţi
    mulţumesc mâine mîine nevoie nici niciodata nicăieri nimeni nimeri nimic niste nişte noastre
    noastră noroc nostri nostru noua nouă noştri numai oricare orice oricine oricum oricând oricât
    oricînd oricît oriunde parca patra patru patrulea pentru peste pina plus poate prea prima
    primul prin putini puţin puţina puţină până pînă sale sint sintem spate spre sunt suntem
    sunteţi sută sînt sîntem sînteţi tale timp tine toata toate toată tocmai toti totul totusi
    totuşi toţi trei treia treilea tuturor ului unde undeva unei uneia unele uneori unii unor
    unora unui unuia unul voastre voastră vostru vouă voştri vreme vreo vreun zece zero zice
    împotriva înainte înaintea încotro încât încît între întrucât întrucît ălea ăsta ăstea ăştia
    şapte şase ştiu
    """,
    "ru": """
    алло ахах ахаха белый близко более больше большой будем будет будете будешь будто буду будут
    будь бывает бывь была были было быть важная важное важные важный вами ваша ваше ваши вверх
    вдали вдруг ведь везде вернуться весь вечер взгляд взять видел видеть вместе вниз внизу вода
    война вокруг вообще вопрос восемнадцатый восемнадцать восемь восьмой впрочем времени время
    всегда всего всем всеми всему всех всею всюду второй выйти главный глаз говорил говорит
    говорить года году голова голос город давать давно даже далекий далеко дальше даром дать
    двадцатый двадцать двенадцатый двенадцать дверь двух девятнадцатый девятнадцать девятый девять
    действительно делал делать делаю дело день деньги десятый десять довольно долго должен должно
    должный дорога друг другая другие других друго другое другой думать душа если есть ждать жена
    женщина жизнь жить занят занята занято заняты затем зато зачем здесь земля знать значит
    значить идти имеет имел именно иметь иногда каждая каждое каждые каждый кажется казаться какая
    какой книга когда кого комната кому конец конечно которая которого которой которые который
    которых кроме кругом куда ладно лежать лицо лишь лучше любить люди маленький мало мать машина
    между меля менее меньше меня место миллионов мимо минута мира много многочисленная
    многочисленное многочисленные многочисленный мной мною могу могут может можно можхо москва
    мочь наверху надо назад наиболее найти наконец нами народ начала начать наша наше наши него
    недавно недалеко некоторый нельзя немного нему непрерывно нередко несколько нибудь ниже низко
    никакой никогда никто никуда ними ничего ничто новый нога ночь нужно нужный обычно один
    одиннадцатый одиннадцать однажды однако одного одной оказаться окно около опять особенно
    остаться ответить отец откуда отовсюду отсюда очень первый перед писать плечо подойди подумать
    пожалуйста позже пойти пока получить помнить понимать понять пора после последний посмотреть
    посреди потом потому почему почти правда прекрасно просто против процентов путь пятнадцатый
    пятнадцать пятый пять работа работать разве рано раньше ребенок решить россия рука русский
    рядом сама сами самим самими самих само самого самой самом самому саму самый свет свое своего
    своей свои своих свой свою сделать сеаой себе себя сегодня седьмой сейчас семнадцатый
    семнадцать семь сидеть сила сказал сказала сказать сколько слишком слово случай смотреть
    сначала снова собой собою советский совсем спасибо спросить сразу стал старый стать стол
    сторона стоять страна суть считать такая также таки такие такое такой твои твой твоя твоё тебе
    тебя теми теперь тобой тобою товарищ тогда того тоже только тому третий тринадцатый тринадцать
    туда тысяч увидеть улица уметь утро хаха хахаха хороший хорошо хотеть хоть хотя хочешь часто
    часть чаще чего человек чему через четвертый четыре четырнадцатый четырнадцать чтоб чтобы чуть
    шестнадцатый шестнадцать шестой шесть этим этими этих этого этой этом этому этот являюсь
    """,
    "sk": """
    akej akejže akom akomže akou akouže akože akáže akého akéhože akému akémuže akéže akúže akých
    akýchže akým akými akýmiže akýmže akýže alebo avšak bezo bola boli bolo bude budem budeme
    budete budeš budú cezo dnes ešte hoci inej inom iného inému iných iným inými jeho jemu kamže
    každou každá každé každého každému každí každú každý každých každým každými kejže keďže kieho
    kiehože kiemu kiemuže kieže koho komu kouže ktorej ktorou ktorá ktoré ktorí ktorú ktorý
    ktorých ktorým ktorými káže kéže kúže kýho kýhože kýmu kýmuže kýže lebo leda ledaže majú mala
    mali medzi mnou moja moje mojej mojich mojim mojimi mojou moju možno musia musieť musí musím
    musíme musíte musíš máme máte môcť môjho môže môžem môžeme môžete môžeš môžu nado najmä nami
    naša naše našej naši našich našim našimi našou nech neho nejakej nejakom nejakou nejaká nejaké
    nejakého nejakému nejakú nejaký nejakých nejakým nejakými nemu nich niektorej niektorom
    niektorou niektorá niektoré niektorého niektorému niektorú niektorý niektorých niektorým
    niektorými nielen niečo nimi ničoho ničom ničomu ničím nášho oňho podo podľa pokiaľ popod
    popri potom poza pred predo preto pretože prečo práve seba sebe sebou svoj svoja svoje svojho
    svojich svojim svojimi svojou svoju svojím takej takejto taká takáto také takého takéhoto
    takému takémuto takéto takí takú takúto taký takýto takže teba tebe tebou teda tejto tento
    tieto tiež toho tohoto tohto tomto tomu tomuto toto touto tvoj tvoja tvoje tvojej tvojho tvoji
    tvojich tvojim tvojimi tvojím táto títo túto tých tými týmto vami vaša vaše vašej vaši vašich
    vašim vaším viac vášho však všetci všetka všetko všetky všetok začo začože čieho čiemu čoho
    čomu čože čími ďalšia ďalšie ďalšieho ďalšiemu ďalšiu ďalšom ďalšou ďalší ďalších ďalším
    ďalšími
    """,
    "sl": """
    april avgust bila bile bili bilo biti blizu bodo bojo bolj bomo boste bova brez cela celi celo
    daleč danes datum december deset deseta deseti deseto devet deveta deveti deveto dober dobra
    dobri dobro dokler dolg dolga dolgi dovolj drug druga drugi drugo eden enkrat februar gospa
    gospod halo januar julij junij jutri kadarkoli kajti kako kakor kamor kamorkoli karkoli
    katerikoli kdaj kdorkoli kjer kjerkoli koder koderkoli koga komu kratek kratka kratke kratki
    lahka lahke lahki lahko lepa lepe lepi lepo leto majhen majhna majhni malce malo manj marec
    medtem mene mesec midva midve mnogo moja moje mora morajo moram moramo morate moraš morem
    najina najino najmanj naju največ narobe nato nazaj naša naše nedavno nedelja neka nekaj
    nekatere nekateri nekatero nekdo neke nekega neki nekje neko nekoga nekoč nikamor nikdar
    nikjer nikoli njega njegov njegova njegovo njej njemu njen njena njeno njih njihov njihova
    njihovo njiju njim njun njuna njuno nocoj november oboje odprt odprta odprti okoli oktober
    onadva onidve osem osma osmi osmo peta petek peti peto pogosto poleg poln polna polni polno
    ponavadi ponedeljek ponovno potem povsod pozdravljen pozdravljeni prav prava prave pravi pravo
    prazen prazna prazno precej pred prej preko približno primer pripravljen pripravljena
    pripravljeni proti prva prvi prvo ravno redko sama same sami samo sebe sebi sedaj sedem sedma
    sedmi sedmo september seveda sicer skoraj skozi slab sobota spet sreda srednja srednji stran
    stvar taka take taki tako takoj tebe tebi tega težak težka težki težko tista tiste tisti tisto
    toda torek tretja tretje tretji tudi tukaj tvoj tvoja tvoje vaju vaša vaše vedno velik velika
    veliki veliko vendar vidva viii visok visoka visoke visoki vsaj vsak vsaka vsakdo vsake vsaki
    vsakomur vsega včasih včeraj zadaj zadnji zakaj zaprta zaprti zaprto zdaj zelo zunaj često
    četrta četrtek četrti četrto čigav šest šesta šesti šesto štiri
    """,
    "sv": """
    aderton adertonde adjö aldrig alla allas allt alltid alltså andra andras annan annat artonde
    artonn bakom bara behöva behövas behövde behövt beslut beslutat beslutit bland blev blir
    blivit bort borta bäst bättre båda bådas dagar dagarna dagen delen denna deras dess dessa
    detta dina ditt dock därför efter eftersom elfte eller elva emot enkel enkelt enkla enligt
    ettusen fanns femte femtio femtionde femton femtonde fick finnas finns fjorton fjortonde
    fjärde fler flera flesta fram framför från fyra fyrtio fyrtionde fått följande före förlåt
    förra första genast genom gick gjorde gjort goda godare godast gott gälla gäller gällt gärna
    gått göra hade haft hans heller hellre helst helt henne hennes honom hundra hundraen hundraett
    höger högre högst ibland icke idag igen igår imorgon inför inga ingen ingenting inget innan
    inne inom inte inuti just jämfört kanske knappast komma kommer kommit kunde kunna kunnat kvar
    legat ligga ligger lika likställd likställda lilla lite liten litet länge längre längst lätt
    lättare lättast långsam långsammare långsammast långsamt långt mellan mera mest mina mindre
    minst mitt mittemot mycket många måste möjlig möjligen möjligt möjligtvis nederst nedersta
    nedre nionde nittio nittionde nitton nittonde noll nummer nästa någon någonting något några
    nånting nödvändig nödvändiga nödvändigt nödvändigtvis också ofta oftast olika olikt rakt redan
    rätt sade sagt samma sedan senare senast sent sextio sextionde sexton sextonde sina sist sista
    siste sitt sitta sjunde sjuttio sjuttionde sjutton sjuttonde själv sjätte skall skulle
    slutligen smått snart stor stora stort större störst säga säger sämre sämst sådan sådana
    sådant tack tidig tidigare tidigast tidigt till tills tillsammans tionde tjugo tjugoen
    tjugoett tjugonde tjugotre tjugotvå tjungo tolfte tolv tredje trettio trettionde tretton
    trettonde tvåhundra under ursäkt utan utanför vara varför varifrån varit varje varken vars
    varsågod vart vems verkligen vidare viktig viktigare viktigast viktigt vilka vilkas vilken
    vilket vill vänster vänstra värre våra vårt ännu även åtminstone åtta åttio åttionde åttonde
    över övermorgon överst övre
    """,
    "sw": """
    akasema alikuwa alisema baada basi bila chini hadi hapo hata hivyo hiyo huku ilikuwa kama
    karibu katika kila kima kisha kubwa kutoka kuwa kwamba kwenda kwenye lakini mara mdogo mimi
    mkubwa mmoja moja muda mwenye naye ndani nini nonkungu pamoja sana sasa sauti tafadhali tena
    vile wakati wake walikuwa watu wengine wote yake yangu yeye yule zaidi zake
    """,
    "tl": """
    akin aking alin amin aming anumang apat atin ating bababa bago bakit bawat bilang dahil dalawa
    dapat dito doon gagawin gayunman ginagawa ginawa ginawang gumawa gusto habang hanggang hindi
    huwag ibaba ibabaw ibig ikaw ilagay ilalim ilan inyong isang itaas iyon iyong kahit kailangan
    kailanman kami kanila kanilang kanino kanya kanyang kapag kapwa karamihan katiyakan katulad
    kaya kaysa kong kulang kumuha kung laban lahat lamang likod lima maaari maaaring maging
    mahusay makita marami marapat masyado mayroon minsan mismo mula muli nabanggit naging
    nagkaroon nais nakita namin napaka narito nasaan ngayon nila nilang nito niya niyang noon
    paano pababa paggawa pagitan pagkakaroon pagkatapos palabas pamamagitan panahon pangalawa para
    paraan pareho pataas pero pumunta pumupunta saan sabi sabihin sarili sila sino siya tatlo tayo
    tulad tungkol walang
    """,
    "tr": """
    acaba acep adamakıllı adeta altmýþ altmış altý altı amma anca ancak arada artýk aslında aynen
    ayrıca açıkça açıkçası bana bari bazen bazý bazı başkası baţka belki benden beni benim beri
    beriki bilcümle bile binaen binaenaleyh biraz birazdan birbiri birden birdenbire biri birice
    birileri birisi birkaç birkaçı birkez birlikte birçok birçoğu birþey birþeyi birşey birşeyi
    birţey bitevi biteviye bittabi bizatihi bizce bizcileyin bizden bize bizi bizim bizimki bizzat
    boşuna buna bunda bundan bunlar bunları bunların bunu bunun buracıkta burada buradan burası
    böyle böylece böylecene böylelikle böylemesine böylesine büsbütün bütün cümlesi daha dahi
    dahil dahilen daima dair dayanarak defa demin demincek deminden denli derakap derhal derken
    deđil değil değin diye diđer diğer diğeri doksan dokuz dolayı dolayısıyla doğru dört edecek
    eden ederek edilecek ediliyor edilmesi ediyor elbet elbette elli emme enikonu epey epeyce
    epeyi esasen esnasında etmesi etraflı etraflıca etti ettiği ettiğini evet evleviyetle evvel
    evvela evvelce evvelden evvelemirde evveli eđer eğer fakat filanca gayet gayetle gayri gayrı
    gelgelelim gene gerek gerçi geçende geçenlerde gibi gibilerden gibisinden gine göre gırla haha
    hahaha hakeza halbuki halen halihazırda haliyle handiyse hangi hangisi hani hariç hasebiyle
    hasılı hatta hayır hele henüz hepsi herhangi herkes herkesin hiçbir hiçbiri hulasaten iken
    ilen ilgili illa illaki imdi indinde inen insermi ister itibaren itibariyle itibarıyla iyice
    iyicene için işte iţte kadar kaffesi kala kanýmca karşın katrilyon kaynak kaçı kelli kendi
    kendilerine kendini kendisi kendisine kendisini kere keza kezalik keşke keţke kimden kime kimi
    kimisi kimse kimsecik kimsecikler külliyen kýrk kýsaca kırk kısaca lakin lütfen maada madem
    mademki mamafih mebni međer meğer meğerki meğerse milyar milyon nasýl nasıl nasılsa nazaran
    naşi neden nedeniyle nedenle nedense nerde nerden nerdeyse nere nerede nereden neredeyse
    neresi nereye netekim neye neyi neyse nice nihayet nihayetinde nitekim niye niçin olan olarak
    oldu olduklarını oldukça olduğu olduğunu olmadı olmadığı olmak olması olmayan olmaz olsa olsun
    olup olur olursa oluyor onca onculayın onda ondan onlar onlardan onlari onlarýn onları onların
    onun oracık oracıkta orada oradan oranca oranla oraya otuz oysa oysaki pekala peki pekçe
    peyderpey rağmen sadece sahi sahiden sana sanki sekiz seksen senden seni senin sizden sizi
    sizin sonra sonradan sonraları sonunda tabii tamam tamamen tamamıyla tarafından trilyon vardı
    vasıtasıyla velev velhasıl velhasılıkelam veya veyahut yahut yakinen yakında yakından
    yakınlarda yalnız yalnızca yani yapacak yapmak yaptı yaptıkları yaptığı yaptığını yapılan
    yapılması yapıyor yedi yeniden yenilerde yerine yetmiþ yetmiş yetmiţ yine yirmi yoksa yoluyla
    yüzünden zarfında zaten zati zira çabuk çabukça çeşitli çokları çoklarınca çokluk çoklukla
    çokça çoğu çoğun çoğunca çoğunlukla çünkü öbür öbürkü öbürü önce önceden önceleri öncelikle
    öteki ötekisi öyle öylece öylelikle öylemesine üzere þeyden þeyi þeyler þuna þunda þundan þunu
    şayet şeyden şeyi şeyler şuna şuncacık şunda şundan şunlar şunları şunu şunun şura şuracık
    şuracıkta şurası şöyle ţayet ţimdi ţöyle
    """,
    "uk": """
    авжеж адже була були було бути більш весь вздовж вниз внизу вона вони воно всередині всіх
    давай давати дещо завжди замість коли ледве майже навколо навіть отже отож поза такий також
    тобто тощо хоча чого який якої інших
    """,
    "ur": """
    آخرکبر آدهی اخبزت اختتبم ادھر اردگرد ارکبى اضتعوبل اضتعوبلات اضطرذ اضکب اضکی اضکے اطراف اغیب
    افراد اچھب اچھی اچھے اکثر اکٹھب اکٹھی اکٹھے اکیلا اکیلی اکیلے اگرچہ ایطے ترتیت تریي تعذاد توبم
    توہی توہیں تھوڑا تھوڑی تھوڑے ثبئیں ثبترتیت ثبری ثبرے ثبعث ثبلا ثبلترتیت ثبہر ثدبئے ثرآں ثراں
    ثغیر ثلکہ ثڑوں ثھرا ثھراہوا ثھرپور ثہتر ثہتری ثہتریي خبرہب خبرہی خبرہے خبهوظ خجکہ خططرذ خلذی
    خواى خوکہ خگہوں خگہیں خیطب خیطبکہ درخبت درخہ درخے درزقیقت درضت دفعہ دلچطپ دلچطپی دلچطپیبں
    دوراى دوضرا دوضروں دوضری دوضرے دکھبئیں دکھبتب دکھبتی دکھبتے دکھبو دکھبیب دیتب دیتی دیتے دیکھو
    دیکھی دیکھیں راضتوں راضتہ راضتے رریعہ رریعے رکھب رکھتب رکھتبہوں رکھتی رکھتے رکھی رکھے زبصل
    زبضر زبلات زبلیہ زصوں زقبئق زقیتیں زقیقت زکویہ صسیر صورت صورتسبل صورتوں صورتیں ضبتھ ضبرا ضبرے
    ضبلوں ضرور ضرورت ضروری ضلطلہ ضوچب ضوچتب ضوچتی ضوچتے ضوچو ضوچی ضوچیں ضکتب ضکتی ضکتے ضیذھب ضیذھی
    ضیذھے طریق طریقوں طریقہ طریقے طورپر ظبہر عظین علاقوں علاقہ علاقے عووهی غبیذ غروع غروعبت قجیلہ
    لازهی لوجب لوجی لوجے لوسبت لوسہ لوگوں لڑکپي لگتب لگتی لگتے لگیں هتعلق هختلف هسترم هسترهہ هسطوش
    هسیذ هطئلہ هطئلے هطبئل هطتعول هطلق هعلوم هػتول هوکي هکول هہرثبى هیرا هیری هیرے والے ٹھیک پبئے
    پورا پوچھب پوچھتب پوچھتی پوچھتے پوچھو پوچھوں پوچھیں پچھلا پہلا پہلی پہلےضی پہلےضے پہلےضےہی
    چبہب چبہے چلیں چکیں چھوٹب چھوٹوں چھوٹی چھوٹے چیسیں کبفی کجھی کرتب کرتبہوں کرتی کرتے کرتےہو
    کررہب کررہی کررہے کریں کوئی کوتر کورا کوروں کورے کوطي کھولا کھولو کھولی کھولیں کھولے کہتب کہتی
    کہتے کہوں کہیں کیطب کیطرف کیطے کیلئے کیوں کےثعذ کےرریعے گروپ گروہوں ہوئی ہوئے ہوبرا ہوبری
    ہوبرے ہوتب ہوتی ہوتے ہورہب ہورہی ہورہے ہوضکتب ہوضکتی ہوضکتے ہوچکب ہوچکی ہوچکے ہوگئی ہوگئے
    ہوگیب یہبں
    """,
    "vi": """
    amen biết béng bông bằng bỗng chiếc choa chuyện chính chăng chưa chậc chắc chỉn chợt chủn cuốn
    cuộc càng cùng cũng dưới giữa hoặc khác không luôn muốn mình ngay nghen nghỉm ngoài ngoải ngày
    ngôi ngươi người ngọn ngọt nhau nhiều nhưng nhất nhận những phóc phót phải phắt phỏng phốc
    phụt phứt quyết quyển riêng riệt rích răng rằng suýt sạch tanh thanh theo thoạt thoắt thuần
    tháng thím thôi thường thấy thẩy thậm thếch thỏm thốc thốt thộc thửa toẹt trong trên trước
    trển trệt trỏng tênh từng việc vâng xoét xoẳn xoẹt xuống đang điều được
    """,
  ]
}
