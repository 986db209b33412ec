"""A late guest: a bye is sold until round two is drawn."""

from __future__ import annotations

from werkzeug.wrappers import Response

from tournament.desk import late as acts
from tournament.desk.acts import Facts
from tournament.desk.office import Office
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.office.frame import pages, read
from tournament.web.office.selling import MOST_NUMBERS, LateForm, is_paid, sale_page, say_sold, split_known
from tournament.web.wording import card_and_name


@pages.route("/<int:id_>/late", methods=["GET", "POST"])
def late(id_: int) -> Response | Shown:
    form = LateForm()
    if form.is_sent:
        name, town = split_known(form.name.data, form.town.data)
        count, paid, drawn = form.count.data or 0, is_paid(form), form.number.data or ()
        entry = carry_out(
            form,
            lambda stamp: acts.sell_late(the_desk(), stamp, id_, name, town, count, paid=paid, drawn=drawn),
        )
        if entry:
            office = read(id_)
            return say_sold(entry, *(_meets(office, one) for one in entry.after["pairings"][:MOST_NUMBERS]))
    return sale_page(form, read(id_))


def _meets(office: Office, late: Facts) -> str:
    """Whom a late card meets, and where; its draw may be void if the sale was sent again."""
    pairing = office.board.pairing(late["round"], late["pairing"])
    if pairing is None or pairing.right is None or pairing.right.ticket != late["right"]:
        return _("The draw of card %(ticket)s is void since.", ticket=late["right"])
    if pairing.left.player == pairing.right.player:
        return _("Match %(number)s: against himself, the card is handed in.", number=pairing.number)
    opponent = card_and_name(pairing.left)
    return _("Match %(number)s, against %(opponent)s.", number=pairing.number, opponent=opponent)
