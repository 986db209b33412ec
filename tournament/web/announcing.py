"""The announcement of a tournament, from its terms: facts, how it is run, how it is played."""

from __future__ import annotations

from tournament.desk.tournaments import Terms
from tournament.knockout.draw import FirstRoundOrder
from tournament.language import mark, show_money, show_number
from tournament.schnapsen.announcing import sentences
from tournament.schnapsen.rules import rules_from
from tournament.web.context import _, locale

_ORDERS = {
    FirstRoundOrder.RANDOM: mark("In round one the players draw in random order."),
    FirstRoundOrder.PURCHASE: mark("In round one the players draw in the order in which they bought."),
}


def facts(terms: Terms) -> list[tuple[str, str]]:
    """The figures of the announcement, each with what it is."""
    return [
        (terms.ticket_word or _("Card"), show_money(terms.ticket_price_cents, terms.currency, locale())),
        (_("per player at most"), show_number(terms.max_tickets_per_player, locale())),
        (_("cards at most"), show_number(terms.capacity, locale())),
    ]


def order_of_the_night(terms: Terms) -> list[str]:
    """How the tournament is run, in sentences."""
    return [
        _("It is a knock-out, drawn anew from two pots before every round; equal numbers meet."),
        _(_ORDERS[FirstRoundOrder(terms.first_round_order)]),
        _("The losers of the semi-finals play for third place.")
        if terms.third_place_match
        else _("There is no match for third place: the losers of the semi-finals share it."),
        _("The losers of the quarter-finals play for places five to eight.")
        if terms.fifth_to_eighth
        else _("There are no matches for places five to eight: the losers of the quarter-finals share them."),
        _("One prize per player: whoever would win several keeps the best, and the next player moves up.")
        if terms.one_prize_per_player
        else _("Whoever plays with several cards can win several prizes."),
    ]


def rules_of_play(terms: Terms) -> list[str]:
    """How cards are played here, in sentences: all in which inns differ."""
    rules = rules_from({**terms.rules, "bummerl_to_win": terms.bummerl_to_win})
    return [_(sentence.text) for sentence in sentences(rules)]
