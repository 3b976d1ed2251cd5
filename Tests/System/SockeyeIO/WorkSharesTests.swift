import Testing

@testable import SockeyeIO

/// Which work may begin while other work lasts.
struct WorkSharesTests {
    enum Step {
        /// Pieces of an owner that begin.
        case begins(String, Int)
        /// Pieces of an owner that would be one too many.
        case waits(String)
        case abandoned(String, Int)
        /// Ends pieces with a place.
        case ends(String, Int)
        /// Ends pieces without one.
        case stuckEnds(String, Int)
    }

    @Test(
        arguments: [
            // Each owner has its share, and all have theirs.
            [.begins("a", 3), .waits("a"), .begins("b", 2), .waits("b"), .waits("c")],
            // An end makes room.
            [
                .begins("a", 3), .ends("a", 1), .begins("a", 1), .waits("a"), .ends("a", 3), .begins("b", 3),
                .begins("a", 2),
            ],
            // So does giving up, as long as there are threads.
            [.begins("a", 3), .abandoned("a", 3), .begins("a", 3), .waits("a"), .begins("b", 2), .waits("b")],
            [.begins("a", 3), .abandoned("a", 3), .begins("a", 3), .abandoned("a", 3), .waits("a"), .begins("b", 3)],
            [
                .begins("a", 3), .abandoned("a", 3), .begins("a", 3), .stuckEnds("a", 3), .waits("a"), .ends("a", 1),
                .begins("a", 1),
            ],
            [
                .begins("a", 3), .abandoned("a", 3), .begins("a", 3), .abandoned("a", 3), .begins("b", 3),
                .abandoned("b", 3),
                .begins("b", 1), .waits("c"), .stuckEnds("a", 1), .begins("c", 1), .waits("d"),
            ],
        ] as [[Step]])
    func placesAreShared(_ steps: [Step]) {
        var shares = WorkShares(.init(places: 5, placesOfOne: 3))
        for step in steps {
            switch step {
            case .begins(let owner, let count):
                for _ in 0..<count {
                    let hasBegun = shares.begin(owner)
                    #expect(hasBegun, "\(step)")
                }
            case .waits(let owner):
                let hasBegun = shares.begin(owner)
                #expect(!hasBegun, "\(step)")
            case .abandoned(let owner, let count):
                for _ in 0..<count { shares.abandon(owner) }
            case .ends(let owner, let count):
                for _ in 0..<count { shares.end(owner, wasAbandoned: false) }
            case .stuckEnds(let owner, let count):
                for _ in 0..<count { shares.end(owner, wasAbandoned: true) }
            }
        }
    }

    /// The order in which pieces begin.
    @Test func ownersTakeTurns() {
        var queue = WorkQueue(.init(places: 2, placesOfOne: 1))
        var pieces: [String: WorkQueue.Piece] = [:]
        for name in ["a1", "a2", "a3", "a4", "b1", "b2", "c1"] {
            let piece = WorkQueue.Piece(String(name.prefix(1))) {}
            pieces[name] = piece
            _ = queue.add(piece)
        }
        func nextName() -> String? {
            let next = queue.next()
            return pieces.first { $0.value === next }?.key
        }
        #expect([nextName(), nextName(), nextName()] == ["a1", "b1", nil])
        func end(_ name: String) -> String? {
            if let piece = pieces[name] { _ = queue.end(piece) }
            return nextName()
        }
        if let dropped = pieces["a2"] { _ = queue.abandon(dropped) }
        #expect(end("a1") == "a3")
        #expect(end("b1") == "b2")
        #expect(end("a3") == "c1")
        #expect(end("b2") == "a4")
        #expect(end("c1") == nil)
    }
}
