"""Sentences that often meet: made of the words that the rules know, so that they fire."""

from __future__ import annotations

from hypothesis import strategies as st

_SUBJECTS = (
    "The user/I/Ana/The team/The user's manager/Nobody/The default shell/A man/Two dogs/The girl/"
)
_ADVERBS = "/never/always/does not/no longer/rarely/currently/can't"
_VERBS = (
    "likes/hates/uses/avoids/prefers/lives in/is/works at/stopped/switched from/works on/"
    "deploys on/is a/is/is in/are eating/used to like/gave up/eats/is allergic to/backs up/"
    "starts on/starts in/was born in/retired/is older than/住在"
)
_THINGS = (
    "tea/Python/Rust/short answers/long answers/Oslo/Rome/3 cats/two cats/9:00/tabs/spaces/"
    "option 7/a senior engineer/Fridays/red/blue/happy/unhappy/North Korea/Japan/near tea/"
    "far from tea/meat/a vegetarian/Monday/4 June/June 2026/2026-06-30/every day/weekly/port 8080/"
    "2 s/500 ms/noon/北京/an only child/a brother/Ben"
)
_TAILS = (
    "/./ for work/ as main tool/ without sugar/ over Java/ to Rome/ because it rains/"
    " when it does not rain/, not coffee/ but not at home/ in 5 minutes/. The user likes naps/"
    " — really/ at home/, which is short, in red shirts/ and Rust, if asked, at work/ two years ago"
    "/ until 2019/ before tea/ to tea/ as a student"
)


def _join(parts: tuple[str, ...]) -> str:
    *words, tail = parts
    return " ".join(" ".join(words).split()) + tail


_choices = (text.split("/") for text in (_SUBJECTS, _ADVERBS, _VERBS, _THINGS, _TAILS))
plain = st.tuples(*map(st.sampled_from, _choices)).map(_join)
anything = plain | st.text(max_size=80)
