"""The log has a sentence for every act there is, in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, terms_for
from tests.desk.changed import decided, half_played, loser_of, match, office, origin
from tournament.desk import by_hand, results, selling, tournaments, voiding, withdrawing
from tournament.desk.acts import Desk
from tournament.desk.correcting import consequences
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.telling import SENTENCES, act_sentence
from tournament.desk.telling.teller import Teller
from tournament.desk.undoing import undo
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Outcome, Stage
from tournament.language import best_locale
from tournament.resources import PACKAGE


def acts() -> Iterator[str]:
    """The names of all acts of the desk, as the log writes them."""
    for module in (PACKAGE / "desk").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef(name=name, decorator_list=[*_, ast.Name(id="act")]):
                    yield name.replace("_", "-")
                case ast.Call(func=ast.Name(id="write_log"), args=[_, ast.Constant(value=str(name)), *_]):
                    yield name.replace("_", "-")


PROMISED = {
    "announce-draw", "bring-back", "change-terms", "close-sales", "collect-prize", "count-cash",
    "double-capacity", "draw-rounds", "drop-guest", "finish", "import-players", "leave-pots",
    "merge-players", "move-ticket", "name-ticket", "open-tournament", "pay", "record-result",
    "record-walkover", "rename", "reopen", "reopen-sales", "report-from-table", "restore-backup", "sell",
    "sell-late", "sell-unnamed", "serve-guest", "strike-lot", "take-back", "take-pots", "type-lot", "undo",
    "void-draw", "wait-for-cards", "withdraw", "withdraw-result",
}  # fmt: skip
"""An act is written down under the name of its function, in every log and archive (formats)."""


def test_the_names_under_which_acts_are_written_down_are_a_promise() -> None:
    """One may be added here. A function renamed would leave the entries of older nights without a reader."""
    assert set(acts()) == PROMISED


@pytest.mark.parametrize("act", sorted(set(acts())))
def test_every_act_has_a_sentence(act: str) -> None:
    assert act in SENTENCES


def a_night_with_everything(desk: Desk) -> int:
    night = a_tournament(desk, sold=13, prizes=["Gans"], paid=False)
    seen = read_office(desk.database, night).night.terms_revision
    terms = terms_for(capacity=32, venue="Öd", prizes=["Gans"])
    tournaments.change_terms(desk, KASSA, night, terms, seen=seen)
    selling.sell(desk, KASSA, night, "Maria Huber", "Altdorf", 2)
    selling.sell_unnamed(desk, KASSA, night, 2)
    selling.name_ticket(desk, KASSA, night, 16, "Franz Zach", "")
    fresh.take_back(desk, KASSA, night, 17)
    fresh.pay(desk, KASSA, night, [1])
    person = read_office(desk.database, night).night.people[0]
    selling.rename(desk, KASSA, night, person.number, "Sepp Grabner", "Ried", seen=person.revision)
    played_until(desk, night, Step.ANNOUNCE)
    selling.reopen_sales(desk, KASSA, night)
    first, second, third, *_ = played_until(desk, night, "main-1").open
    assert first.right
    play(desk, night, first, games_won=(2, 1))
    again = PairingRef(Stage.MAIN, 1, first.number)
    stands = read_office(desk.database, night).board.rounds[0].pairings[first.number - 1].revision
    results.record_result(desk, KASSA, night, again, seen=stands, winner=first.right.ticket)
    walkover = PairingRef(Stage.MAIN, 1, second.number)
    results.record_walkover(desk, KASSA, night, walkover, seen=second.revision, winner=None)
    withdrawing.withdraw(desk, KASSA, night, third.left.player)
    played_until(desk, night, Step.AWARD)
    fresh.collect_prize(desk, KASSA, night, 1)
    fresh.collect_prize(desk, KASSA, night, 1, collected=False)
    return night


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_log_of_a_night_with_everything_is_told_in_sentences(desk: Desk, language: str) -> None:
    night = a_night_with_everything(desk)
    teller = Teller(read_office(desk.database, night), best_locale(language))

    told = [act_sentence(teller, entry) for entry in read_log(desk.database, night)]

    assert [s for s in told if not (s[0].isupper() and s.endswith("."))] == []
    german = " ".join(told)
    assert ("Korrigiert: Achtelfinale" in german) == (language == "de")
    assert ("Corrected Last sixteen" in german) == (language == "en")


def last_sentence(desk: Desk, night: int) -> str:
    teller = Teller(read_office(desk.database, night), best_locale("de"))
    return act_sentence(teller, read_log(desk.database, night)[0])


def test_rules_are_told_by_what_they_are_called_also_where_an_archive_names_none(desk: Desk) -> None:
    night = a_tournament(desk, 0, rules={})
    seen = read_office(desk.database, night).night.terms_revision
    terms = terms_for(rules={"profile": "card-sunday", "last_trick": "by_count"})

    tournaments.change_terms(desk, KASSA, night, terms, seen=seen)

    said = last_sentence(desk, night)
    assert "Gespielt wird: scharf → Daheim: 66 zählt von selbst, Talon aus" in said


def test_the_same_result_recorded_once_more_is_no_correction(desk: Desk) -> None:
    night = half_played(desk)
    pairing = decided(desk, night, "main-2")[0]

    play(desk, night, pairing)

    said = last_sentence(desk, night)
    assert said.startswith("Viertelfinale")
    assert said.endswith("gewinnt, wie schon eingetragen.")


def test_points_told_more_exactly_stand_in_the_log(desk: Desk) -> None:
    night = half_played(desk)
    pairing = decided(desk, night, "main-2")[0]
    play(desk, night, pairing, games=((7, 3), (5, 7), (7, 6)))
    pairing = match(desk, night, "main-2", pairing.number)

    play(desk, night, pairing, games=((7, 3), (4, 7), (7, 6)))

    who = f"{pairing.left.ticket} {pairing.left.name} gewinnt 2:1"
    said = last_sentence(desk, night)
    assert said.startswith("Korrigiert: Viertelfinale")
    assert said.endswith(f"{who} (7:3 4:7 7:6); vorher: {who} (7:3 5:7 7:6).")


def test_points_are_told_from_the_side_of_the_winner(desk: Desk) -> None:
    night = half_played(desk)
    pairing = office(desk, night).open[0]
    assert pairing.right

    play(desk, night, pairing, pairing.right.ticket, games=((7, 3), (5, 7), (6, 7)))

    winner = f"{pairing.right.ticket} {pairing.right.name}"
    assert last_sentence(desk, night).endswith(f"{winner} gewinnt 2:1 (3:7 7:5 7:6).")


def test_a_correction_tells_who_sits_where_from_then_on(desk: Desk) -> None:
    night = half_played(desk)
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    comes, goes = loser_of(wrong), later.left
    price = consequences(desk.database, night, key_of(wrong), Outcome.PLAYED, comes.ticket).cost

    play(desk, night, wrong, comes.ticket, confirmed=price)

    seat = f"{comes.ticket} {comes.name} statt {goes.ticket} {goes.name}."
    assert last_sentence(desk, night).endswith(f"Viertelfinale, Begegnung {later.number}: {seat}")


def test_a_correction_tells_what_is_decided_by_it_at_once(desk: Desk) -> None:
    """Who was wrongly sent out has gone home meanwhile: his new opponent goes on without play."""
    night = half_played(desk)
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    comes, opponent = loser_of(wrong), later.right
    assert opponent
    withdrawing.withdraw(desk, KASSA, night, comes.player)
    price = consequences(desk.database, night, key_of(wrong), Outcome.PLAYED, comes.ticket).cost

    play(desk, night, wrong, comes.ticket, confirmed=price)

    said = f"Viertelfinale, Begegnung {later.number}: {opponent.ticket} {opponent.name}, kampflos (w. o.)."
    assert last_sentence(desk, night).endswith(said)


def test_both_absent_is_a_sentence_of_its_own(desk: Desk) -> None:
    night = half_played(desk)
    pairing = office(desk, night).open[0]

    results.record_walkover(desk, KASSA, night, key_of(pairing), seen=pairing.revision, winner=None)

    assert ". Beide fehlen." in last_sentence(desk, night)


@pytest.mark.parametrize(
    ("paid", "said"),
    [
        (True, "Vorverkauf ohne Namen: Karten 3, 4, 5, € 15,00 bezahlt."),
        (False, "Vorverkauf ohne Namen, reserviert: Karten 3, 4, 5, € 15,00 offen."),
    ],
)
def test_a_presale_without_names_is_sold_to_nobody(desk: Desk, paid: bool, said: str) -> None:
    night = a_tournament(desk, sold=2, capacity=16)

    selling.sell_unnamed(desk, KASSA, night, 3, paid=paid)

    assert last_sentence(desk, night).replace("\xa0", " ") == said


def test_cards_are_told_as_cards_one_or_several(desk: Desk) -> None:
    night = a_tournament(desk, sold=0)

    selling.sell(desk, KASSA, night, "Anna", "", 1, paid=False)
    selling.sell(desk, KASSA, night, "Resi", "", 2)
    fresh.pay(desk, KASSA, night, [1])

    assert whole_log(desk, night).replace("\xa0", " ").splitlines()[:3] == [
        "Bezahlt: Karte 1, € 5,00.",
        "Verkauft an Resi: Karten 2, 3, € 10,00 bezahlt.",
        "Reserviert für Anna: Karte 1, € 5,00 offen.",
    ]


def test_a_voided_draw_is_called_by_one_word(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    stands = played_until(desk, night, "main-1").night
    lost = voiding.would_be_lost(stands, Stage.MAIN, 1)

    voiding.void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=lost)

    assert last_sentence(desk, night).startswith("Auslosung widerrufen: ")


def whole_log(desk: Desk, night: int) -> str:
    teller = Teller(read_office(desk.database, night), best_locale("de"))
    return "\n".join(act_sentence(teller, entry) for entry in read_log(desk.database, night))


def undo_last(desk: Desk, night: int) -> None:
    undo(desk, KASSA, night, seen=read_log(desk.database, night)[0].revision)


def test_a_round_keeps_its_name_in_the_log_though_its_draw_is_gone(desk: Desk) -> None:
    night = half_played(desk)
    lost = voiding.would_be_lost(office(desk, night).night, Stage.MAIN, 2)

    voiding.void_draw(desk, KASSA, night, Stage.MAIN, 2, seen=lost)

    assert last_sentence(desk, night) == "Auslosung widerrufen: Viertelfinale; verlorene Ergebnisse: 2."
    assert whole_log(desk, night).count("Viertelfinale, Begegnung") == 2
    assert "Runde 2" not in whole_log(desk, night)


def test_a_draw_that_is_undone_and_drawn_again_has_one_name(desk: Desk) -> None:
    night = a_tournament(desk, sold=5)
    played_until(desk, night, "main-1")

    undo_last(desk, night)
    undone = last_sentence(desk, night)
    played_until(desk, night, "main-1")

    assert undone == "Rückgängig gemacht: Ausgelost: Viertelfinale."
    assert "Runde 1" not in whole_log(desk, night)


def test_a_voided_draw_that_stands_again_has_its_name(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    lost = voiding.would_be_lost(played_until(desk, night, "main-1").night, Stage.MAIN, 1)
    voiding.void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=lost)

    undo_last(desk, night)

    voided = "Auslosung widerrufen: Viertelfinale; verlorene Ergebnisse: 0."
    assert last_sentence(desk, night) == f"Rückgängig gemacht: {voided}"


def test_lots_from_pots_that_were_put_away_are_of_a_round_with_its_name(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, Step.ANNOUNCE)
    by_hand.take_pots(desk, KASSA, night)
    by_hand.type_lot(desk, KASSA, night, Stage.MAIN, 1, 1, 3)

    by_hand.leave_pots(desk, KASSA, night)

    assert whole_log(desk, night).count("Viertelfinale") == 3
    assert "Runde 1" not in whole_log(desk, night)


def test_the_first_result_among_those_who_are_gone_tells_of_the_match_it_ended(desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    played_until(desk, night, Step.DRAW)
    for player in (1, 2, 3, 4):
        withdrawing.withdraw(desk, KASSA, night, player)
    one, other = played_until(desk, night, "main-1").open

    play(desk, night, one)

    assert last_sentence(desk, night).endswith(f"Halbfinale, Begegnung {other.number}: Beide fehlen.")
