"""What is compared, and the differences that are meant to be."""
import collections


class Ledger:
    """Counts comparisons of one format. `known` has, for each difference that stays, a name and its reason."""

    def __init__(self, name, known):
        self.name, self.known = name, known
        self.same, self.excused, self.failed = 0, collections.Counter(), []

    def compare(self, ours, theirs, what, excuse=None):
        """`excuse` names the known difference that this may be."""
        if ours == theirs:
            self.same += 1
        elif excuse in self.known:
            self.excused[excuse] += 1
        else:
            self.failed.append(f"{what}\n  sockeye: {ours!r}\n  other:   {theirs!r}")

    def demand(self, holds, what):
        if holds:
            self.same += 1
        else:
            self.failed.append(what)

    def report(self):
        print(f"{self.name}: {self.same} the same, {sum(self.excused.values())} differ for a reason, {len(self.failed)} without one")
        for name, count in self.excused.items():
            print(f"    {count:4} {self.known[name]}")
        for text in self.failed[:5]:
            print("    DIFFERENT " + text.replace("\n", "\n    "))
        return not self.failed
