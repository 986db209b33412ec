"""Paper: `prints`, every sheet as PDF and one print for each moment; `letterhead`, what stands on all."""

from tournament.web.paper import letterhead  # noqa: F401 (its page is registered by importing it)
from tournament.web.paper.prints import pages as pages
