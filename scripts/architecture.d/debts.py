"""The breaches that are still to be mended: a file with a line for each, as the rules print it."""

from collections import Counter

HEADING = """\
# Where the sources do not yet keep what scripts/architecture asks for. This list only shrinks: mend a breach and remove its
# line (`scripts/architecture --write-debts` does), and add none.
"""


def read(path):
    if not path.exists():
        return []
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def write(path, breaches):
    path.write_text(HEADING + "".join(line + "\n" for line in sorted(breaches)))


def compare(found, known):
    """What to say about breaches that are not known, and about known ones that are none any more."""
    complaints = [f"new breach: {line}" for line in found if line not in set(known)]
    complaints += [f"no breach any more, remove the line: {line}" for line in known if line not in set(found)]
    if known != sorted(set(known)):
        complaints.append("the list is not sorted, or holds a line twice")
    return complaints


def summary(lines):
    """How many there are of each kind, such as `3 long, 2 unused`."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(Counter(line.split()[0] for line in lines).items())) or "none"
