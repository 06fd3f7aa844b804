"""Reads what the compiler writes beside its objects: which symbol occurs where, in which role (libIndexStore's C interface)."""

import ctypes
import os
import shutil
from collections import namedtuple

# Roles of an occurrence, and of its relations to other symbols.
DEFINITION, REFERENCE, READ, IMPLICIT = 1 << 1, 1 << 2, 1 << 3, 1 << 8
CHILD_OF, OVERRIDE_OF, RECEIVED_BY = 1 << 9, 1 << 11, 1 << 12
EXTENDED_BY, ACCESSOR_OF, CONTAINED_BY = 1 << 14, 1 << 15, 1 << 16
RELATIONS = 0x3FF << 9

# Kinds of symbols, and the kinds within a kind that are accessors of properties and subscripts.
ENUM, STRUCT, EXTENSION, CASE, DESTRUCTOR, PARAMETER = 5, 6, 9, 15, 23, 25
ACCESSORS = {3, 4, *range(1000, 1004), *range(1014, 1019)}
TYPE_PARAMETER = 1013
# The kind of a unit's dependency that is the record of its own file.
RECORD = 2

Symbol = namedtuple("Symbol", "usr name kind subkind")
Occurrence = namedtuple("Occurrence", "symbol roles line column relations")
Unit = namedtuple("Unit", "file written records")


class IndexMissing(Exception):
    """There is no library, no index, or an index of other sources; the message says what to do."""


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


_VisitText = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, _Text)
_Visit = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
_POINTER, _NUMBER, _SIZE = ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint64

# What each function that is called here returns and takes.
_FUNCTIONS = {
    "store_create": (_POINTER, [ctypes.c_char_p, _POINTER]),
    "store_units_apply_f": (ctypes.c_bool, [_POINTER, _NUMBER, _POINTER, _VisitText]),
    "store_get_unit_modification_time": (
        ctypes.c_bool,
        [_POINTER, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_int64), _POINTER],
    ),
    "unit_reader_create": (_POINTER, [_POINTER, ctypes.c_char_p, _POINTER]),
    "unit_reader_dispose": (None, [_POINTER]),
    "unit_reader_get_main_file": (_Text, [_POINTER]),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, [_POINTER, _POINTER, _Visit]),
    "unit_dependency_get_kind": (_NUMBER, [_POINTER]),
    "unit_dependency_get_name": (_Text, [_POINTER]),
    "record_reader_create": (_POINTER, [_POINTER, ctypes.c_char_p, _POINTER]),
    "record_reader_dispose": (None, [_POINTER]),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, [_POINTER, _POINTER, _Visit]),
    "occurrence_get_symbol": (_POINTER, [_POINTER]),
    "occurrence_get_roles": (_SIZE, [_POINTER]),
    "occurrence_get_line_col": (None, [_POINTER, ctypes.POINTER(_NUMBER), ctypes.POINTER(_NUMBER)]),
    "occurrence_relations_apply_f": (ctypes.c_bool, [_POINTER, _POINTER, _Visit]),
    "symbol_relation_get_roles": (_SIZE, [_POINTER]),
    "symbol_relation_get_symbol": (_POINTER, [_POINTER]),
    "symbol_get_usr": (_Text, [_POINTER]),
    "symbol_get_name": (_Text, [_POINTER]),
    "symbol_get_kind": (_NUMBER, [_POINTER]),
    "symbol_get_subkind": (_NUMBER, [_POINTER]),
}


class _Library:
    """The functions of the toolchain's library, without their common prefix."""

    def __init__(self):
        path = os.environ.get("LIBINDEXSTORE") or self._beside_the_compiler()
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            raise IndexMissing(f"{path} cannot be loaded ({error}): set LIBINDEXSTORE to the toolchain's library")
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    @staticmethod
    def _beside_the_compiler():
        swift = shutil.which("swift")
        if not swift:
            raise IndexMissing("swift is not on the PATH: install the toolchain, or set LIBINDEXSTORE to its libIndexStore.so")
        return os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(swift))), "lib", "libIndexStore.so")


class IndexStore:
    """The index in a folder."""

    def __init__(self, folder):
        if not os.path.isdir(folder):
            raise IndexMissing("there is no index: run `swift build --build-tests` first")
        self._library = _Library()
        self._store = self._library.store_create(os.fsencode(folder), None)
        if not self._store:
            raise IndexMissing("the index cannot be read: remove .build and run `swift build --build-tests`")

    def units(self):
        """What was compiled, each with its main file and when it was written, in nanoseconds."""
        names = []
        self._library.store_units_apply_f(self._store, 1, None, _VisitText(lambda _, name: names.append(str(name)) or True))
        return [unit for unit in map(self._unit, names) if unit]

    def _unit(self, name):
        library, records = self._library, []
        reader = library.unit_reader_create(self._store, name.encode(), None)
        if not reader:
            return None

        def visit(_, dependency):
            if library.unit_dependency_get_kind(dependency) == RECORD:
                records.append(str(library.unit_dependency_get_name(dependency)))
            return True

        file = str(library.unit_reader_get_main_file(reader))
        library.unit_reader_dependencies_apply_f(reader, None, _Visit(visit))
        library.unit_reader_dispose(reader)
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        library.store_get_unit_modification_time(self._store, name.encode(), seconds, nanoseconds, None)
        return Unit(file, seconds.value * 10**9 + nanoseconds.value, records)

    def occurrences(self, record):
        """Every occurrence of a symbol in a file; relations are pairs of roles and the other symbol."""
        library, symbols, found = self._library, {}, []
        line, column = _NUMBER(), _NUMBER()

        def symbol(pointer):
            if pointer not in symbols:
                symbols[pointer] = Symbol(
                    str(library.symbol_get_usr(pointer)),
                    str(library.symbol_get_name(pointer)),
                    library.symbol_get_kind(pointer),
                    library.symbol_get_subkind(pointer),
                )
            return symbols[pointer]

        def relate(_, relation):
            other = symbol(library.symbol_relation_get_symbol(relation))
            relations.append((library.symbol_relation_get_roles(relation), other))
            return True

        def visit(_, occurrence):
            nonlocal relations
            relations, roles = [], library.occurrence_get_roles(occurrence)
            library.occurrence_get_line_col(occurrence, line, column)
            if roles & RELATIONS:
                library.occurrence_relations_apply_f(occurrence, None, relating)
            subject = symbol(library.occurrence_get_symbol(occurrence))
            found.append(Occurrence(subject, roles, line.value, column.value, relations))
            return True

        relations, relating = [], _Visit(relate)
        reader = library.record_reader_create(self._store, record.encode(), None)
        if not reader:
            raise IndexMissing(f"the index lacks the record {record}: remove .build and run `swift build --build-tests`")
        library.record_reader_occurrences_apply_f(reader, None, _Visit(visit))
        library.record_reader_dispose(reader)
        return found
