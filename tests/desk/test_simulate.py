"""Whole nights through the acts of the desk: each holds, and the same seed gives the same night."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from tests.desk.builders import KASSA, played_until
from tournament.desk.acts import Desk, Stamp
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.loading import read_night
from tournament.desk.narrating import Narrator
from tournament.desk.office import Step, list_tournaments, read_office
from tournament.desk.players import BadRows, PlayerRow, parse_players
from tournament.desk.practice import practice_night
from tournament.desk.simulate import DOORS, simulate, smallest_capacity, usual_limit
from tournament.desk.verify import verify
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Outcome, Stage
from tournament.language import LOCALES
from tournament.store.database import Database

INPUT = Path(__file__).parent.parent / "input"
LISTS = sorted(path.name for path in INPUT.glob("*.csv") if path.name != "bad-rows.csv")
HAPPENINGS = range(12)


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    database = Database("sqlite://")
    database.migrate()
    yield database
    database.close()


def rows_of(name: str) -> tuple[PlayerRow, ...]:
    return parse_players((INPUT / name).read_bytes(), limit=limit_of(name) or 3)


def limit_of(name: str) -> int | None:
    return 4 if name == "night-17-players.csv" else None


@pytest.mark.parametrize("name", LISTS)
def test_a_night_with_each_list_holds_and_survives_a_journey(database: Database, name: str) -> None:
    id_ = simulate(database, rows_of(name), seed=7, max_tickets=limit_of(name))
    data = archive_bytes(database, id_)

    assert verify(json.loads(data)) == ()
    assert archive_bytes(database, import_archive(database, data)) == data


def test_the_list_with_bad_rows_is_refused_with_each_reason(database: Database) -> None:
    with pytest.raises(BadRows) as refused:
        rows_of("bad-rows.csv")

    assert len({line for line, _ in refused.value.reasons}) >= 4


def test_names_meant_to_do_harm_are_kept_as_they_are(database: Database) -> None:
    archive = export_archive(database, simulate(database, rows_of("hostile-names.csv"), seed=7))

    names = [player["name"] for player in archive["players"]]
    assert names[:3] == ['"><img src=x onerror=alert(1)>', '=HYPERLINK(""x"")', "Huber; Franz"]
    assert names.count("Huber Franz") == 2


@pytest.mark.parametrize("one_prize", [False, True])
def test_the_same_seed_gives_the_same_bytes_and_the_same_words(database: Database, one_prize: bool) -> None:
    told: list[list[str]] = []
    nights: list[bytes] = []
    for _ in range(2):
        told.append([])
        watch = Narrator(told[-1].append, "de_AT").watch
        id_ = simulate(database, rows_of("night-50.csv"), seed=7, one_prize=one_prize, watch=watch)
        nights.append(archive_bytes(database, id_))

    assert nights[0] == nights[1]
    assert told[0] == told[1]


def test_another_seed_gives_another_night(database: Database) -> None:
    nights = {
        archive_bytes(database, simulate(database, rows_of("night-50.csv"), seed=seed)) for seed in range(3)
    }

    assert len(nights) == 3


def a_random_field(chance: random.Random) -> tuple[PlayerRow, ...]:
    limit = chance.choice((1, 2, 3, 3, 3, 4, 7))
    players = range(1, chance.randint(2, 12) + 1)
    return tuple(PlayerRow(k, f"Spieler {k}", "", chance.randint(1, limit)) for k in players)


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_two_hundred_random_fields_hold(database: Database, first: int) -> None:
    chance = random.Random(first)
    for seed in range(first, first + 25):
        rows = a_random_field(chance)
        most = max(row.tickets for row in rows)
        id_ = simulate(database, rows, seed=seed, max_tickets=most, one_prize=chance.random() < 0.4)
        data = archive_bytes(database, id_)
        assert verify(json.loads(data)) == (), seed
        if seed % 5 == 0:
            assert archive_bytes(database, import_archive(database, data)) == data, seed


def test_simulated_nights_have_all_that_happens_in_real_ones(database: Database) -> None:
    rows = [PlayerRow(k, f"Spieler {k}", "", tickets) for k, tickets in enumerate((7, 3, 2, 1))]
    nights = [read_night(database, simulate(database, rows, seed=seed, max_tickets=7)) for seed in HAPPENINGS]

    outcomes = {p.outcome for night in nights for round_ in night.rounds for p in round_.pairings}
    assert outcomes == {*Outcome}
    assert {round_.stage for night in nights for round_ in night.rounds} == {*Stage}
    assert any(night.withdrawn for night in nights)
    assert any(facts.word for night in nights for facts in night.drawn)
    assert any(prize.collected_at is None for night in nights for prize in night.prizes)


def test_nobody_sits_at_two_tables_and_matches_last_as_long_as_real_ones(database: Database) -> None:
    night = read_night(database, simulate(database, rows_of("night-17-players.csv"), seed=3, max_tickets=4))

    ends: dict[int, list[datetime]] = {}
    for facts in night.drawn:
        for pairing in facts.round.pairings:
            decided = facts.results[pairing.number].decided_at
            if pairing.outcome is Outcome.PLAYED and decided:
                for ticket in pairing.tickets:
                    ends.setdefault(night.holders[ticket], []).append(decided)
    for moments in map(sorted, ends.values()):
        assert moments[0] > DOORS
        gaps = [later - earlier for earlier, later in pairwise(moments)]
        assert min(gaps, default=timedelta(hours=1)) >= timedelta(minutes=12)


@pytest.mark.parametrize(
    ("held", "limit", "capacity"),
    [([1, 1], None, 4), ([3, 2], None, 8), ([2] * 25, None, 64), ([4] * 16, 4, 64), ([1] * 64, None, 64)],
)
def test_the_capacity_is_the_smallest_that_fits(held: list[int], limit: int | None, capacity: int) -> None:
    rows = [PlayerRow(k, f"Spieler {k}", "", tickets) for k, tickets in enumerate(held)]

    assert smallest_capacity(rows, limit) == capacity


@pytest.mark.parametrize("locale", LOCALES)
def test_a_night_is_told_from_the_sales_to_the_last_prize(database: Database, locale: str) -> None:
    lines: list[str] = []
    id_ = simulate(database, rows_of("night-64.csv"), seed=7, watch=Narrator(lines.append, locale).watch)

    told = "\n".join(lines)
    night = read_night(database, id_)
    assert "64" in lines[1]
    assert all(facts.seed.hex() in told for facts in night.drawn if facts.seed)
    assert all(
        f"{award.ticket} {night.person[award.player].name}" in told for award in night.awards if award.player
    )
    assert "%(" not in told


def test_a_practice_night_is_ready_to_be_closed_and_can_be_played(desk: Desk) -> None:
    id_ = practice_night(desk, KASSA)

    office = read_office(desk.database, id_)
    assert office.night.practice
    assert office.step is Step.SELL
    assert office.closing.obstacle is None
    assert 28 <= len(office.holders) <= 34
    played_until(desk, id_, Step.AWARD)
    assert verify(export_archive(desk.database, id_)) == ()


def test_the_same_form_opens_one_practice_night_only(desk: Desk) -> None:
    first, second = (practice_night(desk, Stamp("Kassa", "key-1")) for _ in range(2))

    assert first == second
    assert len(list_tournaments(desk.database)) == 1


@pytest.mark.parametrize("capacity", [0, 2, 3, 5000])
def test_a_capacity_that_cannot_be_is_named_before_any_player_is_blamed(capacity: int) -> None:
    with pytest.raises(RuleBroken, match="The capacity must be a power of two from 4 to 4096"):
        usual_limit(capacity)
