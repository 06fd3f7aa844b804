"""The rules on small graphs, made by hand as the index would tell them."""

import unittest

import circles
import debts
import index_store as index
import rules
from code_map import CodeMap

READ = index.REFERENCE | index.READ


class RuleTests(unittest.TestCase):
    def setUp(self):
        self.code = CodeMap()

    def occur(self, file, usr, roles, *relations, kind=index.STRUCT, subkind=0, name=None, line=1, column=1):
        self.code.files.setdefault(file, [""])
        relations = [(role, index.Symbol(other, other, index.STRUCT, 0)) for role, other in relations]
        symbol = index.Symbol(usr, name or usr, kind, subkind)
        self.code.note(file, index.Occurrence(symbol, roles, line, column, relations))

    def declare(self, file, usr, *relations, **more):
        self.occur(file, usr, index.DEFINITION, *relations, **more)

    def use(self, file, usr, *relations, **more):
        self.occur(file, usr, READ, *relations, **more)

    def test_folders_on_a_circle_are_told_in_pairs(self):
        for folder in "ABCD":
            self.declare(f"Sources/M/{folder}/File.swift", folder)
        for one, other in ["AB", "BC", "CA", "CD"]:
            self.use(f"Sources/M/{one}/File.swift", other)
        self.assertEqual(
            sorted(circles.breaches(self.code)), ["circle M: A <-> B", "circle M: A <-> C", "circle M: B <-> C"]
        )
        self.assertIn("A -> B: 1 symbols, 1 uses", list(circles.show(self.code, "M")))

    def test_a_provider_is_a_module_whose_own_folder_is_a_dot(self):
        self.assertEqual(circles.place("Sources/Flow/Time/Instant.swift"), ("Flow", "Time"))
        self.assertEqual(circles.place("Sources/Providers/Itsme/Itsme.swift"), ("Providers/Itsme", "."))
        self.assertEqual(circles.place("Sources/Providers/Itsme/Token/Deep/Token.swift"), ("Providers/Itsme", "Token"))
        self.assertEqual(circles.place("Sources/Providers/Registry.swift"), ("Providers", "."))

    def test_a_provider_names_no_other(self):
        self.declare("Sources/Providers/Two/Two.swift", "Two")
        self.use("Sources/Providers/Two/Other.swift", "Two")
        self.use("Sources/Providers/Registry/Registry.swift", "Two")
        self.use("Sources/Providers/One/Sub/One.swift", "Two")
        self.assertEqual(list(rules.providers(self.code)), ["provider Sources/Providers/One/Sub/One.swift names Two: Two"])

    def test_what_only_itself_uses_is_unused(self):
        file = "Sources/M/File.swift"
        for name in ["Lonely", "Tested", "Used", "Owner"]:
            self.declare(file, name)
        self.declare(file, "member", (index.CHILD_OF, "Owner"))
        self.use(file, "Lonely", (index.CONTAINED_BY, "Lonely"))
        self.use(file, "Lonely", (index.EXTENDED_BY, "extension"))
        self.use(file, "Used")
        self.use(file, "member", (index.CONTAINED_BY, "Used"))
        self.code.tested.add("Tested")
        self.assertEqual(list(rules.unused(self.code)), [f"unused {file}: Lonely"])

    def test_what_fulfils_a_requirement_is_used_through_it(self):
        file = "Sources/M/File.swift"
        self.declare(file, "hash", (index.OVERRIDE_OF, "of a library"))
        for usr in ["called", "forgotten"]:
            self.declare(file, usr)
            self.declare(file, f"{usr} here", (index.OVERRIDE_OF, usr))
        self.use(file, "called")
        self.assertEqual(list(rules.unused(self.code)), [f"unused {file}: forgotten"])

    def test_an_enum_that_is_read_from_text_uses_its_cases(self):
        file = "Sources/M/File.swift"
        self.declare(file, "s:1M4KindO", kind=index.ENUM)
        self.declare(file, "s:1M4KindO3oneyA2CmF", (index.CHILD_OF, "s:1M4KindO"), kind=index.CASE, name="one")
        self.use(file, "s:1M4KindO")
        self.assertEqual(list(rules.unused(self.code)), [f"unused {file}: s:1M4KindO.one"])
        self.use(file, "s:1M4KindO8rawValueACSgSS_tcfc", name="init(rawValue:)")
        self.assertEqual(list(rules.unused(self.code)), [])

    def test_a_property_that_passes_the_clock_on_is_a_clock(self):
        self.declare("Sources/Flow/Clock.swift", "now", (index.CHILD_OF, "SandboxClock"))
        self.code.names["SandboxClock"] = "SandboxClock"
        self.declare("Sources/Kit/Ledger.swift", "getter", (index.ACCESSOR_OF, "ledger7InstantVvp"), subkind=3)
        self.use("Sources/Kit/Ledger.swift", "now", (index.CONTAINED_BY, "getter"))
        self.use("Sources/Providers/One/One.swift", "ledger7InstantVvp")
        self.use("Sources/Providers/One/One.swift", "now")
        self.use(rules.CLOCK_PLACE, "now")
        self.assertEqual(
            sorted(rules.clock_reads(self.code)),
            ["clock Sources/Kit/Ledger.swift: 1 read", "clock Sources/Providers/One/One.swift: 2 reads"],
        )

    def test_the_first_of_a_dictionary_is_nobody(self):
        file = "Sources/M/File.swift"
        self.code.files[file] = ["  for case let one as Two in all.values where one.fits {", "    return one", "  }"]
        self.use(file, "first", (index.RECEIVED_BY, "s:SD6ValuesV"))
        self.use(file, "first", (index.RECEIVED_BY, "s:Sa"))
        self.use(file, "s:SD6ValuesV12makeIteratorAB0C0Vyxq___GyF", name="makeIterator()")
        self.assertEqual(
            sorted(rules.unordered(self.code)),
            [f"unordered {file}: first", f"unordered {file}: loop that returns an element"],
        )

    def test_a_count_numbers_nothing(self):
        file = "Sources/M/File.swift"
        line = "key(length: all.count, ordinal: all.count)"
        self.code.files[file] = [line]
        self.use(file, "count", column=line.index("count") + 1)
        self.use(file, "count", column=line.rindex("count") + 1)
        self.assertEqual(list(rules.counts(self.code)), [f"count {file}: count as ordinal"])

    def test_the_list_of_debts_holds_exactly_the_breaches(self):
        self.assertEqual(debts.compare(["long A", "long B"], ["long A", "long B"]), [])
        self.assertEqual(debts.compare(["long A"], []), ["new breach: long A"])
        self.assertEqual(debts.compare([], ["long A"]), ["no breach any more, remove the line: long A"])
        self.assertEqual(len(debts.compare(["long A", "long B"], ["long B", "long A"])), 1)
