"""The server that browser tests use, where a page is closed before it has all it asked for."""

from __future__ import annotations

import gc
import socket
import struct
from urllib.parse import urlsplit

from flask import Flask

from tests.web.apps import serving

HANG_UP_AT_ONCE = struct.pack("ii", 1, 0)


def test_a_browser_that_hangs_up_leaves_no_file_open(app: Flask) -> None:
    with serving(app) as address:
        where = urlsplit(address)
        for _again in range(20):
            with socket.create_connection((where.hostname, where.port)) as browser:
                browser.sendall(b"GET /static/desk.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
                browser.recv(1)
                browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANG_UP_AT_ONCE)
    gc.collect()
