"""What the sources must keep. Each rule yields its breaches as lines that stay the same while code around them moves."""

import re
from collections import Counter

import circles
import index_store as index

LONGEST = 300

# Where the kit reads a sandbox's clock, once for each call; everything else is told the time.
CLOCK_PLACE = "Sources/ProviderKit/Application/Exchange.swift"
CLOCK = {f"SandboxClock.{name}" for name in ("now", "written", "forClients", "real")}

# Members that depend on an order, and the types that have none: Dictionary, its keys and values, and Set.
ORDERED = {"first", "first(where:)", "prefix(_:)", "randomElement()"}
UNORDERED = {"s:SD", "s:SD4KeysV", "s:SD6ValuesV", "s:Sh"}

# What a count must not be: the number of a thing, as a label or a variable before it says.
IDENTIFYING = re.compile(r"\b(ordinal|purpose|identifier|id|jti|nonce)\s*[:=]\s*[^,]*$", re.IGNORECASE)


def breaches(code):
    """Every line of every rule, sorted."""
    found = set()
    for rule in (circles.breaches, providers, unused, long_files, clock_reads, unordered, counts):
        found.update(rule(code))
    return sorted(found)


def providers(code):
    """No provider names another."""
    for use in code.uses:
        declared = code.declared.get(use.usr)
        if declared and _provider(use.file) and _provider(declared.file) not in (None, _provider(use.file)):
            yield f"provider {use.file} names {_provider(declared.file)}: {code.title(use.usr)}"


def _provider(file):
    parts = file.split("/")
    return parts[2] if parts[1] == "Providers" and parts[2] != "Registry" else None


def unused(code):
    """Every symbol is used by something other than itself, if only by a test."""
    used = _used(code)
    unnamed = {index.EXTENSION, index.DESTRUCTOR, index.PARAMETER}
    for declared in code.declared.values():
        if declared.usr in used or declared.kind in unnamed or declared.subkind in index.ACCESSORS | {index.TYPE_PARAMETER}:
            continue
        # What fulfils a requirement goes when the requirement goes.
        if not declared.name or code.fulfils.get(declared.usr) or _is_interface(code, declared):
            continue
        if declared.usr not in code.tested:
            yield f"unused {declared.file}: {code.title(declared.usr)}"


def _used(code):
    used, listed = set(), set()
    for use in code.uses:
        around = set(code.owners(use.inside))
        for symbol in code.owners(use.usr):
            if symbol in around:
                break
            used.add(symbol)
        # The compiler adds these to an enum; their USR begins with the enum's.
        if code.names[use.usr] in ("allCases", "init(rawValue:)"):
            listed.add(re.split("8allCases|8rawValue", use.usr)[0])
    used.update(usr for usr, symbol in code.declared.items() if symbol.kind == index.CASE and code.owner.get(usr) in listed)
    # A member that fulfils a requirement is called through it, here or in a library.
    waiting = True
    while waiting:
        waiting = {
            usr
            for usr, required in code.fulfils.items()
            if usr not in used and any(each in used or each not in code.declared for each in required)
        }
        used |= waiting
    return used


def _is_interface(code, declared):
    """Whether it is for other people's tests."""
    if declared.kind == index.CASE:
        declared = code.declared[code.owner[declared.usr]]
    return declared.file.startswith("Sources/EidolonTesting/") and "public " in code.files[declared.file][declared.line - 1]


def long_files(code):
    """A file can be read at a sitting."""
    for file, lines in code.files.items():
        if len(lines) > LONGEST:
            yield f"long {file}"


def clock_reads(code):
    """A call has one instant: the clock is read in the kit's one place, also where a property passes it on."""
    clocks = {usr for usr in code.declared if code.title(usr) in CLOCK}
    homes = {code.declared[usr].file for usr in clocks} | {CLOCK_PLACE}
    while True:
        reads = [use for use in code.uses if use.usr in clocks and use.roles & index.READ]
        passing = {code.owner[use.inside] for use in reads if _is_getter_of_instant(code, use.inside)}
        if passing <= clocks:
            break
        clocks |= passing
    for file, number in Counter(use.file for use in reads if use.file not in homes).items():
        yield f"clock {file}: {number} {'read' if number == 1 else 'reads'}"


def _is_getter_of_instant(code, usr):
    getter = code.declared.get(usr)
    return getter is not None and getter.subkind in index.ACCESSORS and code.owner[usr].endswith("7InstantVvp")


def unordered(code):
    """Nothing depends on the order of a dictionary or a set, which is another in every process."""
    found = Counter()
    for use in code.uses:
        name = code.names[use.usr]
        # The first of a set is how one takes its only element.
        if name in ORDERED and use.receiver in UNORDERED and (name, use.receiver) != ("first", "s:Sh"):
            found[use.file, name] += 1
        elif name == "makeIterator()" and use.usr.split("12makeIterator")[0] in UNORDERED:
            if _returns_an_element(code.files[use.file], use.line - 1):
                found[use.file, "loop that returns an element"] += 1
    for (file, name), number in found.items():
        yield f"unordered {file}: {name}" + (f", {number} times" if number > 1 else "")


def _returns_an_element(lines, start):
    """Whether the loop that begins in a line, formatted as everything is here, returns what its pattern binds."""
    heading = lines[start]
    bound = re.findall(r"\b[a-z]\w*", heading.split(" in ")[0].removeprefix("for "))
    margin = heading[: len(heading) - len(heading.lstrip())]
    body = heading.partition("{")[2]
    for line in lines[start + 1 :] if not body.rstrip().endswith("}") else []:
        if line.startswith(margin + "}"):
            break
        body += "\n" + line
    returned = " ".join(re.findall(r"\breturn\b(.*)", body))
    return any(re.search(rf"\b{name}\b", returned) for name in bound)


def counts(code):
    """How many there are of something numbers nothing: it stands still when one goes and another comes."""
    for use in code.uses:
        if code.names[use.usr] != "count" or not use.roles & index.READ:
            continue
        named = IDENTIFYING.search(code.files[use.file][use.line - 1][: use.column - 1])
        if named:
            yield f"count {use.file}: {code.title(use.usr) or 'count'} as {named[1]}"
