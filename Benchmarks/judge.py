#!/usr/bin/env python3
"""How long a campaign takes against a relying party that answers in five milliseconds.

    .venv/bin/python Benchmarks/judge.py [PROGRAM] [CASES]

The relying party is the one of Tests/Acceptance/judge. Cases beyond those that ship are made up, so that there are CASES
(110 unless given) of them. Prints the seconds of the whole command, start included, and what became of the cases.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests/Acceptance"), str(ROOT / "Tests/Acceptance/judge")]

from party import Party  # noqa: E402

ADDRESS = "127.0.0.1:18099"


class SlowParty(Party):
    """Takes five milliseconds for each answer of its own."""

    pause = 0.005


def shipped(program: str) -> int:
    listed = subprocess.run([program, "judge", "--list", "--provider", "criipto"], capture_output=True, text=True)
    return len(listed.stdout.splitlines())


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/eidolon")
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 110
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "*"
    with tempfile.TemporaryDirectory() as folder, SlowParty(f"http://{ADDRESS}".replace("127.0.0.1", "localhost")) as party:
        cases = Path(folder) / "criipto"
        cases.mkdir()
        for number in range(max(0, wanted - shipped(program))):
            (cases / f"made-up-{number}.json").write_text(json.dumps({
                "title": f"Made up {number}", "provider": "criipto", "phone": [{"do": "approve"}],
                "tokens": {"id_token": {"defect": "wrong_nonce"}},
                "judge": {"family": "binding", "right": "must_refuse", "attack": "None."},
            }))
        report = Path(folder) / "judge.json"
        began = time.monotonic()
        subprocess.run(
            [program, "judge", "--provider", "criipto", "--start-url", f"{party.url}/login", "--listen", ADDRESS,
             "--scenarios", folder, "--report", str(report)],
            stdout=subprocess.DEVNULL, timeout=300,
        )
        seconds = time.monotonic() - began
        campaign = json.loads(report.read_text())
        slow = sorted(campaign["results"], key=lambda result: -result["milliseconds"])[:3]
        print(f"{len(campaign['results'])} cases in {seconds:.1f} s: {campaign['counts']}")
        print("slowest: " + ", ".join(f"{result['case']} {result['milliseconds']} ms" for result in slow))


if __name__ == "__main__":
    main()
