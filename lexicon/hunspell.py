"""Reads spelling dictionaries (.aff and .dic) and inflects their entries; pure, shared by every language.

Only what a word list needs: prefixes, suffixes, their cross product, continuation flags and the entry marks
that say "not a word by itself". Rules that write an apostrophe or a hyphen are dropped while reading:
no such form fits on a board, and French elision alone would multiply the work by ten. A caller leaves
further tables out by name, as the file writes them (`without={"PFX K"}`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

# Flags are written as single characters, pairs of characters or comma-separated numbers.
_FLAG_STYLES = {"long": 2, "num": 0}
_NEVER_ON_A_BOARD = re.compile("['’\\-]")
_MARKS_OF_NO_WORD = ("NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "PSEUDOROOT")


class DictionaryError(ValueError):
    """An .aff or .dic file that is not one; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class AffixRule:
    """One line of an affix table: on words that meet `condition`, take `strip` off and put `add` on."""

    flag: str
    is_prefix: bool
    crosses: bool
    strip: str
    add: str
    then: tuple[str, ...]
    condition: re.Pattern[str] | None

    def apply(self, word: str) -> str | None:
        if self.condition is not None and not self.condition.search(word):
            return None
        if self.is_prefix:
            return self.add + word[len(self.strip) :] if word.startswith(self.strip) else None
        if not self.strip:
            return word + self.add
        return word[: -len(self.strip)] + self.add if word.endswith(self.strip) else None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a dictionary: a stem and the flags of the rules that apply to it."""

    stem: str
    flags: tuple[str, ...]


@dataclass(slots=True)
class Affixes:
    """An affix file: how its dictionary is written, and the rules by flag."""

    encoding: str
    flag_width: int
    aliases: list[tuple[str, ...]]
    needs_affix: str = ""
    not_words: frozenset[str] = frozenset()
    prefixes: dict[str, list[AffixRule]] = field(default_factory=dict)
    suffixes: dict[str, list[AffixRule]] = field(default_factory=dict)

    def split_flags(self, text: str) -> tuple[str, ...]:
        if self.aliases:
            return self.aliases[int(text) - 1] if text.isdigit() else ()
        if self.flag_width == 0:
            return tuple(text.split(","))
        return tuple(text[i : i + self.flag_width] for i in range(0, len(text), self.flag_width))

    def forms(self, entry: Entry) -> Iterator[str]:
        """Every form of the entry, the stem included where it is a word; a form may come twice."""
        if self.not_words.intersection(entry.flags):
            return
        if self.needs_affix not in entry.flags:
            yield entry.stem
        for form, rule in self._applied(self.suffixes, entry.flags, entry.stem):
            yield from self._with_continuations(form, rule)
            if rule.crosses:
                for crossed, prefix in self._applied(self.prefixes, entry.flags, form):
                    if prefix.crosses:
                        yield crossed
        for form, rule in self._applied(self.prefixes, entry.flags, entry.stem):
            yield from self._with_continuations(form, rule)

    def _with_continuations(self, form: str, rule: AffixRule) -> Iterator[str]:
        if self.needs_affix not in rule.then:
            yield form
        for longer, _ in self._applied(self.suffixes, rule.then, form):
            yield longer
        for longer, _ in self._applied(self.prefixes, rule.then, form):
            yield longer

    @staticmethod
    def _applied(
        table: dict[str, list[AffixRule]], flags: Collection[str], word: str
    ) -> Iterator[tuple[str, AffixRule]]:
        for flag in flags:
            for rule in table.get(flag, ()):
                form = rule.apply(word)
                if form is not None:
                    yield form, rule


class Speller:
    """Answers whether the dictionary accepts a form: an entry, or one with a suffix, a prefix or both."""

    def __init__(self, affixes: Affixes, entries: Iterable[Entry]) -> None:
        self._flags: dict[str, set[str]] = {}
        for entry in entries:
            self._flags.setdefault(entry.stem, set()).update(entry.flags)
        self._suffixes = _by_addition(affixes.suffixes)
        self._prefixes = _by_addition(affixes.prefixes)

    def accepts(self, form: str) -> bool:
        if form in self._flags or any(True for _ in self._suffixed(form)):
            return True
        for at in range(1, len(form)):
            for rule in self._prefixes.get(form[:at], ()):
                rest = rule.strip + form[at:]
                if rule.apply(rest) != form:
                    continue
                if rule.flag in self._flags.get(rest, ()) or any(rule.flag in f for f in self._suffixed(rest)):
                    return True
        return False

    def _suffixed(self, form: str) -> Iterator[set[str]]:
        """The flags of every entry that makes `form` with one suffix."""
        for at in range(1, len(form)):
            for rule in self._suffixes.get(form[at:], ()):
                base = form[:at] + rule.strip
                flags = self._flags.get(base)
                if flags and rule.flag in flags and rule.apply(base) == form:
                    yield flags


def _by_addition(table: dict[str, list[AffixRule]]) -> dict[str, list[AffixRule]]:
    found: dict[str, list[AffixRule]] = {}
    for rules in table.values():
        for rule in rules:
            found.setdefault(rule.add, []).append(rule)
    return found


def read_affixes(path: Path, *, without: Collection[str] = ()) -> Affixes:
    """The affix file at `path` but for the tables named in `without` ("PFX K", "SFX S")."""
    raw = path.read_bytes()
    declared = re.search(rb"^(?:\xef\xbb\xbf)?SET\s+(\S+)", raw, re.MULTILINE)
    encoding = declared[1].decode("ascii") if declared else "latin-1"
    lines = raw.decode("utf-8-sig" if encoding.upper() == "UTF-8" else encoding).splitlines()
    fields = [line.split() for line in lines if line and not line.startswith("#")]

    style = next((f[1] for f in fields if len(f) > 1 and f[0] == "FLAG"), "")
    affixes = Affixes(encoding=encoding, flag_width=_FLAG_STYLES.get(style, 1), aliases=[])
    alias_lines = [f[1] for f in fields if len(f) > 1 and f[0] == "AF"][1:]
    affixes.aliases = [affixes.split_flags(text) for text in alias_lines]
    marks = {f[0]: f[1] for f in fields if len(f) > 1 and f[0] in _MARKS_OF_NO_WORD}
    affixes.needs_affix = marks.pop("NEEDAFFIX", marks.pop("PSEUDOROOT", ""))
    affixes.not_words = frozenset(marks.values())

    crosses: dict[tuple[str, str], bool] = {}
    for parts in fields:
        if parts[0] not in {"PFX", "SFX"} or len(parts) < 4:
            continue
        kind, flag = parts[0], parts[1]
        # The first line of a table is its header (flag, Y or N, count); the others are its rules.
        if (kind, flag) not in crosses:
            if parts[2] not in {"Y", "N"}:
                raise DictionaryError(f"{path.name}: rule {flag} comes before its header.")
            crosses[kind, flag] = parts[2] == "Y"
        elif f"{kind} {flag}" not in without:
            _add_rule(affixes, parts, crosses[kind, flag])
    return affixes


def _add_rule(affixes: Affixes, parts: list[str], crosses: bool) -> None:
    kind, flag, strip, addition = parts[:4]
    add, _, then = addition.partition("/")
    add = "" if add == "0" else add
    if _NEVER_ON_A_BOARD.search(add):
        return
    condition = parts[4] if len(parts) > 4 else "."
    is_prefix = kind == "PFX"
    rule = AffixRule(
        flag=flag,
        is_prefix=is_prefix,
        crosses=crosses,
        strip="" if strip == "0" else strip,
        add=add,
        then=affixes.split_flags(then) if then else (),
        condition=None if condition == "." else _condition(condition, is_prefix),
    )
    (affixes.prefixes if is_prefix else affixes.suffixes).setdefault(flag, []).append(rule)


def _condition(text: str, is_prefix: bool) -> re.Pattern[str]:
    """Only letters, classes and dots have a meaning in a condition; a hyphen is a hyphen, even in a class."""
    escaped = re.sub(r"[\-*+?(){}|\\]", lambda found: "\\" + found[0], text)
    return re.compile(f"^{escaped}" if is_prefix else f"{escaped}$")


def read_entries(path: Path, affixes: Affixes) -> Iterator[Entry]:
    """The entries of a dictionary; its first line, a count, is skipped."""
    encoding = "utf-8-sig" if affixes.encoding.upper() == "UTF-8" else affixes.encoding
    with path.open(encoding=encoding) as lines:
        first = next(lines, "").strip()
        if not first.split(maxsplit=1)[:1] or not first.split(maxsplit=1)[0].isdigit():
            raise DictionaryError(f"{path.name}: the first line is not a number of entries.")
        for line in lines:
            # What follows a tab or a space is morphology, not part of the entry.
            written = line.split(maxsplit=1)
            if not written or written[0].startswith("#"):
                continue
            stem, _, flags = written[0].partition("/")
            if stem:
                yield Entry(stem, affixes.split_flags(flags) if flags else ())
