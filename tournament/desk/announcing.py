"""The announcement of a tournament, from its terms: facts, how it is run, how it is played."""

from __future__ import annotations

from tournament.desk.tournaments import Terms
from tournament.knockout.draw import FirstRoundOrder
from tournament.language import gettext, mark, show_money, show_number
from tournament.schnapsen.announcing import sentences
from tournament.schnapsen.rules import rules_from

_ORDERS = {
    FirstRoundOrder.RANDOM: mark("In round one the players draw in random order."),
    FirstRoundOrder.PURCHASE: mark("In round one the players draw in the order in which they bought."),
}

_THIRD = {
    True: mark("The losers of the semi-finals play for third place."),
    False: mark("There is no match for third place: the losers of the semi-finals share it."),
}
_FIFTH = {
    True: mark("The losers of the quarter-finals play for places five to eight."),
    False: mark(
        "There are no matches for places five to eight: the losers of the quarter-finals share them."
    ),
}
_ONE_EACH = {
    True: mark(
        "One prize per player: whoever would win several keeps the best, and the next player moves up."
    ),
    False: mark("Whoever plays with several cards can win several prizes."),
}


def facts(terms: Terms, locale: str) -> list[tuple[str, str]]:
    """The figures of the announcement, each with what it is.

    Only one names the tickets: of a tournament's own word for them nobody knows the plural.
    """
    word = terms.ticket_word
    return [
        (
            gettext("per %(ticket)s", locale, ticket=word) if word else gettext("per card", locale),
            show_money(terms.ticket_price_cents, terms.currency, locale),
        ),
        (gettext("at most per player", locale), show_number(terms.max_tickets_per_player, locale)),
        (gettext("at most in all", locale), show_number(terms.capacity, locale)),
    ]


def order_of_the_night(terms: Terms, locale: str) -> list[str]:
    """How the tournament is run, in sentences."""
    return [
        gettext(sentence, locale)
        for sentence in (
            mark("It is a knock-out, drawn anew from two pots before every round; equal numbers meet."),
            _ORDERS[FirstRoundOrder(terms.first_round_order)],
            _THIRD[terms.third_place_match],
            _FIFTH[terms.fifth_to_eighth],
            _ONE_EACH[terms.one_prize_per_player],
        )
    ]


def rules_of_play(terms: Terms, locale: str) -> list[str]:
    """How cards are played here, in sentences: all in which inns differ."""
    rules = rules_from({**terms.rules, "bummerl_to_win": terms.bummerl_to_win})
    return [gettext(sentence.text, locale) for sentence in sentences(rules)]
