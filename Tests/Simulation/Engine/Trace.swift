/// What happened in a world, as a digest, and as lines if somebody wants to read them.
final class Trace {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let isKept: Bool

    /// - Parameter isKept: whether lines are kept.
    init(isKept: Bool) {
        self.isKept = isKept
    }

    /// Notes a happening at `moment`, with two numbers that tell it from others of its kind.
    func note(_ name: StaticString, _ first: Int = 0, _ second: Int = 0, at moment: UInt64) {
        mix(moment)
        name.withUTF8Buffer { for byte in $0 { mix(UInt64(byte)) } }
        mix(UInt64(bitPattern: Int64(first)))
        mix(UInt64(bitPattern: Int64(second)))
        if isKept { lines.append("\(Self.shown(moment)) \(name) \(first) \(second)") }
    }

    /// Notes words that say how something ended.
    func note(words: String, at moment: UInt64) {
        mix(moment)
        for byte in words.utf8 { mix(UInt64(byte)) }
        if isKept { lines.append("\(Self.shown(moment)) \(words)") }
    }

    /// FNV-1a, by words.
    private func mix(_ value: UInt64) {
        digest = (digest ^ value) &* 0x0000_0100_0000_01B3
    }

    private static func shown(_ moment: UInt64) -> String {
        let microseconds = (moment - Director.beginning) / 1000
        let digits = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
