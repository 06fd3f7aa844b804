"""Which symbol is declared in which file, and who uses it."""

import os
from collections import defaultdict, namedtuple
from pathlib import Path

import index_store as index

Declared = namedtuple("Declared", "usr name kind subkind file line")
# A place that names a symbol. `inside` is the symbol whose body or declaration holds it, `receiver` the type that a
# protocol's member is called on; both are None where the index does not say.
Use = namedtuple("Use", "usr file line column roles inside receiver")

INDEX = ".build/debug/index/store"
# Plugins are compiled by the package manager for itself, without an index.
NOT_INDEXED = ("Sources/EmbedFiles/", "Tests/Fuzzing/Driver/")


class CodeMap:
    def __init__(self):
        self.files = {}  # path -> lines of text, of every Swift file below Sources
        self.declared = {}  # usr -> Declared, of every symbol below Sources
        self.names = {}  # usr -> name, of every symbol that occurs below Sources
        self.owner = {}  # usr -> usr of the type that a member, or of the property that an accessor, belongs to
        self.extensions = set()  # usrs of extensions, which have no name of their own
        self.fulfils = defaultdict(set)  # usr -> usrs of the requirements and overridden members that it stands for
        self.uses = []  # every Use below Sources
        self.tested = set()  # usrs of what a file below Tests uses

    def owners(self, usr):
        """A symbol and all that it stands in, from the inside out."""
        while usr:
            yield usr
            usr = self.owner.get(usr)

    def title(self, usr):
        """A symbol's name with its types', such as `Handle.Kind.code`."""
        names = [self.names[each] for each in self.owners(usr) if each in self.names and each not in self.extensions]
        return ".".join(reversed(names))

    def note(self, file, occurrence):
        """Takes up one occurrence in a file."""
        symbol, roles = occurrence.symbol, occurrence.roles
        self.names[symbol.usr] = symbol.name
        inside = receiver = None
        for relation, other in occurrence.relations:
            if relation & (index.CHILD_OF | index.ACCESSOR_OF):
                self.owner[symbol.usr] = other.usr
            if relation & index.OVERRIDE_OF:
                self.fulfils[symbol.usr].add(other.usr)
            if relation & index.EXTENDED_BY:
                # An extension is part of its type: its heading alone does not make the type used.
                self.owner[other.usr] = inside = symbol.usr
                self.extensions.add(other.usr)
            if relation & index.CONTAINED_BY:
                inside = other.usr
            if relation & index.RECEIVED_BY:
                receiver = other.usr
        if roles & index.REFERENCE:
            # A property's getter and setter are named along with the property.
            if symbol.subkind not in index.ACCESSORS:
                self.uses.append(Use(symbol.usr, file, occurrence.line, occurrence.column, roles, inside, receiver))
        elif roles & index.DEFINITION and not roles & index.IMPLICIT:
            declared = Declared(symbol.usr, symbol.name, symbol.kind, symbol.subkind, file, occurrence.line)
            self.declared.setdefault(symbol.usr, declared)


def read(root):
    """The map of a package that was built with its tests."""
    root = Path(root)
    store = index.IndexStore(root / INDEX)
    newest = {}
    for unit in store.units():
        # A file that moved to another module leaves a unit of the old one behind.
        if unit.file not in newest or unit.written > newest[unit.file].written:
            newest[unit.file] = unit
    code = CodeMap()
    for path in swift_files(root, "Sources") + swift_files(root, "Tests"):
        file = path.relative_to(root).as_posix()
        if file.startswith("Sources/"):
            code.files[file] = path.read_text().splitlines()
        if file.startswith(NOT_INDEXED):
            continue
        unit = newest.get(str(path))
        if not unit:
            raise index.IndexMissing(f"{file} is not in the index: run `swift build --build-tests` first")
        if unit.written < path.stat().st_mtime_ns:
            raise index.IndexMissing(f"{file} is newer than the index: run `swift build --build-tests` first")
        for record in unit.records:
            for occurrence in store.occurrences(record):
                if file.startswith("Sources/"):
                    code.note(file, occurrence)
                elif occurrence.roles & index.REFERENCE:
                    code.tested.add(occurrence.symbol.usr)
    return code


def swift_files(root, folder):
    return sorted(Path(at) / name for at, _, names in os.walk(root / folder) for name in names if name.endswith(".swift"))
