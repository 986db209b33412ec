"""A late guest: a bye is sold until round two is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.wrappers import Response

from tournament.desk import late as acts
from tournament.desk.acts import Entry
from tournament.desk.office import Office
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.office.frame import pages, read
from tournament.web.office.selling import MOST_NUMBERS, SaleForm, is_paid, sale_page, say_sold, split_known
from tournament.web.wording import card_and_name


@pages.route("/<int:id_>/late", methods=["GET", "POST"])
def late(id_: int) -> Response | Shown:
    form = SaleForm()
    if form.is_sent:
        name, town = split_known(form.name.data, form.town.data)
        count, paid = form.count.data or 0, is_paid(form)
        entry = carry_out(
            form, lambda stamp: acts.sell_late(the_desk(), stamp, id_, name, town, count, paid=paid)
        )
        if entry:
            return say_sold(entry, *_matches(entry, read(id_))[:MOST_NUMBERS])
    return sale_page(form, read(id_))


def _matches(entry: Entry, office: Office) -> Sequence[str]:
    """Whom each late card meets, and where."""
    numbers = [facts["pairing"] for facts in entry.after["pairings"]]
    said = []
    for pairing in office.board.rounds[0].pairings:
        if pairing.number in numbers and pairing.right:
            values = {"number": pairing.number, "opponent": card_and_name(pairing.left)}
            if pairing.left.player == pairing.right.player:
                said.append(_("Match %(number)s: against himself, the card is handed in.", **values))
            else:
                said.append(_("Match %(number)s, against %(opponent)s.", **values))
    return said
