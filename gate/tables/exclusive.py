"""Kinds of things of which one excludes another: baked by `make_exclusive.py`.

WordNet 3.0, copyright 2006 by Princeton University, all rights reserved; used, changed and passed
on by its licence, which asks for this notice and gives no warranty. A kind is a tree: `a(b c)` says
that b and c are sorts of a, `a=b` that both name the same; `_` joins the words of a name.
"""

from __future__ import annotations

KINDS = {
    "colour": """
red( sanguine chrome_red turkey_red=alizarine_red cardinal=carmine crimson=ruby=deep_red
dark_red( burgundy claret oxblood_red wine=wine-colored=wine-coloured)
purplish_red=purplish-red( magenta fuschia maroon) cerise=cherry=cherry_red
scarlet=vermilion=orange_red) orange( reddish_orange( tangerine)) salmon yellow(
canary_yellow=canary amber=gold brownish_yellow gamboge=lemon=lemon_yellow=maize old_gold
orange_yellow=saffron( ocher=ochre) pale_yellow=straw=wheat greenish_yellow) blond=blonde
green=viridity( sea_green sage_green bottle_green chrome_green emerald olive_green=olive-green
yellow_green=yellowish_green=chartreuse=paris_green=pea_green bluish_green=blue_green=teal(
cyan) jade_green=jade) blue( azure=cerulean=sapphire=lazuline=sky-blue powder_blue steel_blue
prussian_blue dark_blue=navy=navy_blue
greenish_blue=aqua=aquamarine=turquoise=cobalt_blue=peacock_blue purplish_blue=royal_blue
ultramarine) purple( lavender mauve reddish_purple=royal_purple( tyrian_purple)
violet=reddish_blue( indigo)) pink( carnation rose( old_rose) solferino=purplish_pink
yellowish_pink=apricot=peach=salmon_pink coral) brown( vandyke_brown chestnut
chocolate=coffee=deep_brown=umber=burnt_umber hazel light_brown( tan=topaz
dun=greyish_brown=grayish_brown=fawn beige=ecru) mocha
reddish_brown=sepia=burnt_sienna=venetian_red=mahogany( brick_red copper=copper_color
indian_red) yellowish_brown=raw_sienna=buff=caramel=caramel_brown( snuff-color=snuff-colour)
puce olive_brown taupe) olive( olive_drab=drab) pastel complementary_color=complementary black(
coal_black=ebony=jet_black=pitch_black=sable=soot_black) white( alabaster bleach
bone=ivory=pearl=off-white chalk) gray=grey( ash_grey=ash_gray=silver=silver_grey=silver_gray
charcoal=charcoal_grey=charcoal_gray=oxford_grey=oxford_gray
dapple-grey=dapple-gray=dappled-grey=dappled-gray iron-grey=iron-gray
tattletale_grey=tattletale_gray iron_blue=steel_grey=steel_gray)
""",
    "country": """
banana_republic fatherland=motherland=country_of_origin=native_land israel blighty tax_haven
denmark=danmark norway=norge=noreg sweden=sverige balkans albania bulgaria
greece=hellenic_republic=ellas greece macedonia czech_republic slovakia=slovak_republic
germany=deutschland=frg east_germany=german_democratic_republic west_germany finland=suomi
italy=italian_republic=italia romania=roumania=rumania yugoslavia croatia=hrvatska
serbia_and_montenegro=yugoslavia=jugoslavija
bosnia_and_herzegovina=bosna_i_hercegovina=bosnia-herzegovina=bosnia slovenia=slovenija
austria=oesterreich flanders belgium=belgique england( albion anglia) northern_ireland
ireland=irish_republic=eire scotland france=french_republic netherlands=nederland=holland
hungary=magyarorszag iceland liechtenstein luxembourg=luxemburg monaco poland=polska
portugal=portuguese_republic san_marino belarus=byelarus=byelorussia=belorussia=white_russia
moldova=moldavia andorra spain=espana( logrono)
switzerland=swiss_confederation=suisse=schweiz=svizzera holy_see namibia=south_west_africa
algeria=algerie angola burundi cameroon=cameroun central_african_republic=central_africa
chad=tchad congo=french_congo congo=zaire=belgian_congo ivory_coast benin=dahomey
togo=togolese_republic djibouti=afars_and_issas equatorial_guinea=spanish_guinea eritrea
ethiopia=yaltopya=abyssinia rwanda=rwandese_republic=ruanda botswana egypt=united_arab_republic
kenya gabon=gabonese_republic=gabun gambia ghana=gold_coast guinea=french_guinea
guinea-bissau=guine-bissau=portuguese_guinea lesotho=basutoland liberia libya
madagascar=malagasy_republic malawi=nyasaland mali=french_sudan mauritania=mauritanie=muritaniya
morocco=maroc=marruecos=al-magrib mozambique=mocambique niger nigeria senegal sierra_leone
somalia south_africa sudan=soudan swaziland tanzania tunisia uganda zambia=northern_rhodesia
zimbabwe=rhodesia=southern_rhodesia afghanistan myanmar=union_of_burma=burma cambodia=kampuchea
china=mainland_china=communist_china=red_china=prc=cathay bahrain=bahrein
bangladesh=bangla_desh=east_pakistan bhutan india=bharat nepal tibet=thibet=xizang=sitsang
iran=persia iraq=al-iraq=irak japan=nippon=nihon jordan kuwait=koweit north_korea=dprk
south_korea laos lebanon=lebanese_republic malaysia=malaya mongolia=outer_mongolia
oman=sultanate_of_oman=muscat_and_oman pakistan=west_pakistan qatar=katar saudi_arabia singapore
armenia=hayastan azerbaijan=azerbaijani_republic=azerbajdzhan=azerbajdzhan_republic
georgia=sakartvelo kazakhstan=kazakstan=kazakh=kazak
kyrgyzstan=kyrgyz_republic=kirghizia=kirgizia=kirghiz=kirgiz=kirghizstan=kirgizstan
tajikistan=tadzhikistan=tadzhik=tadjik=tajik uzbekistan=uzbek syria=syrian_arab_republic( aram)
thailand=siam united_arab_emirates vietnam=viet_nam=annam north_vietnam south_vietnam yemen
argentina=argentine_republic chile colombia ecuador bolivia brazil=brasil guyana=british_guiana
paraguay peru suriname=surinam=dutch_guiana=netherlands_guiana uruguay venezuela costa_rica
guatemala belize=british_honduras honduras el_salvador=salvador nicaragua panama
mexico=united_mexican_states canada united_states=america=usa( union=north) antigua_and_barbuda
cape_verde sri_lanka=ceylon comoros cuba haiti dominican_republic jamaica barbados
trinidad_and_tobago cyprus dominica=commonwealth_of_dominica east_timor fiji
israel=yisrael=zion=sion etruria australia=commonwealth_of_australia micronesia marshall_islands
tuvalu kiribati nauru papua_new_guinea bahamas=bahama_islands sultanate(
brunei=negara_brunei_darussalam) burkina_faso=upper_volta indonesia=dutch_east_indies grenada
maldives malta mauritius new_zealand palau philippines saint_christopher-nevis saint_lucia
samoa=western_samoa=samoa_i_sisifo seychelles solomon_islands rus russia=ussr
russia=russian_federation( asian_russia) ukraine=ukrayina
turkmenistan=turkomen=turkmen=turkmenia tonga=friendly_islands turkey vanuatu=new_hebrides
""",
    "planet": """
evening_star=hesperus=vesper inferior_planet( mercury venus) jovian_planet=gas_giant( jupiter
neptune saturn uranus) morning_star=daystar=phosphorus=lucifer outer_planet( jupiter neptune
pluto saturn uranus) superior_planet( jupiter mars=red_planet neptune pluto saturn uranus)
terrestrial_planet( earth=world=globe mars=red_planet mercury venus) jupiter mars=red_planet
neptune pluto saturn uranus mercury venus
""",
    "material": """
heavy_metal base_metal noble_metal( gold( pure_gold gold_dust green_gold guinea_gold) platinum
silver( coin_silver)) aluminum=aluminium( alum=potassium_alum=potash_alum
alum=ammonia_alum=ammonium_alum) americium antimony barium( baryta( barium_hydroxide
barium_monoxide=barium_oxide=barium_protoxide barium_dioxide=barium_peroxide)) berkelium
beryllium=glucinium bismuth cadmium calcium( calcium_ion=factor_iv) californium cerium
cesium=caesium chromium( chrome) cobalt copper( blister_copper) curium dysprosium einsteinium
erbium europium fermium francium gadolinium gallium hafnium holmium indium iridium iron(
alpha_iron beta_iron gamma_iron delta_iron ingot_iron cast_iron( alloy_iron=alloy_cast_iron(
ni-hard=ni-hard_iron ni-resist=ni-resist_iron) pot_metal) wrought_iron( swedish_iron)
galvanized_iron pig_iron( basic_iron cinder_pig mine_pig spiegeleisen=spiegel=spiegel_iron)
scrap_iron structural_iron) lanthanum lead( hard_lead hard_lead=antimonial_lead( grid_metal)
pig_lead) lithium lutetium=lutecium magnesium manganese mercury=quicksilver=hydrargyrum
molybdenum neodymium neptunium nickel niobium( columbium) osmium palladium polonium potassium
praseodymium promethium protactinium=protoactinium radium rhenium rhodium rubidium ruthenium
samarium scandium sodium strontium tantalum technetium terbium thallium thorium( radiothorium)
thulium tin titanium tungsten=wolfram uranium vanadium ytterbium yttrium zinc( spelter)
zirconium alkali_metal=alkaline_metal alkaline_earth=alkaline-earth_metal oroide=oreide alnico
amalgam=dental_amalgam fusible_metal electrum pewter pinchbeck pot_metal solder( hard_solder
silver_solder soft_solder) white_gold type_metal( type_slug=slug) white_metal=bearing_metal
babbitt_metal=babbitt britannia_metal carboloy steel( alloy_steel(
stainless_steel=stainless=chromium_steel chrome-nickel_steel=elinvar chrome-tungsten_steel
manganese_steel=austenitic_manganese_steel molybdenum_steel nickel_steel tool_steel(
high-speed_steel=hot-work_steel) tungsten_steel=wolfram_steel vanadium_steel) austenitic_steel
case-hardened_steel carbon_steel( drill_steel=drill_rod eutectoid_steel hyper-eutectoid_steel
hypo-eutectoid_steel) crucible_steel damascus_steel=damask_steel chisel_steel hard_steel
medium_steel mild_steel=low-carbon_steel=soft-cast_steel quenched_steel( oil-hardened_steel)
structural_steel) cheoplastic_metal copper-base_alloy( brass(
alpha-beta_brass=muntz_metal=yellow_metal( manganese_bronze=high-strength_brass
naval_brass=admiralty_brass=admiralty_metal=tobin_bronze) alpha_brass bearing_brass
cartridge_brass gilding_metal high_brass latten low_brass ormolu red_brass=guinea_gold) bronze(
gunmetal phosphor_bronze alpha_bronze bell_metal beryllium_bronze leaded_bronze nickel_bronze
silicon_bronze) cupronickel aluminum_bronze=aluminium_bronze constantan=eureka) dental_gold
duralumin inconel invar nickel-base_alloy=nickel_alloy( monel_metal=monell_metal nichrome
permalloy) nickel_silver=german_silver pyrophoric_alloy( ferrocerium misch_metal) shot_metal
stellite sterling_silver tombac=tombak=tambac brick( adobe=adobe_brick clinker=clinker_brick
firebrick header=coping=cope mud_brick) building_block( ashlar
cinder_block=clinker_block=breeze_block keystone=key=headstone( quoin=coign=coigne) voussoir)
stone( ashlar blarney_stone capstone=copestone=coping_stone=stretcher cornerstone cornerstone
foundation_stone gravestone=headstone=tombstone grindstone hearthstone millstone monolith
paving_stone( cobble=cobblestone=sett curbstone=kerbstone flag=flagstone) springer=impost
stele=stela( rosetta_stone) whetstone( hone oilstone)) bricks_and_mortar cement(
hydraulic_cement=portland_cement) concrete( cement reinforced_concrete=ferroconcrete)
covering_material( fiberglass=fibreglass linoleum=lino plaster( finish_coat=finishing_coat grout
parget=pargeting=pargetting roughcast spackle=spackling_compound stucco( render)) puddle)
fencing_material=fencing flooring gunite insulating_material=insulant=insulation( lagging
corkboard) lath_and_plaster lumber=timber( stock strip( batten cleat fingerboard
furring_strip=furring jackstraw=spillikin picket=pale slat=spline( lath louver=louvre=fin splat
stave=lag) spline toothpick) board=plank( matchboard skid wale=strake(
garboard=garboard_plank=garboard_strake gunwale=gunnel=gun_rest) chipboard=hardboard deal)
planking) mortar roofing_material( roofing_paper=tar_paper slate=slating thatch
tile=roofing_tile( hip_tile=hipped_tile pantile ridge_tile)) shingle=shake siding(
clapboard=weatherboard=weatherboarding) staff sticks_and_stone wattle_and_daub wood( bentwood
pine larch fir cedar=cedarwood spruce hemlock cypress redwood sandarac=citronwood kauri
yellowwood yew lancewood tulipwood=true_tulipwood=whitewood=white_poplar=yellow_poplar zebrawood
cocuswood=cocoswood=granadilla_wood shittimwood sabicu=sabicu_wood bamboo tulipwood
balsa=balsa_wood silver_quandong obeche basswood=linden beefwood briarwood=brierwood=brier-wood
beech=beechwood chestnut oak birch alder hazel olive ash ironwood walnut hickory pecan pyinma
gumwood=gum eucalyptus tupelo poon red_lauan elm=elmwood brazilwood locust logwood rosewood
kingwood granadilla_wood blackwood panama_redwood=quira ruby_wood=red_sandalwood black_locust
cherry fruitwood lemonwood incense_wood mahogany satinwood orangewood citronwood
guaiac_wood=guaiacum_wood lignum_vitae=guaiac=guaiacum poplar sandalwood boxwood=turkish_boxwood
maple sumac ebony sycamore=lacewood teak=teakwood dogwood sapwood heartwood=duramen burl
brushwood cabinet_wood driftwood log matchwood matchwood=splinters sawdust wicker dyewood
hardwood softwood=deal raw_wood knot) glass( natural_glass opal_glass=milk_glass optical_glass
crown_glass soft_glass ground_glass ground_glass lead_glass
safety_glass=laminated_glass=shatterproof_glass soluble_glass=water_glass=sodium_silicate
stained_glass wire_glass pyrex) plastic( acrylonitrile-butadiene-styrene=abs mylar
thermoplastic=thermoplastic_resin thermosetting_compositions=thermosetting_resin bakelite
teflon=polytetrafluoroethylene vinylite resinoid amino_plastic=aminoplast=amino_resin cellulosic
coumarone-indene_resin=coumarone_resin fluorocarbon_plastic phenolic_plastic=phenolic_urea
polyester polypropylene=polypropene polyvinyl-formaldehyde silicone_resin vinyl) sand leather(
piece_of_leather grain alligator buckskin buff ooze_leather russia_leather calf=calfskin
white_leather=whit_leather chamois=chamois_leather=chammy=chammy_leather=shammy=shammy_leather
cordovan cowhide=cowskin crushed_leather=crush deerskin doeskin glove_leather horsehide
kid=kidskin mocha morocco patent_leather pigskin sheepskin=fleece shoe_leather
suede=suede_leather roan) paper( card confetti sheet=piece_of_paper=sheet_of_paper art_paper
blotting_paper=blotter blueprint_paper carbon_paper=carbon cardboard=composition_board
cartridge_paper chad computer_paper construction_paper crepe=crepe_paper drawing_paper
filter_paper flypaper graph_paper greaseproof_paper linen=linen_paper litmus_paper
manifold_paper=manifold manila=manila_paper=manilla=manilla_paper music_paper=score_paper
newspaper=newsprint oilpaper india_paper pad=pad_of_paper=tablet paper_tape paper_toweling
papier-mache=paper-mache papyrus parchment rice_paper roofing_paper=tar_paper ticker_tape
tissue=tissue_paper tracing_paper transfer_paper wallpaper waste_paper wax_paper wrapping_paper
writing_paper) rubber=natural_rubber=india_rubber=gum_elastic=caoutchouc( foam_rubber
crepe_rubber cold_rubber hard_rubber=vulcanite=ebonite para_rubber) cotton( gauze=gauze_bandage)
silk( sarcenet=sarsenet) wool=woolen=woollen
""",
    "room": """
anechoic_chamber anteroom=antechamber=entrance_hall=hall=foyer=lobby=vestibule( narthex)
back_room ballroom=dance_hall=dance_palace( disco=discotheque)
barroom=bar=saloon=ginmill=taproom( barrelhouse=honky-tonk cocktail_lounge sawdust_saloon
speakeasy) bathroom=bath bedroom=sleeping_room=sleeping_accommodation=chamber=bedchamber(
boudoir nursery( day_nursery=day_care_center) dormitory=dormitory_room=dorm_room guestroom
hotel_room( adjoining_room connecting_room) master_bedroom motel_room) belfry
billiard_room=billiard_saloon=billiard_parlor=billiard_parlour=billiard_hall
boardroom=council_chamber( divan=diwan) cardroom cell=jail_cell=prison_cell(
bullpen=detention_cell=detention_centre cooler=tank dungeon( oubliette) guardroom hold=keep
sweatbox) cell=cubicle chamber( divan=diwan) checkroom=left-luggage_office classroom=schoolroom(
home_room=homeroom lecture_room study_hall) clean_room=white_room cloakroom=coatroom closet(
booth=cubicle=stall=kiosk( confessional polling_booth prompt_box shower_stall=shower_bath
telephone_booth=phone_booth=call_box=telephone_box=telephone_kiosk tollbooth=tolbooth=tollhouse
voting_booth)) clubroom compartment( bay bay box( jury_box press_box witness_box=witness_stand)
box=loge( skybox) cab cabin( pressure_cabin) cabin( stateroom) cabinet=locker=storage_locker(
glory_hole=lazaretto) cable_car=car car=elevator_car car=gondola cockpit couchette drawing_room
glove_compartment luggage_compartment=automobile_trunk=trunk( boot) module( command_module)
pilothouse=wheelhouse( conning_tower) roomette stall well( bilge_well pump_well))
conference_room control_room court=courtroom cubby=cubbyhole=snuggery=snug cutting_room darkroom
den dinette dining_room=dining-room( dining-hall( refectory) mess=mess_hall triclinium) door
dressing_room durbar engineering=engine_room floor=trading_floor furnace_room gallery
gallery=art_gallery=picture_gallery( salon) greenroom guardroom hall( beer_hall concert_hall
exhibition_hall=exhibition_area( palace) floor great_hall( apadana)) hospital_room(
emergency_room operating_room=operating_theater=operating_theatre=surgery recovery_room)
kitchen( galley=caboose=cookhouse( cuddy) galley kitchenette) library
living_room=living-room=sitting_room=front_room=parlor=parlour( common_room morning_room salon)
locker_room lounge=waiting_room=waiting_area( cloakroom departure_lounge) manor_hall=hall
poolroom presence_chamber rathole reading_room( newsroom) reception_room(
drawing_room=withdrawing_room parlor=parlour) recreation_room=rec_room( canteen family_room
rumpus_room=playroom=game_room) rotunda scriptorium scullery sewing_room shipping_room
shower_room sickbay=sick_berth sickroom smoking_room squad_room
steam_bath=steam_room=vapor_bath=vapour_bath( sauna=sweat_room turkish_bath)
storeroom=storage_room=stowage( chandlery lumber_room pantry=larder=buttery(
stillroom=still_room) stockroom=stock_room strongroom( vault=bank_vault)) study
sun_parlor=sun_parlour=sun_porch=sunporch=sunroom=sun_lounge=solarium surgery
television_room=tv_room test_room=testing_room toilet=lavatory=lav=can=john=privy=bathroom( head
public_toilet=comfort_station=public_convenience=convenience=public_lavatory=restroom=toilet_facility=wash_room(
powder_room latrine) washroom water_closet=closet=loo) torture_chamber vestry=sacristy walk-in
war_room workroom garage( carport=car_port) hallway=hall( concourse)
""",
    "instrument": """
barrel_organ=grind_organ=hand_organ=hurdy_gurdy=hurdy-gurdy=street_organ bass(
bass_fiddle=bass_viol=bull_fiddle=double_bass=contrabass=string_bass bass_guitar
bass_horn=sousaphone=tuba( euphonium helicon=bombardon) bombardon=bombard) calliope=steam_organ
electronic_instrument=electronic_musical_instrument(
electric_organ=electronic_organ=hammond_organ=organ synthesizer=synthesiser theremin) mouth_bow
keyboard_instrument( accordion=piano_accordion=squeeze_box celesta clavichord clavier=klavier(
harpsichord=cembalo( spinet virginal=pair_of_virginals)) organ=pipe_organ
piano=pianoforte=forte-piano( grand_piano=grand(
baby_grand=baby_grand_piano=parlor_grand=parlor_grand_piano=parlour_grand=parlour_grand_piano
concert_grand=concert_piano) mechanical_piano=pianola=player_piano upright=upright_piano(
spinet)) synthesizer=synthesiser) music_box=musical_box
percussion_instrument=percussive_instrument( bones=castanets=clappers=finger_cymbals
chime=bell=gong( carillon handbell) cymbal( high-hat_cymbal=high_hat zill)
drum=membranophone=tympan( bass_drum=gran_casa bongo=bongo_drum snare_drum=snare=side_drum
tabor=tabour tambour tambourine tenor_drum=tom-tom timbrel) glockenspiel=orchestral_bells
gong=tam-tam kettle=kettledrum=tympanum=tympani=timpani lagerphone maraca marimba=xylophone
piano=pianoforte=forte-piano( grand_piano=grand(
baby_grand=baby_grand_piano=parlor_grand=parlor_grand_piano=parlour_grand=parlour_grand_piano
concert_grand=concert_piano) mechanical_piano=pianola=player_piano upright=upright_piano(
spinet)) rain_stick steel_drum triangle vibraphone=vibraharp=vibes) stringed_instrument( banjo
bowed_stringed_instrument=string(
bass_fiddle=bass_viol=bull_fiddle=double_bass=contrabass=string_bass cello=violoncello viol(
viola_da_braccio viola_da_gamba=gamba=bass_viol) viola violin=fiddle( amati guarnerius
stradavarius=strad)) chordophone( balalaika harp( aeolian_harp=aeolian_lyre=wind_harp lyre(
trigon)) lute mandolin( mandola)) clavichord clavier=klavier( harpsichord=cembalo( spinet
virginal=pair_of_virginals)) dulcimer guitar( acoustic_guitar bass_guitar
cittern=cithern=cither=citole=gittern electric_guitar hawaiian_guitar=steel_guitar uke=ukulele)
koto piano=pianoforte=forte-piano( grand_piano=grand(
baby_grand=baby_grand_piano=parlor_grand=parlor_grand_piano=parlour_grand=parlour_grand_piano
concert_grand=concert_piano) mechanical_piano=pianola=player_piano upright=upright_piano(
spinet)) psaltery samisen=shamisen sitar zither=cither=zithern( dulcimer)) wind_instrument=wind(
brass=brass_instrument( baritone=baritone_horn bass_horn=sousaphone=tuba( euphonium
helicon=bombardon) bugle clarion cornet=horn=trumpet=trump( serpent) flugelhorn=fluegelhorn
french_horn=horn saxhorn trombone( sackbut)) free-reed_instrument(
accordion=piano_accordion=squeeze_box american_organ concertina( bandoneon)
harmonica=mouth_organ=harp=mouth_harp harmonium=organ=reed_organ) kazoo ocarina=sweet_potato
organ=pipe_organ organ_pipe=pipe=pipework( flue_pipe=flue=labial_pipe organ_stop(
diapason=diapason_stop dulciana flue_stop reed_stop( vox_humana) sourdine
vox_angelica=voix_celeste) reed_pipe) pipe( bagpipe( musette) chanter=melody_pipe
drone=drone_pipe=bourdon fipple_flute=fipple_pipe=recorder=vertical_flute(
flageolet=treble_recorder( tabor_pipe) pennywhistle=tin_whistle=whistle)
panpipe=pandean_pipe=syrinx pitch_pipe) post_horn whistle woodwind=woodwind_instrument=wood(
beating-reed_instrument=reed_instrument=reed( double-reed_instrument=double_reed( bassoon
english_horn=cor_anglais krummhorn=crumhorn=cromorne oboe=hautboy=hautbois) free-reed
single-reed_instrument=single-reed_woodwind( clarinet hornpipe=pibgorn=stockhorn sax=saxophone))
flute=transverse_flute( fife nose_flute piccolo)))
""",
    "drink": """
milk( sour_milk pasteurized_milk acidophilus_milk raw_milk scalded_milk homogenized_milk
certified_milk powdered_milk=dry_milk=dried_milk=milk_powder( nonfat_dry_milk) evaporated_milk
condensed_milk skim_milk=skimmed_milk semi-skimmed_milk whole_milk low-fat_milk buttermilk
chocolate_milk) wish-wash potion( elixir( elixir_of_life)
philter=philtre=love-potion=love-philter=love-philtre)
alcohol=alcoholic_drink=alcoholic_beverage=intoxicant=inebriant( proof_spirit home_brew=homebrew
hooch=hootch( pruno) kava=kavakava aperitif brew=brewage( beer( draft_beer=draught_beer suds
lager=lager_beer( munich_beer=munchener bock=bock_beer light_beer oktoberfest=octoberfest
pilsner=pilsener malt=malt_liquor) ale( weissbier=white_beer=wheat_beer bitter burton pale_ale
porter stout)) kvass mead( metheglin) cassiri spruce_beer) sake=saki=rice_beer nipa wine=vino(
vintage red_wine( beaujolais medoc pinot_noir claret=red_bordeaux( saint_emilion) chianti
cabernet=cabernet_sauvignon merlot rioja zinfandel) white_wine( canary_wine
chablis=white_burgundy montrachet chardonnay=pinot_chardonnay pinot_blanc sauvignon_blanc
moselle muscadet rhine_wine=rhenish=hock( riesling liebfraumilch) sack soave sauterne=sauternes
chenin_blanc verdicchio vouvray yquem) blush_wine=pink_wine=rose=rose_wine
altar_wine=sacramental_wine sparkling_wine( champagne=bubbly cold_duck) burgundy=burgundy_wine(
beaujolais chablis=white_burgundy montrachet) bordeaux=bordeaux_wine( medoc claret=red_bordeaux(
saint_emilion)) california_wine cotes_de_provence dessert_wine( straw_wine) dubonnet jug_wine
macon=maconnais plonk retsina rhone_wine table_wine( vin_ordinaire) tokay vermouth(
sweet_vermouth=italian_vermouth dry_vermouth=french_vermouth) generic=generic_wine
varietal=varietal_wine fortified_wine( madeira( malmsey) port=port_wine sherry( manzanilla
amontillado) marsala muscat=muscatel=muscadel=muscadelle) mulled_wine( bishop negus))
liquor=spirits=booze=hard_drink=hard_liquor=john_barleycorn=strong_drink(
aqua_vitae=ardent_spirits aquavit=akvavit arrack=arak bitters brandy( eau_de_vie applejack
calvados armagnac cognac grappa kirsch marc slivovitz) gin( bathtub_gin sloe_gin
geneva=holland_gin=hollands) ouzo rum( grog demerara=demerara_rum jamaica_rum) schnapps=schnaps
mescal tequila vodka whiskey=whisky( blended_whiskey=blended_whisky bourbon
corn_whiskey=corn_whisky=corn( moonshine=bootleg=corn_liquor) irish=irish_whiskey=irish_whisky(
poteen) rye=rye_whiskey=rye_whisky
scotch=scotch_whiskey=scotch_whisky=malt_whiskey=malt_whisky=scotch_malt_whiskey=scotch_malt_whisky(
drambuie) sour_mash=sour_mash_whiskey) firewater lacing) neutral_spirits=ethyl_alcohol pulque
liqueur=cordial( absinth=absinthe amaretto anisette=anisette_de_bordeaux benedictine chartreuse
coffee_liqueur( kahlua) creme_de_cacao creme_de_menthe creme_de_fraise drambuie galliano
orange_liqueur( curacao=curacoa triple_sec grand_marnier) kummel maraschino=maraschino_liqueur
pastis pernod pousse-cafe ratafia=ratafee sambuca) mixed_drink( cocktail( bloody_mary(
virgin_mary=bloody_shame) bullshot daiquiri=rum_cocktail( strawberry_daiquiri nada_daiquiri)
gimlet grasshopper harvey_wallbanger manhattan( rob_roy) margarita martini( vodka_martini)
gin_and_it old_fashioned pink_lady sazerac screwdriver sidecar sour( whiskey_sour=whisky_sour)
stinger white_russian) dom_pedro highball( cobbler collins=tom_collins gin_and_tonic
julep=mint_julep scotch_and_soda sling( brandy_sling gin_sling rum_sling) zombie=zombi) spritzer
flip swizzle hot_toddy=toddy( tom_and_jerry) mimosa pina_colada punch( fruit_punch milk_punch
cup( champagne_cup claret_cup) wassail fish_house_punch may_wine eggnog glogg) rickey(
gin_rickey)) hard_cider perry rotgut slug koumiss=kumis) hydromel oenomel near_beer ginger_beer
mixer cooler refresher smoothie fizz cider=cyder( hard_cider scrumpy sweet_cider( mulled_cider))
cocoa=chocolate=hot_chocolate=drinking_chocolate fruit_juice=fruit_crush( nectar apple_juice
cranberry_juice grape_juice( must) grapefruit_juice orange_juice(
frozen_orange_juice=orange-juice_concentrate) pineapple_juice) fruit_drink=ade( lemonade limeade
orangeade) mate soft_drink( pop=soda=soda_pop=soda_water=tonic birch_beer bitter_lemon
cola=dope( coca_cola=coke pepsi=pepsi_cola) cream_soda egg_cream ginger_ale=ginger_pop
orange_soda phosphate root_beer sarsaparilla tonic=tonic_water=quinine_water) coffee=java(
coffee_substitute( chicory=chicory_root postum) irish_coffee cafe_au_lait cafe_noir=demitasse
decaffeinated_coffee=decaf drip_coffee espresso( caffe_latte=latte)
cappuccino=cappuccino_coffee=coffee_cappuccino iced_coffee=ice_coffee instant_coffee
mocha=mocha_coffee turkish_coffee cafe_royale=coffee_royal) tea( cambric_tea cuppa=cupper
herb_tea=herbal_tea=herbal( tisane( camomile_tea)) ice_tea=iced_tea sun_tea) tea-like_drink
drinking_water( bottled_water sugar_water ice_water
soda_water=carbonated_water=club_soda=seltzer=sparkling_water mineral_water( seltzer vichy_water
lithia_water))
""",
    "vegetable": """
julienne=julienne_vegetable raw_vegetable=rabbit_food legume( pulse bean=edible_bean( goa_bean
common_bean( kidney_bean navy_bean=pea_bean=white_bean pinto_bean frijole black_bean=turtle_bean
fresh_bean( green_bean wax_bean=yellow_bean shell_bean) flageolet=haricot)
soy=soybean=soya=soya_bean( field_soybean)) lentil pea( green_pea=garden_pea( snow_pea=sugar_pea
sugar_snap_pea split-pea) marrowfat_pea cajan_pea=pigeon_pea=dahl field_pea) chickpea=garbanzo
black-eyed_pea=cowpea) potherb greens=green=leafy_vegetable( chop-suey_greens sprout(
bean_sprout alfalfa_sprout) beet_green chard=swiss_chard=spinach_beet=leaf_beet
salad_green=salad_greens( lettuce( butterhead_lettuce( buttercrunch bibb_lettuce boston_lettuce)
crisphead_lettuce=iceberg_lettuce=iceberg cos=cos_lettuce=romaine=romaine_lettuce
leaf_lettuce=loose-leaf_lettuce) celtuce chicory=curly_endive( radicchio)
chicory_escarole=endive=escarole( belgian_endive=french_endive=witloof) cress( watercress
garden_cress winter_cress) salad_burnet) dandelion_green pigweed=wild_spinach wild_spinach
turnip_greens sorrel=common_sorrel french_sorrel spinach) solanaceous_vegetable(
potato=white_potato=irish_potato=murphy=spud=tater( baked_potato( jacket_potato)
french_fries=french-fried_potatoes=fries=chips home_fries=home-fried_potatoes mashed_potato
uruguay_potato) eggplant=aubergine=mad_apple pepper( sweet_pepper( bell_pepper green_pepper
globe_pepper pimento=pimiento) hot_pepper( chili=chili_pepper=chilli=chilly=chile(
jalapeno=jalapeno_pepper cayenne=cayenne_pepper) tabasco=red_pepper)) tomato( beefsteak_tomato
cherry_tomato( plum_tomato)) tomatillo=husk_tomato=mexican_husk_tomato) root_vegetable(
potato=white_potato=irish_potato=murphy=spud=tater( baked_potato( jacket_potato)
french_fries=french-fried_potatoes=fries=chips home_fries=home-fried_potatoes mashed_potato
uruguay_potato) yam sweet_potato( yam) jerusalem_artichoke=sunchoke beet=beetroot( sugar_beet
mangel-wurzel) carrot celeriac=celery_root salsify( oyster_plant=vegetable_oyster
scorzonera=black_salsify) parsnip radish turnip( white_turnip
rutabaga=swede=swedish_turnip=yellow_turnip) taro=taro_root=cocoyam=dasheen=edda)
pieplant=rhubarb cruciferous_vegetable( mustard=mustard_greens=leaf_mustard=indian_mustard
cabbage=chou( kale=kail=cole( collards=collard_greens)
chinese_cabbage=celery_cabbage=chinese_celery bok_choy=bok_choi head_cabbage( red_cabbage
savoy_cabbage=savoy)) broccoli cauliflower brussels_sprouts broccoli_rabe=broccoli_raab
kohlrabi=turnip_cabbage radish turnip( white_turnip
rutabaga=swede=swedish_turnip=yellow_turnip)) squash( summer_squash( yellow_squash(
crookneck=crookneck_squash=summer_crookneck) zucchini=courgette marrow=vegetable_marrow
cocozelle pattypan_squash spaghetti_squash) winter_squash( acorn_squash butternut_squash
hubbard_squash turban_squash( buttercup_squash) cushaw winter_crookneck_squash)) cucumber=cuke(
gherkin) artichoke=globe_artichoke artichoke_heart asparagus bamboo_shoot onion( bermuda_onion
green_onion=spring_onion=scallion vidalia_onion spanish_onion( purple_onion=red_onion) shallot)
leek cardoon celery( pascal_celery=paschal_celery) gumbo=okra mushroom pumpkin truffle=earthnut
plantain fennel=florence_fennel=finocchio
""",
    "fruit": """
freestone cling=clingstone windfall apple( crab_apple=crabapple eating_apple=dessert_apple(
baldwin cortland delicious( golden_delicious=yellow_delicious red_delicious) empire jonathan
mcintosh( macoun) northern_spy pearmain pippin prima stayman winesap stayman_winesap
granny_smith) cooking_apple( newtown_wonder rome_beauty)) berry(
bilberry=whortleberry=european_blueberry huckleberry blueberry
wintergreen=boxberry=checkerberry=teaberry=spiceberry cranberry
lingonberry=mountain_cranberry=cowberry=lowbush_cranberry currant( gooseberry black_currant
red_currant) blackberry boysenberry dewberry loganberry raspberry
saskatoon=serviceberry=shadberry=juneberry strawberry sugarberry=hackberry persimmon
acerola=barbados_cherry=surinam_cherry=west_indian_cherry mulberry) lanseh=lansa=lansat=lanset
carambola=star_fruit ceriman=monstera carissa_plum=natal_plum citrus=citrus_fruit=citrous_fruit(
orange( temple_orange bitter_orange=seville_orange=sour_orange sweet_orange( jaffa_orange
navel_orange valencia_orange)) mandarin=mandarin_orange( clementine satsuma tangerine) kumquat
lemon lime( key_lime) grapefruit pomelo=shaddock citrange citron) tangelo=ugli=ugli_fruit
apricot peach nectarine pitahaya plum( damson=damson_plum greengage=greengage_plum beach_plum
sloe victoria_plum) dried_fruit( dried_apricot prune raisin( seedless_raisin=sultana
seeded_raisin currant)) fig pineapple=ananas anchovy_pear=river_pear banana passion_fruit(
granadilla sweet_calabash bell_apple=sweet_cup=water_lemon=yellow_granadilla) breadfruit
jackfruit=jak=jack canistel=eggfruit melon( melon_ball muskmelon=sweet_melon(
cantaloup=cantaloupe winter_melon( honeydew=honeydew_melon persian_melon casaba=casaba_melon)
net_melon=netted_melon=nutmeg_melon) watermelon) cherry( sweet_cherry=black_cherry( bing_cherry
heart_cherry=oxheart=oxheart_cherry( blackheart=blackheart_cherry)) capulin=mexican_black_cherry
sour_cherry( amarelle morello)) cocoa_plum=coco_plum=icaco grape( muscadine=bullace_grape(
scuppernong) slipskin_grape( fox_grape( concord_grape catawba)) vinifera_grape( emperor
muscat=muscatel=muscat_grape ribier sultana tokay( flame_tokay) thompson_seedless))
custard_apple( cherimoya=cherimolla soursop=guanabana jamaica_apple sweetsop=annon=sugar_apple
ilama pond_apple) papaw=pawpaw papaya kai_apple ketembilla=kitembilla=kitambilla ackee=akee
durian feijoa=pineapple_guava genip=spanish_lime genipap=genipap_fruit
kiwi=kiwi_fruit=chinese_gooseberry loquat=japanese_plum mangosteen mango
sapodilla=sapodilla_plum=sapota sapote=mammee=marmalade_plum tamarind=tamarindo
avocado=alligator_pear=avocado_pear=aguacate date elderberry guava mombin hog_plum=yellow_mombin
hog_plum=wild_plum jaboticaba jujube=chinese_date=chinese_jujube
litchi=litchi_nut=litchee=lichi=leechee=lichee=lychee longanberry mamey=mammee=mammee_apple
marang medlar pear( bosc anjou bartlett=bartlett_pear seckel=seckel_pear) plumcot pomegranate
prickly_pear garambulla barbados_gooseberry=blade_apple quandong=quandang=quantong=native_peach
quince rambutan=rambotan pulasan=pulassan rose_apple sorb=sorb_apple sour_gourd
sour_gourd=monkey_bread
""",
    "weekday": """
rest_day=day_of_rest( sunday=dominicus=sun sabbath) weekday( workday=working_day=work_day feria
monday=mon( whitmonday=whitsun_monday) tuesday=tues( whit-tuesday=whitsun_tuesday)
wednesday=midweek=wed thursday friday=fri saturday=sabbatum=sat)
""",
    "month": """
january=jan february=feb march=mar april=apr may june july august=aug september=sep=sept
october=oct november=nov december=dec
""",
    "meal": """
mess square_meal potluck refection breakfast( continental_breakfast=petit_dejeuner
power_breakfast) brunch lunch=luncheon=tiffin=dejeuner( business_lunch)
tea=afternoon_tea=teatime dinner( high_tea) supper( seder=passover_supper( last_supper)) buffet(
smorgasbord) picnic( cookout( barbecue=barbeque clambake fish_fry wiener_roast=weenie_roast
burgoo)) bite=collation=snack( refreshment nosh coffee_break=tea_break) nosh-up
banquet=feast=spread
""",
    "sport": """
ice_hockey=hockey=hockey_game tetherball water_polo outdoor_game( day_game night_game
golf=golf_game( professional_golf round_of_golf=round medal_play=stroke_play match_play
miniature_golf clock_golf) croquet paintball quoits=horseshoes shuffleboard=shovelboard
field_game( field_hockey=hockey( shinny=shinney) football=football_game(
american_football=american_football_game( touch_football) professional_football
rugby=rugby_football=rugger soccer=association_football) hurling ball_game=ballgame(
baseball=baseball_game( ball professional_baseball hardball perfect_game no-hit_game=no-hitter
one-hitter two-hitter three-hitter four-hitter five-hitter softball=softball_game rounders
stickball=stickball_game steal)) cricket lacrosse polo pushball ultimate_frisbee)) court_game(
handball racquetball fives squash=squash_racquets=squash_rackets volleyball=volleyball_game
jai_alai=pelota badminton( battledore=battledore_and_shuttlecock singles doubles)
basketball=basketball_game=hoops( professional_basketball) deck_tennis netball
tennis=lawn_tennis( professional_tennis singles doubles royal_tennis=real_tennis=court_tennis)
pallone) swimming=swim( bathe skinny-dip dip=plunge dive=diving floating=natation
skin_diving=skin-dive) cycling( bicycling motorcycling dune_cycling) skiing(
cross-country_skiing ski_jumping)
""",
    "vehicle": """
amphibian=amphibious_vehicle( swamp_buggy=marsh_buggy) bloodmobile
car=auto=automobile=machine=motorcar( ambulance( funny_wagon)
beach_wagon=station_wagon=wagon=estate_car=beach_waggon=station_waggon=waggon( shooting_brake)
bus=jalopy=heap cab=hack=taxi=taxicab( gypsy_cab minicab) compact=compact_car convertible coupe
cruiser=police_cruiser=patrol_car=police_car=prowl_car=squad_car( panda_car)
electric=electric_automobile=electric_car gas_guzzler hardtop hatchback horseless_carriage
hot_rod=hot-rod jeep=landrover limousine=limo( berlin) loaner minicar( minicab) minivan model_t
pace_car racer=race_car=racing_car( finisher stock_car) roadster=runabout=two-seater
sedan=saloon( brougham) sports_car=sport_car sport_utility=sport_utility_vehicle=suv
stanley_steamer stock_car subcompact=subcompact_car touring_car=phaeton=tourer
used-car=secondhand_car) doodlebug four-wheel_drive go-kart golfcart=golf_cart hearse
motorcycle=bike( minibike=motorbike( moped) trail_bike=dirt_bike=scrambler) snowplow=snowplough
truck=motortruck( dump_truck=dumper=tipper_truck=tipper_lorry=tip_truck=tipper
fire_engine=fire_truck( ladder_truck=aerial_ladder_truck) garbage_truck=dustcart lorry=camion
pickup=pickup_truck( technical) sound_truck tow_truck=tow_car=wrecker tractor
trailer_truck=tractor_trailer=trucking_rig=rig=articulated_lorry=semi( tandem_trailer)
transporter=car_transporter van( bookmobile delivery_truck=delivery_van=panel_truck
laundry_truck milk_float moving_van( pantechnicon) passenger_van( minivan)
police_van=police_wagon=paddy_wagon=patrol_wagon=wagon=black_maria)) bicycle=bike=wheel=cycle(
bicycle-built-for-two=tandem_bicycle=tandem mountain_bike=all-terrain_bike=off-roader
ordinary=ordinary_bicycle push-bike safety_bicycle=safety_bike velocipede) train=railroad_train(
boat_train car_train freight_train=rattler hospital_train mail_train passenger_train streamliner
subway_train) boat( ark barge=flatboat=hoy=lighter bumboat canal_boat=narrow_boat=narrowboat
ferry=ferryboat fireboat gondola guard_boat gunboat junk longboat lugger mackinaw=mackinaw_boat
mailboat=mail_boat=packet=packet_boat motorboat=powerboat pilot_boat police_boat punt river_boat
scow sea_boat small_boat steamboat surfboat tender=pinnace=cutter tugboat=tug=towboat=tower)
aircraft( bogy=bogie=bogey cruise_missile heavier-than-air_craft lighter-than-air_craft
stealth_aircraft)
""",
    "animal": """
dog=domestic_dog=canis_familiaris( puppy pooch=doggie=doggy=barker=bow-wow cur=mongrel=mutt
lapdog toy_dog=toy hunting_dog working_dog dalmatian=coach_dog=carriage_dog basenji pug=pug-dog
leonberg newfoundland=newfoundland_dog great_pyrenees spitz
griffon=brussels_griffon=belgian_griffon corgi=welsh_corgi poodle=poodle_dog mexican_hairless)
domestic_cat=house_cat=felis_domesticus=felis_catus( kitty=kitty-cat=puss=pussy=pussycat mouser
alley_cat tom=tomcat tabby=queen tabby=tabby_cat tiger_cat
tortoiseshell=tortoiseshell-cat=calico_cat persian_cat angora=angora_cat siamese_cat=siamese
burmese_cat egyptian_cat maltese=maltese_cat abyssinian=abyssinian_cat manx=manx_cat)
horse=equus_caballus( roan stablemate=stable_companion gee-gee eohippus=dawn_horse mesohippus
protohippus male_horse mare=female_horse saddle_horse=riding_horse=mount pony polo_pony
wild_horse hack hack=jade=nag=plug pony racehorse=race_horse=bangtail steeplechaser
stalking-horse harness_horse workhorse post_horse=post-horse=poster pacer stepper=high_stepper
chestnut liver_chestnut bay sorrel palomino pinto) cow=moo-cow( springer=springing_cow heifer)
sheep( ewe ram=tup wether black_sheep domestic_sheep=ovis_aries)
hog=pig=grunter=squealer=sus_scrofa( porker) goat=caprine_animal( kid billy=billy_goat=he-goat
nanny=nanny-goat=she-goat domestic_goat=capra_hircus wild_goat) rabbit=coney=cony( rabbit_ears
lapin bunny=bunny_rabbit european_rabbit=old_world_rabbit=oryctolagus_cuniculus
wood_rabbit=cottontail=cottontail_rabbit belgian_hare=leporide angora=angora_rabbit) bird(
dickeybird=dickey-bird=dickybird=dicky-bird cock hen nester night_bird bird_of_passage protoavis
archaeopteryx=archeopteryx=archaeopteryx_lithographica sinornis ibero-mesornis archaeornis
ratite=ratite_bird=flightless_bird carinate=carinate_bird=flying_bird passerine=passeriform_bird
nonpasserine_bird bird_of_prey=raptor=raptorial_bird gallinaceous_bird=gallinacean parrot
cuculiform_bird coraciiform_bird apodiform_bird caprimulgiform_bird piciform_bird trogon
aquatic_bird twitterer) fish( bottom-feeder=bottom-dweller bottom_lurkers
cartilaginous_fish=chondrichthian fingerling game_fish=sport_fish food_fish rough_fish
young_fish mouthbreeder spawner northern_snakehead bony_fish climbing_perch=anabas_testudineus)
""",
    "nationality": """
sri_lankan=ceylonese=sinhalese=singhalese cuban haitian dominican jamaican barbadian
cyprian=cypriote=cypriot fijian israeli etruscan australian=aussie nauruan bahamian indonesian
grenadian maldivian=maldivan maltese mauritanian=mauritian new_zealander=kiwi
filipino=philippine=visayan=bisayan samoan seychellois russian=soviet russian ukrainian=ukranian
turkmen tongan turkish=turk czech slovakian=slovak german=sorbian east_german finnish=finn
italian=sabine romanian=rumanian=roumanian croatian=croat
yugoslavian=yugoslav=jugoslav=jugoslavian bosnian slovenian=slovene austrian flemish
belgian=fleming=walloon english=english_person=englishman=englishwoman
scots=scottish=scotch=scot=scotsman=scotchman
french=gallic=basque=frenchman=frenchwoman=french_person dutch=netherlander=dutchman=hollander
hungarian=magyar icelandic=icelander liechtensteiner luxembourgian=luxemburger=luxembourger
monacan=monegasque polish=pole portuguese=lusitanian san_marinese
belarusian=byelorussian=belorussian=white_russian moldovan andorran spanish=basque=spaniard
swiss afghani=afghan=afghanistani burmese cambodian=kampuchean chinese bahraini=bahreini
bangladeshi=east_pakistani=bengali bhutanese=bhutani anglo-indian=indian nepalese=nepali=sherpa
tibetan=sherpa iranian=persian=irani iraqi=iraki japanese=nipponese jordanian kuwaiti
north_korean south_korean laotian=lao lebanese malay=malayan=malaysian mongolian omani pakistani
qatari=katari saudi-arabian=saudi=saudi_arabian singaporean armenian azerbaijani georgian
kazakhstani kyrgyzstani tajikistani=tajik=tadzhik uzbekistani syrian thai=tai=siamese
vietnamese=annamese north_vietnamese yemeni namibian=herero algerian angolan=herero
burundi=burundian=hutu=tutsi=watutsi=watusi cameroonian chadian
congolese=zairean=zairese=luba=chiluba beninese=ewe togolese=ewe djiboutian eritrean ethiopian
rwandan=ruandan=hutu=tutsi=watutsi=watusi botswanan=herero=sotho=tswana=bechuana=batswana
egyptian kenyan gabonese gambian ghanaian=ghanese=ghanian=ewe guinean basotho=sotho liberian
libyan madagascan malawian=chewa=cewa=chichewa malian moroccan=maroc mozambican
nigerian=nigerien nigerian senegalese sierra_leonean somalian=somali
south_african=afrikaans=afrikaner=sotho=tswana=bechuana=batswana=xhosa sudanese swazi tanzanian
tunisian ugandan zambian=chewa=cewa=chichewa rhodesian=zimbabwean=chewa=cewa=chichewa
argentine=argentinian chilean colombian ecuadorian=ecuadoran bolivian brazilian guyanese
paraguayan peruvian uruguayan venezuelan mexican canadian american=anti-american=pro-american
costa_rican guatemalan honduran salvadoran=salvadorean=salvadorian nicaraguan panamanian
danish=dane norwegian=norse=norseman swedish=swede albanian bulgarian
greek=grecian=hellenic=romaic=hellene macedonian
""",
}
