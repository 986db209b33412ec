"""Links that the phones in the hall can follow, and their QR codes."""

from __future__ import annotations

import socket
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import segno
from flask import Flask, url_for

_ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def prepare(app: Flask) -> None:
    app.add_template_global(phone_link)
    app.add_template_global(qr_code)


def phone_link(endpoint: str, **values: Any) -> str:  # noqa: ANN401 (as url_for takes them)
    """The full address of a page. Where the desk is open as localhost, this machine's name for others."""
    url = urlsplit(url_for(endpoint, _external=True, **values))
    here = network_address() if url.hostname in _ONLY_HERE else None
    if here is None:
        return urlunsplit(url)
    return urlunsplit(url._replace(netloc=f"{here}:{url.port}" if url.port else here))


@lru_cache(maxsize=4096)
def qr_code(url: str) -> str:
    """The QR code of an address as the source of an image, dark on white whatever the page's colours."""
    return segno.make(url, error="m", micro=False).svg_data_uri(scale=4, border=3, light="white")


def network_address() -> str | None:
    """This machine's address in its network, if it is in one. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
