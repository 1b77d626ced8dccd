"""Sentences that often meet: made of the words that the rules know, so that they fire."""

from __future__ import annotations

from hypothesis import strategies as st

_SUBJECTS = (
    "The user/I/Ana/The team/The user's manager/Nobody/The default shell/A man/Two dogs/The girl/"
)
_ADVERBS = "/never/always/does not/no longer/rarely/currently/can't"
_VERBS = (
    "likes/hates/uses/avoids/prefers/lives in/is/works at/stopped/switched from/works on/"
    "deploys on/is a/is/is in/are eating"
)
_THINGS = (
    "tea/Python/Rust/short answers/long answers/Oslo/Rome/3 cats/two cats/9:00/tabs/spaces/"
    "option 7/a senior engineer/Fridays/red/blue/happy/unhappy/North Korea/Japan/near tea/"
    "far from tea"
)
_TAILS = (
    "/./ for work/ as main tool/ without sugar/ over Java/ to Rome/ because it rains/"
    " when it does not rain/, not coffee/ but not at home/ in 5 minutes/. The user likes naps/"
    " — really/ at home/, which is short, in red shirts/ and Rust, if asked, at work"
)


def _join(parts: tuple[str, ...]) -> str:
    *words, tail = parts
    return " ".join(" ".join(words).split()) + tail


_choices = (text.split("/") for text in (_SUBJECTS, _ADVERBS, _VERBS, _THINGS, _TAILS))
plain = st.tuples(*map(st.sampled_from, _choices)).map(_join)
anything = plain | st.text(max_size=80)
