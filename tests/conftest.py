"""What every test may ask for: a real browser and a real PostgreSQL, and pages that take no error quietly.

Properties are tried on the same examples every time, on a machine however slow: what turns red is the change.
`pytest --hypothesis-profile default` tries others.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests.postgresql import a_postgresql

settings.register_profile(
    "the same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("the same")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",  # as root, in a container, there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SERVERS = {"address", "served"}
"""The fixtures that serve the pages, each named for the address it gives."""

PHONE = (390, 844)
LAPTOP = (1280, 800)

PATIENCE = 30_000
"""Milliseconds in which a page has done what it does at once, on a machine however busy."""

expect.set_options(timeout=PATIENCE)

A_POLL = 6_000
"""Milliseconds after which a page that asks every five seconds has asked again."""


def ask_again(page: Page) -> None:
    """The page's clock jumps on, so that it asks the desk what is new."""
    page.clock.fast_forward(A_POLL)


class OpenPage(Protocol):
    """Opens a page of its own, with no memory of other pages.

    `forgives` holds parts of console errors that belong to the test, such as "422" where a form is refused.
    """

    def __call__(
        self, *, locale: str = "de-AT", viewport: tuple[int, int] = LAPTOP, forgives: tuple[str, ...] = ()
    ) -> Page: ...


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    with a_postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The browser that scripts/test found, or one on the path: without one the tests fail."""
    named = os.environ.get("TOURNAMENT_TEST_BROWSER")
    path = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "no browser: install chromium, or run scripts/test"
    return Path(path)


@pytest.fixture(scope="session")
def browser(chromium_path: Path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """`page(locale="en", viewport=PHONE)`; the test fails on any error in a page's console or script.

    In whatever order a test asks for the two: the pages are closed before their server stops.
    """
    for server in SERVERS.intersection(request.fixturenames):
        request.getfixturevalue(server)
    complaints: list[str] = []
    opened: list[Page] = []

    def open_page(
        *, locale: str = "de-AT", viewport: tuple[int, int] = LAPTOP, forgives: tuple[str, ...] = ()
    ) -> Page:
        def hear(message: ConsoleMessage) -> None:
            if message.type == "error" and not any(part in message.text for part in forgives):
                complaints.append(f"console: {message.text} ({message.location['url']})")

        size = ViewportSize(width=viewport[0], height=viewport[1])
        page = browser.new_page(locale=locale, viewport=size, timezone_id="Europe/Vienna")
        page.set_default_timeout(PATIENCE)
        page.clock.install()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(f"script: {error.message}"))
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.close()
    assert complaints == []
