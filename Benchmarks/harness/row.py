"""What a row and a goal are."""

KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20
REQUESTS = ["rate", "cpu_each", "rss"]
WHOLE_RUN = ["wall", "cpu", "rss"]


class Figure:
    """A goal: a ratio to a peer (`peer` is its name), or a bound on our own value (`peer` is None), which that of `without`
    is taken from if there is one."""

    def __init__(self, metric, compare, bound, peer=None, ours="sockeye", without=None):
        self.metric, self.compare, self.bound, self.peer, self.ours, self.without = (
            metric, compare, bound, peer, ours, without)

    def reached(self, value):
        return value >= self.bound if self.compare == "≥" else value <= self.bound


class Row:
    """One kind of work; `metrics` are the columns of its table, `rounds` the runs of a block. A row of short requests
    needs an idle machine; `busy` says of which blocks it had none."""

    def __init__(self, work, metrics, contenders, figures, rounds, prepare=None):
        self.work, self.metrics, self.contenders = work, metrics, contenders
        self.figures, self.rounds, self.prepare, self.finish = figures, rounds, prepare, None
        self.needs_idle, self.busy = metrics == REQUESTS, []

    def contender(self, name):
        return next((one for one in self.contenders if one.name == name), None)
