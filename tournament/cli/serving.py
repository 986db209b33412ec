"""Serving the desk, the board and the sheets."""

from __future__ import annotations

import argparse
import errno
import os
import socket
from typing import TYPE_CHECKING

from tournament.cli.frame import CANNOT, DATABASE, DONE, _, open_database, say
from tournament.errors import RuleBroken

if TYPE_CHECKING:
    from flask import Flask

EVERYWHERE = "0.0.0.0"  # noqa: S104 (phones in the hall look at the board)


def serve(options: argparse.Namespace) -> int:
    """Serve desk, board and sheets until Ctrl-C or SIGTERM."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    database = open_database(options)
    address, port = _free_address(options.host, options.port)
    say(_("Database: %(place)s", place=database.url.database or database.url))
    say(_("On this machine: %(address)s", address=_link("localhost", port)))
    if phones := _address_for_phones(address):
        say(_("For phones on the same network: %(address)s", address=_link(phones, port)))
    database.close()
    os.environ[DATABASE] = database.url.render_as_string(hide_password=False)
    server = Granian(
        "tournament.cli.serving:app",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=1,
        blocking_threads=8,
        workers_kill_timeout=3,  # without it stopping hangs now and then
        log_level=LogLevels.error,
    )
    server.serve()
    return DONE if server.interrupt_signal else CANNOT


def app() -> Flask:
    """What the server's worker serves; it is told its database by the environment."""
    from tournament.web import create_app

    return create_app(os.environ[DATABASE])


def _free_address(host: str, port: int) -> tuple[str, int]:
    """The numeric address to serve at, port 0 meaning a free one. RuleBroken if it cannot be."""
    try:
        family, *_rest, numeric = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.create_server(numeric[:2], family=family) as server:
            return str(numeric[0]), int(server.getsockname()[1])
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise RuleBroken(
                "Port %(port)s is taken: stop what serves there, or choose another one with --port.",
                port=port,
            ) from error
        raise RuleBroken(
            "It cannot be served at %(host)s, port %(port)s: %(reason)s.",
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def _link(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _address_for_phones(address: str) -> str | None:
    """This machine's address in its network, unless it serves only itself."""
    from tournament.web.phones import network_address

    if address != EVERYWHERE:
        return None if address.startswith("127.") or address == "::1" else address
    return network_address()
