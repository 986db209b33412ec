"""The pages of a database, as many of them as tests want, and a server for a real browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.serving import make_server

from tournament.web import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class _CompiledOnce(BytecodeCache):
    """The templates, which are the same for every test."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_templates = _CompiledOnce()


def an_app(url: str) -> Flask:
    """The pages on the migrated database at `url`."""
    app = create_app(url)
    app.jinja_env.bytecode_cache = _templates
    return app


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address under which a real browser finds these pages."""

    def whole(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The whole answer, its file closed: the server forgets to where a closed page no longer listens."""
        answer = app(environ, start_response)
        try:
            return [b"".join(answer)]
        finally:
            if close := getattr(answer, "close", None):
                close()

    server = make_server("127.0.0.1", 0, whole, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
