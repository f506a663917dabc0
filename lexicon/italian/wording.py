"""How reasons are worded, in Italian and English: parts of speech, slots of the conjugation, rules."""

from __future__ import annotations

from lexicon.reasons import Kind

_MOODS = {
    "ind.pres": ("indicativo presente", "present indicative"),
    "ind.impf": ("indicativo imperfetto", "imperfect indicative"),
    "ind.rem": ("passato remoto", "past historic"),
    "ind.fut": ("futuro", "future"),
    "cong.pres": ("congiuntivo presente", "present subjunctive"),
    "cong.impf": ("congiuntivo imperfetto", "imperfect subjunctive"),
    "cond.pres": ("condizionale presente", "present conditional"),
    "imp": ("imperativo", "imperative"),
}
_PERSONS = {
    "1s": ("1ª persona singolare", "1st person singular"),
    "2s": ("2ª persona singolare", "2nd person singular"),
    "3s": ("3ª persona singolare", "3rd person singular"),
    "1p": ("1ª persona plurale", "1st person plural"),
    "2p": ("2ª persona plurale", "2nd person plural"),
    "3p": ("3ª persona plurale", "3rd person plural"),
}
_NOMINAL_SLOTS = {
    "inf": ("infinito", "infinitive"),
    "ger": ("gerundio", "gerund"),
    "part.pres.s": ("participio presente", "present participle"),
    "part.pres.p": ("participio presente plurale", "present participle, plural"),
    "part.pass.ms": ("participio passato", "past participle"),
    "part.pass.fs": ("participio passato femminile", "past participle, feminine"),
    "part.pass.mp": ("participio passato plurale", "past participle, plural"),
    "part.pass.fp": ("participio passato femminile plurale", "past participle, feminine plural"),
    "ecco": ("ecco", "ecco"),
}
PARTS_OF_SPEECH = {
    "noun": ("sostantivo", "noun"),
    "adj": ("aggettivo", "adjective"),
    "adv": ("avverbio", "adverb"),
    "verb": ("verbo", "verb"),
    "word": ("parola del dizionario", "dictionary word"),
    "function": ("parola grammaticale", "function word"),
    "int": ("interiezione", "interjection"),
    "num": ("numerale", "numeral"),
    "loan": ("prestito invariabile, F16", "invariable loan word, F16"),
}


def slot_name(slot: str) -> tuple[str, str]:
    """A slot of the conjugation in Italian and English."""
    if slot in _NOMINAL_SLOTS:
        return _NOMINAL_SLOTS[slot]
    if slot == "form":
        return "forma dichiarata del verbo", "declared form of the verb"
    mood, person = slot.rsplit(".", 1)
    (mood_it, mood_en), (person_it, person_en) = _MOODS[mood], _PERSONS[person]
    return f"{mood_it}, {person_it}", f"{mood_en}, {person_en}"


def mood_name(slot: str) -> tuple[str, str]:
    """A slot without its person, for what leans on it: "imperativo + me + lo"."""
    if slot.startswith("imp."):
        return _MOODS["imp"]
    if slot.startswith("part.pass"):
        return _NOMINAL_SLOTS["part.pass.ms"]
    return slot_name(slot)


def lemma_kind(part_of_speech: str) -> Kind:
    it, en = PARTS_OF_SPEECH[part_of_speech]
    return Kind("F14", f"{{lemma}}, lemma ({it}), F14", f"{{lemma}}, headword ({en}), F14", tag=part_of_speech)


def inflection_kind(part_of_speech: str) -> Kind:
    it, en = PARTS_OF_SPEECH[part_of_speech]
    article = {"noun": "F15a", "adj": "F15b"}.get(part_of_speech, "F15")
    return Kind(
        article, f"{{lemma}}, forma flessa ({it}), {article}", f"{{lemma}}, inflected form ({en}), {article}",
        tag=part_of_speech,
    )  # fmt: skip


def adverb_kind() -> Kind:
    return Kind("F15d", "{lemma}, avverbio in -mente, F15d", "{lemma}, adverb in -mente, F15d", tag="adv")


def verb_kind(slot: str) -> Kind:
    it, en = slot_name(slot)
    if slot == "inf":
        return Kind("F14", "{lemma}, lemma (verbo), F14", "{lemma}, headword (verb), F14", tag=slot)
    return Kind("F15c", f"{{lemma}}, {it}, F15c", f"{{lemma}}, {en}, F15c", tag=slot)


def listed_kind(article: str, reason: str, *, admissible: bool) -> Kind:
    """A word of the project's own lists: the reason was written by hand, in Italian."""
    known = reason.rstrip(".")
    if admissible:
        return Kind(article, f"{{lemma}}: {known}, {article}", f"{{lemma}}: {known} ({article})", tag="listed")
    return Kind(article, f"{known} ({article})", f"{known} ({article})", admissible=False, tag="listed")


ARTICLE_OR_PREPOSITION = Kind(
    "F15f", "{lemma}, articolo o preposizione, F15f", "{lemma}, article or preposition, F15f", tag="function"
)
INVARIABLE_PARTICIPLE = Kind(
    "F15c",
    "{lemma} è intransitivo con ausiliare avere: il participio passato è invariabile (F15c)",
    "{lemma} is intransitive with avere: its past participle does not inflect (F15c)",
    admissible=False,
    tag="invariable-participle",
)
ARCHAIC_VERB = Kind(
    "F15c",
    "{lemma} è un verbo arcaico in -ere senza coniugazione stampata: vale solo l'infinito (F15c)",
    "{lemma} is an archaic -ere verb with no printed conjugation: only the infinitive counts (F15c)",
    admissible=False,
    tag="archaic",
)
DEFECTIVE_VERB = Kind(
    "F15c",
    "{lemma} è difettivo: valgono solo le forme dichiarate (F15c)",
    "{lemma} is defective: only the declared forms count (F15c)",
    admissible=False,
    tag="defective",
)
PROPER_NAME = Kind("F14", "nome proprio (F14)", "proper name (F14)", admissible=False, tag="name")
NO_HEADWORD = Kind(
    "F14",
    "non è un lemma da sola: nome, abbreviazione o parte di una locuzione (F14)",
    "no headword by itself: a name, an abbreviation or part of a set phrase (F14)",
    admissible=False,
    tag="no-headword",
)
FOREIGN_PLURAL = Kind(
    "F16", "{lemma} è un prestito invariabile (F16)", "{lemma} is an invariable loan word (F16)",
    admissible=False, tag="foreign-plural",
)  # fmt: skip
SUPERLATIVE = Kind(
    "F15b",
    "superlativo di {lemma}: vale solo se è un lemma (F15b)",
    "superlative of {lemma}: counts only as a headword (F15b)",
    admissible=False,
    tag="superlative",
)
ALTERATION = Kind(
    "F18-F21",
    "alterato di {lemma}: vale solo se è un lemma (F18–F21)",
    "diminutive or other alteration of {lemma}: counts only as a headword (F18–F21)",
    admissible=False,
    tag="alteration",
)
ETHNIC = Kind(
    "F18-F21",
    "etnico di {lemma}: vale solo se è un lemma (F18–F21)",
    "inhabitant name of {lemma}: counts only as a headword (F18–F21)",
    admissible=False,
    tag="ethnic",
)
TRUNCATION = Kind(
    "F17",
    "forma tronca di {lemma}: vale solo se stampata nel dizionario (F17)",
    "truncated form of {lemma}: counts only if the dictionary prints it (F17)",
    admissible=False,
    tag="truncation",
)
NUMERAL = Kind(
    "F18-F21",
    "numerale composto: vale solo se è un lemma (F18–F21)",
    "compound numeral: counts only as a headword (F18–F21)",
    admissible=False,
    tag="numeral",
)
