"""Paper: every sheet as PDF, one print for each moment, and what the club puts on all of them."""

from tournament.web.paper import letterhead  # noqa: F401 (its page is registered by importing it)
from tournament.web.paper.prints import pages as pages
