/// Queued blocking work. The next piece to begin is the oldest with an owner that has a free place.
struct WorkQueue {
    /// What becomes of a piece; the queue's owner guards it with its lock.
    final class Piece: Sendable {
        enum Stage {
            case waiting, begun, abandoned, over
        }

        let owner: String
        let work: @Sendable () -> Void
        // SAFETY: read and written under the lock of the queue that holds the piece.
        nonisolated(unsafe) fileprivate(set) var stage = Stage.waiting

        init(_ owner: String, _ work: @escaping @Sendable () -> Void) { (self.owner, self.work) = (owner, work) }
    }

    private var shares: WorkShares
    /// Those with a place, for each of which there is a thread, or will be soon.
    private var begun = FirstInFirstOut<Piece>()
    /// Those without one, by owner, and the owners in order.
    private var waiting: [String: FirstInFirstOut<Piece>] = [:]
    private var owners: [String] = []

    init(_ limits: WorkShares.Limits) { shares = WorkShares(limits) }

    /// Adds a piece. Returns how many threads more are needed: one, or none.
    mutating func add(_ piece: Piece) -> Int {
        if shares.begin(piece.owner) {
            begin(piece)
            return 1
        }
        if waiting[piece.owner] == nil { owners.append(piece.owner) }
        waiting[piece.owner, default: FirstInFirstOut()].append(piece)
        return 0
    }

    /// The next piece for a thread; `nil` if there is none.
    mutating func next() -> Piece? { begun.popFirst() }

    /// The piece was abandoned. Returns how many more threads are needed.
    mutating func abandon(_ piece: Piece) -> Int {
        switch piece.stage {
        case .waiting: piece.stage = .abandoned
        case .begun:
            piece.stage = .abandoned
            shares.abandon(piece.owner)
            return fill()
        case .abandoned, .over: break
        }
        return 0
    }

    /// A piece that `next` gave has ended, and its thread takes the next one. Returns how many threads more are needed.
    mutating func end(_ piece: Piece) -> Int {
        shares.end(piece.owner, wasAbandoned: piece.stage == .abandoned)
        piece.stage = .over
        return max(0, fill() - 1)
    }

    private mutating func begin(_ piece: Piece) {
        piece.stage = .begun
        begun.append(piece)
    }

    /// Gives free places to those who wait. At most a few owners have used up their share, so the search is short.
    private mutating func fill() -> Int {
        var count = 0
        var index = 0
        while !shares.isFull, index < owners.count {
            let owner = owners[index]
            guard shares.begin(owner) else {
                index += 1
                continue
            }
            if let piece = takeWaiting(owner) {
                begin(piece)
                count += 1
                // Those of others come first now.
                if waiting[owner] != nil { owners.append(owners.remove(at: index)) }
            } else {
                shares.end(owner, wasAbandoned: false)
            }
            if waiting[owner] == nil { owners.remove(at: index) }
        }
        return count
    }

    /// The owner's next piece; abandoned ones are dropped.
    private mutating func takeWaiting(_ owner: String) -> Piece? {
        while let piece = waiting[owner]?.popFirst() {
            if waiting[owner]?.isEmpty == true { waiting[owner] = nil }
            if piece.stage == .waiting { return piece }
        }
        return nil
    }
}

/// A queue with constant-time operations.
private struct FirstInFirstOut<Element> {
    private var coming: [Element] = []
    /// Those that came before, the next one at the end.
    private var leaving: [Element] = []

    var isEmpty: Bool { coming.isEmpty && leaving.isEmpty }

    mutating func append(_ element: Element) { coming.append(element) }

    mutating func popFirst() -> Element? {
        if leaving.isEmpty { (leaving, coming) = (coming.reversed(), []) }
        return leaving.popLast()
    }
}
