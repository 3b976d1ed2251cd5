/// Decides which pieces of blocking work may begin, so that slow ones can't block all others.
///
/// ```
///   waiting ──a place is free──→ begun, with a place ──it ends──────────────→ gone
///                                        └──it is abandoned─────→ stuck, without a place ──it ends──→ gone
/// ```
///
/// Each piece has an owner (``Limits/placesOfOne``), such as a domain whose name servers may be slow.
struct WorkShares {
    /// How much runs at once.
    struct Limits {
        /// Pieces with a waiting caller.
        var places: Int
        /// Of those, the pieces of one owner.
        var placesOfOne: Int
        /// As many abandoned ones come on top: a call can't be cancelled, and its thread must be bounded too.
        static let threadsForEachPlace = 2
    }

    private struct Count {
        /// Pieces with a place.
        var places = 0
        /// The same, and those that are stuck.
        var threads = 0

        func hasRoom(_ most: Int) -> Bool {
            places < most && threads < most * Limits.threadsForEachPlace
        }
    }

    private let limits: Limits
    private var total = Count()
    private var ofOne: [String: Count] = [:]

    init(_ limits: Limits) { self.limits = limits }

    /// Whether nothing may begin, for any owner.
    var isFull: Bool { !total.hasRoom(limits.places) }

    /// Takes a place for a piece of this owner, if there is one.
    mutating func begin(_ owner: String) -> Bool {
        guard !isFull, ofOne[owner, default: Count()].hasRoom(limits.placesOfOne) else { return false }
        change(owner, places: 1, threads: 1)
        return true
    }

    /// A begun piece was abandoned.
    mutating func abandon(_ owner: String) { change(owner, places: -1, threads: 0) }

    /// A begun piece has ended.
    mutating func end(_ owner: String, wasAbandoned: Bool) {
        change(owner, places: wasAbandoned ? 0 : -1, threads: -1)
    }

    private mutating func change(_ owner: String, places: Int, threads: Int) {
        total.places += places
        total.threads += threads
        var own = ofOne[owner, default: Count()]
        own.places += places
        own.threads += threads
        ofOne[owner] = own.threads == 0 ? nil : own
    }
}
