/// How the addresses of a host did when a connection was opened to whichever answers first (RFC 8305 section 5).
public struct AddressRace: Sendable {
    /// What became of one address.
    @nonexhaustive
    public enum Outcome: Sendable, Equatable {
        /// It answered first.
        case won
        /// It failed before another one answered.
        case failed(IOError)
        /// It hadn't answered yet when another one did, or when the time was over.
        case dropped
        /// Its turn never came.
        case untried
    }

    /// One address, and what became of it.
    public struct Runner: Sendable {
        /// The address.
        public let address: SocketAddress
        /// What became of it.
        public internal(set) var outcome: Outcome

        /// An address and what became of it.
        package init(address: SocketAddress, outcome: Outcome) { (self.address, self.outcome) = (address, outcome) }
    }

    /// The addresses in the order of their turns.
    public internal(set) var runners: [Runner]

    /// The address that answered first; `nil` if none did.
    public var winner: SocketAddress? { runners.first { $0.outcome == .won }?.address }

    /// A race that is over, such as one of a recording.
    package init(runners: [Runner]) { self.runners = runners }

    /// The race before it has begun.
    init(_ addresses: [SocketAddress]) {
        runners = HappyEyeballs.interleaved(addresses).map { Runner(address: $0, outcome: .untried) }
    }

    /// Records the outcome for an address, by its index.
    mutating func note(_ turn: Int, _ outcome: Outcome) {
        guard runners.indices.contains(turn) else { return }
        runners[turn].outcome = outcome
    }
}
