"""Pairs of antonyms, baked by `make_antonyms.py` from WordNet 3.0.

Its copyright notice stands in `exclusive`.
"""

from __future__ import annotations

PAIRS = """
ability inability / able unable / abolish establish / above below / absence presence / absent
present / absolute relative / absorb emit / abstract concrete / accept refuse / accept reject /
acceptance rejection / accurate inaccurate / acquaintance stranger / act refrain / active inactive
/ active passive / active quiet / actual potential / acute chronic / add subtract / adequate
inadequate / adjusted unadjusted / admit deny / admit exclude / admit reject / adopted native /
advance back / advance recede / advance retreat / advantage disadvantage / aged young / agitate
calm / agree disagree / agreement disagreement / ahead back / alive dead / all no / all some /
allow deny / alternate opposite / amateur professional / ambiguous unambiguous / ample meager /
analysis synthesis / analytic synthetic / analyze synthesize / anode cathode / answer question /
anterior posterior / anti pro / appear disappear / appearance disappearance / appreciation
depreciation / approval disapproval / approve disapprove / arrive leave / artificial natural /
ascend descend / asleep awake / assent dissent / attach detach / attached detached / attack defend
/ attend miss / attract repel / attraction repulsion / aunt uncle / available unavailable / avoid
confront / aware unaware / away home / back front / back veer / backward forward / bad good /
badly well / badness goodness / bare covered / bear bull / beautiful ugly / begin end / beginning
end / beginning ending / beginning middle / bend straighten / best worst / better worse / big
little / big small / birth death / black white / bless curse / blur focus / boil freeze / bold
timid / bore interest / borrow lend / bottom side / bottom top / bounce clear / bound free / boy
girl / brave timid / break keep / break make / break repair / breathing breathless / bright dull /
broken unbroken / brother sister / busy idle / buy sell / calm stormy / capable incapable /
capitalism socialism / careful careless / cash credit / center left / center right / central
peripheral / cerebral emotional / certain uncertain / certainty uncertainty / change stay /
changed unchanged / charge discharge / charged uncharged / cheap expensive / cheer complain /
cheerful depressing / child parent / civilian military / claim forfeit / clarity obscurity / clean
dirty / clear opaque / close distant / close open / closed open / closing opening / cold hot /
come go / comedy tragedy / comfort discomfort / comfortable uncomfortable / common individual /
common uncommon / compact loose / competition cooperation / complete incomplete / complex simple /
complexity simplicity / complicate simplify / compound simple / concentration dilution /
concentration distribution / conception misconception / concerned unconcerned / confine free /
conscious unconscious / consciously unconsciously / conservative liberal / conserve waste /
consonant vowel / constructive destructive / continual sporadic / continue discontinue /
continuity discontinuity / contract expand / convenience inconvenience / conventional nuclear /
cool heat / cool warm / correct falsify / cover uncover / criticize praise / cry laugh / curved
straight / danger safety / dangerous safe / dark light / daughter son / day night / dead live /
dead living / deaf hearing / decent indecent / decline improvement / decrease increase / deep
shallow / defeat victory / defend prosecute / defense offense / defense prosecution / definite
indefinite / delay rush / delicate rugged / demand supply / depart stay / dependent independent /
deposit withdraw / deprive enrich / despair hope / differ equal / difference sameness / different
same / differentiate integrate / difficult easy / difficulty ease / direct indirect / direct
inverse / directly indirectly / discharge enlist / discourage encourage / dishonor honor / dislike
like / dislike liking / disobedience obedience / disobey obey / disorder order / disordered
ordered / dissuade persuade / distrust trust / divide multiply / divide unite / docile stubborn /
domestic foreign / dominant subordinate / double single / down up / downgrade upgrade / downstairs
upstairs / downward upward / dramatic lyric / dry sweet / dry wet / due undue / dull lively / dull
sharp / dull sharpen / early late / early middle / east west / eastern western / easy uneasy /
empirical theoretical / empirically theoretically / employee employer / employment unemployment /
empty fill / empty full / end middle / enforce exempt / enjoy suffer / erase record / even odd /
even uneven / ever never / evil good / exclude include / expected unexpected / experienced
inexperienced / explicit implicit / export import / express local / exterior interior / external
internal / extraordinary ordinary / fail manage / fail pass / fail succeed / failure success /
fair foul / fair unfair / fall rise / false true / familiar strange / familiar unfamiliar / fancy
plain / far near / fast slow / fat thin / father mother / feed starve / female male / feminine
masculine / few many / fewer more / figurative literal / figure ground / find lose / finish start
/ finite infinite / fire hire / first last / first second / flat natural / flat sharp / flatten
sharpen / float sink / foe friend / fold unfold / follow precede / follower leader / following
leading / folly wisdom / foolish wise / foot head / forbid permit / foreign native / forget mind /
forget remember / formal informal / former latter / fortunate unfortunate / fortunately
unfortunately / forward reverse / found lost / free obstruct / friendly hostile / frivolous
serious / front rear / full thin / functional organic / future past / future present / gain loss /
gain reduce / gather spread / general local / general particular / general specific / generalist
specialist / generalize specify / generally specifically / give take / glad sad / gradual steep /
gradual sudden / greater lesser / green ripe / gross net / guilt innocence / guilty innocent /
half whole / happily sadly / happy unhappy / hard soft / harden soften / hate love / have lack /
have miss / head rear / head tail / heaven hell / heavily lightly / heavy light / here there /
heterogeneous homogeneous / hide show / high low / hit miss / hollow solid / hopeful hopeless /
hopefully hopelessly / horizontal inclined / horizontal vertical / host parasite / humble proud /
humility pride / husband wife / idle run / idle work / ignore know / ignore notice / ill well /
illegal legal / immature mature / immoral moral / immortal mortal / immortality mortality /
impatience patience / impatient patient / impatiently patiently / imperfect perfect / impersonal
personal / impossible possible / impotent potent / impurity purity / inclined vertical / inferior
superior / inner outer / inorganic organic / inside outside / insignificant significant /
insufficient sufficient / intelligence stupidity / intense mild / intermediate terminal /
international national / intolerable tolerable / invisible visible / inward outward / irregular
regular / irrelevant relevant / issue recall / joint separate / joy sorrow / junior senior / keep
lose / king queen / known unknown / lady lord / large small / late middle / lean rich / least most
/ left right / less more / let prevent / level raise / lie sit / lie stand / like unlike / likely
unlikely / limited unlimited / lined unlined / linger rush / liquid solid / little much / local
national / location studio / lock unlock / long short / loose tight / loosen stiffen / lose profit
/ lose win / loud soft / loudly softly / lower raise / major minor / majority minority / man woman
/ maximize minimize / maximum minimum / meaningful meaningless / mental physical / metallic
nonmetallic / move stay / moving still / multiple single / naive sophisticated / narrow wide /
narrow widen / natural sharp / natural supernatural / natural unnatural / necessary unnecessary /
negative neutral / negative positive / neutral positive / new old / new worn / no some / no yes /
noisy quiet / nonspecific specific / north south / northern southern / numerical verbal /
objective subjective / obscurity prominence / off on / official unofficial / often rarely / old
young / open shut / orthodox unorthodox / other same / out safe / overhead surface / paid unpaid /
pain pleasure / particular universal / partly wholly / passing running / past present / peace war
/ penalty reward / permanently temporarily / pleasant unpleasant / poor rich / popular unpopular /
poverty wealth / precede succeed / preceding succeeding / preparation resolution / prepared
unprepared / primary secondary / private public / privately publicly / profound superficial / pull
push / qualitative quantitative / quickly slowly / reassure worry / reliable unreliable /
religious secular / resist surrender / ride walk / right wrong / rise set / rough smooth /
roughness smoothness / round square / running standing / rural urban / satisfactory unsatisfactory
/ screw unscrew / seated standing / separation union / sharpen soften / short tall / shout whisper
/ shrink stretch / side top / silence sound / sink source / sit stand / sleep wake / smart stupid
/ sour sweet / sparkling still / spoken written / stable unstable / stained unstained / stand
yield / start stop / steadily unsteadily / stifle stimulate / strength weakness / strengthen
weaken / strong weak / structured unstructured / successful unsuccessful / succumb survive /
tender tough / thick thin / thicken thin / thoughtful thoughtless / tie untie / unusual usual /
unwillingness willingness / useful useless / wane wax
"""
