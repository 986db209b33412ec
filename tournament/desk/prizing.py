"""The end of a tournament, and handing out its prizes (rules, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.loading import load_night
from tournament.desk.night import BandFacts, Night
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.knockout.prizes import Band, bands_to_order, in_order_by_lot
from tournament.knockout.seed import SEED_BYTES
from tournament.store import queries
from tournament.store.models import BandOrder


@act
def finish(work: Work, play_off: Sequence[int] = ()) -> Change:
    """Finish the tournament once everything is decided. A lot orders the bands that prizes reach.

    The lot is drawn once in a night, however often it is finished. `play_off` are cards of those bands that
    played for their order, the best first: all that win a prize there, since no lot is drawn beside it.
    """
    night = load_night(work.session, work.id)
    if night.finished:
        raise RuleBroken("The tournament is finished.", rule="6")
    if night.open:
        raise RuleBroken("Matches still open: %(count)s.", rule="6", count=len(night.open))
    if not night.is_over:
        raise RuleBroken("The next round must be drawn first.", rule="6")
    lots = _lots(work, night, play_off)
    _refuse_gaps(night, lots)
    for lot in lots:
        seed = bytes.fromhex(lot["seed"]) if lot["seed"] else None
        row = BandOrder(tournament_id=work.id, place=lot["place"], seed=seed, tickets=lot["order"])
        work.session.add(row)
    work.tournament.finished = True
    work.session.flush()
    again = _tick_again(work)
    return Change({"lots": lots} | ({"collected": again} if again else {}))


@act
def reopen(work: Work) -> Change:
    """Take the end back, to correct a result. What was collected is ticked again if it stays the same.

    What the prizes were is noted: only so it is known later which one somebody has.
    """
    night = load_night(work.session, work.id)
    if not night.finished:
        raise RuleBroken("The tournament is not finished.", rule="7")
    prizes = list(night.terms.prizes)
    before: Facts = {"awards": _awarded(night), "prizes": prizes, "collected": [], "lots": []}
    drawn = _lots_drawn(work)
    for prize in queries.prizes(work.session, work.id):
        if prize.collected_at:
            before["collected"].append([prize.rank, prize.collected_at.isoformat()])
            prize.collected_at = None
    for band in queries.band_orders(work.session, work.id):
        before["lots"].append(_lot(band, drawn))
        work.session.delete(band)
    work.tournament.finished = False
    return Change({}, before)


@act
def collect_prize(work: Work, rank: int, *, seen: int, collected: bool = True) -> Change:
    """Tick a prize off as collected by the winner, or take the tick of whoever has it back.

    Either way whoever had it before a correction has given it back. `seen` is the card that was shown to
    win it, or to have it; Overtaken if it is another one now.
    """
    prize = next((p for p in queries.prizes(work.session, work.id) if p.rank == rank), None)
    if prize is None:
        raise NotThere("There is no prize for rank %(rank)s.", field="rank", rank=rank)
    if not work.tournament.finished:
        raise RuleBroken("Prizes are awarded when the tournament is finished.", rule="6", field="rank")
    night = load_night(work.session, work.id)
    winner = next(award.ticket for award in night.awards if award.rank == rank)
    if collected and winner is None:
        raise RuleBroken("Nobody wins this prize.", rule="6", field="rank")
    was = prize.collected_at
    owing = next(night.owes(facts) for facts in night.prizes if facts.rank == rank)
    whose = winner if collected else owing or (winner if was else None)
    if whose != seen:
        mine, theirs = {"name": _named(night, seen)}, {"name": _named(night, whose)}
        raise Overtaken("Something has changed about this prize meanwhile.", mine=mine, theirs=theirs)
    before = {
        "rank": rank,
        "collected": was is not None,
        "collected_at": was.isoformat() if was else None,
    }
    if before["collected"] != collected:
        prize.collected_at = work.now if collected else None
    after: Facts = {"rank": rank, "text": prize.text, "collected": collected}
    if owing:
        after["back_from"] = owing
    return Change(after, before)


def reached_bands(night: Night) -> tuple[Band, ...]:
    """The bands of equal losers that prizes reach: a lot or a play-off puts them in order."""
    one_each = night.terms.one_prize_per_player
    ranks = [prize.rank for prize in night.prizes]
    return bands_to_order(ranks, night.places, night.holders, one_each=one_each)


def _lots(work: Work, night: Night, play_off: Sequence[int]) -> list[Facts]:
    """The lots of the bands that prizes reach; the seed of the first lot of the night is that of all."""
    bands = reached_bands(night)
    _check_play_off(bands, play_off)
    if not bands:
        return []
    drawn = _lots_drawn(work)
    seeds = [lot["seed"] for lot in drawn if lot["seed"]]
    seed = bytes.fromhex(seeds[0]) if seeds else work.entropy(SEED_BYTES)
    return [_lot_of(band, seed, drawn, play_off) for band in bands]


def _check_play_off(bands: Sequence[Band], play_off: Sequence[int]) -> None:
    tickets = {place.ticket for band in bands for place in band}
    for ticket in play_off:
        if ticket not in tickets:
            raise RuleBroken(
                "Card %(ticket)s shares no place that a prize reaches.",
                rule="6",
                field="play_off",
                ticket=ticket,
            )
    if len(set(play_off)) != len(play_off):
        raise RuleBroken("Each card stands once in the order.", rule="6", field="play_off")


def _lot_of(band: Band, seed: bytes, drawn: Sequence[Facts], play_off: Sequence[int]) -> Facts:
    """What was played for; else the last play-off of exactly these tickets, their first lot, or a new one."""
    tickets = [place.ticket for place in band]
    if played := [ticket for ticket in play_off if ticket in tickets]:
        rest = [ticket for ticket in tickets if ticket not in played]
        return {"place": band[0].place, "seed": None, "order": [*played, *rest], "played": played}
    stood = [lot for lot in drawn if sorted(lot["order"]) == tickets]
    for lot in (*(lot for lot in reversed(stood) if not lot["seed"]), *stood):
        return lot | {"place": band[0].place}
    return {"place": band[0].place, "seed": seed.hex(), "order": list(in_order_by_lot(tickets, seed))}


def _refuse_gaps(night: Night, lots: Sequence[Facts]) -> None:
    """RuleBroken if a prize would go to a card that a play-off has not put in order.

    Earlier versions told of a play-off no more than the whole band.
    """
    bands = tuple(BandFacts(lot["place"], None, tuple(lot["order"])) for lot in lots)
    winners = {award.ticket for award in replace(night, finished=True, bands=bands).awards}
    for lot in lots:
        unknown = winners.intersection(lot["order"]) - set(lot["played" if "played" in lot else "order"])
        if lot["seed"] is None and unknown:
            raise RuleBroken(
                "Play-off among places %(place)s–%(to)s: please also type the cards that win the next "
                "prizes (%(count)s more).",
                rule="6",
                field="play_off",
                place=lot["place"],
                to=lot["place"] + len(lot["order"]) - 1,
                count=len(unknown),
            )


def _lots_drawn(work: Work) -> list[Facts]:
    """Every lot that the log tells of, the first drawn first, those taken back since, too."""
    entries = queries.entries_of_acts(work.session, work.id, ("finish", "reopen"))
    told = [entry.after if entry.act == "finish" else entry.before for entry in entries]
    return [lot for facts in told for lot in facts.get("lots", [])]


def _lot(row: BandOrder, drawn: Sequence[Facts]) -> Facts:
    """The lot that orders a band of equal losers, as the log told it when it was drawn."""
    seed = row.seed.hex() if row.seed else None
    stands: Facts = {"place": row.place, "seed": seed, "order": list(row.tickets)}
    return next((lot for lot in reversed(drawn) if stands.items() <= lot.items()), stands)


def _tick_again(work: Work) -> list[int]:
    """After a correction: tick what had been collected before by whom it is awarded to again."""
    night = load_night(work.session, work.id)
    kept = {
        rank: one.at
        for rank, one in sorted(night.taken.items())
        if night.last_holders[one.ticket] == night.winners[rank]
    }
    for prize in queries.prizes(work.session, work.id):
        prize.collected_at = kept.get(prize.rank)
    return list(kept)


def _named(night: Night, ticket: int | None) -> str | None:
    """A card and its player, for people; None for nobody."""
    player = night.last_holders.get(TicketNumber(ticket)) if ticket else None
    return f"{ticket} {night.called[player]}" if player else None


def _awarded(night: Night) -> list[list[int | None]]:
    return [[award.rank, award.ticket] for award in night.awards]
