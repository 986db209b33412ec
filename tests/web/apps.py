"""The pages of a database, as many of them as tests want."""

from __future__ import annotations

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from tournament.web import create_app


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
