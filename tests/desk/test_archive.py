"""A tournament as a file and back: nothing is lost, nothing is added, and nothing untrue gets in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_desk, a_tournament, key_of, played_until
from tests.desk.fresh import collect_prize, serve_guest, take_back
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.board import read_board
from tournament.desk.cash import count_cash, read_cash
from tournament.desk.drawing import draw_rounds
from tournament.desk.importing import DoesNotHold
from tournament.desk.loading import read_night
from tournament.desk.office import Step, list_tournaments, read_log
from tournament.desk.rearranging import drop_guest, wait_for_cards, waiting_list
from tournament.desk.restoring import restore_file
from tournament.desk.results import record_result, record_walkover
from tournament.desk.selling import sell, sell_unnamed
from tournament.desk.undoing import last_act, undo
from tournament.desk.verify import verify
from tournament.desk.withdrawing import withdraw
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.draw import Lot, Pot, TicketNumber, draw_late
from tournament.knockout.seed import Stream
from tournament.store.backup import write_copy

CASES = Path(__file__).parent.parent / "cases"


def test_a_file_that_says_something_twice_is_refused(desk: Desk) -> None:
    """Readers differ in which of the two they take."""
    told = (CASES / "archive-13.json").read_text(encoding="utf-8").rstrip()[:-1] + ', "log": []}'

    with pytest.raises(RuleBroken, match="log is told twice"):
        import_archive(desk.database, told.encode())


def test_a_time_that_no_clock_of_the_inn_could_show_is_refused(desk: Desk) -> None:
    archive = export_archive(desk.database, a_tournament(desk, 4))
    archive["log"][0]["at"] = "9999-12-31T23:59:59Z"

    with pytest.raises(RuleBroken, match=r"log\[0\]\.at is not what it should be"):
        import_archive(desk.database, json.dumps(archive).encode())


def selling(desk: Desk) -> int:
    id_ = a_tournament(desk, 13, each=3)
    sell_unnamed(desk, KASSA, id_, 2, paid=False)
    take_back(desk, KASSA, id_, 5)
    return id_


def announced(desk: Desk) -> int:
    id_ = a_tournament(desk, 13, each=3)
    played_until(desk, id_, Step.DRAW)
    return id_


def half_played(desk: Desk) -> int:
    id_ = a_tournament(desk, 29, each=2, prizes=["1 Gans", "1 Schinken"], notes="Weich!\nNachkauf möglich.")
    office = played_until(desk, id_, "main-1")
    first, second, third, fourth, *_ = office.open
    record_result(desk, KASSA, id_, key_of(first), seen=first.revision, games_won=(2, 1))
    record_result(desk, KASSA, id_, key_of(second), seen=second.revision, games=[(7, 3), (5, 7), (8, 0)])
    record_walkover(desk, KASSA, id_, key_of(third), seen=third.revision, winner=third.left.ticket)
    record_walkover(desk, KASSA, id_, key_of(fourth), seen=fourth.revision, winner=None)
    withdraw(desk, KASSA, id_, 1)
    return id_


def beside_the_semi_finals(desk: Desk) -> int:
    id_ = a_tournament(desk, 16)
    played_until(desk, id_, "main-3")
    return id_


def finished(desk: Desk) -> int:
    prizes = [f"{rank} kg Mehl" for rank in range(1, 10)]
    id_ = a_tournament(desk, 30, each=3, one_prize_per_player=True, prizes=prizes)
    played_until(desk, id_, Step.AWARD)
    collect_prize(desk, KASSA, id_, 2)
    return id_


STAGES = [selling, announced, half_played, beside_the_semi_finals, finished]


@pytest.mark.parametrize("stage", STAGES)
def test_importing_an_export_and_exporting_again_gives_the_same_bytes(
    desk: Desk, stage: Callable[[Desk], int]
) -> None:
    data = archive_bytes(desk.database, stage(desk))

    again = import_archive(desk.database, data)

    assert archive_bytes(desk.database, again) == data
    assert verify(json.loads(data)) == ()


@pytest.mark.parametrize("name", ["archive-13", "archive-50"])
def test_an_archive_made_without_the_program_stays_the_same_after_one_pass(desk: Desk, name: str) -> None:
    data = (CASES / f"{name}.json").read_bytes()

    once = archive_bytes(desk.database, import_archive(desk.database, data))
    twice = archive_bytes(desk.database, import_archive(desk.database, once))

    assert once == twice
    told, kept = json.loads(data), json.loads(once)
    assert {name: kept[name] for name in ("players", "tickets", "places", "log")} == {
        name: told[name] for name in ("players", "tickets", "places", "log")
    }
    for before, after in zip(told["rounds"], kept["rounds"], strict=True):
        assert before["draw"] == after["draw"]
        assert all(p.items() <= q.items() for p, q in zip(before["pairings"], after["pairings"], strict=True))


def test_an_archive_that_tells_no_times_invents_none(desk: Desk) -> None:
    night = import_archive(desk.database, (CASES / "archive-13.json").read_bytes())

    board = read_board(desk.database, night)
    assert {round_.drawn_at for round_ in board.rounds} == {None}
    assert {view.slug for view in board.newest} == {"main-4", "third-3", "fifth-2", "seventh-2"}
    assert board.current == tuple(sorted(board.newest, key=lambda view: view.rank))
    assert {round_["drawn_at"] for round_ in export_archive(desk.database, night)["rounds"]} == {None}


@pytest.mark.parametrize("stage", STAGES)
def test_an_archive_depends_on_the_tournament_alone(
    desk: Desk, stage: Callable[[Desk], int], empty_database: Path, tmp_path: Path
) -> None:
    crowded = a_desk(Path(tmp_path / "crowded.sqlite"))
    crowded.database.migrate()
    for k in range(3):
        a_tournament(Desk(crowded.database), 5 + k)

    assert archive_bytes(crowded.database, stage(crowded)) == archive_bytes(desk.database, stage(desk))
    crowded.database.close()


def test_the_promised_fields_stand_in_the_promised_order(desk: Desk) -> None:
    archive = export_archive(desk.database, finished(desk))

    def keys(value: dict[str, Any], promised: str) -> None:
        assert [key for key in value if key in promised.split()] == promised.split()

    keys(archive, "format version tournament players tickets rounds places prizes log")
    keys(
        archive["tournament"],
        "name date venue state capacity size ticket_price_cents currency max_tickets_per_player"
        " bummerl_to_win rules third_place_match fifth_to_eighth first_round_order one_prize_per_player",
    )
    keys(archive["players"][0], "id name town withdrawn")
    keys(archive["tickets"][0], "number player state price_cents")
    keys(archive["rounds"][0], "number stage size draw pairings")
    keys(archive["rounds"][0]["draw"], "method commitment seed word order lots")
    keys(archive["rounds"][0]["draw"]["lots"][0], "ticket pot number late")
    pairing = archive["rounds"][0]["pairings"][0]
    keys(pairing, "number left right outcome winner games games_won table")
    keys(archive["places"][-1], "place to ticket player")
    keys(archive["prizes"][0], "rank text ticket player")
    keys(archive["prize_lots"][0], "place seed order")
    keys(archive["log"][0], "at by act before after")
    assert [(r["stage"], r["number"]) for r in archive["rounds"]] == [
        ("main", 1), ("main", 2), ("main", 3), ("main", 4), ("main", 5),
        ("third", 4), ("fifth-to-eighth", 3), ("fifth", 3), ("seventh", 3),
    ]  # fmt: skip


def test_an_imported_tournament_keeps_its_log_and_adds_nothing_to_it(desk: Desk) -> None:
    id_ = finished(desk)

    again = import_archive(desk.database, archive_bytes(desk.database, id_))

    def told(tournament: int) -> list[tuple[object, ...]]:
        return [
            (e.revision, e.at, e.by, e.act, e.before, e.after) for e in read_log(desk.database, tournament)
        ]

    assert told(again) == told(id_)


def test_an_announced_draw_goes_on_elsewhere_with_the_same_lots(desk: Desk) -> None:
    here = announced(desk)
    there = import_archive(desk.database, archive_bytes(desk.database, here))

    for id_ in (here, there):
        draw_rounds(desk, KASSA, id_, "Gans")

    lots = [read_night(desk.database, id_).drawn[0].lots for id_ in (here, there)]
    assert lots[0] == lots[1]


def test_an_imported_night_is_played_to_its_end(desk: Desk) -> None:
    id_ = import_archive(desk.database, archive_bytes(desk.database, half_played(desk)))

    played_until(desk, id_, Step.AWARD)

    assert verify(export_archive(desk.database, id_)) == ()


def test_a_score_altered_into_another_possible_one_is_betrayed_by_the_log(desk: Desk) -> None:
    archive = export_archive(desk.database, half_played(desk))
    [played] = [p for p in archive["rounds"][0]["pairings"] if p["games"]]
    played["games"][0] = [7, 4]

    [found] = verify(archive)

    assert found.pairing == played["number"]
    assert found.reason.rule == "7"


def test_a_match_played_that_the_log_does_not_know_is_refused(desk: Desk) -> None:
    archive = export_archive(desk.database, half_played(desk))
    played = next(p for p in archive["rounds"][0]["pairings"] if p["outcome"] is None)
    played |= {"outcome": "played", "winner": played["left"]}

    assert [found.pairing for found in verify(archive)] == [played["number"]]


def test_a_draw_repeated_until_it_suited_is_betrayed_by_the_log(desk: Desk) -> None:
    archive = export_archive(desk.database, announced(desk))
    other = export_archive(desk.database, announced(desk))
    archive["rounds"] = other["rounds"]

    [found] = verify(archive)

    assert found.reason.rule == "2"


def test_a_lot_for_a_prize_that_is_altered_or_missing_is_refused(desk: Desk) -> None:
    archive = export_archive(desk.database, finished(desk))
    [lot, *_] = archive["prize_lots"]
    lot["order"].reverse()
    assert verify(archive)[0].reason.rule == "6"

    archive["prize_lots"] = []
    assert verify(archive)[0].reason.rule == "6"


def test_a_late_card_is_drawn_again_from_its_own_seed() -> None:
    archive = with_late_card(seed=bytes(32))
    assert verify(archive) == ()

    archive["rounds"][0]["draw"]["lots"][-1]["seed"] = "11" * 32
    assert verify(archive)[0].reason.rule == "2"


def test_lots_from_real_pots_obey_the_rule_of_the_two_pots() -> None:
    archive = first_round_only()
    draw = archive["rounds"][0]["draw"]
    draw |= {"method": "by-hand", "seed": None, "commitment": None}
    assert verify(archive) == ()

    lots = {lot["ticket"]: lot for lot in draw["lots"]}
    lots[7]["number"], lots[8]["number"] = 1, 4  # card 6 of the same player has number 1 from the left
    lots[10]["number"] = 8
    assert verify(archive)[0].reason.rule == "2"


def test_a_number_that_two_cards_drew_from_one_real_pot_is_refused() -> None:
    archive = first_round_only()
    draw = archive["rounds"][0]["draw"]
    draw |= {"method": "by-hand", "seed": None, "commitment": None}
    draw["lots"][0]["number"] = draw["lots"][1]["number"]

    assert verify(archive)[0].reason.rule == "2"


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"rubbish", b"[]", b'{"format": "pdf"}', b'{"a": ' * 5000, b"NaN", b'"\\ud800"'],
)
def test_rubbish_is_refused_with_one_sentence(desk: Desk, data: bytes) -> None:
    with pytest.raises(RuleBroken) as refused:
        import_archive(desk.database, data)

    assert str(refused.value).endswith(".")
    assert list_tournaments(desk.database) == ()


def test_a_newer_version_is_refused(desk: Desk) -> None:
    archive = json.loads((CASES / "archive-13.json").read_text("utf-8")) | {"version": 2}

    with pytest.raises(RuleBroken, match="newer version"):
        import_archive(desk.database, json.dumps(archive).encode())


def test_an_archive_that_does_not_hold_is_not_imported(desk: Desk) -> None:
    archive = json.loads((CASES / "archive-13.json").read_text("utf-8"))
    archive["places"][0]["player"] = 1

    with pytest.raises(DoesNotHold) as refused:
        import_archive(desk.database, json.dumps(archive).encode())

    assert refused.value.found[0].reason.rule == "5"
    assert list_tournaments(desk.database) == ()


def test_there_is_no_archive_of_a_tournament_that_does_not_exist(desk: Desk) -> None:
    with pytest.raises(NotThere):
        export_archive(desk.database, 7)


def first_round_only() -> Any:
    """The first round of the night of 13, drawn and not yet played."""
    archive = json.loads((CASES / "archive-13.json").read_text("utf-8"))
    archive["tournament"]["state"] = "running"
    archive["rounds"] = archive["rounds"][:1]
    for pairing in archive["rounds"][0]["pairings"]:
        if pairing["right"]:
            pairing |= {"outcome": None, "winner": None, "games": [], "games_won": None}
    archive["places"] = []
    for prize in archive["prizes"]:
        prize |= {"ticket": None, "player": None}
    return archive


def with_late_card(seed: bytes) -> Any:
    """The same, with a card sold after the draw to the player who holds cards 12 and, by now, 14."""
    archive = first_round_only()
    archive["tickets"].append({"number": 14, "player": 6, "state": "paid", "price_cents": 500})
    lots = archive["rounds"][0]["draw"]["lots"]
    before = [Lot(TicketNumber(x["ticket"]), Pot(x["pot"]), x["number"]) for x in lots]
    late = draw_late(16, before, [TicketNumber(12)], TicketNumber(14), Stream(seed))
    lots.append({"ticket": 14, "pot": "right", "number": late.number, "late": True, "seed": seed.hex()})
    pairing = archive["rounds"][0]["pairings"][late.number - 1]
    pairing |= {"right": 14, "outcome": None, "winner": None}
    return archive


def full_house(desk: Desk) -> int:
    """Somebody waits, somebody has been served, somebody has gone, and the cash is counted."""
    id_ = a_tournament(desk, 8)
    for name in ("Anna Zach", "Resi Grabner", "Sepp"):
        wait_for_cards(desk, KASSA, id_, name, "Öd", 1)
    take_back(desk, KASSA, id_, 3)
    serve_guest(desk, KASSA, id_, 1)
    drop_guest(desk, KASSA, id_, 3)
    count_cash(desk, KASSA, id_, 10_000, 14_000, seen=read_cash(desk.database, id_).counted)
    return id_


def test_who_waits_and_what_is_in_the_box_come_along(desk: Desk) -> None:
    id_ = full_house(desk)

    copy = import_archive(desk.database, archive_bytes(desk.database, id_))

    assert [guest.name for guest in waiting_list(desk.database, copy)] == ["Resi Grabner"]
    assert waiting_list(desk.database, copy) == waiting_list(desk.database, id_)
    assert read_cash(desk.database, copy) == read_cash(desk.database, id_)
    assert archive_bytes(desk.database, copy) == archive_bytes(desk.database, id_)


def test_an_archive_from_before_there_was_a_waiting_list_is_read(desk: Desk) -> None:
    archive = export_archive(desk.database, full_house(desk))
    del archive["waiting"], archive["cash"]

    copy = import_archive(desk.database, json.dumps(archive).encode())

    assert waiting_list(desk.database, copy) == ()
    assert read_cash(desk.database, copy).opening is None


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (("waiting", 0, "number"), 2),
        (("waiting", 0, "number"), "1"),
        (("waiting", 0, "count"), 0),
        (("waiting", 0, "name"), " "),
        (("waiting", 0, "town"), "x" * 201),
        (("waiting", 0, "since"), "2026-12-05T18:00:00"),
        (("waiting", 0, "done"), None),
        (("waiting", 0), {}),
        (("waiting",), {}),
        (("cash", "opening_cents"), -1),
        (("cash", "closing_cents"), "1"),
        (("cash",), []),
    ],
)
def test_a_waiting_list_or_a_box_that_cannot_be_is_refused(
    desk: Desk, part: tuple[str | int, ...], value: object
) -> None:
    archive: Any = export_archive(desk.database, full_house(desk))
    inner = archive
    for name in part[:-1]:
        inner = inner[name]
    inner[part[-1]] = value

    with pytest.raises(RuleBroken):
        import_archive(desk.database, json.dumps(archive).encode())


def test_after_a_restore_and_an_import_the_cash_and_the_undoing_are_as_before(
    desk: Desk, tmp_path: Path
) -> None:
    id_ = a_tournament(desk, 2)
    write_copy(desk.database, tmp_path / "old.sqlite")
    a_tournament(desk, 2)
    for number in range(3):
        sell(desk, KASSA, id_, f"Zach {number}", "", 1)
    restore_file(desk, KASSA, tmp_path / "old.sqlite")
    taken = take_back(desk, KASSA, id_, 1)
    undo(desk, KASSA, id_, seen=taken.revision)

    copy = import_archive(desk.database, archive_bytes(desk.database, id_))

    assert read_cash(desk.database, copy) == read_cash(desk.database, id_)
    assert read_cash(desk.database, copy).refunded == 0
    here, there = (last_act(desk.database, night, KASSA.by) for night in (id_, copy))
    assert here
    assert there
    assert (there.entry.act, there.entry.after) == (here.entry.act, here.entry.after)
