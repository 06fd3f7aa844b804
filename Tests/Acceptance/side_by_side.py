"""Several workers at once (`pytest -n`): a test that measures has the machine to itself, and what the workers' programs met is put together."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_SH, LOCK_UN, flock
from pathlib import Path

import pytest

from program import Program


class Room:
    """Tests of all workers pass its door one by one; any number of them may be in it, or one that is alone."""

    def __init__(self, folder: Path):
        self.door, self.room = (folder / "door").open("w"), (folder / "room").open("w")

    @contextmanager
    def entered(self, alone: bool):
        # Who waits to be alone stands in the door, so that nobody slips past.
        flock(self.door, LOCK_EX)
        flock(self.room, LOCK_EX if alone else LOCK_SH)
        flock(self.door, LOCK_UN)
        try:
            yield
        finally:
            flock(self.room, LOCK_UN)


ROOM, FOLDER = pytest.StashKey[Room](), pytest.StashKey[tempfile.TemporaryDirectory]()


def pytest_configure(config):
    if shared := getattr(config, "workerinput", {}).get("room"):
        config.stash[ROOM] = Room(Path(shared))


def pytest_unconfigure(config):
    if folder := config.stash.get(FOLDER, None):
        folder.cleanup()


# A file stays with one worker, so the last one to begin must be a short one.
def pytest_collection_modifyitems(config, items):
    if ROOM in config.stash:
        items.sort(key=lambda item: item.get_closest_marker("long") is None)


# Around the time limit too: waiting for others does not count.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    room = item.config.stash.get(ROOM, None)
    if room is None:
        return (yield)
    with room.entered(alone=item.get_closest_marker("alone") is not None):
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    if FOLDER not in node.config.stash:
        node.config.stash[FOLDER] = tempfile.TemporaryDirectory(prefix="acceptance-")
    node.workerinput["room"] = node.config.stash[FOLDER].name


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["never"] = {provider: sorted(never) for provider, never in Program.never.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    for provider, never in getattr(node, "workeroutput", {}).get("never", {}).items():
        Program.note(provider, set(never))
