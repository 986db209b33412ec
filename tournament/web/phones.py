"""Links that the phones in the hall can follow; pages show them as QR codes, too."""

from __future__ import annotations

import socket
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, url_for

from tournament.paper.codes import qr_image

_ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def prepare(app: Flask) -> None:
    app.add_template_global(phone_link)
    app.add_template_global(qr_image)


def phone_link(endpoint: str, **values: Any) -> str:  # noqa: ANN401 (as url_for takes them)
    """The full address of a page. Where the desk is open as localhost, this machine's name for others."""
    url = urlsplit(url_for(endpoint, _external=True, **values))
    here = network_address() if url.hostname in _ONLY_HERE else None
    if here is None:
        return urlunsplit(url)
    return urlunsplit(url._replace(netloc=f"{here}:{url.port}" if url.port else here))


def network_address() -> str | None:
    """This machine's address in its network, if it is in one. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
