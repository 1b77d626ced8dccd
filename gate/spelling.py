"""How English bends its words: contractions without a telling apostrophe, irregular forms."""

from __future__ import annotations

_BARE_CONTRACTIONS = (
    "dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt shouldnt wouldnt mustnt "
    "neednt"
)
SPELLED_OUT: dict[str, tuple[str, ...]] = {
    "cannot": ("can", "not"),
    "can't": ("can", "not"),
    "o'clock": ("oclock",),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("got", "to"),
    **{word: (word[:-2], "not") for word in _BARE_CONTRACTIONS.split()},
}
"""Written word → its words, where no apostrophe shows the joint. (`cant`, `wont` are words.)"""

_ELSEWHERE = {
    "rauch": "raucht rauche rauchen rauchst geraucht",
    "trink": "trinkt trinke trinken getrunken",
    "arbeit": "arbeitet arbeite arbeiten",
    "wohn": "wohnt wohne wohnen",
    "nutz": "nutzt nutze nutzen benutzt genutzt",
    "sprech": "spricht spreche sprechen",
    "fum": "fuma fumo fumar fume fumer fument",
    "beb": "bebe bebo beber",
    "trabaj": "trabaja trabajo trabajar trabajan",
    "utiliz": "utiliza utilizo utilizar utilise utiliser utilisent",
    "habl": "habla hablo hablar",
    "mang": "mange manger mangent",
    "travaill": "travaille travailler travaillent",
    "parl": "parle parler parlent",
}
"""Verbs of other languages, by what their forms share."""

IRREGULAR = {
    surface: base
    for base, forms in {
        "use": "used using uses",
        "keep": "kept",
        "leave": "left leaving",
        "go": "went gone goes going",
        "have": "has had having",
        "do": "does did done doing",
        "be": "is are was were been being am",
        "write": "wrote written",
        "take": "took taken",
        "give": "gave given",
        "get": "got gotten",
        "make": "made",
        "eat": "ate eaten",
        "drink": "drank drunk",
        "drive": "drove driven",
        "speak": "spoke spoken",
        "know": "knew known",
        "think": "thought",
        "buy": "bought",
        "begin": "began begun",
        "choose": "chose chosen",
        "run": "ran",
        "see": "saw seen",
        "say": "said",
        "tell": "told",
        "send": "sent",
        "build": "built",
        "teach": "taught",
        "wake": "woke woken",
        "wear": "wore worn",
        "come": "came",
        "feel": "felt",
        "fall": "fell fallen",
        "seek": "sought",
        "find": "found",
        "meet": "met",
        "pay": "paid",
        "bring": "brought",
        "hear": "heard",
        "hold": "held",
        "lose": "lost",
        "mean": "meant",
        "sell": "sold",
        "sit": "sat",
        "sleep": "slept",
        "spend": "spent",
        "stand": "stood",
        "win": "won",
        "rise": "rose risen",
        "break": "broke broken",
        "grow": "grew grown",
        "show": "shown",
        "draw": "drew drawn",
        "throw": "threw thrown",
        "fly": "flew flown",
        "understand": "understood",
        "catch": "caught",
        "fight": "fought",
        "child": "children",
        "man": "men",
        "woman": "women",
        "person": "people",
        "die": "dying died dies",
        "lie": "lying lied lies",
        "favorite": "favourite favourites favorites",
        "color": "colour colours colors",
    }.items()
    for surface in forms.split()
} | {surface: base for base, forms in _ELSEWHERE.items() for surface in forms.split()}
