"""Whether an archive holds: everything that follows from its own facts, computed again and compared.

From the terms, who sold what to whom, the seeds and the results follow the size of the draw, every lot,
every pairing, who goes on, which rounds there are, every place and every prize. Not provable from an archive
alone is a score altered into another possible one of the same winner, unless its log tells of it.
"""

from __future__ import annotations

from tournament.desk.verifying.ending import check_ending
from tournament.desk.verifying.facts import check_facts, check_sentences
from tournament.desk.verifying.finding import Discrepancy as Discrepancy
from tournament.desk.verifying.reading import Archive, read_archive
from tournament.desk.verifying.rounds import check_rounds
from tournament.desk.verifying.sales import check_sales
from tournament.desk.verifying.told import check_log
from tournament.errors import RuleBroken


def verify(document: object) -> tuple[Discrepancy, ...]:
    """What does not hold in an archive, as read from JSON; nothing if it holds.

    Each discrepancy names its section of the rules and, where there is one, round and pairing. What builds
    on something that does not hold is not looked at. No value is trusted to be of its kind.
    """
    try:
        archive = read_archive(document)
    except RuleBroken as broken:
        return (Discrepancy(broken),)
    return discrepancies(archive)


def discrepancies(archive: Archive) -> tuple[Discrepancy, ...]:
    """What does not hold in an archive whose values are each of their kind."""
    for check in (check_facts, check_sales, check_rounds, check_ending, check_sentences, check_log):
        if found := tuple(check(archive)):
            return found
    return ()
