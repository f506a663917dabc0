"""The Italian list: sources in, words with their reasons out (F14–F23). Unofficial, and says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from lexicon import hunspell
from lexicon.alphabet import MAX_WORD_LENGTH, fold
from lexicon.reasons import Entry, Kind

from . import morphit, wording
from .conjugation import Templates, slots_of
from .enclitics import EDITIONS, FIGS, Host, analyse, generate
from .nominals import VERBAL, Found, NominalSources, is_plain, nominal_words
from .tables import refusals, short_words, supplement
from .verbs import Evidence, Verb, admitted_forms, hosts, read_verbs, refused_forms, refused_kind

Progress = Callable[[float], None]
_SHORT = 3
_PARTS = {"adv": "adv", "num": "num"}
NAMES = {
    "figs": "Italiano, regole FIGS (non ufficiale)",
    "figs-2008": "Italiano, regole FIGS 2008 (non ufficiale)",
}


@dataclass(frozen=True, slots=True)
class Sources:
    """The folders of the three packages."""

    spelling: Path
    morphit: Path
    verbs: Path


@dataclass(frozen=True, slots=True)
class Options:
    undecided: str = "intransitive"
    """How verbs without a class are taken: transitive or intransitive."""

    def __post_init__(self) -> None:
        if self.undecided not in {"transitive", "intransitive"}:
            raise ValueError(f"undecided verbs are transitive or intransitive, not {self.undecided!r}")


@dataclass(slots=True)
class ItalianLexicon:
    """Words with their reasons; a word's first reason stays."""

    edition: str
    kinds: list[Kind] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    admitted: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: dict[str, tuple[int, int]] = field(default_factory=dict)
    hosts: list[Entry] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    _kind_ids: dict[Kind, int] = field(default_factory=dict)
    _lemma_ids: dict[str, int] = field(default_factory=dict)

    def add(self, word: str, lemma: str, kind: Kind) -> None:
        if 2 <= len(word) <= MAX_WORD_LENGTH:
            table = self.admitted if kind.admissible else self.refused
            if word not in table:
                table[word] = (self.kind_id(kind), self.lemma_id(lemma))

    def replace(self, word: str, lemma: str, kind: Kind) -> None:
        """The project's own lists have the last word."""
        self.admitted.pop(word, None)
        self.refused.pop(word, None)
        self.add(word, lemma, kind)

    def kind_id(self, kind: Kind) -> int:
        found = self._kind_ids.get(kind)
        if found is None:
            found = self._kind_ids[kind] = len(self.kinds)
            self.kinds.append(kind)
        return found

    def lemma_id(self, lemma: str) -> int:
        found = self._lemma_ids.get(lemma)
        if found is None:
            found = self._lemma_ids[lemma] = len(self.lemmas)
            self.lemmas.append(lemma)
        return found

    @property
    def words(self) -> list[str]:
        return sorted(self.admitted)

    def entries(self) -> list[Entry]:
        """Admitted and refused words in one sorted list; an admitted word is never refused as well."""
        rows = [Entry(word, *value) for word, value in self.admitted.items()]
        rows += [Entry(word, *value) for word, value in self.refused.items() if word not in self.admitted]
        return sorted(rows)

    def articles(self) -> dict[str, int]:
        """Admitted words by article."""
        counted = Counter(kind for kind, _ in self.admitted.values())
        by_article: Counter[str] = Counter()
        for kind, count in counted.items():
            by_article[self.kinds[kind].article] += count
        return dict(sorted(by_article.items()))

    def refusals(self) -> dict[str, int]:
        """Forms the sources give and the rules refuse, by reason."""
        counted = Counter(self.kinds[kind].tag for word, (kind, _) in self.refused.items() if word not in self.admitted)
        return dict(sorted(counted.items()))


def italian_words(
    sources: Sources, edition: str = FIGS, options: Options | None = None, progress: Progress | None = None
) -> ItalianLexicon:
    """The whole list for one edition of the regulation."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition {edition!r}")
    step = progress or (lambda done: None)
    options = options or Options()
    lexicon = ItalianLexicon(edition)

    affixes = hunspell.read_affixes(sources.spelling / "it_IT.aff")
    spelled = list(hunspell.read_entries(sources.spelling / "it_IT.dic", affixes))
    step(0.05)
    attested = {**morphit.read_table(sources.morphit, "verb"), **morphit.read_table(sources.morphit, "aux")}
    nominal = _nominal_sources(sources, spelled, affixes)
    step(0.15)
    verbs = _verbs(sources, spelled, attested, nominal, options)
    step(0.3)

    found = list(nominal_words(nominal, _KnownVerbs(verbs, edition)))
    step(0.45)
    _add_ecco(lexicon)
    _add_nominals(lexicon, found)
    _add_verb_forms(lexicon, verbs, edition)
    step(0.55)
    _add_enclitics(lexicon, verbs, edition, lambda done: step(0.55 + 0.35 * done))
    _apply_own_lists(lexicon)
    lexicon.counts.update(
        verbs=len(verbs),
        verbs_undecided=sum(not verb.of.is_decided for verb in verbs),
        hosts=len(lexicon.hosts),
    )
    lexicon.hosts.sort()
    step(1.0)
    return lexicon


def _nominal_sources(sources: Sources, spelled: list[hunspell.Entry], affixes: hunspell.Affixes) -> NominalSources:
    function_words: dict[str, tuple[str, str]] = {}
    for part in morphit.FUNCTION:
        for form, lemma in morphit.read_table(sources.morphit, part).items():
            function_words.setdefault(form, (lemma, _PARTS.get(part, "function")))
    return NominalSources(
        morphit.read_table(sources.morphit, "noun"),
        morphit.read_table(sources.morphit, "adj"),
        function_words,
        spelled,
        affixes,
    )


def _verbs(
    sources: Sources,
    spelled: list[hunspell.Entry],
    attested: dict[str, str],
    nominal: NominalSources,
    options: Options,
) -> list[Verb]:
    infinitives = {
        entry.stem: frozenset(entry.flags) & VERBAL
        for entry in spelled
        if is_plain(entry.stem) and frozenset(entry.flags) & frozenset("ABCtvPVZÀ")
    }
    evidence = Evidence(Templates(sources.verbs), attested, infinitives, frozenset(nominal.adjectives))
    return list(read_verbs(evidence, undecided=options.undecided))


# Nouns and adjectives look like these: canto, spesa, cantante, fatto, dovere.
_SHARED_SLOTS = ("ind.pres.1s", "ind.pres.3s", "imp.2s", "part.", "inf")


class _KnownVerbs:
    """Which words are verb forms, for sifting the spelling dictionary."""

    def __init__(self, verbs: list[Verb], edition: str) -> None:
        self._edition = edition
        self._hosts: dict[str, list[Host]] = {}
        self._forms: set[str] = set()
        self._shared: set[str] = set()
        for verb in verbs:
            for host in hosts(verb, edition):
                self._hosts.setdefault(host.form, []).append(host)
            for slot, form in admitted_forms(verb, edition):
                word = fold(form) or ""
                self._forms.add(word)
                if slot.startswith(_SHARED_SLOTS):
                    self._shared.add(word)
            if verb.defect:
                # silo and tango are nouns, whatever silere and tangere lack.
                lacking = (form for slot, form in slots_of(verb.forms) if slot != "ind.pres.1s")
                self._forms.update(fold(form) or "" for form in lacking)

    def is_verb_form(self, word: str) -> bool:
        return word in self._forms or word in self._hosts

    def is_only_verb_form(self, word: str) -> bool:
        if word in self._forms:
            return word not in self._shared
        return bool(analyse(word, lambda form: self._hosts.get(form, []), self._edition))


def _add_nominals(lexicon: ItalianLexicon, found: list[Found]) -> None:
    for word, lemma, kind in found:
        lexicon.add(word, lemma, kind)


def _add_verb_forms(lexicon: ItalianLexicon, verbs: list[Verb], edition: str) -> None:
    for verb in verbs:
        for slot, form in admitted_forms(verb, edition):
            word = fold(form)
            if word is not None:
                lexicon.add(word, verb.of.lemma, wording.verb_kind(slot))
    for verb in verbs:
        for reason, form in refused_forms(verb, edition):
            word = fold(form)
            if word is not None:
                lexicon.add(word, verb.of.lemma, refused_kind(reason))


def _add_ecco(lexicon: ItalianLexicon) -> None:
    host = Host("ECCO", "ecco", frozenset({"t"}), False, "ecco")
    for word, kind in generate(host, lexicon.edition):
        lexicon.add(word, "ecco", kind)
    _add_host(lexicon, host)


def _add_host(lexicon: ItalianLexicon, host: Host) -> None:
    kind = Kind("", "", "", tag=host.tag)
    lexicon.hosts.append(Entry(host.form, lexicon.kind_id(kind), lexicon.lemma_id(host.lemma)))


def _add_enclitics(lexicon: ItalianLexicon, verbs: list[Verb], edition: str, progress: Progress) -> None:
    for number, verb in enumerate(verbs):
        for host in hosts(verb, edition):
            if len(host.form) >= MAX_WORD_LENGTH:
                continue
            _add_host(lexicon, host)
            for word, kind in generate(host, edition):
                lexicon.add(word, host.lemma, kind)
        if number % 500 == 0:
            progress(number / len(verbs))


def _apply_own_lists(lexicon: ItalianLexicon) -> None:
    for listed in supplement():
        lexicon.replace(listed.word, listed.lemma, wording.listed_kind(listed.article, listed.reason, admissible=True))
    for listed in refusals():
        kind = wording.listed_kind(listed.article, listed.reason, admissible=False)
        lexicon.replace(listed.word, listed.word.lower(), kind)
    # The two- and three-letter words are listed in full: nothing else of that length is a word.
    listed_short = {listed.word: listed for listed in short_words()}
    for word in [w for w in lexicon.admitted if len(w) <= _SHORT and w not in listed_short]:
        del lexicon.admitted[word]
    for word, listed in listed_short.items():
        known = lexicon.admitted.get(word)
        lemma = listed.lemma if known is None else lexicon.lemmas[known[1]]
        lexicon.replace(word, lemma, wording.listed_kind(listed.article, listed.reason, admissible=True))


def recipe() -> str:
    """A fingerprint of these rules and their data: a list built by other rules is out of date."""
    folder = Path(__file__).parent
    digest = sha256()
    for path in sorted([*folder.glob("*.py"), *folder.glob("data/*.tsv")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def report(lexicon: ItalianLexicon, about: dict[str, Any]) -> dict[str, Any]:
    by_length = Counter(map(len, lexicon.admitted))
    return {
        **about,
        "edition": lexicon.edition,
        "name": NAMES[lexicon.edition],
        "words": len(lexicon.admitted),
        "by_article": lexicon.articles(),
        "by_length": {str(length): by_length[length] for length in sorted(by_length)},
        "refused": lexicon.refusals(),
        "verbs": lexicon.counts,
    }
