"""Backups at the desk: listed, made by hand, gone back to, and told of when they fail."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from tests.desk.builders import KASSA, a_tournament, account_names, played_until, terms_for
from tests.web.people import somebody
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.backups import Backup, Backups, Why
from tournament.desk.office import list_tournaments, read_log, read_office
from tournament.desk.restoring import Restored
from tournament.desk.selling import sell
from tournament.desk.tournaments import open_tournament
from tournament.desk.users import Role
from tournament.desk.verify import Discrepancy
from tournament.errors import RuleBroken
from tournament.language import GERMAN, show_date_time
from tournament.web.office import backups as pages

PAGE = "/office/backups"


def kept(app: Flask) -> Backups:
    found: Desk = app.extensions["desk"]
    assert found.backups
    return found.backups


def make_before_a_draw(app: Flask, moment: datetime) -> None:
    with kept(app).before(Why.DRAW, moment):
        pass


def make(anna: Visitor) -> Shown:
    return anna.send(anna.open(PAGE).form_at(PAGE))


def asked(anna: Visitor, app: Flask) -> Shown:
    """The page that asks whether to go back to the oldest backup."""
    return anna.open(f"{PAGE}/restore?backup={kept(app).list()[-1].name}")


def sold(desk: Desk, night: int) -> int:
    return read_office(desk.database, night).closing.sold


def test_an_empty_list_says_what_will_stand_there(anna: Visitor) -> None:
    assert "Noch keine Sicherung" in anna.open(PAGE).text


def test_a_backup_is_made_by_hand_and_listed_with_its_reason_and_size(anna: Visitor, app: Flask) -> None:
    shown = make(anna)

    [made] = kept(app).list()
    assert (made.why, made.file.is_file()) == ("by-hand", True)
    assert "Die Sicherung ist gemacht" in shown.text
    assert "Von Hand gemacht" in shown.text
    assert "kB" in shown.text


def test_a_backup_before_a_draw_says_so(anna: Visitor, app: Flask, desk: Desk) -> None:
    make_before_a_draw(app, desk.now())

    assert "Vor einer Auslosung" in anna.open(PAGE).text


def test_each_reason_of_a_backup_is_told_in_words(app: Flask) -> None:
    with app.test_request_context("/"):
        said = [pages.why_backed_up(Backup("", Path(), datetime.now(UTC), why, 0)) for why in Why]

    assert not set(said) & set(Why)
    assert len(set(said)) == len(Why)


def test_the_list_of_tournaments_leads_the_management_there(anna: Visitor) -> None:
    assert f'href="{PAGE}"' in anna.open("/office/").source


def test_going_back_is_asked_first_and_nothing_happens_before(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    make(anna)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)

    shown = asked(anna, app)

    assert "Alle Turniere stehen dann so da wie in diesem Augenblick." in shown.text
    assert "wird vorher als Sicherung aufgehoben" in shown.text
    assert sold(desk, night) == 5


def test_all_tournaments_come_back_and_the_present_state_is_kept(
    anna: Visitor, app: Flask, desk: Desk
) -> None:
    first, second = a_tournament(desk, sold=3), a_tournament(desk, sold=5)
    make(anna)
    for night in (first, second):
        sell(desk, KASSA, night, "Maria Huber", "Öd", 2)
    open_tournament(desk, KASSA, terms_for(name="Pfarrball"))

    shown = anna.send(asked(anna, app).form_with("backup"))

    assert (shown.status, shown.path, shown.errors) == (200, PAGE, [])
    assert "2 Turniere sind wieder da, Stand " in shown.text
    assert (sold(desk, first), sold(desk, second)) == (3, 5)
    assert len(list_tournaments(desk.database)) == 2
    assert read_log(desk.database, first)[0].by == "Anna"
    assert {made.why for made in kept(app).list()} == {"by-hand", "before-restore"}
    assert "Vor einer Rückkehr zu einer Sicherung" in shown.text


def test_the_log_tells_the_moment_and_the_reason_of_the_backup_as_the_inn_knows_them(
    anna: Visitor, app: Flask, desk: Desk
) -> None:
    night = a_tournament(desk, sold=3)
    make(anna)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)
    [made] = kept(app).list()

    anna.send(asked(anna, app).form_with("backup"))

    moment = show_date_time(made.made_at, GERMAN)
    for page in ("", "/log"):
        text = anna.open(f"/office/{night}{page}").text
        assert f"Zur Sicherung „Von Hand gemacht“ vom {moment} zurückgekehrt." in text


def test_the_state_before_comes_back_the_same_way(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    make(anna)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)
    anna.send(asked(anna, app).form_with("backup"))
    [aside] = [made.name for made in kept(app).list() if made.why == "before-restore"]

    anna.send(anna.open(f"{PAGE}/restore?backup={aside}").form_with("backup"))

    assert sold(desk, night) == 5


def test_a_form_that_is_sent_twice_goes_back_once(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    make(anna)
    form = asked(anna, app).form_with("backup")
    anna.send(form)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)

    shown = anna.send(form)

    assert shown.status == 422
    assert "schon jemand zu einer Sicherung zurückgekehrt" in " ".join(shown.errors)
    assert sold(desk, night) == 5


def test_a_damaged_backup_is_refused_in_a_sentence(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    make(anna)
    kept(app).list()[0].file.write_bytes(b"no database")

    shown = anna.send(asked(anna, app).form_with("backup"))

    assert shown.status == 422
    assert "ist keine Sicherung" in " ".join(shown.errors)
    assert sold(desk, night) == 3


def test_a_backup_that_is_gone_meanwhile_is_not_there(anna: Visitor, app: Flask) -> None:
    make(anna)
    form = asked(anna, app).form_with("backup")
    kept(app).list()[0].file.unlink()

    assert anna.send(form).status == 404
    assert anna.open(f"{PAGE}/restore?backup=nothing").status == 404


def test_a_disk_that_fails_is_told_in_a_sentence(
    anna: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> Restored:
        raise OSError(28, "No space left on device")

    make(anna)
    monkeypatch.setattr(pages, "restore", full)

    shown = anna.send(asked(anna, app).form_with("backup"))

    assert shown.status == 422
    assert "Der Datenträger ist voll." in " ".join(shown.errors)


def test_doubts_are_told_and_many_of_them_counted(
    anna: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubt = Discrepancy(RuleBroken("This round does not exist."))
    monkeypatch.setattr(
        pages, "restore", lambda *_, **__: Restored(1, None, (("Feuerwehrball", doubt),) * 40)
    )
    make(anna)

    shown = anna.send(asked(anna, app).form_with("backup"))

    assert shown.text.count("Stimmt nicht in Feuerwehrball: ") == 3
    assert "Und 37 weitere Zweifel." in shown.text


@pytest.mark.parametrize("role", [Role.REFEREE, Role.CASH_DESK])
def test_only_the_management_reaches_the_backups(anna: Visitor, app: Flask, desk: Desk, role: Role) -> None:
    make(anna)
    form = asked(anna, app).form_with("backup")
    clerk = somebody(app, desk, role)

    assert clerk.open(PAGE).status == 403
    assert clerk.send_only(form).status == 403
    assert PAGE not in clerk.open("/office/").source
    assert role.value in account_names(desk.database)


def test_trouble_stands_on_every_page_of_the_desk_until_a_backup_works(
    anna: Visitor, app: Flask, desk: Desk, tmp_path: Path
) -> None:
    night = a_tournament(desk, sold=3)
    stick = tmp_path / "stick"
    kept(app).chosen = stick
    kept(app).usual.write_text("in the way", "utf-8")
    make_before_a_draw(app, desk.now())
    pages_of_desk = ("/office/", f"/office/{night}", f"/office/{night}/sell")

    for page in pages_of_desk:
        assert "Die letzte Sicherung ist nicht gelungen." in anna.open(page).text, page
    assert "konnte nicht gesichert werden" in anna.open(PAGE).errors[0]
    anna.language = "en"
    assert "The last backup did not work." in anna.open("/office/").text

    stick.mkdir()
    make(anna)

    for page in pages_of_desk:
        assert "The last backup did not work." not in anna.open(page).text, page


def test_a_stranger_reads_nothing_of_the_trouble(
    anna: Visitor, stranger: Visitor, app: Flask, desk: Desk, tmp_path: Path
) -> None:
    night = a_tournament(desk, sold=3)
    kept(app).chosen = tmp_path / "stick"
    make_before_a_draw(app, desk.now())
    assert kept(app).trouble

    for page in ("/office/help", f"/board/{night}"):
        assert "stick" not in stranger.open(page).text


def test_a_backup_that_fails_says_why_once(anna: Visitor, app: Flask, tmp_path: Path) -> None:
    kept(app).chosen = tmp_path / "stick"
    kept(app).usual.write_text("in the way", "utf-8")

    shown = make(anna)

    assert shown.status == 422
    [error] = shown.errors
    assert "konnte nicht gesichert werden" in error
    assert not kept(app).list()


def test_without_the_stick_a_backup_lies_beside_the_database_and_the_page_says_so(
    anna: Visitor, app: Flask, tmp_path: Path
) -> None:
    kept(app).chosen = tmp_path / "stick"

    shown = make(anna)

    [made] = kept(app).list()
    assert shown.status == 200
    assert made.file.parent == kept(app).usual
    assert "Die Sicherung ist gemacht" in shown.text
    assert f"In {tmp_path / 'stick'} konnte nicht gesichert werden" in " ".join(shown.errors)
    assert f"Die Sicherung liegt stattdessen in {kept(app).usual}." in " ".join(shown.errors)


def test_without_a_file_the_page_names_pg_dump(anna: Visitor, app: Flask) -> None:
    app.extensions["desk"] = replace(app.extensions["desk"], backups=None)

    shown = anna.open(PAGE)

    assert (shown.status, "pg_dump" in shown.text) == (200, True)
    assert anna.open(f"{PAGE}/restore?backup=x").status == 404


@pytest.mark.parametrize(
    ("size", "said"), [(1, "1 kB"), (98_304, "99 kB"), (9_999_999, "10.000 kB"), (12_400_000, "12 MB")]
)
def test_sizes_are_told_in_units_people_know(app: Flask, size: int, said: str) -> None:
    with app.test_request_context():
        assert pages.file_size(size) == said


def bring(anna: Visitor, data: bytes, name: str = "stick.sqlite") -> Shown:
    form = anna.open(PAGE).form_at(f"{PAGE}/bring")
    return anna.send(form, file=(BytesIO(data), name))


def test_a_backup_from_a_stick_is_brought_here_asked_about_and_gone_back_to(
    anna: Visitor, app: Flask, desk: Desk
) -> None:
    night = a_tournament(desk, sold=3, name="Feuerwehrball")
    data = kept(app).make(desk.now()).file.read_bytes()
    kept(app).list()[0].file.unlink()
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)

    asked = bring(anna, data)

    assert (asked.status, "Diesen Stand übernehmen?" in asked.text) == (200, True)
    assert "Feuerwehrball: Liste übernommen" in asked.text
    assert sold(desk, night) == 5
    shown = anna.send(asked.form_with("backup"))
    assert "1 Turnier steht jetzt so da wie in der Datei." in shown.text
    assert "Als Datei hergebracht" in shown.text
    assert sold(desk, night) == 3


@pytest.mark.parametrize("data", [b"", b"rubbish" * 999, b"SQLite format 3\x00" + bytes(9000)])
def test_a_file_that_is_no_backup_does_not_come_into_the_list(anna: Visitor, app: Flask, data: bytes) -> None:
    shown = bring(anna, data)

    assert shown.status == 422
    assert "beschädigt oder keine Sicherung" in " ".join(shown.errors)
    assert kept(app).list() == ()
    assert [*kept(app).usual.iterdir()] == []


def test_without_a_file_the_form_says_so(anna: Visitor) -> None:
    shown = anna.send(anna.open(PAGE).form_at(f"{PAGE}/bring"))

    assert (shown.status, shown.errors) == (422, ["Bitte eine Datei auswählen."])


def test_a_backup_may_be_larger_than_any_other_form(anna: Visitor, app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 100_000

    assert bring(anna, b"x" * 300_000).status == 422


def test_the_list_tells_seconds_tournament_act_and_round(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=13, name="Feuerwehrball")
    played_until(desk, night, "main-2")
    moment = datetime(2026, 12, 5, 20, 17, 42, tzinfo=UTC)

    make_before_a_draw(app, moment)
    shown = anna.open(PAGE)

    assert "05.12.2026, 21:17:42" in shown.text
    assert "Feuerwehrball: Ausgelost (Viertelfinale" in shown.text


def test_a_damaged_backup_is_marked_and_leads_nowhere(anna: Visitor, app: Flask) -> None:
    make(anna)
    [made] = kept(app).list()
    made.file.write_bytes(made.file.read_bytes()[:-4096])

    shown = anna.open(PAGE)

    assert "Beschädigt: nicht zu gebrauchen" in shown.text
    assert made.name not in shown.source
    assert "Diese Datei ist beschädigt" in anna.open(f"{PAGE}/restore?backup={made.name}").errors[0]


def test_the_page_says_how_to_have_a_second_folder_and_what_happens_without_it(
    anna: Visitor, app: Flask, tmp_path: Path
) -> None:
    assert "TOURNAMENT_BACKUPS=ORDNER" in anna.open(PAGE).text

    kept(app).chosen = tmp_path

    shown = anna.open(PAGE)
    assert "Das ist der zweite Ordner." in shown.text
    assert str(kept(app).usual) in shown.text


def test_a_missing_stick_is_told_on_the_pages_of_the_desk_by_what_it_is(
    anna: Visitor, app: Flask, desk: Desk, tmp_path: Path
) -> None:
    kept(app).chosen = tmp_path / "stick"
    make_before_a_draw(app, desk.now())

    shown = anna.open("/office/")

    assert "Der zweite Ordner ist nicht erreichbar." in shown.text
    assert f"Die Sicherung liegt stattdessen in {kept(app).usual}." in shown.text
