"""Descriptions that rule each other out, though they share no word: a vegetarian eats no meat.

By hand and small. Each line has two sides; what fits one of them excludes, of the same subject,
what fits the other. `a|b` are alternatives, `a_b` is a phrase, `-` before it means that it is
denied, `~` stands for whatever it is about; words in a row need only come in this order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gate import lexicon
from gate.wording import Span, Token, stem

_LINES = """
vegetarian; vegan; pescatarian; vegetarier; végétarien; vegetariano; 素_食; ベジタリアン
 / isst fleisch; mange viande; come carne; 吃_肉; 肉 食; eat meat
vegetarian; vegan; pescatarian / eat beef|pork|chicken|steak|bacon|ham|lamb|turkey|sausage|burger
vegan / eat|drink milk|cheese|egg|dairy|honey|butter|yoghurt|yogurt|fish|salmon|tuna
vegetarian / eat fish|salmon|tuna|seafood|shrimp
teetotal; teetotaller; teetotaler
 / drink alcohol|wine|beer|whisky|whiskey|vodka|gin|cocktail|champagne
coeliac; celiac; gluten_free; gluten_intolerant / eat bread|pasta|wheat|gluten|croissant|bagel
lactose_intolerant / drink milk; eat cheese|ice_cream
allergic_to ~; allergy_to ~ / eat|drink ~
nonsmoker; non_smoker / smoke
only_child; -have sibling / brother; sister; sibling; twin
is_single.; unmarried; bachelor; divorced; widowed; 单_身; 独_身
 / married; wife; husband; spouse; 已_婚; 结_婚; 結_婚
戒_烟 / 抽_烟; 吸_烟
childless; -have child|kid / daughter; son; have child|kid
unemployed; jobless; between_jobs; out_of_work; -have job; -employed
 / work_at|work_for|work_as; have job; employed_by|employed_at|employed_as
retired / work_at|work_for|work_as; have job; employed; full_time
freelancer; freelance; self_employed / employed_by|employed_at; employee; salaried
live_alone; living_alone / live_with; roommate; flatmate; housemate; share flat|apartment
homeowner; own|bought house|home|flat|apartment|condo / rent house|home|flat|apartment|condo
-own|have car; carless; car_free / drive own; drive_to in_car; own|have car
-have pet / have|own|keep cat|dog|hamster|rabbit|parrot|puppy|kitten
-married / wife; husband; spouse
part_time / full_time
deaf / hear
bald / hair
is_free.; free_of_charge / cost; fee; subscription; paid_plan
offline; runs_locally / require|need internet|network|connection
invite_only; members_only / open_to everyone|anyone|public
-drive; -driving_licence; -driver's_license / drive_to
early_riser; early_bird; morning_person / night_owl; sleep until_noon; stay_up late; sleep_in
work_remotely; work_from_home; fully_remote
 / office every_day|daily; work_from_office|work_on_site; commute
night_owl; late_riser; sleep_in / early_bird; early_riser; morning_person; up_at five|six|5|6
-exercise; couch_potato / gym; marathon; jog; workout
-drink. / have|drink beer|wine|whisky|cocktail; drinks_alcohol
-speak ~ / fluent_in ~; native_speaker_of ~
afraid_of ~; scared_of ~ / own|love|adore ~
by_hand; manually / automatically; by_itself
good_health; healthy / seriously_ill|terminally_ill; sick; chronic_illness
died; dead; passed_away; deceased / live_in; work_at|work_for|work_as; is_alive
broke_up; split_up; separated / girlfriend; boyfriend; fiancé; fiancée
night_shift; work night / day_shift; nine_to_five
require approval|review; need approval|review / auto_merge; automatically merged
-have deadline / deadline; due_on; due_by
cancelled; canceled; called_off / take_place; go_ahead; as_planned; on_schedule
sold_out; out_of_stock / in_stock; available
is_down.; out_of_order; broken / up_and_running; work_fine; healthy
completed; is_finished.; is_done. / in_progress; ongoing; still working
only_maintainer|sole_maintainer|only_developer|sole_developer; work_alone
 / co_maintainer; team_of; in_team; colleague; coworker
beginner; novice; new_to / expert; year_of_experience
air_gapped / internet; cloud
read_only / write_to; writable; editable
orphan / parent; mother; father
keto; low_carb / eat pasta|bread|rice|sugar
weekday_only; only_on weekday / saturday; sunday; weekend
introvert / extrovert; extravert; outgoing
atheist / believe_in god; devout; religious
left_handed / right_handed
insomnia; insomniac / sleep well|soundly
stateless / keep|store|hold|persist session|state; stateful
single_tenant / multi_tenant; multitenant
single_threaded / multi_threaded; multithreaded
open_source / proprietary; closed_source
monorepo / repository_per; separate_repository; polyrepo; own_repository
on_premise; on_prem / cloud; aws; azure; gcp
serverless / own_server|dedicated_server|bare_metal
paperless / print_out|printed
plain_text; plaintext; unencrypted / encrypted
cashless / cash
"""

_ANYTHING = frozenset({("~",)})
_END = "."
_NO_TOPIC = lexicon.VALUE_ENDS | lexicon.ARTICLES


class Description(NamedTuple):
    """That a text fits one side of a line."""

    line: int
    side: int
    things: frozenset[str]
    """Stems of what it is about, where the line leaves that open."""

    span: Span

    def excludes(self, other: Description) -> bool:
        """Return whether no subject fits both."""
        is_other_side = self.line == other.line and self.side != other.side
        return is_other_side and (self.things == other.things or bool(self.things & other.things))


_Item = frozenset[tuple[str, ...]]
"""Phrases of stems, of which one must stand."""


class _Pattern(NamedTuple):
    line: int
    side: int
    denied: bool
    items: tuple[_Item, ...]
    """In this order."""


def descriptions(words: Sequence[Token], denials: int) -> tuple[Description, ...]:
    """Return what `words` fit, given how often they are denied."""
    stems = [stem(token.word) for token in words]
    if denials > 1 or _BY_FIRST.keys().isdisjoint(stems):
        return ()
    return tuple(
        found
        for place, word in enumerate(stems)
        for pattern in _BY_FIRST.get(word, ())
        if pattern.denied == (denials == 1)
        if (found := _fit(pattern, place, stems, words))
    )


def ruled_out_by(found: Description) -> list[list[frozenset[str]]]:
    """Return what a text must hold that this rules out: of one list, a stem of each set."""
    return [
        [needed for item in pattern.items if (needed := _needed(item, found.things))]
        for pattern in _PATTERNS
        if pattern.line == found.line and pattern.side != found.side
    ]


def _needed(item: _Item, things: frozenset[str]) -> frozenset[str]:
    """Return stems that carry a topic, one of each phrase; none where a phrase has none."""
    if item == _ANYTHING:
        return things
    found = [
        next((word for word in phrase if word not in lexicon.STEMS_WITHOUT_TOPIC), "")
        for phrase in item
    ]
    return frozenset(found) if all(found) else frozenset()


def _fit(
    pattern: _Pattern, start: int, stems: Sequence[str], words: Sequence[Token]
) -> Description | None:
    place = last = start
    things: frozenset[str] = frozenset()
    for n, item in enumerate(pattern.items):
        if item == _ANYTHING:
            things = frozenset(word for word in stems[place:] if word not in _NO_TOPIC)
            break
        last = next((end for end in _ends(item, place, stems, only_here=n == 0)), -1)
        if last < 0:
            return None
        place = last + 1
    return Description(
        pattern.line,
        pattern.side,
        things,
        Span(words[start].span.start, words[last].span.end),
    )


def _ends(item: _Item, start: int, stems: Sequence[str], only_here: bool) -> Iterator[int]:
    """Yield where a phrase of `item` ends that begins at `start` or, unless `only_here`, later."""
    for place in range(start, start + 1 if only_here else len(stems)):
        for phrase in item:
            said = phrase[:-1] if phrase[-1] == _END else phrase
            end = place + len(said)
            if tuple(stems[place:end]) != said:
                continue
            if said == phrase or end == len(stems) or stems[end] in _NO_TOPIC:
                yield end - 1


def _patterns() -> Iterator[_Pattern]:
    lines = _LINES.replace("\n /", " /").strip().splitlines()
    for number, line in enumerate(lines):
        for side, alternatives in enumerate(line.split(" / ")):
            for text in alternatives.split(";"):
                denied = text.strip().startswith("-")
                items = text.strip().removeprefix("-").split()
                yield _Pattern(number, side, denied, tuple(map(_item, items)))


def _item(text: str) -> _Item:
    return frozenset(
        (*map(stem, phrase.rstrip(_END).split("_")), *([_END] if phrase.endswith(_END) else []))
        for phrase in text.split("|")
    )


def _by_first_word(patterns: Sequence[_Pattern]) -> dict[str, list[_Pattern]]:
    found: dict[str, list[_Pattern]] = defaultdict(list)
    for pattern in patterns:
        for word in sorted({phrase[0] for phrase in pattern.items[0]}):
            found[word].append(pattern)
    return dict(found)


_PATTERNS = tuple(_patterns())
_BY_FIRST = _by_first_word(_PATTERNS)
