"""Puts the program into the wheel that is built, if the variable EIDOLON_BINARY names it."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}
PROGRAM_INTERPRETER = 3


class ProgramHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        named = os.environ.get("EIDOLON_BINARY")
        if not named:
            return
        build_data["force_include"][str(Path(named).resolve())] = "eidolon_emulator/bin/eidolon"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platforms(Path(named))}"


def platforms(program: Path) -> str:
    """The platforms of a wheel with this program: any Linux if it needs no shared library, else one like this machine."""
    with program.open("rb") as file:
        head = file.read(64)
        if head[:6] != b"\x7fELF\x02\x01":
            raise SystemExit(f"EIDOLON_BINARY {program} is not a program for 64-bit Linux; scripts/build release makes one")
        machine = MACHINES.get(struct.unpack_from("<H", head, 18)[0])
        if machine is None:
            raise SystemExit(f"EIDOLON_BINARY {program} is for a machine that has no name here")
        (table,) = struct.unpack_from("<Q", head, 32)
        size, count = struct.unpack_from("<HH", head, 54)
        file.seek(table)
        entries = [struct.unpack_from("<I", file.read(size))[0] for _ in range(count)]
    if PROGRAM_INTERPRETER in entries:
        return f"linux_{machine}"
    return f"manylinux2014_{machine}.musllinux_1_1_{machine}"
