import SockeyeIO

/// What a line knows for the rules: whose request it carries, when bytes moved, and what befell it.
final class LineRecord {
    /// What befell a line.
    struct Ends: OptionSet {
        let rawValue: Int
        static let ended = Ends(rawValue: 1)
        static let reset = Ends(rawValue: 2)
        /// The network ended the stream in order, before the server did.
        static let cutShort = Ends(rawValue: 8)
        /// The server sent what it must not.
        static let lied = Ends(rawValue: 4)
    }

    /// Who ended it.
    enum Cause {
        case network, server
    }

    let number: Int
    /// The operation that has the line, or had it last.
    var owner: Operation?
    var lastMoved: UInt64 = 0
    var lastWritten: UInt64 = 0
    var ends: Ends = []

    init(_ number: Int) {
        self.number = number
    }

    /// A wait has ended: no clock of the client's may have run out long before.
    func checkPatience(since start: UInt64, _ world: World) {
        // While the caller's stream or the rate of an upload pauses, nothing is waited for.
        if case .stream? = owner?.kind { return }
        if owner?.isPaced == true { return }
        guard var limit = world.mood.silenceLimit else { return }
        // The wait for 100 (Continue) has a clock of its own.
        if owner?.expectsContinue == true { limit = max(limit, .seconds(1)) }
        let silence = world.now - max(lastMoved, start)
        if silence > limit.wholeNanoseconds + 1_000_000 {
            world.breaks("line \(number) was silent for \(silence / 1_000_000) ms under clocks of at most \(limit)")
        }
    }
}
