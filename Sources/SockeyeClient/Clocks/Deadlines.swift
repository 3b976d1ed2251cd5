internal import SockeyeIO

/// The clocks of one request: turns "this phase may take so long" into the moment to wait for, and says which clock it was
/// when that moment comes.
struct Deadlines: Sendable {
    let timeouts: Timeouts
    /// The end of everything.
    let total: Deadline
    /// The clock that ends all phases, and when: the total one, or that of the opening.
    private var last: PhaseEnd

    init(_ timeouts: Timeouts, startedAt start: Deadline) {
        self.timeouts = timeouts
        total = timeouts.total.map(start.advanced(by:)) ?? .never
        last = PhaseEnd(moment: total, clock: .total)
    }

    /// The clocks of a connection that begins to be opened now.
    var ofOpening: Deadlines {
        var deadlines = self
        deadlines.last = end(.opening, timeouts.opening)
        return deadlines
    }

    /// The clocks of an exchange that is part of a phase, and has to be over when the phase has.
    func within(_ end: PhaseEnd) -> Deadlines {
        var timeouts = Timeouts.none
        timeouts.total = self.timeouts.limit(of: end.clock)
        return Deadlines(timeouts, endingAt: end.moment)
    }

    private init(_ timeouts: Timeouts, endingAt moment: Deadline) {
        self.timeouts = timeouts
        total = moment
        last = PhaseEnd(moment: moment, clock: .total)
    }

    /// The moment by which a phase that starts at `now` must be over.
    func end(_ clock: Timeouts.Clock, _ limit: Duration?, now: Deadline = .now) -> PhaseEnd {
        guard let limit else { return last }
        let moment = now.advanced(by: limit)
        return moment < last.moment ? PhaseEnd(moment: moment, clock: clock) : last
    }

    /// The end of everything, as the end of a phase.
    var totalEnd: PhaseEnd { PhaseEnd(moment: total, clock: .total) }
}

/// When a phase must be over, and whose clock that is.
struct PhaseEnd: Sendable {
    var moment: Deadline
    var clock: Timeouts.Clock
}
