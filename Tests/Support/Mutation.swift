/// A small random number generator with a seed, so that a failure can be repeated (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator that repeats the same numbers for the same seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Characters that URLs, field values or terminals treat specially, and a few that they don't.
private let meaningful = Array(
    " \t\r\n\0/\\?#@:[].%25eEfFxX0189-+,;=\"'*<>WwHhtpszZ\u{7F}éÅ\u{202E}\u{FEFF}😀".unicodeScalars.map(String.init))

/// `text` with one to four characters inserted, replaced or removed.
public func mutated(_ text: String, with generator: inout SeededGenerator) -> String {
    var scalars = text.unicodeScalars.map { String($0) }
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0...scalars.count, using: &generator)
        let piece = meaningful.randomElement(using: &generator) ?? ""
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: scalars.insert(piece, at: place)
        case 1 where place < scalars.count: scalars[place] = piece
        case 2 where place < scalars.count: scalars.remove(at: place)
        default: break
        }
    }
    return scalars.joined()
}
