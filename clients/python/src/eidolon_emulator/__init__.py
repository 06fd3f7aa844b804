"""Eidolon in tests: a running emulator, and a sandbox of it for each test.

>>> with start() as eidolon, eidolon.sandbox(clock="frozen") as sandbox:
...     sandbox.queue("itsme/reject")
"""

from .control import EidolonError, EidolonWarning, NotMet, Refused
from .process import EidolonProcess, find_program, start
from .sandbox import Sandbox
from .server import VERSION, Eidolon

__all__ = [
    "VERSION",
    "Eidolon",
    "EidolonError",
    "EidolonProcess",
    "EidolonWarning",
    "NotMet",
    "Refused",
    "Sandbox",
    "find_program",
    "start",
]
