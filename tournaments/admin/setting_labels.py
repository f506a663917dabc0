"""The profile's settings and their values as a director reads them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# In the order a director thinks: time, draw, top, slips, warnings, ranking, people.
# `games` is missing on purpose: an event says how many games it has in a field of its own.
SETTING_LABELS: Mapping[str, str | Promise] = {
    "turn_seconds": _("Secondi a mano"),
    "signal_seconds": _("Segnale, secondi alla fine"),
    "grace_seconds": _("Tolleranza dopo la fine, secondi"),
    "variant": _("Variante"),
    "too_few_letters": _("Se 2 vocali e 2 consonanti non ci sono più"),
    "blank_side": _("Un jolly conta"),
    "last_racks": _("Ultimi leggii, meno di sette tessere"),
    "no_legal_move": _("Se nessuna giocata è possibile"),
    "master_move": _("Sul tavoliere va"),
    "tie_break": _("Tra più giocate migliori"),
    "solo_bonus": _("Punti in più per il solo"),
    "solo_minimum_players": _("Solo: giocatori almeno"),
    "declared_score": _("Punti dichiarati sbagliati o assenti"),
    "unmarked_blank": _("Jolly non segnato"),
    "first_move_reference": _("Riferimento della prima mano"),
    "wrong_reference": _("Riferimento sbagliato o assente"),
    "wrong_reference_deduction": _("Detrazione per il riferimento"),
    "free_warnings": _("Ammonizioni senza conseguenze"),
    "warning_deduction": _("Detrazione per ogni ammonizione oltre"),
    "ranking_tie": _("A pari punti"),
    "result_shown_as": _("Risultato mostrato come"),
    "panel_decides": _("Il collegio di supporto decide"),
}

PROFILE_LABELS: Mapping[str, str | Promise] = {
    "multiplo": _("Multiplo, secondo il libretto italiano"),
    "fisf-like": _("Alla francese: solo +10, ammonizioni, spareggi"),
}

CHOICE_LABELS: Mapping[str, Mapping[str, str | Promise]] = {
    "too_few_letters": {
        "relax": _("ne bastano una e una"),
        "end": _("la partita finisce"),
        "ask": _("decide l'arbitro"),
    },
    "blank_side": {"one": _("per una parte sola"), "both": _("per vocale e consonante insieme")},
    "last_racks": {"play": _("si giocano"), "end": _("la partita finisce")},
    "master_move": {"top": _("il top calcolato"), "best_slip": _("il miglior bollettino consegnato")},
    "tie_break": {"automatic": _("sceglie la regola"), "arbiter": _("sceglie l'arbitro, col motivo")},
    "no_legal_move": {"redraw": _("zero a tutti e nuova estrazione"), "end": _("la partita finisce")},
    "declared_score": {"correct": _("corretti e annotati"), "warn": _("ammonizione")},
    "unmarked_blank": {
        "lowest": _("vale la lettura che rende meno"),
        "warn": _("vale la lettura che rende meno, con ammonizione"),
        "zero": _("zero"),
    },
    "first_move_reference": {
        "optional": _("facoltativo, vale la posizione migliore"),
        "required": _("obbligatorio"),
    },
    "wrong_reference": {
        "zero": _("zero"),
        "deduct": _("detrazione, se i punti dicono una posizione sola"),
    },
    "ranking_tie": {
        "shared": _("posto condiviso"),
        "tops_then_best_move": _("più top, poi miglior giocata, poi dall'ultima mano indietro"),
    },
    "variant": {
        "classic": _("classica"),
        "joker": _("partita joker"),
        "seven_of_eight": _("7 su 8"),
        "seven_and_eight": _("7 e 8"),
        "blitz": _("lampo"),
    },
    "panel_decides": {
        "own_score": _("solo dove l'arbitro è parte (F45)"),
        "everything": _("tutto"),
    },
    "result_shown_as": {
        "total": _("totale"),
        "percent": _("percentuale dei top"),
        "below_top": _("punti sotto il top"),
    },
}
