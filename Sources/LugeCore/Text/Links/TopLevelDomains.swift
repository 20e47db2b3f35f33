/// The top-level domains of the root zone.
///
/// From IANA's list (<https://data.iana.org/TLD/tlds-alpha-by-domain.txt>), version 2026051600 of
/// 16 May 2026; names in other scripts also in their Unicode form. Newer domains are not recognised
/// without a scheme until the list is updated.
enum TopLevelDomains {
  /// Whether a label, in lower case, is a top-level domain.
  ///
  /// - Complexity: O(length); the first call of a process also builds the table.
  static func contains(_ label: Substring) -> Bool { all.contains(label) }

  /// Returns whether a domain is also a common file name extension: "README.md", "main.rs".
  static func isFileExtension(_ label: Substring) -> Bool { extensions.contains(label) }

  private static let extensions: Set<Substring> = [
    "cab", "cc", "mk", "ml", "mm", "mov", "md", "pl", "pm", "ps", "pub", "py", "rs", "sh", "so",
    "tf", "zip",
  ]

  private static let all: Set<Substring> = {
    let names = latin.split(whereSeparator: \.isWhitespace)
    let encoded = punycode.split(whereSeparator: \.isWhitespace).map { "xn--" + $0 }
    return Set(names).union(encoded.map { $0[...] }).union(unicode.map { $0[...] })
  }()

  private static let latin = """
    aaa aarp abb abbott abbvie abc able abogado abudhabi ac academy accenture accountant
    accountants aco actor ad ads adult ae aeg aero aetna af afl africa ag agakhan agency ai aig
    airbus airforce airtel akdn al alibaba alipay allfinanz allstate ally alsace alstom am amazon
    americanexpress americanfamily amex amfam amica amsterdam analytics android anquan anz ao aol
    apartments app apple aq aquarelle ar arab aramco archi army arpa art arte as asda asia
    associates at athleta attorney au auction audi audible audio auspost author auto autos aw aws
    ax axa az azure ba baby baidu banamex band bank bar barcelona barclaycard barclays barefoot
    bargains baseball basketball bauhaus bayern bb bbc bbt bbva bcg bcn bd be beats beauty beer
    berlin best bestbuy bet bf bg bh bharti bi bible bid bike bing bingo bio biz bj black
    blackfriday blockbuster blog bloomberg blue bm bms bmw bn bnpparibas bo boats boehringer bofa
    bom bond boo book booking bosch bostik boston bot boutique box br bradesco bridgestone
    broadway broker brother brussels bs bt build builders business buy buzz bv bw by bz bzh ca cab
    cafe cal call calvinklein cam camera camp canon capetown capital capitalone car caravan cards
    care career careers cars casa case cash casino cat catering catholic cba cbn cbre cc cd center
    ceo cern cf cfa cfd cg ch chanel channel charity chase chat cheap chintai christmas chrome
    church ci cipriani circle cisco citadel citi citic city ck cl claims cleaning click clinic
    clinique clothing cloud club clubmed cm cn co coach codes coffee college cologne com commbank
    community company compare computer comsec condos construction consulting contact contractors
    cooking cool coop corsica country coupon coupons courses cpa cr credit creditcard creditunion
    cricket crown crs cruise cruises cu cuisinella cv cw cx cy cymru cyou cz dad dance data date
    dating datsun day dclk dds de deal dealer deals degree delivery dell deloitte delta democrat
    dental dentist desi design dev dhl diamonds diet digital direct directory discount discover
    dish diy dj dk dm dnp do docs doctor dog domains dot download drive dtv dubai dupont durban
    dvag dvr dz earth eat ec eco edeka edu education ee eg email emerck energy engineer
    engineering enterprises epson equipment er ericsson erni es esq estate et eu eurovision eus
    events exchange expert exposed express extraspace fage fail fairwinds faith family fan fans
    farm farmers fashion fast fedex feedback ferrari ferrero fi fidelity fido film final finance
    financial fire firestone firmdale fish fishing fit fitness fj fk flickr flights flir florist
    flowers fly fm fo foo food football ford forex forsale forum foundation fox fr free fresenius
    frl frogans frontier ftr fujitsu fun fund furniture futbol fyi ga gal gallery gallo gallup
    game games gap garden gay gb gbiz gd gdn ge gea gent genting george gf gg ggee gh gi gift
    gifts gives giving gl glass gle global globo gm gmail gmbh gmo gmx gn godaddy gold goldpoint
    golf goodyear goog google gop got gov gp gq gr grainger graphics gratis green gripe grocery
    group gs gt gu gucci guge guide guitars guru gw gy hair hamburg hangout haus hbo hdfc hdfcbank
    health healthcare help helsinki here hermes hiphop hisamitsu hitachi hiv hk hkt hm hn hockey
    holdings holiday homedepot homegoods homes homesense honda horse hospital host hosting hot
    hotels hotmail house how hr hsbc ht hu hughes hyatt hyundai ibm icbc ice icu id ie ieee ifm
    ikano il im imamat imdb immo immobilien in inc industries infiniti info ing ink institute
    insurance insure int international intuit investments io ipiranga iq ir irish is ismaili ist
    istanbul it itau itv jaguar java jcb je jeep jetzt jewelry jio jll jm jmp jnj jo jobs joburg
    jot joy jp jpmorgan jprs juegos juniper kaufen kddi ke kerryhotels kerryproperties kfh kg kh
    ki kia kids kim kindle kitchen kiwi km kn koeln komatsu kosher kp kpmg kpn kr krd kred
    kuokgroup kw ky kyoto kz la lacaixa lamborghini lamer land landrover lanxess lasalle lat
    latino latrobe law lawyer lb lc lds lease leclerc lefrak legal lego lexus lgbt li lidl life
    lifeinsurance lifestyle lighting like lilly limited limo lincoln link live living lk llc llp
    loan loans locker locus lol london lotte lotto love lpl lplfinancial lr ls lt ltd ltda lu
    lundbeck luxe luxury lv ly ma madrid maif maison makeup man management mango map market
    marketing markets marriott marshalls mattel mba mc mckinsey md me med media meet melbourne
    meme memorial men menu merck merckmsd mg mh miami microsoft mil mini mint mit mitsubishi mk ml
    mlb mls mm mma mn mo mobi mobile moda moe moi mom monash money monster mormon mortgage moscow
    moto motorcycles mov movie mp mq mr ms msd mt mtn mtr mu museum music mv mw mx my mz na nab
    nagoya name navy nba nc ne nec net netbank netflix network neustar new news next nextdirect
    nexus nf nfl ng ngo nhk ni nico nike nikon ninja nissan nissay nl no nokia norton now nowruz
    nowtv np nr nra nrw ntt nu nyc nz obi observer office okinawa olayan olayangroup ollo om omega
    one ong onl online ooo open oracle orange org organic origins osaka otsuka ott ovh pa page
    panasonic paris pars partners parts party pay pccw pe pet pf pfizer pg ph pharmacy phd philips
    phone photo photography photos physio pics pictet pictures pid pin ping pink pioneer pizza pk
    pl place play playstation plumbing plus pm pn pnc pohl poker politie porn post pr praxi press
    prime pro prod productions prof progressive promo properties property protection pru
    prudential ps pt pub pw pwc py qa qpon quebec quest racing radio re read realestate realtor
    realty recipes red redumbrella rehab reise reisen reit reliance ren rent rentals repair report
    republican rest restaurant review reviews rexroth rich richardli ricoh ril rio rip ro rocks
    rodeo rogers room rs rsvp ru rugby ruhr run rw rwe ryukyu sa saarland safe safety sakura sale
    salon samsclub samsung sandvik sandvikcoromant sanofi sap sarl sas save saxo sb sbi sbs sc scb
    schaeffler schmidt scholarships school schule schwarz science scot sd se search seat secure
    security seek select sener services seven sew sex sexy sfr sg sh shangrila sharp shell shia
    shiksha shoes shop shopping shouji show si silk sina singles site sj sk ski skin sky skype sl
    sling sm smart smile sn sncf so soccer social softbank software sohu solar solutions song sony
    soy spa space sport spot sr srl ss st stada staples star statebank statefarm stc stcgroup
    stockholm storage store stream studio study style su sucks supplies supply support surf
    surgery suzuki sv swatch swiss sx sy sydney systems sz tab taipei talk taobao target
    tatamotors tatar tattoo tax taxi tc tci td tdk team tech technology tel temasek tennis teva tf
    tg th thd theater theatre tiaa tickets tienda tips tires tirol tj tjmaxx tjx tk tkmaxx tl tm
    tmall tn to today tokyo tools top toray toshiba total tours town toyota toys tr trade trading
    training travel travelers travelersinsurance trust trv tt tube tui tunes tushu tv tvs tw tz ua
    ubank ubs ug uk unicom university uno uol ups us uy uz va vacations vana vanguard vc ve vegas
    ventures verisign versicherung vet vg vi viajes video vig viking villas vin vip virgin visa
    vision viva vivo vlaanderen vn vodka volvo vote voting voto voyage vu wales walmart walter
    wang wanggou watch watches weather weatherchannel webcam weber website wed wedding weibo weir
    wf whoswho wien wiki williamhill win windows wine winners wme woodside work works world wow ws
    wtc wtf xbox xerox xihuan xin xxx xyz yachts yahoo yamaxun yandex ye yodobashi yoga yokohama
    you youtube yt yun za zappos zara zero zip zm zone zuerich zw
    """

  /// Domains without the prefix `xn--`.
  private static let punycode = """
    11b4c3d 1ck2e1b 1qqw23a 2scrj9c 30rr7y 3bst00m 3ds443g 3e0b707e 3hcrj9c 3pxu8k 42c2d9a
    45br5cyl 45brj9c 45q11c 4dbrk0ce 4gbrim 54b7fta0cc 55qw42g 55qx5d 5su34j936bgsg 5tzm5g 6frz82g
    6qq986b3xl 80adxhks 80ao21a 80aqecdr1a 80asehdb 80aswg 8y0a063a 90a3ac 90ae 90ais 9dbq2a
    9et52u 9krt00a b4w605ferd bck1b9a5dre4c c1avg c2br7g cck2b3b cckwcxetd cg4bki
    clchc0ea0b2g2a9gcd czr694b czrs0t czru2d d1acj3b d1alf e1a4c eckvdtc9d efvy88h fct429k fhbei
    fiq228c5hs fiq64b fiqs8s fiqz9s fjq720a flw351e fpcrj9c3d fzc2c9e2c fzys8d69uvgm g2xx48c
    gckr3f0f gecrj9c gk3at1e h2breg3eve h2brj9c h2brj9c8c hxt814e i1b6b1a6a2e imr513n io0a7i j1aef
    j1amh j6w193g jlq480n2rg jvr189m kcrx77d1x4a kprw13d kpry57d kput3i l1acc lgbbat1ad8j mgb9awbf
    mgba3a3ejt mgba3a4f16a mgba7c0bbn0a mgbaam7a8h mgbab2bd mgbah1a3hjkrd mgbai9azgqp6j mgbayh7gpa
    mgbbh1a mgbbh1a71e mgbc0a9azcg mgbca7dzdo mgbcpq6gpa1a mgberp4a5d4ar mgbgu82a mgbi4ecexp
    mgbpl2fh mgbt3dhd mgbtx2b mgbx4cd0ab mix891f mk1bu44c mxtq1m ngbc5azd ngbe9e0a ngbrx node
    nqv7f nqv7fs00ema nyqy26a o3cw4h ogbpf8fl otu796d p1acf p1ai pgbs0dh pssy2u q7ce6a q9jyb4c
    qcka1pmc qxa6a qxam rhqv96g rovu88b rvc1e0am3e s9brj9c ses554g t60b56a tckwe tiq49xqyj unup4y
    vermgensberater-ctb vermgensberatung-pwb vhquv vuq861b w4r85el8fhu5dnra w4rs40l wgbh1c wgbl6a
    xhq521b xkc2al3hye2a xkc2dl3a5ee0h y9a3aq yfro4i67o ygbi2ammx zfr164b
    """

  private static let unicode = [

    "\u{76}\u{65}\u{72}\u{6D}\u{F6}\u{67}\u{65}\u{6E}\u{73}\u{62}\u{65}\u{72}\u{61}\u{74}\u{65}\u{72}",
    "\u{76}\u{65}\u{72}\u{6D}\u{F6}\u{67}\u{65}\u{6E}\u{73}\u{62}\u{65}\u{72}\u{61}\u{74}\u{75}\u{6E}\u{67}",
    "\u{3B5}\u{3BB}", "\u{3B5}\u{3C5}", "\u{431}\u{433}", "\u{431}\u{435}\u{43B}",
    "\u{434}\u{435}\u{442}\u{438}", "\u{435}\u{44E}",
    "\u{43A}\u{430}\u{442}\u{43E}\u{43B}\u{438}\u{43A}", "\u{43A}\u{43E}\u{43C}",
    "\u{43C}\u{43A}\u{434}", "\u{43C}\u{43E}\u{43D}", "\u{43C}\u{43E}\u{441}\u{43A}\u{432}\u{430}",
    "\u{43E}\u{43D}\u{43B}\u{430}\u{439}\u{43D}", "\u{43E}\u{440}\u{433}", "\u{440}\u{443}\u{441}",
    "\u{440}\u{444}", "\u{441}\u{430}\u{439}\u{442}", "\u{441}\u{440}\u{431}",
    "\u{443}\u{43A}\u{440}", "\u{49B}\u{430}\u{437}", "\u{570}\u{561}\u{575}",
    "\u{5D9}\u{5E9}\u{5E8}\u{5D0}\u{5DC}", "\u{5E7}\u{5D5}\u{5DD}",
    "\u{627}\u{628}\u{648}\u{638}\u{628}\u{64A}", "\u{627}\u{631}\u{627}\u{645}\u{643}\u{648}",
    "\u{627}\u{644}\u{627}\u{631}\u{62F}\u{646}",
    "\u{627}\u{644}\u{628}\u{62D}\u{631}\u{64A}\u{646}",
    "\u{627}\u{644}\u{62C}\u{632}\u{627}\u{626}\u{631}",
    "\u{627}\u{644}\u{633}\u{639}\u{648}\u{62F}\u{64A}\u{629}",
    "\u{627}\u{644}\u{639}\u{644}\u{64A}\u{627}\u{646}",
    "\u{627}\u{644}\u{645}\u{63A}\u{631}\u{628}", "\u{627}\u{645}\u{627}\u{631}\u{627}\u{62A}",
    "\u{627}\u{6CC}\u{631}\u{627}\u{646}", "\u{628}\u{627}\u{631}\u{62A}",
    "\u{628}\u{627}\u{632}\u{627}\u{631}", "\u{628}\u{64A}\u{62A}\u{643}",
    "\u{628}\u{6BE}\u{627}\u{631}\u{62A}", "\u{62A}\u{648}\u{646}\u{633}",
    "\u{633}\u{648}\u{62F}\u{627}\u{646}", "\u{633}\u{648}\u{631}\u{64A}\u{629}",
    "\u{634}\u{628}\u{643}\u{629}", "\u{639}\u{631}\u{627}\u{642}", "\u{639}\u{631}\u{628}",
    "\u{639}\u{645}\u{627}\u{646}", "\u{641}\u{644}\u{633}\u{637}\u{64A}\u{646}",
    "\u{642}\u{637}\u{631}", "\u{643}\u{627}\u{62B}\u{648}\u{644}\u{64A}\u{643}",
    "\u{643}\u{648}\u{645}", "\u{645}\u{635}\u{631}", "\u{645}\u{644}\u{64A}\u{633}\u{64A}\u{627}",
    "\u{645}\u{648}\u{631}\u{64A}\u{62A}\u{627}\u{646}\u{64A}\u{627}",
    "\u{645}\u{648}\u{642}\u{639}", "\u{647}\u{645}\u{631}\u{627}\u{647}",
    "\u{67E}\u{627}\u{6A9}\u{633}\u{62A}\u{627}\u{646}", "\u{680}\u{627}\u{631}\u{62A}",
    "\u{915}\u{949}\u{92E}", "\u{928}\u{947}\u{91F}", "\u{92D}\u{93E}\u{930}\u{924}",
    "\u{92D}\u{93E}\u{930}\u{924}\u{92E}\u{94D}", "\u{92D}\u{93E}\u{930}\u{94B}\u{924}",
    "\u{938}\u{902}\u{917}\u{920}\u{928}", "\u{9AC}\u{9BE}\u{982}\u{9B2}\u{9BE}",
    "\u{9AD}\u{9BE}\u{9B0}\u{9A4}", "\u{9AD}\u{9BE}\u{9F0}\u{9A4}", "\u{A2D}\u{A3E}\u{A30}\u{A24}",
    "\u{AAD}\u{ABE}\u{AB0}\u{AA4}", "\u{B2D}\u{B3E}\u{B30}\u{B24}",
    "\u{B87}\u{BA8}\u{BCD}\u{BA4}\u{BBF}\u{BAF}\u{BBE}",
    "\u{B87}\u{BB2}\u{B99}\u{BCD}\u{B95}\u{BC8}",
    "\u{B9A}\u{BBF}\u{B99}\u{BCD}\u{B95}\u{BAA}\u{BCD}\u{BAA}\u{BC2}\u{BB0}\u{BCD}",
    "\u{C2D}\u{C3E}\u{C30}\u{C24}\u{C4D}", "\u{CAD}\u{CBE}\u{CB0}\u{CA4}",
    "\u{D2D}\u{D3E}\u{D30}\u{D24}\u{D02}", "\u{DBD}\u{D82}\u{D9A}\u{DCF}", "\u{E04}\u{E2D}\u{E21}",
    "\u{E44}\u{E17}\u{E22}", "\u{EA5}\u{EB2}\u{EA7}", "\u{10D2}\u{10D4}",
    "\u{307F}\u{3093}\u{306A}", "\u{30A2}\u{30DE}\u{30BE}\u{30F3}",
    "\u{30AF}\u{30E9}\u{30A6}\u{30C9}", "\u{30B0}\u{30FC}\u{30B0}\u{30EB}", "\u{30B3}\u{30E0}",
    "\u{30B9}\u{30C8}\u{30A2}", "\u{30BB}\u{30FC}\u{30EB}",
    "\u{30D5}\u{30A1}\u{30C3}\u{30B7}\u{30E7}\u{30F3}", "\u{30DD}\u{30A4}\u{30F3}\u{30C8}",
    "\u{4E16}\u{754C}", "\u{4E2D}\u{4FE1}", "\u{4E2D}\u{56FD}", "\u{4E2D}\u{570B}",
    "\u{4E2D}\u{6587}\u{7F51}", "\u{4E9A}\u{9A6C}\u{900A}", "\u{4F01}\u{4E1A}", "\u{4F5B}\u{5C71}",
    "\u{4FE1}\u{606F}", "\u{5065}\u{5EB7}", "\u{516B}\u{5366}", "\u{516C}\u{53F8}",
    "\u{516C}\u{76CA}", "\u{53F0}\u{6E7E}", "\u{53F0}\u{7063}", "\u{5546}\u{57CE}",
    "\u{5546}\u{5E97}", "\u{5546}\u{6807}", "\u{5609}\u{91CC}",
    "\u{5609}\u{91CC}\u{5927}\u{9152}\u{5E97}", "\u{5728}\u{7EBF}", "\u{5927}\u{62FF}",
    "\u{5929}\u{4E3B}\u{6559}", "\u{5A31}\u{4E50}", "\u{5BB6}\u{96FB}", "\u{5E7F}\u{4E1C}",
    "\u{5FAE}\u{535A}", "\u{6148}\u{5584}", "\u{6211}\u{7231}\u{4F60}", "\u{624B}\u{673A}",
    "\u{62DB}\u{8058}", "\u{653F}\u{52A1}", "\u{653F}\u{5E9C}", "\u{65B0}\u{52A0}\u{5761}",
    "\u{65B0}\u{95FB}", "\u{65F6}\u{5C1A}", "\u{66F8}\u{7C4D}", "\u{673A}\u{6784}",
    "\u{6DE1}\u{9A6C}\u{9521}", "\u{6E38}\u{620F}", "\u{6FB3}\u{9580}", "\u{70B9}\u{770B}",
    "\u{79FB}\u{52A8}", "\u{7EC4}\u{7EC7}\u{673A}\u{6784}", "\u{7F51}\u{5740}", "\u{7F51}\u{5E97}",
    "\u{7F51}\u{7AD9}", "\u{7F51}\u{7EDC}", "\u{8054}\u{901A}", "\u{8C37}\u{6B4C}",
    "\u{8D2D}\u{7269}", "\u{901A}\u{8CA9}", "\u{96C6}\u{56E2}", "\u{96FB}\u{8A0A}\u{76C8}\u{79D1}",
    "\u{98DE}\u{5229}\u{6D66}", "\u{98DF}\u{54C1}", "\u{9910}\u{5385}",
    "\u{9999}\u{683C}\u{91CC}\u{62C9}", "\u{9999}\u{6E2F}", "\u{B2F7}\u{B137}", "\u{B2F7}\u{CEF4}",
    "\u{C0BC}\u{C131}", "\u{D55C}\u{AD6D}",
  ]
}
