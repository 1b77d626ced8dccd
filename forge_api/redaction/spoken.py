"""Passwords told in a sentence: "the wifi password is …", "it's now …", "das Passwort lautet …"."""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import (
    cannot_be_a_word,
    is_reference,
    is_template,
    looks_secret,
)

_NAMES = (
    r"secret (?:word|phrase)|pass[ -]?(?:word|phrase|code|wd)|pwd?"
    r"|(?:(?<=\b(?:db|pi) )|(?<=\b(?:ssh|vpn|ftp) )"
    r"|(?<=\b(?:root|sudo|wifi) )|(?<=\b(?:admin|wi-fi|login) ))pass"
    r"|passwort|kennwort|losungswort|contrase[nñ]a|clave|senha"
    r"|palavra-passe|mot de passe|wachtwoord|parola d'ordine|lösenord|adgangskode|has[lł]o|пароль"
)
_STARTS = (
    "secret ", "pass", "pw", "kennwort", "losungswort", "contrase", "clave", "senha",
    "palavra-passe", "mot ", "wachtwoord", "parola", "lösenord", "adgangskode", "hasl", "hasł",
    "пароль",
)  # fmt: skip
_NAMED = rf"(?i)\b(?:{_NAMES})"
_HEAD = re.compile(rf"{_NAMED}\b(?=[\s:*<'’,?.;–—(-])")

ABOUT = (
    r"(?:\s(?:for|to|of|on|at|in|as|fürs?|zum|zur|vo[mn]|im|para|de|del|da|do|pour|du|des"
    r"|di|della?|dello|per|voor|van)(?:\s(?:[^\s.!?:=]|[.:](?=\S)){1,40}+){1,10}?)?"
)
IS = (
    r"(?:(?:\*\*|</\w{1,8}>)?\s{0,3}:(?:\*\*)?(?=\s)|['’]s(?=\s)|,?\sc['’]est(?=\s)"
    r"|\s(?:is|was|are|(?:will|should|must|has to|used to) (?:now )?be|remains|became|equals"
    r"|(?:(?:has |have )?(?:was|is|been|got|be) )?(?:changed|reset|set|updated|switched) to"
    r"|ist|war|lautet|heißt|es|era|está|sera|est|était|é|è|to|это)(?!\w))"
    r"(?:\s(?:now|still|just|all|both|again|currently|actually|set to|jetzt|nun|ahora|maintenant"
    r"|agora))?\s{0,3}[:=]?\s{0,3}"
)
WORD = r"[\"'`“”„«‘’*_(]{0,3}(?P<secret>[^\s\"`“”„«»‘’]++)"
ENDS = ".,;:!?)*_'"
"""What a secret is about, how it is given, itself, and what ends the sentence rather than it."""

_SENTENCE_GOES_ON = (
    r"(?:\s(?:you|that|which|we|i|they|he|she)\s[^.!?\n:=]{1,40}?\s(?:is|was)"
    r"|\s\([^()\n]{1,40}\)(?:\sis|:)?|,\s[^,.\n]{1,24},\sis|\sfrom(?=\s\S{6,64}\sto\s)"
    r"|[^.!?\n:=,;–—-]{0,60}+(?:[,;.–—?]|-(?<=\s-))\s"
    r"(?:it['’]?s|it is|it was|now it['’]?s|still|try|use|here it is:?|new one(?: is|:)|this is)"
    r"(?:\s(?:is|now|still|just))?"
    r"|\?(?:\s{1,3}(?:\w{1,12}:|[—–-]))?)\s{1,3}"
)
_SENTENCE_ENDS = re.compile(
    r"[\"'`”»’*_)]{0,3}(?:[.,;!?]|\s*\Z|\s*\n|\s+(?:and|but|so|und|y|et|e)\b)"
)
_NO_PASSWORD = re.compile(
    r"(?i)(?:\w+(?:ed|ing|able|ible|ive|less|ful|tion|en|ent|ant|ly|al)|too|very|not|no|now|still|just"
    r"|weak|strong|short|long|safe|secure|unsafe|insecure|right|wrong|correct|simple|easy|hard|old"
    r"|new|good|bad|fine|okay|same|plain|plaintext|case|text|set|reset|unique|common|public|private"
    r"|here|there|gone|lost|stale|due|from|in|on|at|to|a|an|the|my|our|your|their|what|where|why|how"
    r"|\w+(?:t[oó]ri[oa]|[aiu][dt][oa]|oire)|falsch|richtig|nicht|kein|sehr|leer|incorrecta|correcta"
    r"|vacía|incorrect|vide|faux|bon|verplicht|vereist|vergeten|onjuist|fout)\W*\Z"
)
_GRAMMAR = re.compile(
    r"(?i)\b(?:the|our|your|this|that|and|for|with|without|from|not|must|should|has|have|can|was|are"
    r"|will|when|before|after|each|every|only|same|stored|kept|asked|needed|required|changed)\b"
)


def _is_told(match: re.Match[str]) -> bool:
    value = match["secret"].rstrip(".,;:!?)*_")
    if is_template(value) or is_reference(value):
        return False
    if looks_secret(value):
        return True
    if not 5 <= len(value) <= 64 or not value.isalpha() or _NO_PASSWORD.match(value):
        return False
    return _SENTENCE_ENDS.match(match.string, match.start("secret") + len(value)) is not None


def _cannot_be_a_word(match: re.Match[str]) -> bool:
    return cannot_be_a_word(match["secret"])


def _is_phrase(match: re.Match[str]) -> bool:
    """Tell words drawn by chance from a sentence about the passphrase: that has grammar."""
    return not _GRAMMAR.search(match["secret"])


RULES = (
    Rule(
        "password",
        re.compile(rf"{_NAMED}\b{ABOUT}{IS}{WORD}"),
        starts=_STARTS,
        head=_HEAD,
        holds=_is_told,
        trailing=ENDS,
        by_context=True,
    ),
    # "log in with password Tr0…", "password 'Tr0…'", "password - Tr0…", "password 7 0A…"
    Rule(
        "password",
        re.compile(rf"{_NAMED}\s{{1,3}}(?:(?:[—–→-]|[=-]>|[057])\s{{1,3}})?{WORD}"),
        starts=_STARTS,
        head=_HEAD,
        holds=lambda match: _cannot_be_a_word(match) and not match["secret"][0].isdigit(),
        trailing=ENDS,
        by_context=True,
    ),
    # "I changed the password, it's now Tr0…", "the password? Tr0…"
    Rule(
        "password",
        re.compile(rf"{_NAMED}\b{_SENTENCE_GOES_ON}{WORD}"),
        starts=_STARTS,
        head=_HEAD,
        holds=_cannot_be_a_word,
        trailing=ENDS,
        by_context=True,
    ),
    # "my pass is Tr0…"
    Rule(
        "password",
        re.compile(rf"(?i)\b(?:the|my|our|your|new|old)\spass{ABOUT}\s(?:is|was)\s{{1,3}}{WORD}"),
        starts=("the pass", "my pass", "our pass", "your pass", "new pass", "old pass"),
        holds=_cannot_be_a_word,
        trailing=ENDS,
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            rf"(?i)\bpass[ -]?phrase\b{ABOUT}{IS}[\"'`“«]?"
            r"(?P<secret>(?:[a-z]{3,12}[ -]){3,11}[a-z]{3,12})(?=[\"'`”».!]{0,2}\s{0,3}(?:\n|\Z))"
        ),
        starts=("passphrase", "pass phrase", "pass-phrase"),
        holds=_is_phrase,
        by_context=True,
    ),
)
