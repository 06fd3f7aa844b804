#!/usr/bin/env python3
"""How long a campaign takes against a relying party that answers in five milliseconds, and whether it says the same each time.

    .venv/bin/python Benchmarks/judge.py [PROGRAM] [--cases 110] [--repeat 1] [--command]

The relying party is the one of Tests/Acceptance/judge. Cases beyond those that ship are made up, so that there are so many
of them. Prints the seconds of the whole command, start included, what became of the cases, and which failed; with
--command a process of curl logs in for each, and the rate is printed. Ends with status 1 if a repetition says anything else.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
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


def make_up(folder: Path, count: int) -> None:
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"made-up-{number}.json").write_text(json.dumps({
            "title": f"Made up {number}", "provider": "criipto", "phone": [{"do": "approve"}],
            "tokens": {"id_token": {"defect": "wrong_nonce"}},
            "judge": {"family": "binding", "right": "must_refuse", "attack": "None."},
        }))


def campaign(program: str, scenarios: Path, with_command: bool) -> tuple[float, dict]:
    """How long one took, and its report."""
    report = scenarios.parent / "judge.json"
    with SlowParty(f"http://{ADDRESS}".replace("127.0.0.1", "localhost")) as party:
        login = f"{party.url}/login"
        way = ["--command", f"curl --noproxy '*' -sfLb '' {login} | grep -q Welcome"] if with_command else ["--start-url", login]
        began = time.monotonic()
        done = subprocess.run(
            [program, "judge", "--provider", "criipto", *way, "--listen", ADDRESS, "--scenarios", str(scenarios),
             "--report", str(report)],
            stdout=subprocess.DEVNULL, timeout=300,
        )
        seconds = time.monotonic() - began
        if done.returncode not in (0, 3):
            sys.exit(f"the judge ended with status {done.returncode}")
        return seconds, json.loads(report.read_text())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(ROOT / ".build/release/eidolon"))
    parser.add_argument("--cases", type=int, default=110)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--command", action="store_true")
    options = parser.parse_args()
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "*"
    took, first, differences = [], {}, []
    with tempfile.TemporaryDirectory() as folder:
        scenarios = Path(folder) / "scenarios"
        make_up(scenarios / "criipto", max(0, options.cases - shipped(options.program)))
        for _ in range(options.repeat):
            seconds, told = campaign(options.program, scenarios, options.command)
            took.append(seconds)
            count = len(told["results"])
            print(f"{count} cases in {seconds:.1f} s, {count / seconds:.1f} a second: {told['counts']}")
            slow = sorted(told["results"], key=lambda result: -result["milliseconds"])[:3]
            print("  slowest: " + ", ".join(f"{result['case']} {result['milliseconds']} ms" for result in slow))
            found = {result["case"]: result for result in told["results"]}
            for name, result in found.items():
                if result["result"] == "fail" and not first:
                    print(f"  fail: {name}: {result['reason']}")
                if first and result["result"] != first[name]["result"]:
                    differences.append(f"{name}: {result['result']}, at first {first[name]['result']}: {result['reason']}")
            first = first or found
    if options.repeat > 1:
        print(f"median {statistics.median(took):.1f} s, longest {max(took):.1f} s")
        print("\n".join(differences) or f"each case the same {options.repeat} times")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
