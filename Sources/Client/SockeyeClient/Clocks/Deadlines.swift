internal import SockeyeIO

/// The clocks of one request: turns the limit of a phase into a deadline, along with the clock that sets it.
struct Deadlines: Sendable {
    let timeouts: Timeouts
    /// The deadline of the whole request.
    let total: Deadline
    /// The deadline of all phases, with its clock: the total or the opening one.
    private var last: PhaseEnd

    init(_ timeouts: Timeouts, startedAt start: Deadline) {
        self.timeouts = timeouts
        total = timeouts.total.map(start.advanced(by:)) ?? .never
        last = PhaseEnd(moment: total, clock: .total)
    }

    /// The clocks of a connection whose opening begins now.
    var ofOpening: Deadlines { ofOpening(since: .now) }

    /// The clocks of a connection whose opening began at `start`.
    func ofOpening(since start: Deadline) -> Deadlines {
        var deadlines = self
        deadlines.last = end(.opening, timeouts.opening, now: start)
        return deadlines
    }

    /// The clocks of an exchange that is part of a phase and must end with it.
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

    /// When a phase that starts at `now` must end.
    func end(_ clock: Timeouts.Clock, _ limit: Duration?, now: @autoclosure () -> Deadline = .now) -> PhaseEnd {
        guard let limit else { return last }
        let moment = now().advanced(by: limit)
        return moment < last.moment ? PhaseEnd(moment: moment, clock: clock) : last
    }

    /// The deadline of the whole request, as the end of a phase.
    var totalEnd: PhaseEnd { PhaseEnd(moment: total, clock: .total) }
}

/// When a phase must end, and the clock that sets it.
struct PhaseEnd: Sendable {
    var moment: Deadline
    var clock: Timeouts.Clock
}
