"""What a person can get wrong with word lists: a stable code, and a sentence in their language."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class LexiconError(Exception):
    """An act or a question that was refused; `extra` fills the %(name)s places of the sentence."""

    messages: ClassVar[dict[str, str | Promise]] = {
        "edition_in_use": _(
            "L'edizione «%(edition)s» è usata da un torneo: non si può cambiare né eliminare. "
            "Importa la lista come nuova edizione."
        ),
        "edition_busy": _("L'edizione «%(edition)s» è già in importazione: attendi che finisca."),
        "edition_not_ready": _("L'edizione «%(edition)s» non è pronta: completa prima la sua importazione."),
        "edition_unknown": _("Nessuna edizione del lessico si chiama «%(edition)s»."),
        "lexicon_missing": _("Nessun lessico è pronto. Costruiscilo con «manage.py build_lexicon it»."),
        "store_unreadable": _(
            "Il file del lessico «%(edition)s» manca o non si legge: ricostruiscilo o importalo di nuovo."
        ),
        "import_failed": _(
            "L'importazione si è fermata per un guasto (%(problem)s). La lista di prima resta: riprova."
        ),
        "file_too_large": _("Il file supera i %(limit)s MB. Dividi o ripulisci la lista."),
        "file_empty": _("Il file non contiene nessuna parola ammissibile."),
        "file_not_text": _("Il file non è un testo UTF-8 o Latin-1 con una parola per riga."),
        "file_unreadable": _("Il file non si può leggere: %(problem)s."),
        "too_many_words": _("Il file supera i %(limit)s milioni di parole."),
        "query_empty": _("Scrivi una parola, uno schema o delle lettere."),
        "query_characters": _("Usa solo lettere, «?» per una lettera e «*» per più lettere."),
        "query_too_long": _("Al massimo %(limit)s caratteri."),
        "query_too_many_blanks": _("Al massimo %(limit)s jolly."),
        "query_too_many_stars": _("Al massimo %(limit)s asterischi."),
        "query_length": _("La lunghezza va da 2 a 15 lettere."),
        "consultation_closed": _("Il lessico si può consultare solo dal personale del torneo."),
        "turn_open": _("Giochi in una mano aperta: il lessico si consulta dopo la chiusura."),
    }

    def __init__(self, code: str, **extra: Any) -> None:
        assert code in self.messages, f"no sentence for {code!r}"
        super().__init__(code)
        self.code = code
        self.extra = extra

    @property
    def message(self) -> str:
        return str(self.messages[self.code]) % self.extra

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
