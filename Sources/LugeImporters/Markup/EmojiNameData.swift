// Written by scripts/emoji-names from the table of python3-emoji 2.2.0.
// Copyright (c) 2014-2022, Taehoon Kim, Kevin Wurster; see NOTICE. Not to be edited by hand.

/// An emoji a line: itself, and its short names.
let emojiNameData = """
  🥇 1st_place_medal
  🥈 2nd_place_medal
  🥉 3rd_place_medal
  🆎 ab
  🏧 atm_sign atm
  🅰️ a
  🇦🇫 afghanistan flag_for_afghanistan
  🇦🇱 albania flag_for_albania
  🇩🇿 algeria flag_for_algeria
  🇦🇸 american_samoa flag_for_american_samoa
  🇦🇩 andorra flag_for_andorra
  🇦🇴 angola flag_for_angola
  🇦🇮 anguilla flag_for_anguilla
  🇦🇶 antarctica flag_for_antarctica
  🇦🇬 antigua_barbuda
  ♒ aquarius
  🇦🇷 argentina flag_for_argentina
  ♈ aries
  🇦🇲 armenia flag_for_armenia
  🇦🇼 aruba flag_for_aruba
  🇦🇨 ascension_island flag_for_ascension_island
  🇦🇺 australia flag_for_australia
  🇦🇹 austria flag_for_austria
  🇦🇿 azerbaijan flag_for_azerbaijan
  🔙 back_arrow back
  🅱️ b
  🇧🇸 bahamas flag_for_bahamas
  🇧🇭 bahrain flag_for_bahrain
  🇧🇩 bangladesh flag_for_bangladesh
  🇧🇧 barbados flag_for_barbados
  🇧🇾 belarus flag_for_belarus
  🇧🇪 belgium flag_for_belgium
  🇧🇿 belize flag_for_belize
  🇧🇯 benin flag_for_benin
  🇧🇲 bermuda flag_for_bermuda
  🇧🇹 bhutan flag_for_bhutan
  🇧🇴 bolivia flag_for_bolivia
  🇧🇦 bosnia_herzegovina
  🇧🇼 botswana flag_for_botswana
  🇧🇻 bouvet_island flag_for_bouvet_island
  🇧🇷 brazil flag_for_brazil
  🇮🇴 british_indian_ocean_territory flag_for_british_indian_ocean_territory
  🇻🇬 british_virgin_islands flag_for_british_virgin_islands
  🇧🇳 brunei flag_for_brunei
  🇧🇬 bulgaria flag_for_bulgaria
  🇧🇫 burkina_faso flag_for_burkina_faso
  🇧🇮 burundi flag_for_burundi
  🆑 cl_button cl
  🆒 cool_button cool
  🇰🇭 cambodia flag_for_cambodia
  🇨🇲 cameroon flag_for_cameroon
  🇨🇦 canada flag_for_canada
  🇮🇨 canary_islands flag_for_canary_islands
  ♋ cancer
  🇨🇻 cape_verde flag_for_cape_verde
  ♑ capricorn
  🇧🇶 caribbean_netherlands flag_for_caribbean_netherlands
  🇰🇾 cayman_islands flag_for_cayman_islands
  🇨🇫 central_african_republic flag_for_central_african_republic
  🇪🇦 ceuta_melilla
  🇹🇩 chad flag_for_chad
  🇨🇱 chile flag_for_chile
  🇨🇳 china flag_for_china cn
  🇨🇽 christmas_island flag_for_christmas_island
  🎄 christmas_tree
  🇨🇵 clipperton_island flag_for_clipperton_island
  🇨🇨 flag_for_cocos__islands cocos_islands
  🇨🇴 colombia flag_for_colombia
  🇰🇲 comoros flag_for_comoros
  🇨🇬 congo_-_brazzaville flag_for_congo____brazzaville congo_brazzaville
  🇨🇩 congo_-_kinshasa flag_for_congo____kinshasa congo_kinshasa
  🇨🇰 cook_islands flag_for_cook_islands
  🇨🇷 costa_rica flag_for_costa_rica
  🇭🇷 croatia flag_for_croatia
  🇨🇺 cuba flag_for_cuba
  🇨🇼 curacao
  🇨🇾 cyprus flag_for_cyprus
  🇨🇿 czechia flag_for_czech_republic czech_republic
  🇨🇮 cote_divoire
  🇩🇰 denmark flag_for_denmark
  🇩🇬 diego_garcia flag_for_diego_garcia
  🇩🇯 djibouti flag_for_djibouti
  🇩🇲 dominica flag_for_dominica
  🇩🇴 dominican_republic flag_for_dominican_republic
  🔚 end_arrow end
  🇪🇨 ecuador flag_for_ecuador
  🇪🇬 egypt flag_for_egypt
  🇸🇻 el_salvador flag_for_el_salvador
  🏴󠁧󠁢󠁥󠁮󠁧󠁿 england
  🇬🇶 equatorial_guinea flag_for_equatorial_guinea
  🇪🇷 eritrea flag_for_eritrea
  🇪🇪 estonia flag_for_estonia
  🇸🇿 eswatini flag_for_swaziland swaziland
  🇪🇹 ethiopia flag_for_ethiopia
  🇪🇺 european_union flag_for_european_union eu
  🆓 free_button free
  🇫🇰 falkland_islands flag_for_falkland_islands
  🇫🇴 faroe_islands flag_for_faroe_islands
  🇫🇯 fiji flag_for_fiji
  🇫🇮 finland flag_for_finland
  🇫🇷 france flag_for_france fr
  🇬🇫 french_guiana flag_for_french_guiana
  🇵🇫 french_polynesia flag_for_french_polynesia
  🇹🇫 french_southern_territories flag_for_french_southern_territories
  🇬🇦 gabon flag_for_gabon
  🇬🇲 gambia flag_for_gambia
  ♊ gemini
  🇬🇪 georgia flag_for_georgia
  🇩🇪 germany flag_for_germany de
  🇬🇭 ghana flag_for_ghana
  🇬🇮 gibraltar flag_for_gibraltar
  🇬🇷 greece flag_for_greece
  🇬🇱 greenland flag_for_greenland
  🇬🇩 grenada flag_for_grenada
  🇬🇵 guadeloupe flag_for_guadeloupe
  🇬🇺 guam flag_for_guam
  🇬🇹 guatemala flag_for_guatemala
  🇬🇬 guernsey flag_for_guernsey
  🇬🇳 guinea flag_for_guinea
  🇬🇼 guinea-bissau flag_for_guinea__bissau guinea_bissau
  🇬🇾 guyana flag_for_guyana
  🇭🇹 haiti flag_for_haiti
  🇭🇲 heard_mcdonald_islands
  🇭🇳 honduras flag_for_honduras
  🇭🇰 hong_kong_sar_china flag_for_hong_kong hong_kong
  🇭🇺 hungary flag_for_hungary
  🆔 id_button id
  🇮🇸 iceland flag_for_iceland
  🇮🇳 india flag_for_india
  🇮🇩 indonesia flag_for_indonesia
  🇮🇷 iran flag_for_iran
  🇮🇶 iraq flag_for_iraq
  🇮🇪 ireland flag_for_ireland
  🇮🇲 isle_of_man flag_for_isle_of_man
  🇮🇱 israel flag_for_israel
  🇮🇹 italy flag_for_italy it
  🇯🇲 jamaica flag_for_jamaica
  🇯🇵 japan flag_for_japan jp
  🉑 japanese_acceptable_button accept
  🈸 japanese_application_button u7533
  🉐 japanese_bargain_button ideograph_advantage
  🏯 japanese_castle
  ㊗️ japanese_congratulations_button congratulations
  🈹 japanese_discount_button u5272
  🎎 japanese_dolls dolls
  🈚 japanese_free_of_charge_button u7121
  🈁 japanese_here_button koko
  🈷️ japanese_monthly_amount_button u6708
  🈵 japanese_no_vacancy_button u6e80
  🈶 japanese_not_free_of_charge_button u6709
  🈺 japanese_open_for_business_button u55b6
  🈴 japanese_passing_grade_button u5408
  🏣 japanese_post_office post_office
  🈲 japanese_prohibited_button u7981
  🈯 japanese_reserved_button u6307
  ㊙️ japanese_secret_button secret
  🈂️ japanese_service_charge_button sa
  🔰 japanese_symbol_for_beginner beginner
  🈳 japanese_vacancy_button u7a7a
  🇯🇪 jersey flag_for_jersey
  🇯🇴 jordan flag_for_jordan
  🇰🇿 kazakhstan flag_for_kazakhstan
  🇰🇪 kenya flag_for_kenya
  🇰🇮 kiribati flag_for_kiribati
  🇽🇰 kosovo flag_for_kosovo
  🇰🇼 kuwait flag_for_kuwait
  🇰🇬 kyrgyzstan flag_for_kyrgyzstan
  🇱🇦 laos flag_for_laos
  🇱🇻 latvia flag_for_latvia
  🇱🇧 lebanon flag_for_lebanon
  ♌ leo
  🇱🇸 lesotho flag_for_lesotho
  🇱🇷 liberia flag_for_liberia
  ♎ libra
  🇱🇾 libya flag_for_libya
  🇱🇮 liechtenstein flag_for_liechtenstein
  🇱🇹 lithuania flag_for_lithuania
  🇱🇺 luxembourg flag_for_luxembourg
  🇲🇴 macao_sar_china flag_for_macau macau
  🇲🇬 madagascar flag_for_madagascar
  🇲🇼 malawi flag_for_malawi
  🇲🇾 malaysia flag_for_malaysia
  🇲🇻 maldives flag_for_maldives
  🇲🇱 mali flag_for_mali
  🇲🇹 malta flag_for_malta
  🇲🇭 marshall_islands flag_for_marshall_islands
  🇲🇶 martinique flag_for_martinique
  🇲🇷 mauritania flag_for_mauritania
  🇲🇺 mauritius flag_for_mauritius
  🇾🇹 mayotte flag_for_mayotte
  🇲🇽 mexico flag_for_mexico
  🇫🇲 micronesia flag_for_micronesia
  🇲🇩 moldova flag_for_moldova
  🇲🇨 monaco flag_for_monaco
  🇲🇳 mongolia flag_for_mongolia
  🇲🇪 montenegro flag_for_montenegro
  🇲🇸 montserrat flag_for_montserrat
  🇲🇦 morocco flag_for_morocco
  🇲🇿 mozambique flag_for_mozambique
  🤶 mrs_claus
  🇲🇲 flag_for_myanmar myanmar
  🆕 new_button new
  🆖 ng_button ng
  🇳🇦 namibia flag_for_namibia
  🇳🇷 nauru flag_for_nauru
  🇳🇵 nepal flag_for_nepal
  🇳🇱 netherlands flag_for_netherlands
  🇳🇨 new_caledonia flag_for_new_caledonia
  🇳🇿 new_zealand flag_for_new_zealand
  🇳🇮 nicaragua flag_for_nicaragua
  🇳🇪 niger flag_for_niger
  🇳🇬 nigeria flag_for_nigeria
  🇳🇺 niue flag_for_niue
  🇳🇫 norfolk_island flag_for_norfolk_island
  🇰🇵 north_korea flag_for_north_korea
  🇲🇰 north_macedonia flag_for_macedonia macedonia
  🇲🇵 northern_mariana_islands flag_for_northern_mariana_islands
  🇳🇴 norway flag_for_norway
  🆗 ok_button ok
  👌 ok_hand
  🔛 on
  🅾️ o2
  🇴🇲 oman flag_for_oman
  ⛎ ophiuchus
  🅿️ p_button parking
  🇵🇰 pakistan flag_for_pakistan
  🇵🇼 palau flag_for_palau
  🇵🇸 palestinian_territories flag_for_palestinian_territories
  🇵🇦 panama flag_for_panama
  🇵🇬 papua_new_guinea flag_for_papua_new_guinea
  🇵🇾 paraguay flag_for_paraguay
  🇵🇪 peru flag_for_peru
  🇵🇭 philippines flag_for_philippines
  ♓ pisces
  🇵🇳 pitcairn_islands flag_for_pitcairn_islands
  🇵🇱 poland flag_for_poland
  🇵🇹 portugal flag_for_portugal
  🇵🇷 puerto_rico flag_for_puerto_rico
  🇶🇦 qatar flag_for_qatar
  🇷🇴 romania flag_for_romania
  🇷🇺 russia flag_for_russia ru
  🇷🇼 rwanda flag_for_rwanda
  🇷🇪 reunion
  🔜 soon_arrow soon
  🆘 sos_button sos
  ♐ sagittarius
  🇼🇸 samoa flag_for_samoa
  🇸🇲 san_marino flag_for_san_marino
  🎅 santa_claus santa
  🇸🇦 saudi_arabia flag_for_saudi_arabia
  ♏ scorpio scorpius
  🏴󠁧󠁢󠁳󠁣󠁴󠁿 scotland
  🇸🇳 senegal flag_for_senegal
  🇷🇸 serbia flag_for_serbia
  🇸🇨 seychelles flag_for_seychelles
  🇸🇱 sierra_leone flag_for_sierra_leone
  🇸🇬 singapore flag_for_singapore
  🇸🇽 sint_maarten flag_for_sint_maarten
  🇸🇰 slovakia flag_for_slovakia
  🇸🇮 slovenia flag_for_slovenia
  🇸🇧 solomon_islands flag_for_solomon_islands
  🇸🇴 somalia flag_for_somalia
  🇿🇦 south_africa flag_for_south_africa
  🇬🇸 south_georgia_south_sandwich_islands
  🇰🇷 south_korea flag_for_south_korea kr
  🇸🇸 south_sudan flag_for_south_sudan
  🇪🇸 spain flag_for_spain es
  🇱🇰 sri_lanka flag_for_sri_lanka
  🇧🇱 st_barthelemy
  🇸🇭 st_helena
  🇰🇳 st_kitts_nevis
  🇱🇨 st_lucia
  🇲🇫 st_martin
  🇵🇲 st_pierre_miquelon
  🇻🇨 st_vincent_grenadines
  🗽 statue_of_liberty
  🇸🇩 sudan flag_for_sudan
  🇸🇷 suriname flag_for_suriname
  🇸🇯 svalbard_jan_mayen
  🇸🇪 sweden flag_for_sweden
  🇨🇭 switzerland flag_for_switzerland
  🇸🇾 syria flag_for_syria
  🇸🇹 sao_tome_principe
  🦖 t-rex
  🔝 top_arrow top
  🇹🇼 taiwan flag_for_taiwan
  🇹🇯 tajikistan flag_for_tajikistan
  🇹🇿 tanzania flag_for_tanzania
  ♉ taurus
  🇹🇭 thailand flag_for_thailand
  🇹🇱 timor-leste flag_for_timor__leste timor_leste
  🇹🇬 togo flag_for_togo
  🇹🇰 tokelau flag_for_tokelau
  🗼 tokyo_tower
  🇹🇴 tonga flag_for_tonga
  🇹🇹 trinidad_tobago
  🇹🇦 tristan_da_cunha flag_for_tristan_da_cunha
  🇹🇳 tunisia flag_for_tunisia
  🇹🇷 turkey flag_for_turkey tr
  🇹🇲 turkmenistan flag_for_turkmenistan
  🇹🇨 turks_caicos_islands
  🇹🇻 tuvalu flag_for_tuvalu
  🇺🇲 us_outlying_islands
  🇻🇮 us_virgin_islands
  🆙 up
  🇺🇬 uganda flag_for_uganda
  🇺🇦 ukraine flag_for_ukraine
  🇦🇪 united_arab_emirates flag_for_united_arab_emirates
  🇬🇧 united_kingdom flag_for_united_kingdom gb uk
  🇺🇳 united_nations
  🇺🇸 united_states flag_for_united_states us
  🇺🇾 uruguay flag_for_uruguay
  🇺🇿 uzbekistan flag_for_uzbekistan
  🆚 vs_button vs
  🇻🇺 vanuatu flag_for_vanuatu
  🇻🇦 vatican_city flag_for_vatican_city
  🇻🇪 venezuela flag_for_venezuela
  🇻🇳 vietnam flag_for_vietnam
  ♍ virgo
  🏴󠁧󠁢󠁷󠁬󠁳󠁿 wales
  🇼🇫 wallis_futuna
  🇪🇭 western_sahara flag_for_western_sahara
  🇾🇪 yemen flag_for_yemen
  💤 zzz
  🇿🇲 zambia flag_for_zambia
  🇿🇼 zimbabwe flag_for_zimbabwe
  🧮 abacus
  🪗 accordion
  🩹 adhesive_bandage
  🎟️ admission_tickets tickets
  🚡 aerial_tramway
  ✈️ airplane
  🛬 airplane_arrival airplane_arriving flight_arrival
  🛫 airplane_departure flight_departure
  ⏰ alarm_clock
  ⚗️ alembic
  👽 alien
  👾 alien_monster space_invader
  🚑 ambulance
  🏈 american_football football
  🏺 amphora
  🫀 anatomical_heart
  ⚓ anchor
  💢 anger_symbol anger
  😠 angry_face angry
  👿 angry_face_with_horns imp
  😧 anguished_face anguished
  🐜 ant
  📶 antenna_bars signal_strength
  😰 anxious_face_with_sweat cold_sweat
  🚛 articulated_lorry
  🧑‍🎨 artist
  🎨 artist_palette art
  😲 astonished_face astonished
  🧑‍🚀 astronaut
  ⚛️ atom_symbol
  🛺 auto_rickshaw
  🚗 automobile car red_car
  🥑 avocado
  🪓 axe
  👶 baby
  👼 baby_angel angel
  🍼 baby_bottle
  🐤 baby_chick
  🚼 baby_symbol
  👇 backhand_index_pointing_down point_down
  👈 backhand_index_pointing_left point_left
  👉 backhand_index_pointing_right point_right
  👆 backhand_index_pointing_up point_up_2
  🎒 backpack school_satchel
  🥓 bacon
  🦡 badger
  🏸 badminton badminton_racquet_and_shuttlecock
  🥯 bagel
  🛄 baggage_claim
  🥖 baguette_bread
  ⚖️ balance_scale scales
  🩰 ballet_shoes
  🎈 balloon
  🗳️ ballot_box_with_ballot ballot_box
  🍌 banana
  🪕 banjo
  🏦 bank
  📊 bar_chart
  💈 barber_pole barber
  ⚾ baseball
  🧺 basket
  🏀 basketball
  🦇 bat
  🛁 bathtub
  🔋 battery
  🏖️ beach_with_umbrella beach_umbrella
  😁 beaming_face_with_smiling_eyes grin
  🫘 beans
  🐻 bear
  💓 beating_heart heartbeat
  🦫 beaver
  🛏️ bed
  🍺 beer_mug beer
  🪲 beetle
  🔔 bell
  🫑 bell_pepper
  🔕 bell_with_slash no_bell
  🛎️ bellhop_bell
  🍱 bento_box bento
  🧃 beverage_box
  🚲 bicycle bike
  👙 bikini
  🧢 billed_cap
  ☣️ biohazard biohazard_sign
  🐦 bird
  🎂 birthday_cake birthday
  🦬 bison
  🫦 biting_lip
  🐦‍⬛ black_bird
  🐈‍⬛ black_cat
  ⚫ black_circle
  🏴 black_flag waving_black_flag
  🖤 black_heart
  ⬛ black_large_square
  ◾ black_medium-small_square black_medium_small_square
  ◼️ black_medium_square
  ✒️ black_nib
  ▪️ black_small_square
  🔲 black_square_button
  🌼 blossom
  🐡 blowfish
  📘 blue_book
  🔵 blue_circle large_blue_circle
  💙 blue_heart
  🟦 blue_square
  🫐 blueberries
  🐗 boar
  💣 bomb
  🦴 bone
  🔖 bookmark
  📑 bookmark_tabs
  📚 books
  🪃 boomerang
  🍾 bottle_with_popping_cork champagne
  💐 bouquet
  🏹 bow_and_arrow
  🥣 bowl_with_spoon
  🎳 bowling
  🥊 boxing_glove
  👦 boy
  🧠 brain
  🍞 bread
  🤱 breast-feeding breast_feeding
  🧱 brick bricks
  🌉 bridge_at_night
  💼 briefcase
  🩲 briefs swim_brief
  🔆 bright_button high_brightness
  🥦 broccoli
  💔 broken_heart
  🧹 broom
  🟤 brown_circle
  🤎 brown_heart
  🟫 brown_square
  🧋 bubble_tea
  🫧 bubbles
  🪣 bucket
  🐛 bug
  🏗️ building_construction
  🚅 bullet_train bullettrain_front
  🎯 bullseye dart
  🌯 burrito
  🚌 bus
  🚏 bus_stop busstop
  👤 bust_in_silhouette
  👥 busts_in_silhouette
  🧈 butter
  🦋 butterfly
  🌵 cactus
  📅 calendar date
  🤙 call_me_hand
  🐪 camel dromedary_camel
  📷 camera
  📸 camera_with_flash camera_flash
  🏕️ camping
  🕯️ candle
  🍬 candy
  🥫 canned_food
  🛶 canoe
  🗃️ card_file_box
  📇 card_index
  🗂️ card_index_dividers
  🎠 carousel_horse
  🎏 carp_streamer flags
  🪚 carpentry_saw
  🥕 carrot
  🏰 castle european_castle
  🐈 cat cat2
  🐱 cat_face
  😹 cat_with_tears_of_joy joy_cat
  😼 cat_with_wry_smile smirk_cat
  ⛓️ chains
  🪑 chair
  📉 chart_decreasing chart_with_downwards_trend
  📈 chart_increasing chart_with_upwards_trend
  💹 chart_increasing_with_yen chart
  ☑️ check_box_with_check ballot_box_with_check
  ✔️ check_mark heavy_check_mark
  ✅ check_mark_button white_check_mark
  🧀 cheese_wedge cheese
  🏁 chequered_flag checkered_flag
  🍒 cherries
  🌸 cherry_blossom
  ♟️ chess_pawn
  🌰 chestnut
  🐔 chicken
  🧒 child
  🚸 children_crossing
  🐿️ chipmunk
  🍫 chocolate_bar
  🥢 chopsticks
  ⛪ church
  🚬 cigarette smoking
  🎦 cinema
  Ⓜ️ circled_m m
  🎪 circus_tent
  🏙️ cityscape
  🌆 cityscape_at_dusk city_sunset
  🗜️ clamp compression
  🎬 clapper_board clapper
  👏 clapping_hands clap
  🏛️ classical_building
  🍻 clinking_beer_mugs beers
  🥂 clinking_glasses
  📋 clipboard
  🔃 clockwise_vertical_arrows arrows_clockwise
  📕 closed_book
  📪 closed_mailbox_with_lowered_flag mailbox_closed
  📫 closed_mailbox_with_raised_flag mailbox
  🌂 closed_umbrella
  ☁️ cloud
  🌩️ cloud_with_lightning
  ⛈️ cloud_with_lightning_and_rain thunder_cloud_and_rain
  🌧️ cloud_with_rain
  🌨️ cloud_with_snow
  🤡 clown_face
  ♣️ club_suit clubs
  👝 clutch_bag pouch
  🧥 coat
  🪳 cockroach
  🍸 cocktail_glass cocktail
  🥥 coconut
  ⚰️ coffin
  🪙 coin
  🥶 cold_face
  💥 collision boom
  ☄️ comet
  🧭 compass
  💽 computer_disk minidisc
  🖱️ computer_mouse three_button_mouse
  🎊 confetti_ball
  😖 confounded_face confounded
  😕 confused_face confused
  🚧 construction
  👷 construction_worker
  🎛️ control_knobs
  🏪 convenience_store
  🧑‍🍳 cook
  🍚 cooked_rice rice
  🍪 cookie
  🍳 cooking egg fried_egg
  ©️ copyright
  🪸 coral
  🛋️ couch_and_lamp
  🔄 counterclockwise_arrows_button arrows_counterclockwise
  💑 couple_with_heart
  👨‍❤️‍👨 couple_with_heart_man_man
  👩‍❤️‍👨 couple_with_heart_woman_man
  👩‍❤️‍👩 couple_with_heart_woman_woman
  🐄 cow cow2
  🐮 cow_face
  🤠 cowboy_hat_face
  🦀 crab
  🖍️ crayon lower_left_crayon
  💳 credit_card
  🌙 crescent_moon
  🦗 cricket
  🏏 cricket_game cricket_bat_and_ball
  🐊 crocodile
  🥐 croissant
  ❌ cross_mark x
  ❎ cross_mark_button negative_squared_cross_mark
  🤞 crossed_fingers
  🎌 crossed_flags
  ⚔️ crossed_swords
  👑 crown
  🩼 crutch
  😿 crying_cat crying_cat_face
  😢 crying_face cry
  🔮 crystal_ball
  🥒 cucumber
  🥤 cup_with_straw
  🧁 cupcake
  🥌 curling_stone
  ➰ curly_loop
  💱 currency_exchange
  🍛 curry_rice curry
  🍮 custard
  🛃 customs
  🥩 cut_of_meat
  🌀 cyclone
  🗡️ dagger dagger_knife
  🍡 dango
  💨 dashing_away dash
  🧏‍♂️ deaf_man
  🧏 deaf_person
  🧏‍♀️ deaf_woman
  🌳 deciduous_tree
  🦌 deer
  🚚 delivery_truck truck
  🏬 department_store
  🏚️ derelict_house derelict_house_building
  🏜️ desert
  🏝️ desert_island
  🖥️ desktop_computer
  🕵️ detective sleuth_or_spy
  ♦️ diamond_suit diamonds
  💠 diamond_with_a_dot diamond_shape_with_a_dot_inside
  🔅 dim_button low_brightness
  😞 disappointed_face disappointed
  🥸 disguised_face
  ➗ divide heavy_division_sign
  🤿 diving_mask
  🪔 diya_lamp
  💫 dizzy
  🧬 dna
  🦤 dodo
  🐕 dog dog2
  🐶 dog_face
  💵 dollar_banknote dollar
  🐬 dolphin flipper
  🫏 donkey
  🚪 door
  🫥 dotted_line_face
  🔯 dotted_six-pointed_star six_pointed_star
  ➿ double_curly_loop loop
  ‼️ double_exclamation_mark bangbang
  🍩 doughnut
  🕊️ dove dove_of_peace
  ↙️ down-left_arrow arrow_lower_left
  ↘️ down-right_arrow arrow_lower_right
  ⬇️ down_arrow arrow_down
  😓 downcast_face_with_sweat sweat
  🔽 downwards_button arrow_down_small
  🐉 dragon
  🐲 dragon_face
  👗 dress
  🤤 drooling_face
  🩸 drop_of_blood
  💧 droplet
  🥁 drum
  🦆 duck
  🥟 dumpling
  📀 dvd
  📧 e-mail email e__mail
  🦅 eagle
  👂 ear
  🌽 ear_of_corn corn
  🦻 ear_with_hearing_aid
  🥚 egg2
  🍆 eggplant
  ✴️ eight-pointed_star eight_pointed_black_star
  ✳️ eight-spoked_asterisk eight_spoked_asterisk
  🕣 eight-thirty clock830
  🕗 clock8
  ⏏️ eject_button eject_symbol
  🔌 electric_plug
  🐘 elephant
  🛗 elevator
  🕦 eleven-thirty clock1130
  🕚 clock11
  🧝 elf
  🪹 empty_nest
  😡 enraged_face rage pout
  ✉️ envelope
  📩 envelope_with_arrow
  💶 euro_banknote euro
  🌲 evergreen_tree
  🐑 ewe sheep
  ⁉️ exclamation_question_mark interrobang
  🤯 exploding_head
  😑 expressionless_face expressionless
  👁️ eye
  👁️‍🗨️ eye_in_speech_bubble eye_speech_bubble
  👀 eyes
  😘 face_blowing_a_kiss kissing_heart
  😮‍💨 face_exhaling
  🥹 face_holding_back_tears
  😶‍🌫️ face_in_clouds
  😋 face_savoring_food yum
  😱 face_screaming_in_fear scream
  🤮 face_vomiting vomiting_face
  😵 face_with_crossed-out_eyes dizzy_face
  🫤 face_with_diagonal_mouth
  🤭 face_with_hand_over_mouth hand_over_mouth
  🤕 face_with_head-bandage face_with_head_bandage face_with_head__bandage
  😷 face_with_medical_mask mask
  🧐 face_with_monocle monocle_face
  🫢 face_with_open_eyes_and_hand_over_mouth
  😮 face_with_open_mouth open_mouth
  🫣 face_with_peeking_eye
  🤨 face_with_raised_eyebrow raised_eyebrow
  🙄 face_with_rolling_eyes roll_eyes
  😵‍💫 face_with_spiral_eyes
  😤 face_with_steam_from_nose triumph
  🤬 face_with_symbols_on_mouth cursing_face
  😂 face_with_tears_of_joy joy
  🤒 face_with_thermometer
  😛 face_with_tongue stuck_out_tongue
  😶 face_without_mouth no_mouth
  🏭 factory
  🧑‍🏭 factory_worker
  🧚 fairy
  🧆 falafel
  🍂 fallen_leaf
  👪 family
  👨‍👦 family_man_boy
  👨‍👦‍👦 family_man_boy_boy
  👨‍👧 family_man_girl
  👨‍👧‍👦 family_man_girl_boy
  👨‍👧‍👧 family_man_girl_girl
  👨‍👨‍👦 family_man_man_boy
  👨‍👨‍👦‍👦 family_man_man_boy_boy
  👨‍👨‍👧 family_man_man_girl
  👨‍👨‍👧‍👦 family_man_man_girl_boy
  👨‍👨‍👧‍👧 family_man_man_girl_girl
  👨‍👩‍👦 family_man_woman_boy
  👨‍👩‍👦‍👦 family_man_woman_boy_boy
  👨‍👩‍👧 family_man_woman_girl
  👨‍👩‍👧‍👦 family_man_woman_girl_boy
  👨‍👩‍👧‍👧 family_man_woman_girl_girl
  👩‍👦 family_woman_boy
  👩‍👦‍👦 family_woman_boy_boy
  👩‍👧 family_woman_girl
  👩‍👧‍👦 family_woman_girl_boy
  👩‍👧‍👧 family_woman_girl_girl
  👩‍👩‍👦 family_woman_woman_boy
  👩‍👩‍👦‍👦 family_woman_woman_boy_boy
  👩‍👩‍👧 family_woman_woman_girl
  👩‍👩‍👧‍👦 family_woman_woman_girl_boy
  👩‍👩‍👧‍👧 family_woman_woman_girl_girl
  🧑‍🌾 farmer
  ⏩ fast-forward_button fast_forward
  ⏬ fast_down_button arrow_double_down
  ⏪ fast_reverse_button rewind
  ⏫ fast_up_button arrow_double_up
  📠 fax_machine fax
  😨 fearful_face fearful
  🪶 feather
  ♀️ female_sign
  🎡 ferris_wheel
  ⛴️ ferry
  🏑 field_hockey field_hockey_stick_and_ball
  🗄️ file_cabinet
  📁 file_folder
  🎞️ film_frames film_strip
  📽️ film_projector
  🔥 fire
  🚒 fire_engine
  🧯 fire_extinguisher
  🧨 firecracker
  🧑‍🚒 firefighter
  🎆 fireworks
  🌓 first_quarter_moon
  🌛 first_quarter_moon_face first_quarter_moon_with_face
  🐟 fish
  🍥 fish_cake_with_swirl fish_cake
  🎣 fishing_pole fishing_pole_and_fish
  🕠 five-thirty clock530
  🕔 clock5
  ⛳ flag_in_hole golf
  🦩 flamingo
  🔦 flashlight
  🥿 flat_shoe
  🫓 flatbread
  ⚜️ fleur-de-lis fleur__de__lis fleur_de_lis
  💪 flexed_biceps muscle
  💾 floppy_disk
  🎴 flower_playing_cards
  😳 flushed_face flushed
  🪈 flute
  🪰 fly
  🥏 flying_disc
  🛸 flying_saucer
  🌫️ fog
  🌁 foggy
  🙏 folded_hands pray
  🪭 folding_hand_fan
  🫕 fondue
  🦶 foot
  👣 footprints
  🍴 fork_and_knife
  🍽️ fork_and_knife_with_plate plate_with_cutlery
  🥠 fortune_cookie
  ⛲ fountain
  🖋️ fountain_pen lower_left_fountain_pen
  🕟 four-thirty clock430
  🍀 four_leaf_clover
  🕓 clock4
  🦊 fox fox_face
  🖼️ framed_picture frame_with_picture
  🍟 french_fries fries
  🍤 fried_shrimp
  🐸 frog
  🐥 front-facing_baby_chick hatched_chick
  ☹️ frowning_face white_frowning_face
  😦 frowning_face_with_open_mouth frowning
  ⛽ fuel_pump fuelpump
  🌕 full_moon
  🌝 full_moon_face full_moon_with_face
  ⚱️ funeral_urn
  🎲 game_die
  🧄 garlic
  ⚙️ gear
  💎 gem_stone gem
  🧞 genie
  👻 ghost
  🫚 ginger_root
  🦒 giraffe
  👧 girl
  🥛 glass_of_milk milk_glass
  👓 glasses eyeglasses
  🌎 globe_showing_americas earth_americas
  🌏 globe_showing_asia-australia earth_asia
  🌍 globe_showing_europe-africa earth_africa
  🌐 globe_with_meridians
  🧤 gloves
  🌟 glowing_star star2
  🥅 goal_net
  🐐 goat
  👺 goblin japanese_goblin
  🥽 goggles
  🪿 goose
  🦍 gorilla
  🎓 graduation_cap mortar_board
  🍇 grapes
  🍏 green_apple
  📗 green_book
  🟢 green_circle
  💚 green_heart
  🥗 green_salad
  🟩 green_square
  🩶 grey_heart
  😬 grimacing_face grimacing
  😺 grinning_cat smiley_cat
  😸 grinning_cat_with_smiling_eyes smile_cat
  😀 grinning_face grinning
  😃 grinning_face_with_big_eyes smiley
  😄 grinning_face_with_smiling_eyes smile
  😅 grinning_face_with_sweat sweat_smile
  😆 grinning_squinting_face satisfied laughing
  💗 growing_heart heartpulse
  💂 guard
  🦮 guide_dog
  🎸 guitar
  🪮 hair_pick
  🍔 hamburger
  🔨 hammer
  ⚒️ hammer_and_pick
  🛠️ hammer_and_wrench
  🪬 hamsa
  🐹 hamster
  🖐️ hand_with_fingers_splayed raised_hand_with_fingers_splayed
  🫰 hand_with_index_finger_and_thumb_crossed
  👜 handbag
  🤝 handshake
  🐣 hatching_chick
  🎧 headphone headphones
  🪦 headstone
  🧑‍⚕️ health_worker
  🙉 hear-no-evil_monkey hear_no_evil
  💟 heart_decoration
  ❣️ heart_exclamation heavy_heart_exclamation heavy_heart_exclamation_mark_ornament
  🫶 heart_hands
  ❤️‍🔥 heart_on_fire
  ♥️ heart_suit hearts
  💘 heart_with_arrow cupid
  💝 heart_with_ribbon gift_heart
  💲 heavy_dollar_sign
  🟰 heavy_equals_sign
  🦔 hedgehog
  🚁 helicopter
  🌿 herb
  🌺 hibiscus
  👠 high-heeled_shoe high_heel
  🚄 high-speed_train bullettrain_side
  ⚡ high_voltage zap
  🥾 hiking_boot
  🛕 hindu_temple
  🦛 hippopotamus
  🕳️ hole
  ⭕ hollow_red_circle o
  🍯 honey_pot
  🐝 honeybee bee
  🪝 hook
  🚥 horizontal_traffic_light traffic_light
  🐎 horse racehorse
  🐴 horse_face
  🏇 horse_racing
  🏥 hospital
  ☕ hot_beverage coffee
  🌭 hot_dog hotdog
  🥵 hot_face
  🌶️ hot_pepper
  ♨️ hot_springs hotsprings
  🏨 hotel
  ⌛ hourglass_done hourglass
  ⏳ hourglass_not_done hourglass_flowing_sand
  🏠 house
  🏡 house_with_garden
  🏘️ houses house_buildings
  💯 hundred_points 100
  😯 hushed_face hushed
  🛖 hut
  🪻 hyacinth
  🧊 ice ice_cube
  🍨 ice_cream
  🏒 ice_hockey ice_hockey_stick_and_puck
  ⛸️ ice_skate
  🪪 identification_card
  📥 inbox_tray
  📨 incoming_envelope
  🫵 index_pointing_at_the_viewer
  ☝️ index_pointing_up point_up
  ♾️ infinity
  ℹ️ information information_source
  🔤 input_latin_letters abc
  🔡 input_latin_lowercase abcd
  🔠 input_latin_uppercase capital_abcd
  🔢 input_numbers 1234
  🔣 input_symbols symbols
  🎃 jack-o-lantern jack_o_lantern
  🫙 jar
  👖 jeans
  🪼 jellyfish
  🃏 joker black_joker
  🕹️ joystick
  🧑‍⚖️ judge
  🕋 kaaba
  🦘 kangaroo
  🔑 key
  ⌨️ keyboard
  #️⃣ hash
  *️⃣ asterisk
  0️⃣ keycap_0 zero
  1️⃣ keycap_1 one
  🔟 keycap_10 ten keycap_ten
  2️⃣ keycap_2 two
  3️⃣ keycap_3 three
  4️⃣ keycap_4 four
  5️⃣ keycap_5 five
  6️⃣ keycap_6 six
  7️⃣ keycap_7 seven
  8️⃣ keycap_8 eight
  9️⃣ keycap_9 nine
  🪯 khanda
  🛴 kick_scooter
  👘 kimono
  💏 kiss couplekiss
  👨‍❤️‍💋‍👨 kiss_man_man couplekiss_man_man
  💋 kiss_mark
  👩‍❤️‍💋‍👨 kiss_woman_man couplekiss_man_woman
  👩‍❤️‍💋‍👩 kiss_woman_woman couplekiss_woman_woman
  😽 kissing_cat
  😗 kissing_face kissing
  😚 kissing_face_with_closed_eyes kissing_closed_eyes
  😙 kissing_face_with_smiling_eyes kissing_smiling_eyes
  🔪 kitchen_knife hocho knife
  🪁 kite
  🥝 kiwi_fruit
  🪢 knot
  🐨 koala
  🥼 lab_coat
  🏷️ label
  🥍 lacrosse
  🪜 ladder
  🐞 lady_beetle
  💻 laptop computer
  🔷 large_blue_diamond
  🔶 large_orange_diamond
  🌗 last_quarter_moon
  🌜 last_quarter_moon_face last_quarter_moon_with_face
  ⏮️ last_track_button previous_track_button black_left__pointing_double_triangle_with_vertical_bar
  ✝️ latin_cross
  🍃 leaf_fluttering_in_wind leaves
  🥬 leafy_green
  📒 ledger
  🤛 left-facing_fist fist_left
  ↔️ left-right_arrow left_right_arrow
  ⬅️ left_arrow arrow_left
  ↪️ left_arrow_curving_right arrow_right_hook
  🛅 left_luggage
  🗨️ left_speech_bubble
  🫲 leftwards_hand
  🫷 leftwards_pushing_hand
  🦵 leg
  🍋 lemon
  🐆 leopard
  🎚️ level_slider
  🩵 light_blue_heart
  💡 light_bulb bulb
  🚈 light_rail
  🔗 link
  🖇️ linked_paperclips paperclips
  🦁 lion lion_face
  💄 lipstick
  🚮 litter_in_bin_sign put_litter_in_its_place
  🦎 lizard
  🦙 llama
  🦞 lobster
  🔒 locked lock
  🔐 locked_with_key closed_lock_with_key
  🔏 locked_with_pen lock_with_ink_pen
  🚂 locomotive steam_locomotive
  🍭 lollipop
  🪘 long_drum
  🧴 lotion_bottle
  🪷 lotus
  😭 loudly_crying_face sob
  📢 loudspeaker
  🤟 love-you_gesture love_you_gesture
  🏩 love_hotel
  💌 love_letter
  🪫 low_battery
  🧳 luggage
  🫁 lungs
  🤥 lying_face
  🧙 mage
  🪄 magic_wand
  🧲 magnet
  🔍 magnifying_glass_tilted_left mag
  🔎 magnifying_glass_tilted_right mag_right
  🀄 mahjong_red_dragon mahjong
  ♂️ male_sign
  🦣 mammoth
  👨 man
  👨‍🎨 man_artist
  👨‍🚀 man_astronaut
  👨‍🦲 man_bald bald_man
  🧔‍♂️ man_beard
  🚴‍♂️ man_biking biking_man
  👱‍♂️ man_blond_hair blond_haired_man
  ⛹️‍♂️ man_bouncing_ball basketball_man bouncing_ball_man
  🙇‍♂️ man_bowing bowing_man
  🤸‍♂️ man_cartwheeling
  🧗‍♂️ man_climbing climbing_man
  👷‍♂️ man_construction_worker construction_worker_man
  👨‍🍳 man_cook
  👨‍🦱 man_curly_hair curly_haired_man
  🕺 man_dancing
  🕵️‍♂️ man_detective male_detective
  🧝‍♂️ man_elf elf_man
  🤦‍♂️ man_facepalming
  👨‍🏭 man_factory_worker
  🧚‍♂️ man_fairy fairy_man
  👨‍🌾 man_farmer
  👨‍🍼 man_feeding_baby
  👨‍🚒 man_firefighter
  🙍‍♂️ man_frowning frowning_man
  🧞‍♂️ man_genie genie_man
  🙅‍♂️ man_gesturing_no no_good_man ng_man
  🙆‍♂️ man_gesturing_ok ok_man
  💇‍♂️ man_getting_haircut haircut_man
  💆‍♂️ man_getting_massage massage_man
  🏌️‍♂️ man_golfing golfing_man
  💂‍♂️ man_guard guardsman
  👨‍⚕️ man_health_worker
  🧘‍♂️ man_in_lotus_position lotus_position_man
  👨‍🦽 man_in_manual_wheelchair
  👨‍🦼 man_in_motorized_wheelchair
  🧖‍♂️ man_in_steamy_room sauna_man
  🤵‍♂️ man_in_tuxedo
  👨‍⚖️ man_judge
  🤹‍♂️ man_juggling
  🧎‍♂️ man_kneeling kneeling_man
  🏋️‍♂️ man_lifting_weights weight_lifting_man
  🧙‍♂️ man_mage mage_man
  👨‍🔧 man_mechanic
  🚵‍♂️ man_mountain_biking mountain_biking_man
  👨‍💼 man_office_worker
  👨‍✈️ man_pilot
  🤾‍♂️ man_playing_handball
  🤽‍♂️ man_playing_water_polo
  👮‍♂️ man_police_officer policeman
  🙎‍♂️ man_pouting pouting_man
  🙋‍♂️ man_raising_hand raising_hand_man
  👨‍🦰 man_red_hair red_haired_man
  🚣‍♂️ man_rowing_boat rowing_man
  🏃‍♂️ man_running running_man
  👨‍🔬 man_scientist
  🤷‍♂️ man_shrugging
  👨‍🎤 man_singer
  🧍‍♂️ man_standing standing_man
  👨‍🎓 man_student
  🦸‍♂️ man_superhero superhero_man
  🦹‍♂️ man_supervillain supervillain_man
  🏄‍♂️ man_surfing surfing_man
  🏊‍♂️ man_swimming swimming_man
  👨‍🏫 man_teacher
  👨‍💻 man_technologist
  💁‍♂️ man_tipping_hand sassy_man tipping_hand_man
  🧛‍♂️ man_vampire vampire_man
  🚶‍♂️ man_walking walking_man
  👳‍♂️ man_wearing_turban man_with_turban
  👨‍🦳 man_white_hair white_haired_man
  👰‍♂️ man_with_veil
  👨‍🦯 man_with_white_cane man_with_probing_cane
  🧟‍♂️ man_zombie zombie_man
  🥭 mango
  🕰️ mantelpiece_clock
  🦽 manual_wheelchair
  👞 mans_shoe shoe
  🗾 map_of_japan
  🍁 maple_leaf
  🪇 maracas
  🥋 martial_arts_uniform
  🧉 mate
  🍖 meat_on_bone
  🧑‍🔧 mechanic
  🦾 mechanical_arm
  🦿 mechanical_leg
  ⚕️ medical_symbol
  📣 megaphone mega
  🍈 melon
  🫠 melting_face
  📝 memo pencil
  👬 men_holding_hands two_men_holding_hands
  👯‍♂️ men_with_bunny_ears dancing_men
  🤼‍♂️ men_wrestling
  ❤️‍🩹 mending_heart
  🕎 menorah menorah_with_nine_branches
  🚹 mens
  🧜‍♀️ mermaid
  🧜‍♂️ merman
  🧜 merperson
  🚇 metro
  🦠 microbe
  🎤 microphone
  🔬 microscope
  🖕 middle_finger fu reversed_hand_with_middle_finger_extended
  🪖 military_helmet
  🎖️ military_medal medal_military
  🌌 milky_way
  🚐 minibus
  ➖ minus heavy_minus_sign
  🪞 mirror
  🪩 mirror_ball
  🗿 moai moyai
  📱 mobile_phone iphone
  📴 mobile_phone_off
  📲 mobile_phone_with_arrow calling
  🤑 money-mouth_face money_mouth_face money__mouth_face
  💰 money_bag moneybag
  💸 money_with_wings
  🐒 monkey
  🐵 monkey_face
  🚝 monorail
  🥮 moon_cake
  🎑 moon_viewing_ceremony rice_scene
  🫎 moose
  🕌 mosque
  🦟 mosquito
  🛥️ motor_boat
  🛵 motor_scooter
  🏍️ motorcycle racing_motorcycle
  🦼 motorized_wheelchair
  🛣️ motorway
  🗻 mount_fuji
  ⛰️ mountain
  🚠 mountain_cableway
  🚞 mountain_railway
  🐁 mouse mouse2
  🐭 mouse_face
  🪤 mouse_trap
  👄 mouth lips
  🎥 movie_camera
  ✖️ multiply heavy_multiplication_x
  🍄 mushroom
  🎹 musical_keyboard
  🎵 musical_note
  🎶 musical_notes notes
  🎼 musical_score
  🔇 muted_speaker mute
  🧑‍🎄 mx_claus
  💅 nail_polish nail_care
  📛 name_badge
  🏞️ national_park
  🤢 nauseated_face
  🧿 nazar_amulet
  👔 necktie
  🤓 nerd_face
  🪺 nest_with_eggs
  🪆 nesting_dolls
  😐 neutral_face
  🌑 new_moon
  🌚 new_moon_face new_moon_with_face
  📰 newspaper
  ⏭️ next_track_button black_right__pointing_double_triangle_with_vertical_bar
  🌃 night_with_stars
  🕤 nine-thirty clock930
  🕘 clock9
  🥷 ninja
  🚳 no_bicycles
  ⛔ no_entry
  🚯 no_littering do_not_litter
  📵 no_mobile_phones
  🔞 no_one_under_eighteen underage
  🚷 no_pedestrians
  🚭 no_smoking
  🚱 non-potable_water non__potable_water
  👃 nose
  📓 notebook
  📔 notebook_with_decorative_cover
  🔩 nut_and_bolt
  🐙 octopus
  🍢 oden
  🏢 office_building office
  🧑‍💼 office_worker
  👹 ogre japanese_ogre
  🛢️ oil_drum
  🗝️ old_key
  👴 old_man older_man
  👵 old_woman older_woman
  🧓 older_person older_adult
  🫒 olive
  🕉️ om om_symbol
  🚘 oncoming_automobile
  🚍 oncoming_bus
  👊 oncoming_fist fist_oncoming punch facepunch
  🚔 oncoming_police_car
  🚖 oncoming_taxi
  🩱 one-piece_swimsuit one_piece_swimsuit
  🕜 one-thirty clock130
  🕐 clock1
  🧅 onion
  📖 open_book book
  📂 open_file_folder
  👐 open_hands
  📭 open_mailbox_with_lowered_flag mailbox_with_no_mail
  📬 open_mailbox_with_raised_flag mailbox_with_mail
  💿 optical_disk cd
  📙 orange_book
  🟠 orange_circle
  🧡 orange_heart
  🟧 orange_square
  🦧 orangutan
  ☦️ orthodox_cross
  🦦 otter
  📤 outbox_tray
  🦉 owl
  🐂 ox
  🦪 oyster
  📦 package
  📄 page_facing_up
  📃 page_with_curl
  📟 pager
  🖌️ paintbrush lower_left_paintbrush
  🫳 palm_down_hand
  🌴 palm_tree
  🫴 palm_up_hand
  🤲 palms_up_together
  🥞 pancakes
  🐼 panda panda_face
  📎 paperclip
  🪂 parachute
  🦜 parrot
  〽️ part_alternation_mark
  🎉 party_popper tada
  🥳 partying_face
  🛳️ passenger_ship
  🛂 passport_control
  ⏸️ pause_button double_vertical_bar
  🐾 paw_prints feet
  🫛 pea_pod
  ☮️ peace_symbol
  🍑 peach
  🦚 peacock
  🥜 peanuts
  🍐 pear
  🖊️ pen lower_left_ballpoint_pen
  ✏️ pencil2
  🐧 penguin
  😔 pensive_face pensive
  🧑‍🤝‍🧑 people_holding_hands
  🫂 people_hugging
  👯 people_with_bunny_ears dancers
  🤼 people_wrestling wrestling
  🎭 performing_arts
  😣 persevering_face persevere
  🧑 person adult
  🧑‍🦲 person_bald
  🧔 person_beard bearded_person
  🚴 person_biking bicyclist
  👱 person_blond_hair blond_haired_person person_with_blond_hair
  ⛹️ person_bouncing_ball bouncing_ball_person person_with_ball
  🙇 person_bowing bow
  🤸 person_cartwheeling cartwheeling
  🧗 person_climbing climbing
  🧑‍🦱 person_curly_hair
  🤦 person_facepalming facepalm
  🧑‍🍼 person_feeding_baby
  🤺 person_fencing
  🙍 person_frowning frowning_person
  🙅 person_gesturing_no no_good
  🙆 person_gesturing_ok ok_person
  💇 person_getting_haircut haircut
  💆 person_getting_massage massage
  🏌️ person_golfing golfing golfer
  🛌 person_in_bed sleeping_bed sleeping_accommodation
  🧘 person_in_lotus_position lotus_position
  🧑‍🦽 person_in_manual_wheelchair
  🧑‍🦼 person_in_motorized_wheelchair
  🧖 person_in_steamy_room sauna_person
  🕴️ person_in_suit_levitating business_suit_levitating man_in_business_suit_levitating
  🤵 person_in_tuxedo
  🤹 person_juggling juggling_person
  🧎 person_kneeling kneeling_person
  🏋️ person_lifting_weights weight_lifting weight_lifter
  🚵 person_mountain_biking mountain_bicyclist
  🤾 person_playing_handball handball_person
  🤽 person_playing_water_polo water_polo
  🙎 person_pouting pouting_face person_with_pouting_face
  🙋 person_raising_hand raising_hand
  🧑‍🦰 person_red_hair
  🚣 person_rowing_boat rowboat
  🏃 person_running runner running
  🤷 person_shrugging shrug
  🧍 person_standing standing_person
  🏄 person_surfing surfer
  🏊 person_swimming swimmer
  🛀 person_taking_bath bath
  💁 person_tipping_hand tipping_hand_person information_desk_person
  🚶 person_walking walking
  👳 person_wearing_turban person_with_turban
  🧑‍🦳 person_white_hair
  🫅 person_with_crown
  👲 person_with_skullcap man_with_gua_pi_mao
  👰 person_with_veil
  🧑‍🦯 person_with_white_cane person_with_probing_cane
  🧫 petri_dish
  ⛏️ pick
  🛻 pickup_truck
  🥧 pie
  🐖 pig pig2
  🐷 pig_face
  🐽 pig_nose
  💩 pile_of_poo poop hankey shit
  💊 pill
  🧑‍✈️ pilot
  🤌 pinched_fingers
  🤏 pinching_hand
  🎍 pine_decoration bamboo
  🍍 pineapple
  🏓 ping_pong table_tennis_paddle_and_ball
  🩷 pink_heart
  🏴‍☠️ pirate_flag
  🍕 pizza
  🪅 pinata
  🪧 placard
  🛐 place_of_worship
  ▶️ play_button arrow_forward
  ⏯️ play_or_pause_button black_right__pointing_triangle_with_double_vertical_bar
  🛝 playground_slide
  🥺 pleading_face
  🪠 plunger
  ➕ plus heavy_plus_sign
  🐻‍❄️ polar_bear
  🚓 police_car
  🚨 police_car_light rotating_light
  👮 police_officer cop
  🐩 poodle
  🎱 pool_8_ball 8ball
  🍿 popcorn
  🏤 european_post_office
  📯 postal_horn
  📮 postbox
  🍲 pot_of_food stew
  🚰 potable_water
  🥔 potato
  🪴 potted_plant
  🍗 poultry_leg
  💷 pound_banknote pound
  🫗 pouring_liquid
  😾 pouting_cat
  📿 prayer_beads
  🫃 pregnant_man
  🫄 pregnant_person
  🤰 pregnant_woman
  🥨 pretzel
  🤴 prince
  👸 princess
  🖨️ printer
  🚫 prohibited no_entry_sign
  🟣 purple_circle
  💜 purple_heart
  🟪 purple_square
  👛 purse
  📌 pushpin
  🧩 puzzle_piece jigsaw
  🐇 rabbit rabbit2
  🐰 rabbit_face
  🦝 raccoon
  🏎️ racing_car
  📻 radio
  🔘 radio_button
  ☢️ radioactive radioactive_sign
  🚃 railway_car
  🛤️ railway_track
  🌈 rainbow
  🏳️‍🌈 rainbow_flag
  🤚 raised_back_of_hand
  ✊ raised_fist fist fist_raised
  ✋ raised_hand hand
  🙌 raising_hands raised_hands
  🐏 ram
  🐀 rat
  🪒 razor
  🧾 receipt
  ⏺️ record_button black_circle_for_record
  ♻️ recycling_symbol recycle
  🍎 red_apple apple
  🔴 red_circle
  🧧 red_envelope
  ❗ red_exclamation_mark heavy_exclamation_mark exclamation
  ❤️ red_heart heart
  🏮 red_paper_lantern izakaya_lantern lantern
  ❓ red_question_mark question
  🟥 red_square
  🔻 red_triangle_pointed_down small_red_triangle_down
  🔺 red_triangle_pointed_up small_red_triangle
  ®️ registered
  😌 relieved_face relieved
  🎗️ reminder_ribbon
  🔁 repeat_button repeat
  🔂 repeat_single_button repeat_one
  ⛑️ helmet_with_white_cross rescue_worker_helmet
  🚻 restroom
  ◀️ reverse_button arrow_backward
  💞 revolving_hearts
  🦏 rhinoceros
  🎀 ribbon
  🍙 rice_ball
  🍘 rice_cracker
  🤜 right-facing_fist fist_right
  🗯️ right_anger_bubble
  ➡️ right_arrow arrow_right
  ⤵️ right_arrow_curving_down arrow_heading_down
  ↩️ right_arrow_curving_left leftwards_arrow_with_hook
  ⤴️ right_arrow_curving_up arrow_heading_up
  🫱 rightwards_hand
  🫸 rightwards_pushing_hand
  💍 ring
  🛟 ring_buoy
  🪐 ringed_planet
  🍠 roasted_sweet_potato sweet_potato
  🤖 robot robot_face
  🪨 rock
  🚀 rocket
  🧻 roll_of_paper
  🗞️ rolled-up_newspaper rolled__up_newspaper newspaper_roll
  🎢 roller_coaster
  🛼 roller_skate
  🤣 rolling_on_the_floor_laughing rofl
  🐓 rooster
  🌹 rose
  🏵️ rosette
  📍 round_pushpin
  🏉 rugby_football
  🎽 running_shirt running_shirt_with_sash
  👟 running_shoe athletic_shoe
  😥 sad_but_relieved_face disappointed_relieved
  🧷 safety_pin
  🦺 safety_vest
  ⛵ sailboat boat
  🍶 sake
  🧂 salt
  🫡 saluting_face
  🥪 sandwich
  🥻 sari
  🛰️ satellite artificial_satellite
  📡 satellite_antenna
  🦕 sauropod
  🎷 saxophone
  🧣 scarf
  🏫 school
  🧑‍🔬 scientist
  ✂️ scissors
  🦂 scorpion
  🪛 screwdriver
  📜 scroll
  🦭 seal
  💺 seat
  🙈 see-no-evil_monkey see_no_evil
  🌱 seedling
  🤳 selfie
  🐕‍🦺 service_dog
  🕢 seven-thirty clock730
  🕖 clock7
  🪡 sewing_needle
  🫨 shaking_face
  🥘 shallow_pan_of_food
  ☘️ shamrock
  🦈 shark
  🍧 shaved_ice
  🌾 sheaf_of_rice ear_of_rice
  🛡️ shield
  ⛩️ shinto_shrine
  🚢 ship
  🌠 shooting_star stars
  🛍️ shopping_bags shopping
  🛒 shopping_cart
  🍰 shortcake cake
  🩳 shorts
  🚿 shower
  🦐 shrimp
  🔀 shuffle_tracks_button twisted_rightwards_arrows
  🤫 shushing_face
  🤘 sign_of_the_horns metal
  🧑‍🎤 singer
  🕡 six-thirty clock630
  🕕 clock6
  🛹 skateboard
  ⛷️ skier
  🎿 skis ski
  💀 skull
  ☠️ skull_and_crossbones
  🦨 skunk
  🛷 sled
  😴 sleeping_face sleeping
  😪 sleepy_face sleepy
  🙁 slightly_frowning_face
  🙂 slightly_smiling_face
  🎰 slot_machine
  🦥 sloth
  🛩️ small_airplane
  🔹 small_blue_diamond
  🔸 small_orange_diamond
  😻 smiling_cat_with_heart-eyes heart_eyes_cat
  ☺️ smiling_face relaxed
  😇 smiling_face_with_halo innocent
  😍 smiling_face_with_heart-eyes heart_eyes
  🥰 smiling_face_with_hearts smiling_face_with_three_hearts
  😈 smiling_face_with_horns smiling_imp
  🤗 smiling_face_with_open_hands hugging_face hugs
  😊 smiling_face_with_smiling_eyes blush
  😎 smiling_face_with_sunglasses sunglasses
  🥲 smiling_face_with_tear
  😏 smirking_face smirk
  🐌 snail
  🐍 snake
  🤧 sneezing_face
  🏔️ snow-capped_mountain mountain_snow snow_capped_mountain
  🏂 snowboarder
  ❄️ snowflake
  ☃️ snowman snowman_with_snow
  ⛄ snowman_without_snow
  🧼 soap
  ⚽ soccer_ball soccer
  🧦 socks
  🍦 soft_ice_cream icecream
  🥎 softball
  ♠️ spade_suit spades
  🍝 spaghetti
  ❇️ sparkle
  🎇 sparkler
  ✨ sparkles
  💖 sparkling_heart
  🙊 speak-no-evil_monkey speak_no_evil
  🔊 speaker_high_volume loud_sound
  🔈 speaker_low_volume speaker
  🔉 speaker_medium_volume sound
  🗣️ speaking_head speaking_head_in_silhouette
  💬 speech_balloon
  🚤 speedboat
  🕷️ spider
  🕸️ spider_web
  🗓️ spiral_calendar spiral_calendar_pad
  🗒️ spiral_notepad spiral_note_pad
  🐚 spiral_shell shell
  🧽 sponge
  🥄 spoon
  🚙 sport_utility_vehicle blue_car
  🏅 sports_medal medal_sports
  🐳 spouting_whale whale
  🦑 squid
  😝 squinting_face_with_tongue stuck_out_tongue_closed_eyes
  🏟️ stadium
  ⭐ star
  🤩 star-struck star_struck
  ☪️ star_and_crescent
  ✡️ star_of_david
  🚉 station
  🍜 steaming_bowl ramen
  🩺 stethoscope
  ⏹️ stop_button black_square_for_stop
  🛑 stop_sign
  ⏱️ stopwatch
  📏 straight_ruler
  🍓 strawberry
  🧑‍🎓 student
  🎙️ studio_microphone
  🥙 stuffed_flatbread
  ☀️ sun sunny
  ⛅ sun_behind_cloud partly_sunny
  🌥️ sun_behind_large_cloud white_sun_behind_cloud
  🌦️ sun_behind_rain_cloud white_sun_behind_cloud_with_rain
  🌤️ sun_behind_small_cloud white_sun_with_small_cloud
  🌞 sun_with_face
  🌻 sunflower
  🕶️ dark_sunglasses
  🌅 sunrise
  🌄 sunrise_over_mountains
  🌇 sunset city_sunrise
  🦸 superhero
  🦹 supervillain
  🍣 sushi
  🚟 suspension_railway
  🦢 swan
  💦 sweat_droplets sweat_drops
  🕍 synagogue
  💉 syringe
  👕 t-shirt tshirt shirt
  🌮 taco
  🥡 takeout_box
  🫔 tamale
  🎋 tanabata_tree
  🍊 tangerine orange mandarin
  🚕 taxi
  🧑‍🏫 teacher
  🍵 teacup_without_handle tea
  🫖 teapot
  📆 tear-off_calendar
  🧑‍💻 technologist
  🧸 teddy_bear
  ☎️ telephone phone
  📞 telephone_receiver
  🔭 telescope
  📺 television tv
  🕥 ten-thirty clock1030
  🕙 clock10
  🎾 tennis
  ⛺ tent
  🧪 test_tube
  🌡️ thermometer
  🤔 thinking_face thinking
  🩴 thong_sandal
  💭 thought_balloon
  🧵 thread
  🕞 three-thirty clock330
  🕒 clock3
  👎 thumbs_down thumbsdown __1 -1
  👍 thumbs_up thumbsup +1
  🎫 ticket
  🐅 tiger tiger2
  🐯 tiger_face
  ⏲️ timer_clock
  😫 tired_face
  🚽 toilet
  🍅 tomato
  👅 tongue
  🧰 toolbox
  🦷 tooth
  🪥 toothbrush
  🎩 top_hat tophat
  🌪️ tornado cloud_with_tornado
  🖲️ trackball
  🚜 tractor
  ™️ trade_mark tm
  🚆 train train2
  🚊 tram
  🚋 tram_car
  🏳️‍⚧️ transgender_flag
  ⚧️ transgender_symbol
  🚩 triangular_flag triangular_flag_on_post
  📐 triangular_ruler
  🔱 trident_emblem trident
  🧌 troll
  🚎 trolleybus
  🏆 trophy
  🍹 tropical_drink
  🐠 tropical_fish
  🎺 trumpet
  🌷 tulip
  🥃 tumbler_glass
  🐢 turtle
  🕧 twelve-thirty clock1230
  🕛 clock12
  🐫 two-hump_camel
  🕝 two-thirty clock230
  💕 two_hearts
  🕑 clock2
  ☂️ umbrella open_umbrella
  ⛱️ umbrella_on_ground parasol_on_ground
  ☔ umbrella_with_rain_drops
  😒 unamused_face unamused
  🦄 unicorn unicorn_face
  🔓 unlocked unlock
  ↕️ up-down_arrow arrow_up_down
  ↖️ up-left_arrow arrow_upper_left
  ↗️ up-right_arrow arrow_upper_right
  ⬆️ up_arrow arrow_up
  🙃 upside-down_face upside_down_face upside__down_face
  🔼 upwards_button arrow_up_small
  🧛 vampire
  🚦 vertical_traffic_light
  📳 vibration_mode
  ✌️ victory_hand v
  📹 video_camera
  🎮 video_game
  📼 videocassette vhs
  🎻 violin
  🌋 volcano
  🏐 volleyball
  🖖 vulcan_salute raised_hand_with_part_between_middle_and_ring_fingers
  🧇 waffle
  🌘 waning_crescent_moon
  🌖 waning_gibbous_moon
  ⚠️ warning
  🗑️ wastebasket
  ⌚ watch
  🐃 water_buffalo
  🚾 water_closet wc
  🔫 water_pistol gun
  🌊 water_wave ocean
  🍉 watermelon
  👋 waving_hand wave
  〰️ wavy_dash
  🌒 waxing_crescent_moon
  🌔 waxing_gibbous_moon moon
  🙀 weary_cat scream_cat
  😩 weary_face weary
  💒 wedding
  🐋 whale2
  🛞 wheel
  ☸️ wheel_of_dharma
  ♿ wheelchair_symbol wheelchair
  🦯 white_cane probing_cane
  ⚪ white_circle
  ❕ white_exclamation_mark grey_exclamation
  🏳️ white_flag waving_white_flag
  💮 white_flower
  🤍 white_heart
  ⬜ white_large_square
  ◽ white_medium-small_square white_medium_small_square
  ◻️ white_medium_square
  ❔ white_question_mark grey_question
  ▫️ white_small_square
  🔳 white_square_button
  🥀 wilted_flower
  🎐 wind_chime
  🌬️ wind_face wind_blowing_face
  🪟 window
  🍷 wine_glass
  🪽 wing
  😉 winking_face wink
  😜 winking_face_with_tongue stuck_out_tongue_winking_eye
  🛜 wireless
  🐺 wolf
  👩 woman
  👫 woman_and_man_holding_hands couple
  👩‍🎨 woman_artist
  👩‍🚀 woman_astronaut
  👩‍🦲 woman_bald bald_woman
  🧔‍♀️ woman_beard
  🚴‍♀️ woman_biking biking_woman
  👱‍♀️ woman_blond_hair blonde_woman blond_haired_woman
  ⛹️‍♀️ woman_bouncing_ball basketball_woman bouncing_ball_woman
  🙇‍♀️ woman_bowing bowing_woman
  🤸‍♀️ woman_cartwheeling
  🧗‍♀️ woman_climbing climbing_woman
  👷‍♀️ woman_construction_worker construction_worker_woman
  👩‍🍳 woman_cook
  👩‍🦱 woman_curly_hair curly_haired_woman
  💃 woman_dancing dancer
  🕵️‍♀️ woman_detective female_detective
  🧝‍♀️ woman_elf elf_woman
  🤦‍♀️ woman_facepalming
  👩‍🏭 woman_factory_worker
  🧚‍♀️ woman_fairy fairy_woman
  👩‍🌾 woman_farmer
  👩‍🍼 woman_feeding_baby
  👩‍🚒 woman_firefighter
  🙍‍♀️ woman_frowning frowning_woman
  🧞‍♀️ woman_genie genie_woman
  🙅‍♀️ woman_gesturing_no ng_woman no_good_woman
  🙆‍♀️ woman_gesturing_ok ok_woman
  💇‍♀️ woman_getting_haircut haircut_woman
  💆‍♀️ woman_getting_massage massage_woman
  🏌️‍♀️ woman_golfing golfing_woman
  💂‍♀️ woman_guard guardswoman
  👩‍⚕️ woman_health_worker
  🧘‍♀️ woman_in_lotus_position lotus_position_woman
  👩‍🦽 woman_in_manual_wheelchair
  👩‍🦼 woman_in_motorized_wheelchair
  🧖‍♀️ woman_in_steamy_room sauna_woman
  🤵‍♀️ woman_in_tuxedo
  👩‍⚖️ woman_judge
  🤹‍♀️ woman_juggling
  🧎‍♀️ woman_kneeling kneeling_woman
  🏋️‍♀️ woman_lifting_weights weight_lifting_woman
  🧙‍♀️ woman_mage mage_woman
  👩‍🔧 woman_mechanic
  🚵‍♀️ woman_mountain_biking mountain_biking_woman
  👩‍💼 woman_office_worker
  👩‍✈️ woman_pilot
  🤾‍♀️ woman_playing_handball
  🤽‍♀️ woman_playing_water_polo
  👮‍♀️ woman_police_officer policewoman
  🙎‍♀️ woman_pouting pouting_woman
  🙋‍♀️ woman_raising_hand raising_hand_woman
  👩‍🦰 woman_red_hair red_haired_woman
  🚣‍♀️ woman_rowing_boat rowing_woman
  🏃‍♀️ woman_running running_woman
  👩‍🔬 woman_scientist
  🤷‍♀️ woman_shrugging
  👩‍🎤 woman_singer
  🧍‍♀️ woman_standing standing_woman
  👩‍🎓 woman_student
  🦸‍♀️ woman_superhero superhero_woman
  🦹‍♀️ woman_supervillain supervillain_woman
  🏄‍♀️ woman_surfing surfing_woman
  🏊‍♀️ woman_swimming swimming_woman
  👩‍🏫 woman_teacher
  👩‍💻 woman_technologist
  💁‍♀️ woman_tipping_hand sassy_woman tipping_hand_woman
  🧛‍♀️ woman_vampire vampire_woman
  🚶‍♀️ woman_walking walking_woman
  👳‍♀️ woman_wearing_turban woman_with_turban
  👩‍🦳 woman_white_hair white_haired_woman
  🧕 woman_with_headscarf
  👰‍♀️ woman_with_veil bride_with_veil
  👩‍🦯 woman_with_white_cane woman_with_probing_cane
  🧟‍♀️ woman_zombie zombie_woman
  👢 boot
  👚 womans_clothes
  👒 womans_hat
  👡 sandal
  👭 women_holding_hands two_women_holding_hands
  👯‍♀️ women_with_bunny_ears dancing_women
  🤼‍♀️ women_wrestling
  🚺 womens
  🪵 wood
  🥴 woozy_face
  🗺️ world_map
  🪱 worm
  😟 worried_face worried
  🎁 wrapped_gift gift
  🔧 wrench
  ✍️ writing_hand
  🩻 x-ray
  🧶 yarn
  🥱 yawning_face
  🟡 yellow_circle
  💛 yellow_heart
  🟨 yellow_square
  💴 yen_banknote yen
  ☯️ yin_yang
  🪀 yo-yo yo_yo
  🤪 zany_face
  🦓 zebra
  🤐 zipper-mouth_face zipper__mouth_face zipper_mouth_face
  🧟 zombie
  🇦🇽 aland_islands
  """
