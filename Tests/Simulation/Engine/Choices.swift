/// Every decision of a world: made by a seed, or repeated from a list.
///
/// Nothing else in a world is a matter of chance, so a list of choices is a world. Zero is always the plainest choice: no
/// fault, no delay, first come first served. A list that runs out goes on with zeros, which is what lets the shrinker cut
/// anywhere.
final class Choices {
    private let given: [UInt16]?
    private var state: UInt64
    /// What was chosen so far.
    private(set) var taken: [UInt16] = []

    init(seed: UInt64) {
        given = nil
        state = seed
    }

    init(replaying choices: [UInt16]) {
        given = choices
        state = 0
    }

    /// A number below `count`.
    func pick(_ count: Int) -> Int {
        let most = min(max(count, 1), Int(UInt16.max))
        if most == 1 { return 0 }
        let choice: Int
        if let given {
            choice = taken.count < given.count ? Int(given[taken.count]) % most : 0
        } else {
            choice = Int(next() % UInt64(most))
        }
        taken.append(UInt16(choice))
        return choice
    }

    /// One of `options`, the first being the plainest.
    func one<Option>(of options: [Option]) -> Option { options[pick(options.count)] }

    /// True once in `odds` times.
    func rarely(_ odds: Int) -> Bool { odds > 1 && pick(odds) == odds - 1 }

    /// SplitMix64.
    private func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
