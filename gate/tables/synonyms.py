"""Pairs of synonyms, baked by `make_synonyms.py`; see `WORDNET_LICENSE`."""

from __future__ import annotations

PAIRS = """
about approximately / about roughly / about some / abruptly dead / abruptly short / abruptly
suddenly / absent lacking / absent missing / absolute sheer / absolutely dead / absolutely
perfectly / absolutely utterly / absorb assimilate / absorbed engrossed / absorbed intent /
abstract abstraction / abstract outline / absurd ridiculous / abuse insult / accelerate speed /
accent accentuate / accent emphasis / accent emphasize / accent stress / accentuate emphasize /
accentuate stress / accommodate adapt / accommodate fit / accommodate suit / accomplish achieve /
accomplish action / accomplish attain / accomplish fulfil / accomplish fulfill / accomplishment
achievement / accomplishment skill / accord accordance / accord allot / accordingly consequently /
account history / accumulate collect / accumulate compile / accumulation collection / accurate
exact / accurate precise / accuse charge / accustomed customary / ace crack / ace one / ace single
/ ace super / ace unity / ache pine / ache yearn / achieve attain / acknowledge admit /
acknowledge receipt / acquaintance familiarity / acquiescence assent / acquire get / acres estate
/ act behave / act deed / action activity / action fulfil / action fulfill / action sue / activate
spark / activate trigger / active fighting / actually really / acute intense / additive linear /
adequate enough / adequate equal / adjacent neighboring / adjacent next / adjective procedural /
adjunct assistant / adjust align / adjustment alteration / adjustment fitting / administration
disposal / admiration wonder / adopt borrow / adult grownup / advance improvement / advance
progress / advance progression / adventure chance / adventure hazard / adventure jeopardize /
adventure risk / adventure stake / advertise publicize / advise counsel / advise notify / advocate
counsel / advocate preach / advocate recommend / advocate urge / aerial antenna / affair matter /
affect impact / affiliation tie / affirm assert / affirm confirm / affirm corroborate / affirm
swear / afford give / afford yield / after afterward / after afterwards / after later / after
subsequently / afterward afterwards / afterward later / afterward subsequently / afterwards later
/ afterwards subsequently / aged elderly / aged older / agency bureau / agency office / aggression
aggressiveness / agony suffering / agree concur / agreement correspondence / agreement
understanding / agricultural farming / agriculture farming / ahead before / aid assist / aid
assistance / aid help / ailment complaint / ailment ill / aim intent / aim intention / aim object
/ aim objective / aim purport / aim purpose / airplane plane / alarm alert / alarm dismay / alien
foreigner / alien stranger / alien unknown / alike similar / all altogether / all completely / all
entirely / all totally / all whole / all wholly / allege say / allot assign / allot portion /
allow countenance / allow let / allow permit / ally friend / almost near / almost nearly / almost
virtually / alone entirely / alone exclusively / alone lonely / alone only / alone solely / aloud
loud / aloud loudly / also besides / also likewise / also too / alter change / alter vary /
alteration change / alternate alternative / alternate replacement / alternate substitute /
alternative substitute / altogether completely / altogether entirely / altogether raw / altogether
totally / altogether whole / altogether wholly / always constantly / always ever / always
invariably / amaze puzzle / amazed astonished / amazement astonishment / amazing astonishing /
amber gold / amend better / amend improve / amorphous unstructured / amount number / amount sum /
amount total / ample plentiful / amplify exaggerate / amplify magnify / amusement entertainment /
amusing comic / amusing funny / analogous correspondent / analyze examine / analyze study /
anatomy build / anatomy figure / anatomy flesh / anchor ground / angel saint / angle lean / angle
slant / angle tilt / anguish pain / anguish torment / anguish torture / animal beast / animal
creature / announce declare / announcement proclamation / annoy bother / annoy devil / annoy
gravel / annoy irritate / annoy rag / annoyance irritation / answer reply / answer respond /
answer result / answer solution / antagonist opponent / anterior prior / anticipate counter /
anticipate expect / anticipate forestall / anxious nervous / anyhow anyway / apparent evident /
apparent manifest / apparent patent / apparent plain / apparent seeming / apparently evidently /
apparently obviously / apparently plain / apparently plainly / apparently seemingly / appeal charm
/ appear look / appear seem / appease gentle / apply employ / apply use / apply utilize / appoint
constitute / appointment engagement / appreciation grasp / appreciation hold / apprehension dread
/ apprehension understanding / approach coming / approach near / appropriate conquer / appropriate
reserve / approve sanction / approximate estimate / approximately roughly / approximately some /
approximation estimate / apt given / apt liable / arc arch / argue contend / argue reason /
argument contention / argument controversy / argument statement / argument tilt / arise originate
/ arouse awake / arouse awaken / arouse elicit / arouse evoke / arouse provoke / arouse wake /
arrest collar / arrest cop / arrest halt / arrest hitch / arrest nail / arrest stay / arrive come
/ articulate joint / articulate phrase / articulate word / artillery gun / ascertain determine /
ascertain ensure / ascertain insure / ascribe attribute / ask inquire / ass behind / ass posterior
/ ass seat / assail assault / assail attack / assault rape / assemblage gathering / assemble
gather / assemble piece / assert swear / assess evaluate / assign delegate / assign designate /
assign portion / assist assistance / assist help / assistance help / assistant help / associate
companion / associate comrade / associate connect / associate familiar / associate fellow /
associate link / associate relate / assume presume / assurance confidence / assure ensure / assure
guarantee / assure insure / athletic gymnastic / atom molecule / atom particle / atom speck /
atomic nuclear / attack onset / attack onslaught / attain reach / attempt effort / attempt
endeavor / attempt essay / attempt try / attempt undertake / attendant consequent / attendant
resultant / attendant tender / attention care / attitude posture / attorney lawyer / attract pull
/ attribute dimension / aug august / august grand / author writer / authorities government /
authority authorization / automobile car / autumn fall / average mean / average norm / average
ordinary / avert avoid / awake awaken / awake wake / awaken wake / award grant / award honor /
award laurels / awareness consciousness / away forth / away off / awful awfully / awful dread /
awful dreadful / awful frightening / awful terrible / awful terribly / awful unspeakable / awfully
terribly / babe baby / back backward / back endorse / back hinder / back rearward / backward
rearward / bad badness / badly gravely / badly ill / badly poorly / badly seriously / badly
severely / ballad lay / ballot vote / ballot voting / ban prohibition / band circle / bang blast /
bang bolt / bang clap / bang slam / bang slap / bang smash / banish shun / bar barricade / bar
block / bar blockade / bar saloon / bare naked / bare nude / bare publicize / barely hardly /
barely scarcely / bargain buy / bargain deal / bargain steal / barricade block / barricade
blockade / basement cellar / basically essentially / basically fundamentally / bask enjoy / bask
relish / bask savor / bastard fake / bastard phony / bastard prick / bastard sob / bathroom toilet
/ batter buffet / battle combat / battle engagement / battle fight / battle struggle / battlefield
field / bawl bellow / beam shine / bear birth / bearer carrier / beast creature / beast savage /
beast wildcat / beat pulse / beckon wave / become get / before earlier / beg implore / beg pray /
beg solicit / begin commence / begin start / beginning offset / beginning outset / beginning start
/ behavior conduct / behind posterior / behind seat / being existence / being organism / belief
feeling / belief impression / belief notion / believe conceive / believe think / bellow holler /
bellow roar / belly stomach / beloved darling / beloved dear / beloved honey / bend turn / benefit
profit / benefit welfare / beset plague / besides likewise / besides too / better improve /
bewildered confused / bible scripture / bid command / bid tender / big large / bigger larger /
billion million / bind bond / bit chip / bite sting / bitterness resentment / black blackness /
blame damn / blame damned / blame darned / blame fault / blame goddamn / blame rap / blanket broad
/ blanket cover / blanket extensive / blanket wide / blast boom / blast clap / blast smash /
blatant blazing / blaze blazing / blaze hell / blazing glaring / bleed hemorrhage / block blockade
/ block hinder / block obstruct / blockade hinder / blockade obstruct / bloody blooming / bloody
damn / bloom blooming / bloom blossom / bloom flower / blossom flower / blossom flush / blossom
peak / blossom prime / blossom unfold / blunder fumble / blunder sin / blush crimson / blush flush
/ bluster boast / bluster gas / board plank / board room / boast feature / boast gas / boast sport
/ body personify / bolt slap / bolt stiffly / boom din / boom roar / boom smash / boom thunder /
boost encouragement / border bound / border margin / border surround / bore drill / bore eager /
bosom embrace / bosom hug / boss chief / bother devil / bother fuss / bother gravel / bother
irritate / bother rag / bother trouble / bounce leap / bound boundary / bound edge / bound jump /
bound leap / bound spring / boundary edge / box package / brace pair / brace poise / brace steady
/ brain wit / brand denounce / brand make / brave endure / brave weather / breadth width / break
interruption / breed engender / breeze picnic / bright brilliantly / brilliant superb / broad
extensive / broad wide / broaden extend / brood dwell / brook creek / brook endure / brook stomach
/ brook tolerate / brow forehead / brush thicket / bubble ripple / buck dollar / build construct /
build figure / build flesh / building construction / bulge bump / bulk majority / bulk volume /
bullet slug / bum loaf / bum tramp / bump encounter / bump find / bunch bundle / bunch clump /
bunch cluster / bunch crowd / bunch gang / bundle cluster / bundle package / bundle packet /
burden load / burden loading / burden weight / bureau office / burn burning / burst explosion /
burst volley / busy occupy / buy corrupt / buy purchase / buy steal / cab taxi / cable telegraph /
cable wire / cackle chatter / calculate compute / calculate estimate / calculate figure /
calculate forecast / calculate reckon / calculation computation / call name / calm quiet / calm
serene / calm steady / calm still / calm tranquil / camp tent / can tin / cancel natural / cancel
offset / canvas poll / cap crest / capability capacity / capable subject / capture charm / capture
entrance / capture seizure / capture trance / cardinal central / cardinal fundamental / cardinal
key / carefully cautiously / carry transport / cart drag / cart haul / case event / case instance
/ cast mold / castle palace / cat guy / cat sick / catastrophe disaster / catastrophe tragedy /
catch haul / category class / cater provide / cattle cows / cattle oxen / cause induce / cause
stimulate / cave undermine / cease discontinue / cease end / cease quit / cease stop / cease
terminate / center concentrate / center focus / center halfway / center middle / center pore /
central fundamental / central key / century hundred / certain sure / certainly sure / certainly
surely / certify evidence / certify manifest / chair chairman / chair moderate / challenge dispute
/ chance fortune / chance hazard / chance luck / chance opportunity / chance risk / channel
transmit / chant tone / characteristic feature / charm entrance / charm trance / charming magic /
chase dog / chase following / chase pursuit / chase tail / chase trail / cheap flash / cheap
inexpensive / cheap loud / cheat chisel / cheat shaft / cheering satisfying / cheering shouting /
cheery gay / cheery sunny / cherish treasure / chew plug / chicken yellow / chief main / chief
master / chief principal / chiefly mainly / chiefly primarily / child kid / child minor / child
youngster / chill cool / chill quiver / chill shiver / chill shudder / chill thrill / choice pick
/ choice prize / choice quality / choice select / choice selection / choke gag / choose prefer /
choose select / chore job / chore task / chortle chuckle / christ jesus / chronic continuing /
circuit tour / circular round / circulate disseminate / circumstance context / cite mention / cite
refer / cite reference / city metropolis / clamber scramble / clamber skin / clamor din / clang
clash / clang crash / clash crash / clash jar / clasp clutch / clasp grip / clasp hold / class
classify / class grade / class sort / classic classical / classify sort / clay mud / clean fair /
clear open / cliche commonplace / click tick / client customer / climate mood / climax culminate /
climb raise / clip time / clip trot / clock time / close closely / close closing / close finale /
close finish / close last / close near / close shut / close tight / closely tight / closer nearer
/ cloth fabric / cloth textile / clothe dress / clothe garment / clothing wear / cloud fog / cloud
mist / cloud obscure / cloud overcast / club lodge / club nine / club society / clue hint / clump
cluster / clump flock / clump lump / clumsy ungainly / cluster flock / clutch grip / clutch hold /
clutch seize / coach manager / coat surface / coincide concur / collaborate cooperate / collar cop
/ collar nail / collect compile / colony settlement / comb ransack / combat fight / combat
fighting / combine compound / come ejaculate / comedian comic / comfort ease / comfort solace /
comic funny / commence start / comment commentary / comment remark / commission committee / commit
dedicate / commit devote / common green / common park / commonly normally / commonly ordinarily /
commonly usually / commonwealth country / commonwealth nation / commotion din / companion company
/ companion comrade / companion familiar / companion fellow / comparative relative / comparatively
relatively / compass range / compass reach / compass scope / compel oblige / compensate repair /
compete vie / competition contest / competitor rival / complain plain / complaint ill / complete
finish / completely entirely / completely totally / completely whole / completely wholly / complex
composite / compliment congratulate / component element / component factor / component ingredient
/ component part / component portion / compound intensify / comprehend grasp / comprehend perceive
/ comprise contain / comprise incorporate / comrade familiar / comrade fellow / conceal hide /
concede confess / conceive think / concentrate focus / concentrate pore / concentration density /
concept conception / concept construct / conception construct / concern fear / concern interest /
concern pertain / concern refer / concern relate / concerned interested / conclude reason /
conclusion decision / condemn decry / condition discipline / condition status / conference league
/ confident convinced / confident positive / confine limit / confine restrain / confine throttle /
confirm corroborate / conflict struggle / confront face / confuse fox / confused disordered /
confused scattered / congregation faithful / congregation fold / conjugate conjugated / connect
link / connect relate / conquer curb / conquer inhibit / conquer subdue / conquer suppress /
consequence effect / consequence outcome / consequence result / consequent resultant /
consequently therefore / conserve maintain / conserve preserve / consider regard / consider view /
considerably substantially / consist dwell / consistent reproducible / conspicuously prominently /
constantly invariably / constituent element / construct manufacture / construe interpret /
consultation interview / consume down / contain incorporate / contaminate foul / contemplation
reflection / contempt disdain / contempt scorn / contend postulate / content message / contention
controversy / contention tilt / continue keep / continue proceed / contour shape / contrary
opposite / contrary reverse / contribute impart / contribute lend / control curb / controversy
tilt / convention normal / convention rule / conversion transition / conviction sentence /
convinced positive / cook prepare / cook ready / cop nail / cope grapple / copy imitate / copy
simulate / corner tree / corporal corporate / corporal somatic / corpse stiff / correct right /
correspond equate / correspond match / correspond tally / cost price / couch sofa / counsel
counseling / counsel guidance / counseling guidance / count matter / countenance permit /
countenance sanction / counter forestall / counterpart similitude / countless myriad / country
nation / couple mate / couple pair / course flow / course naturally / court romance / court
solicit / cows oxen / crack super / craft trade / crave hunger / crawl creep / crazy mad / creak
screech / creak squeak / creator divine / creator lord / creator maker / creep mouse / crimson
flush / crimson red / crisp sharp / crisp toast / crisp wrinkle / criterion standard / crop
cultivate / crop harvest / cross intersect / cross transverse / cross traverse / crouch squat /
crouch stoop / crowd gang / crowd herd / crude earthy / cruel fell / cruel savage / cruel vicious
/ cruise sail / crush squeeze / crush suppress / cry holler / cry scream / cry shout / cry weep /
cry yell / crystallize illuminate / cube dice / cultural ethnic / curb inhibit / curb subdue /
curb suppress / cure remedy / cure therapeutic / curious funny / curious peculiar / curious queer
/ curious singular / curiously peculiarly / currently presently / curse oath / curse swear /
curtail restrict / curtain drape / curtain drapery / curve sheer / curve swerve / curve trend /
curve veer / curve wind / curved curving / custom tradition / custom usage / cut reduce / cutting
edged / cycle round / dab pat / daily everyday / damage harm / damn damned / damn darned / damn
goddamn / damned darned / damned goddamn / damp moist / danger risk / dangerous grave / dare
presume / dark darkness / darkness shadow / darling dear / darling favorite / darned goddamn /
dart dash / dash smash / dazed stupid / dead perfectly / dead short / dead suddenly / dead utterly
/ deal plow / dealer trader / dear honey / debate deliberate / debris dust / debut entry / debut
introduction / dec december / decade ten / deceased gone / decent nice / decent properly / decide
resolve / decide settle / deck decorate / deck grace / decline refuse / decline reject / decorate
grace / decoration medal / decoration ribbon / decrease diminish / decrease lessen / decrease
lessening / decree rule / dedicate devote / deduce derive / deduce infer / deduct subtract /
deduct withhold / deep deeply / deep late / deeply profoundly / defeat frustration / defeat kill /
defeat overcome / defect desert / defendant suspect / deficiency lack / deficiency want / defy
resist / defy withstand / degree level / degree stage / delay wait / delegate designate / delight
joy / delight please / delight pleasure / delight revel / demand necessitate / demand need /
demand require / democracy republic / demon devil / demon fiend / demonstrate present /
demonstrate prove / demonstrate show / demonstration presentation / dent prick / dent scratch /
depart vary / departure difference / dependable reliable / depict describe / depict picture /
deposit lodge / deposit stick / depress dismay / depression slump / deprive strip / derision
ridicule / derive gain / derive infer / descend fall / descent origin / describe report / desert
desolate / desert forsake / deserve merit / design plan / desirable suitable / desirable worthy /
desire hope / desire want / desolate forsake / despair desperation / despise disdain / despise
scorn / destine doom / destine fate / destine intend / destiny fate / destroy ruin / detached
isolated / detached separated / detail item / detail particular / detailed elaborate / detect
discover / detect find / detect notice / detect observe / detector sensor / determination finding
/ determine influence / determine shape / develop evolve / development evolution / devil fiend /
devil gravel / devil irritate / devil rag / devise formulate / devise invent / diagram plot /
dialect idiom / dice die / dictate prescribe / die expire / die perish / differ disagree /
differentiate distinguish / differentiation distinction / differently otherwise / difficult hard /
dig shaft / dilate elaborate / dim faint / diminish lessen / dingy grimy / direct directly /
direct straight / direct target / directly straight / director manager / dirt grease / dirt soil /
dirty soil / dirty soiled / disagreement discrepancy / disappear vanish / disaster tragedy / disc
disk / disc record / discern distinguish / discern spot / discharge dispatch / disclose expose /
disclose reveal / discontinue quit / discontinue stop / discount dismiss / discount disregard /
discount ignore / discover find / discover hear / discover learn / discover notice / discover
observe / discovered observed / discovery find / disdain scorn / disgrace shame / dismiss
disregard / dismiss ignore / disordered scattered / disordered upset / dispatch shipment / dispel
disperse / dispel scatter / disperse dot / disperse scatter / disperse sprinkle / displacement
shift / display exhibit / display show / dispute quarrel / disregard ignore / disregard neglect /
disregard snub / disrupt interrupt / distance outdistance / distinct distinguishable / distinctive
typical / distinguish spot / distress hurt / distribute lot / distribute spread / district
dominion / district territory / distrust suspect / distrust suspicion / disturb trouble /
disturbance upset / disturbed upset / disturbed worried / dive plunge / diversion recreation /
divide fraction / divide split / divine lord / divine maker / divinity god / divinity immortal /
doctor physician / doctrine philosophy / document papers / dog tail / dog trail / domain orbit /
domain sphere / dominate prevail / dominate reign / domination mastery / domination supremacy /
dominion territory / done through / doom fate / doom sentence / door doorway / dosage dose / dose
drug / dot sprinkle / doubt uncertainty / doubtless undoubtedly / dough loot / down downward /
dozen twelve / draft outline / drag haul / drama play / dramatic spectacular / dramatic striking /
drape drapery / draw pull / draw reap / drawn worn / dread dreadful / dread fear / dread
frightening / dread terrible / dreadful frightening / dreadful terrible / dreadful unspeakable /
dress garment / drift err / drift float / drift stray / drink drinking / drip dripping / drive
motor / dry ironical / dusk nightfall / dusk twilight / duty obligation / duty responsibility /
dwelling home / eagerness readiness / earnings pay / earnings profit / earnings profits / earnings
salary / earnings wage / earth globe / earthquake quake / easily easy / east orient / easy slow /
easy slowly / eccentric type / echo ring / economic economical / economize husband / edge inch /
educate train / educated enlightened / education instruction / effect impression / effect outcome
/ effect result / effective efficient / effort endeavor / effort exertion / effort try / egg eggs
/ ego self / elder older / elder senior / elderly older / elect elite / electric electrical /
element factor / element ingredient / elevate lift / elevate promote / elevate raise / elevation
height / elicit evoke / elicit provoke / embody personify / embrace encompass / embrace hug /
emphasize stress / emphasize underline / employ employment / employ hire / employ use / employ
utilize / enact ordain / encounter find / encounter meet / encounter skirmish / encourage further
/ encourage promote / end terminate / endanger jeopardize / endanger menace / endanger queer /
endanger threaten / endeavor enterprise / endeavor strive / endeavor try / endless eternal /
endless interminable / endorse second / endow gift / endow invest / endurance survival / endure
stomach / endure tolerate / endure weather / enemy foe / enforce implement / enforce impose /
engage pursue / engagement fight / engender father / engender mother / engineering technology /
engrossed intent / engulf steep / enjoy relish / enjoy savor / enormous tremendous / enough plenty
/ enroll recruit / ensue result / ensure guarantee / ensure insure / entail mean / enter
participate / entire full / entire intact / entire integral / entire total / entirely exclusively
/ entirely only / entirely solely / entirely totally / entirely whole / entirely wholly / entitle
title / entrance trance / entry introduction / environment surround / environment surroundings /
envision fancy / envision foresee / envision image / envision picture / envision visualize / epic
heroic / epoch era / equal peer / equal rival / equip outfit / equitable just / err mistake / err
stray / error fault / error mistake / especially particularly / especially specially / essay test
/ essay try / essential necessary / essential necessity / essential requirement / essentially
fundamentally / establish found / establish institute / establish launch / establishment
institution / estimate figure / estimate forecast / estimate reckon / eternal interminable / evade
skirt / evaluate judge / evaluation rating / even evening / eventually finally / everyday routine
/ evidence grounds / evidence manifest / evidence testify / evident manifest / evident patent /
evident plain / evidently obviously / evidently plain / evidently plainly / evil vicious / evoke
provoke / exact precise / exactly just / exactly precisely / exaggerate magnify / examination
scrutiny / examine study / example instance / exceed top / exceed transcend / excellent splendid /
excess extra / excess spare / excess surplus / excessive extravagant / excessive exuberant /
exchange interchange / excite stimulate / exclaim proclaim / exclude omit / exclusive sole /
exclusively only / exclusively solely / excuse pardon / exemplify illustrate / exemplify instance
/ exemption freedom / exercise exert / exercise practice / exercise usage / exercise use /
exercise workout / exert wield / existence universe / existence world / expect require /
expectation outlook / expectation prospect / expel oust / expend spend / experiment
experimentation / expire perish / explicit expressed / exploit feat / explore research / expose
reveal / express limited / express utter / expression face / expression look / extended lengthy /
extended prolonged / extensive wide / exterior outside / external outside / extra spare / extra
surplus / extravagant exuberant / extreme utmost / extremely highly / extremely passing /
extremely super / fabric framework / fabric textile / face look / facility installation / factor
ingredient / factory mill / fail neglect / fair fairly / fair reasonable / fairly pretty / fairly
reasonably / fairly somewhat / faith religion / faithful fold / fake fraud / fake imitation / fake
phony / fake pseudo / fake simulated / fall tumble / false mistaken / falter waver / familiar
fellow / family household / famous notable / fancy illusion / fancy image / fancy picture / fancy
visualize / fantastic grotesque / fantastic marvelous / fantastic terrific / fantastic tremendous
/ fantastic wonderful / farther further / fashion manner / fashion mode / fashion style / fashion
way / fast tight / fasten fix / fasten secure / father mother / fathom penetrate / fatigue tire /
fatigue weary / fault mistake / feasible practicable / feasible workable / feature have / feature
sport / feb february / feel flavor / feel spirit / feeling impression / feeling notion / fell hide
/ fell savage / fell vicious / fellow lad / fierce furious / fiery impassioned / fig figure /
fight fighting / fight oppose / figure flesh / figure forecast / figure reckon / file register /
fill filling / film movie / final net / finale finish / finale last / finally ultimately / find
notice / find observe / finish last / fire firing / firm firmly / firm house / fit set / fit suit
/ fitting meet / fix jam / fix mend / fix mess / fix repair / fix secure / fixed set / flap fuss /
flash loud / flash wink / flat level / flat plane / flat straight / flavor savor / flavor season /
flavor spirit / flick leaf / flick thumb / fling spree / flip insolent / flip somersault / flip
toss / float swim / flood swamp / floor shock / flounder stagger / flourish prosper / flourish
thrive / flow flowing / flow flux / flush peak / flush prime / fly wing / focus pore / fog mist /
fog obscure / foil frustrate / foil queer / foil thwart / foliage leaf / following next /
following pursuit / foot hoof / forbid forestall / forbid prevent / forbid prohibit / forbid veto
/ force pressure / forecast reckon / forest wood / forest woods / forestall prevent / form kind /
form organize / form sort / former sometime / formulate invent / formulation preparation / forth
forward / forth off / fortify strengthen / fortune hazard / fortune luck / foster further / found
institute / found launch / fourth quarter / fox trick / framework model / frankly honestly /
frantically madly / fraud pseudo / free loose / free release / free rid / freight shipment /
frenzy fury / frequent patronize / frequent shop / frequently often / fresh new / fresh newly /
fret fuss / fret lather / fret sweat / frighten scare / frightened scared / frightened terrified /
frightening terrible / frightful horrible / fringe periphery / frown glower / frown scowl /
frustrate queer / frustrate rag / frustrate thwart / frustrate torment / fulfil fulfill / fulfill
satisfy / full fully / full total / fumble grope / function map / function operate / function
purpose / function serve / function use / fund store / fundamental key / funny peculiar / funny
queer / funny singular / furnish provide / furnish render / furnish supply / further promote /
furthermore moreover / fury rage / fuse merge / fuse mix / fusion merger / fuss mother / fuss
trouble / futile vain / gag joke / gag muzzle / gain increase / gain profit / gain win / game halt
/ game stake / gap opening / gap spread / gasp pant / gaunt skeletal / gay merry / gay sunny /
gaze stare / generalize infer / generally mostly / gently mildly / gesticulate gesture /
gesticulate motion / gesture motion / ghost haunt / ghost specter / gift invest / gift talent /
girl miss / give yield / given granted / glance glimpse / glance glint / glare glower / gleam
gleaming / gleam glint / gleam glitter / glint glitter / glint spark / glinting glittering /
glitter sparkle / glorious magnificent / glue paste / god immortal / gold golden / good goodness /
good thoroughly / good well / gossip jaw / govern regulate / grab snap / grade level / grade rank
/ grade rate / gradient slope / grammatic grammatical / grand thousand / grandeur splendor /
grapple grip / grasp hold / gratification satisfaction / grave sculpture / grave sober / grave
solemn / grave tomb / gravel irritate / gravel rag / gravely seriously / gravely severely / graze
pasture / grease soil / greasy oily / greek hellenic / green park / grim stern / grin smile / grip
handle / grip hold / groan moan / gross revenue / ground reason / grounds yard / group grouping /
group radical / growing growth / growl rumble / grumble murmur / grumble mutter / grumble rumble /
grumble scold / guarantee insure / guard ward / guerrilla irregular / guess hazard / guess imagine
/ guess reckon / guess speculation / guess suppose / guess surmise / guess think / guess venture /
guide lead / guide maneuver / guide steer / gush outburst / guy rib / guy ridicule / guy roast /
halfway middle / hall hallway / hall lobby / halo ring / halt hitch / halt stay / halt stop / hand
paw / handle manage / handle treat / hands manpower / hands men / happen occur / harbor nurse /
hardly scarcely / harm hurt / harm injury / harness tackle / harvest reap / haste hurry / haste
rush / haste rushing / hasten hurry / hasten race / hasten rush / hasten speed / hate hatred /
hateful mean / haunt resort / haunt stalk / haversack knapsack / hazard jeopardize / hazard luck /
hazard risk / hazard stake / hazard venture / headache worry / heap lot / heap mass / heap
mountain / heap peck / heap pile / heap plenty / heap stack / hear learn / heart pump / heed
regard / hence therefore / hence thus / heretofore yet / hesitate pause / hesitate waver / hinder
obstruct / hint suggest / hire lease / hit striking / hitch limp / hitch stay / hoarse husky /
hold keep / hold maintain / holiday vacation / holler hollow / holler roar / holler scream /
holler shout / holler yell / honor laurels / honor respect / honor reward / hook rob / hook soak /
hoot snort / however nevertheless / however nonetheless / however still / howl wail / huge immense
/ huge vast / humor wit / hunch intuition / hunch suspicion / hunting search / hurl hurtle / hurl
lunge / hurt injury / hurt smart / hurt wounded / hurtle lunge / hush silence / hush still / hush
stillness / hypothesis theory / idea thought / identical very / identify name / idle slug /
ignorant illiterate / ignore snub / ill poorly / ill sick / illness sickness / illuminate illumine
/ illuminate light / illumine light / illustrate instance / image picture / image visualize /
imagery imagination / imagine reckon / imagine suppose / imagine think / imitate simulate /
imitation simulated / immediately instantly / immense vast / impact wallop / impair mar / impart
lend / impersonal neutral / implication significance / implore pray / important significant /
impose inflict / impress strike / impression notion / imprison jail / imprison lag / impulse urge
/ incite motivate / incite prompt / incite propel / inclination tendency / incline slope / incline
tend / incorporate integrate / incorporate unified / incur obtain / incur receive / independent
sovereign / indicate point / indicate signal / indignation outrage / individual mortal /
individual person / individual single / individual someone / individual soul / individually
separately / indolent lazy / induce stimulate / industry manufacture / inescapable unavoidable /
inevitably necessarily / infinite space / influence shape / inhabit live / inhabit populate /
inherent integral / inherent underlying / inhibit subdue / inhibit suppress / initiate originate /
initiate pioneer / injure wound / innocence purity / innovation invention / inquire wonder /
inquiry query / inquiry question / inquiry research / insect worm / inside interior / inside
within / insight penetration / insistence press / instal install / instant moment / instant wink /
instead rather / instruct teach / instructor teacher / instrument tool / insulate isolate / intact
integral / intake uptake / integrate mix / integrity unity / intellectual rational / intelligible
understandable / intent intention / intent purport / intent purpose / intention purpose /
interchange substitute / interest sake / interfere intervene / intermediate medium / intuition
suspicion / invent manufacture / inventory stock / investigation probe / involvement participation
/ irony satire / irritate rag / irritation temper / isolated separated / isolated stray / issue
publish / issue supply / itch urge / item particular / jab poke / jail lag / jam mess / jam mob /
jam pile / jam throng / jazz screw / jeopardize menace / jeopardize stake / jeopardize threaten /
jerk twitch / jerk yank / job occupation / job task / journey travel / joy pleasure / joy rejoice
/ jumble smother / jump leap / jump spring / jump startle / just merely / just only / just
precisely / just simply / justify warrant / keep maintain / kick thrill / kid minor / kid
youngster / kill killing / kind sort / kingdom realm / knit plain / knock roast / label mark /
label tag / labor tug / lack want / lacking missing / lag meanwhile / language speech / lap lick /
largely mostly / lash lather / lash slash / lash whip / last survive / lately recently / later
posterior / later subsequently / lather slash / lather sweat / lather whip / laugh laughter /
lavish shower / lay place / lay position / lay put / lay set / lead result / leaders leadership /
leadership leading / leading star / leaf thumb / lean list / lean thin / lean tilt / leap spring /
learning scholarship / lease rent / lecture scold / left remaining / legitimate logical / lend
loan / lengthy prolonged / let permit / level plane / liberal progressive / license permit / life
living / lift raise / light lightly / like wish / likely probable / likely probably / likewise
similarly / likewise too / limit restrain / limit throttle / limitation restriction / linger loaf
/ linger lurk / link relate / little slight / little small / live populate / load loading / loaf
lurk / locality neighborhood / locality vicinity / locate situate / lodge society / lodge stick /
log lumber / long yearn / longing yearning / look looking / look seem / loom tower / loose release
/ loot prize / loot ransack / loot rifle / lord maker / lord master / lot mass / lot mountain /
lot peck / lot pile / lot plenty / lot stack / loud loudly / loyal patriotic / lull quiet / lumber
timber / lurch pitch / lurch reel / lurch stagger / lurch stumble / lure tempt / lyric words /
main master / main principal / mainly primarily / maintain preserve / make shuffle / making
qualification / mama mamma / maneuver steer / maneuver tactic / manifest patent / manifest plain /
manifold multiply / manner mode / manner style / manner way / manpower men / manufacturer producer
/ mar march / march marching / mark score / mark tag / marked pronounced / market marketplace /
marketing selling / marvel wonder / marvelous terrific / marvelous tremendous / marvelous
wonderful / mass mountain / mass peck / mass pile / mass plenty / mass stack / master overcome /
master principal / mastery supremacy / match tally / mate pair / material stuff / matter topic /
maximum utmost / maybe perhaps / maybe possibly / meaning pregnant / means way / measure quantity
/ measure step / mechanics mechanism / medal ribbon / meditate muse / meditate ponder / meditate
reflect / meek mild / melody tune / melt thaw / menace threat / menace threaten / mend repair /
mention note / mention observe / mention refer / mention reference / mention remark / merchandise
product / merchandise trade / merely only / merely simply / merge mix / merge unify / merge unite
/ merit virtue / mighty powerful / militia reserves / min minute / mingle unify / minimal minimum
/ minister pastor / minor youngster / minute moment / minute second / miscellaneous mixed /
miscellaneous sundry / miserable poor / miserable suffering / mist obscure / mixed sundry / mob
pile / mob throng / mobilize rally / mode style / mode way / model mold / model pattern / moisture
wet / mold stamp / molecule particle / molecule speck / moment second / monastic monk / monitor
supervise / monkey potter / monotone monotonous / mood temper / mortal person / mortal someone /
mortal soul / motif motive / motionless static / motionless still / motivate prompt / motivate
propel / motivation motive / motive motor / mount wax / mountain peck / mountain pile / mountain
plenty / mountain stack / mouth speak / mouth talk / move travel / mumble mutter / murder off /
murmur mutter / muse ponder / muse reflect / musician player / mutual reciprocal / naked nude /
narrative story / narrative tale / near nearly / near virtually / nearly virtually / neat orderly
/ necessary necessity / necessary requirement / necessitate need / necessitate require / necessity
requirement / need require / need want / needed required / negative veto / neglect omit /
neighborhood vicinity / nerve steel / nevertheless nonetheless / nevertheless still / new newly /
new novel / nightfall twilight / non not / nonetheless still / normal rule / normally ordinarily /
normally usually / north union / northerner yank / northerner yankee / nose poke / note notice /
note observe / note remark / nothing zero / notice observe / nov november / now today / number
total / object objective / obligation responsibility / obscure vague / observe remark / obtain
receive / obviously plain / obviously plainly / occupant resident / occupy reside / ocean sea /
odor smell / offset outset / offset start / ominous sinister / omission skip / one single / one
unity / only simply / only sole / only solely / onset onslaught / opinion sentiment / opponent
opposing / opposite reverse / opposition resistance / orbit sphere / ordinarily usually / orient
point / origin root / origin source / outcome result / outcome resultant / outline sketch /
outlook prospect / output yield / outrage shock / outset start / outstanding prominent /
outstanding striking / overthrow upset / overture preliminary / own possess / owner proprietor /
ownership possession / pace step / pace stride / package packet / painful sore / painting picture
/ panic scare / panic terror / papa pop / parade troop / parent rear / part partially / part
partly / part portion / partially partly / particle speck / particular peculiar / particular
special / particular specific / particularly specially / pass passing / pass walk / passage
transition / passing super / passive peaceful / past preceding / pat tap / patch piece / patch
plot / patent plain / patrol police / patronize shop / patronize sponsor / pattern practice /
pause suspension / pay salary / pay wage / peak prime / peasant provincial / peck pile / peck
plenty / peck stack / peculiar queer / peculiar singular / peculiar special / pen write / penalty
punishment / percent percentage / percentage share / perfect pure / perfect utter / perfectly
utterly / perfume scent / perhaps possibly / perilous precarious / periodic periodical /
permission permit / person someone / person soul / perspective view / perspiration sweat / pertain
refer / pertain relate / petition prayer / petition request / phantom specter / phase stage /
phone telephone / phrase word / pictorial vivid / picture visualize / pile plenty / pile stack /
pile throng / pine yearn / pink rap / pinpoint speck / pipe shriek / pipe shrill / pit scar /
pitch sky / pitch toss / place position / place put / place set / place spot / placid tranquil /
plain plainly / plan program / planet satellite / plant works / plenty stack / plod tramp / plod
trudge / poetry verse / polish smooth / pond pool / ponder reflect / pop protrude / pose posture /
position put / position set / possible potential / posterior seat / postpone table / pot toilet /
potential potentiality / potential voltage / pound ram / pour swarm / practicable workable /
preaching sermon / preference taste / prepare ready / present show / presently shortly / presently
soon / preserve uphold / press urge / pressing urgent / pretty reasonably / pretty somewhat /
prevail reign / prey target / prick scratch / prick sob / print publish / prize pry / prize
quality / prize select / prize treasure / prize value / pro professional / procedure process /
process treat / prod spur / profit profits / profits win / prohibit veto / project protrude /
project task / prominent striking / promotion publicity / prompt propel / promptly quick /
promptly quickly / promptly readily / prone prostrate / propagandist propagandistic / proportional
relative / propose suggest / proposition suggestion / prosper thrive / prove show / provide render
/ provide supply / province responsibility / province state / psychiatrist shrink / pulse throb /
pupil student / pure utter / purely strictly / purl swirl / purport purpose / purpose use / purse
wrinkle / push thrust / pussy slit / pussy snatch / put set / quake quiver / quality select /
quarrel row / quarrel wrangle / queer singular / queer thwart / query question / questioning
skeptical / quick quickly / quickly rapidly / quiet still / quietly softly / quit resign / quit
stop / quiver quivering / quiver shaking / quiver shiver / quiver shudder / quiver thrill / quiver
trembling / quivering shaking / quivering trembling / race rush / race speed / racket revel /
radical revolutionary / rag shred / rag torment / rage storm / range reach / range roam / range
scope / range stray / range wander / rank rate / ransack rifle / rap tap / rarely seldom / ratify
sign / reach scope / react respond / real very / realism reality / realize recognize / realize see
/ realize understand / really truly / rear rearward / rearward reverse / reasonably somewhat /
reasoning thinking / reb rebel / rebellion revolt / rebellion rising / rebuff slight / rebuff snub
/ rebuild reconstruct / recall recollect / recall remember / recede retreat / recede withdraw /
reckon suppose / reckon think / recollect remember / recommend urge / reconstruct retrace /
recover regain / recover retrieve / recreate revive / reel spin / reel stagger / refer relate /
refund repay / refuse reject / regain retrieve / regard respect / regard view / regret sorrow /
regulation rule / reinforce reward / reiterate repeat / rejoin retort / religious spiritual /
relish savor / remain stay / remainder rest / remarkable singular / remedy therapeutic / render
supply / rent rip / rent tear / repeat repetition / replace supersede / reply respond / repose
rest / represent symbolize / rescue saving / resist withstand / resolution resolve / resolve
settle / respective several / respective various / restrain throttle / result solution / resume
survey / retire withdraw / retreat withdraw / reveal uncover / revise revision / revolt rising /
rib ridicule / rib roast / ribbon thread / ridicule roast / rig semi / rip tear / rite ritual /
road route / roam stray / roam wander / roar thunder / rob soak / rock stone / rock sway / romance
solicit / root source / rough roughly / roughly some / row wrangle / rub scratch / rub wipe / run
tally / run trial / rush rushing / rush speed / rush surge / rustle rustling / rustle whisper /
rustling whisper / sail sweep / salary wage / sample sampling / savage vicious / savage wildcat /
savor taste / say state / say tell / scamper scramble / scheme strategy / scholar student /
science skill / scope setting / score tally / scramble skin / scrape scratch / scream screaming /
scream screech / scream shout / scream shriek / scream yell / screaming screech / screaming shriek
/ screech shriek / screech squeak / screen test / search seek / secede splinter / secret
underground / section segment / see understand / sensation star / sept september / sequence
succession / serene tranquil / seriously severely / serpent snake / settlement village / several
various / shade shadow / shaking trembling / shave shaving / sheer swerve / sheer trend / sheer
veer / shiver shudder / shiver thrill / shiver tremble / shooting shot / shop store / shop
workshop / short suddenly / shortly soon / shout yell / shriek shrill / shudder thrill / sign
subscribe / significant substantial / silence still / silent still / sincere solemn / single unity
/ sky toss / slack slump / slacken slow / slant weight / slash whip / slender slim / slice slit /
slightly somewhat / slip steal / slit snatch / slop spill / slop splash / slow slowly / smother
suffocate / smother surround / snap snarl / snap tear / soar surge / sober solemn / someone soul /
song vocal / sore tender / sovereign supreme / span traverse / spare surplus / spare trim / spark
sparkle / spark trigger / speak talk / specify stipulate / spectacular striking / spectator
witness / speculation surmise / speed velocity / spell tour / spell trance / spire steeple /
splash sprinkle / splash stir / spot spy / spring springtime / squad team / square squarely /
stagger stumble / stairs steps / stalk stem / stalk straw / stamp stump / standpoint viewpoint /
state submit / state tell / static still / stay stick / steadily steady / steady sweetheart /
steel sword / step stride / step tread / stiff stiffly / still stillness / stimulation stimulus /
stock tired / stomach tolerate / story tale / strain strive / strange unusual / stranger unknown /
strangle throttle / straw strew / stray wander / stress tension / stride tread / string twine /
study survey / stuff thrust / stumble trip / style title / style way / subdue suppress / subject
theme / subject topic / substitute utility / suffer sustain / suitable suited / suitable worthy /
sum summarize / sum total / sun sunlight / super superintendent / suppose think / sure surely /
surmise suspect / surround surroundings / suspect suspicious / sway swing / swerve trend / swerve
veer / swirl whirl / swollen vain / table tabulate / tackle undertake / tail trail / take yield /
taunt tease / taut tight / teen teenage / teen teenager / telegraph wire / terrible unspeakable /
terrific tremendous / terrific wonderful / test trial / test try / theater theatre / theme topic /
therefore thus / therefrom thereof / thinking thought / thread wind / tire weary / tissue weave /
top transcend / topple tumble / torment torture / totally whole / totally wholly / tramp trudge /
trample tread / transfer transportation / treasure value / tremendous wonderful / trend veer /
triumph victory / tube tubing / turn turning / twine wrap / twist worm / twist writhe / unify
unite / universe world / unpaid volunteer / upright vertical / upset worried / usage use / use
utilize / usefulness utility / vacancy vacuum / variable varying / vote voting / wait waiting /
war warfare / wash washing / whip worst / whiskey whisky / whole wholly / wood woods / worm writhe
/ yank yankee
"""
