"""A password after its name in the languages of the world, in whatever order they put their words.

The name alone tells: so only what cannot be a word is taken for the password.
"""

from __future__ import annotations

import re
from itertools import product

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import is_reference, is_template

_NAMES = (
    r"парол\w{0,4}|лозинк[аеу]|hasł\w{1,3}|hesl[oaem]|lozink[aeu]|gesl[oau]|šifr[aeu]|zaporka"
    r"|jelszó|jelszav\w{1,6}|salasana(?:ni|si)?|salasõna|parool|slaptažodis"
    r"|passord(?:et)?|lösenord(?:et)?|adgangskode[nr]?|kodeord(?:et)?|wachtwoord|ww(?=\s?:)"
    r"|zugangscode|codewort|mdp|contrasenya|contrasinal|şifre(?:si|m|niz)?|κωδικός|σύνθημα"
    r"|ה?סיסמ[הת]|كلمة (?:السر|المرور)|الرقم السري|पासवर्ड|mật khẩu|kata (?:sandi|laluan)|sandinya"
    # Common words otherwise.
    r"|parol[ae](?:sı|nız)?(?=\s?:|\s(?:este|e|è)\s)"
)
_STARTS = (
    "парол", "лозинк", "hasł", "hesl", "lozink", "gesl", "šifr", "zaporka", "jelsz", "salas",
    "parool", "slaptažodis", "passord", "lösenord", "adgangskode", "kodeord", "wachtwoord", "ww:",
    "ww :", "zugangscode", "codewort", "mdp", "contrasenya", "contrasinal", "şifre", "κωδικός",
    "σύνθημα", "סיסמ", "הסיסמ", "كلمة", "الرقم", "पासवर्ड", "mật khẩu", "kata ", "sandinya", "parol",
)  # fmt: skip
_CANNOT_BE_A_WORD = r"(?=[^\s\"'`“”„«»]{0,40}?[0-9!#$%&*+=@^~])(?=\S{0,40}?\w)"

# No space parts the words there.
_TOGETHER = (
    r"(?:(?:password|pwd)\s?(?=[是为為は：])|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|비번"
    r"|รหัสผ่าน(?:คือ)?)"
    r"(?:[是为為了はがを：:=는은가이\s「『“\"]|叫|改成){0,4}"
)


def _is_value(match: re.Match[str]) -> bool:
    return not is_template(match["secret"]) and not is_reference(match["secret"])


RULES = (
    Rule(
        "password",
        re.compile(
            rf"(?i)\b(?:{_NAMES})(?!\w)(?:\s[^\s.!?:=]{{1,20}}){{0,4}}?\s{{0,3}}(?:[:：=—–-]\s{{0,3}})?"
            rf"(?<=[\s:：=])[\"'`“„«]?{_CANNOT_BE_A_WORD}(?P<secret>[^\s\"'`“”„«»]{{6,}}+)"
        ),
        starts=_STARTS,
        holds=_is_value,
        trailing=".,;:!?)",
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(rf"(?i){_TOGETHER}(?P<secret>[!-~]{{4,}}+)"),
        starts=(
            *map("".join, product(("password", "pwd"), ("", " "), "是为為は：")),
            "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "비번", "รหัสผ่าน",
        ),
        holds=lambda match: not is_template(match["secret"]),
        trailing=".,;:!?)\"'",
        by_context=True,
    ),
)  # fmt: skip
