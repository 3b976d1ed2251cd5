import Glibc
import SockeyeIO

extension Duration {
    fileprivate var wholeSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// Runs worlds, and says what it found.
enum Runs {
    /// How one world ended.
    struct End {
        let fault: String?
        let digest: UInt64
        let taken: [UInt16]
        let lines: [String]

        /// The fault without its numbers, so that two worlds can break the same rule.
        var kind: String? { fault.map { fault in String(fault.prefix { $0 != "\"" }.filter { !$0.isNumber }) } }
    }

    /// Runs the world that `choices` make.
    static func world(_ choices: Choices, keepsTrace: Bool = false) throws -> End {
        let world = try World(choices, keepsTrace: keepsTrace)
        world.run()
        return End(fault: world.fault, digest: world.trace.digest, taken: choices.taken, lines: world.trace.lines)
    }

    /// Runs `count` worlds from the seed `first` on; one in a hundred twice, since a world that doesn't repeat itself proves
    /// nothing.
    ///
    static func worlds(from first: UInt64, _ count: UInt64) throws -> Summary {
        let began = Deadline.now
        var summary = Summary(first: first)
        for seed in first..<first &+ count {
            let end = try world(Choices(seed: seed))
            summary.count += 1
            summary.digest = (summary.digest ^ end.digest) &* 0x0000_0100_0000_01B3
            if let kind = end.kind {
                summary.report = try report(seed, end, kind)
            } else if seed % 100 == 0, try world(Choices(seed: seed)).digest != end.digest {
                summary.report = "seed \(seed) runs differently each time"
            }
            if summary.report != nil { break }
        }
        summary.duration = Deadline.now.duration(since: began)
        return summary
    }

    /// What a run of many worlds came to.
    struct Summary: CustomStringConvertible {
        let first: UInt64
        var count = 0
        /// Of all digests.
        var digest: UInt64 = 0
        var duration = Duration.zero
        /// What went wrong, as a test to keep; `nil` if nothing did.
        var report: String?

        var description: String {
            let rate = Int(Double(count) / max(duration.wholeSeconds, 0.001))
            return "worlds: \(count) from seed \(first), \(rate) a second, digest \(String(digest, radix: 16))"
        }
    }

    private static func report(_ seed: UInt64, _ end: End, _ kind: String) throws -> String {
        let replayed = try world(Choices(seed: seed))
        guard replayed.digest == end.digest else {
            return "seed \(seed) breaks a rule, but only once: \(end.fault ?? "")"
        }
        let shrinker = Shrinker { choices in
            guard let end = try? world(Choices(replaying: choices)) else { return (nil, choices) }
            return (end.kind, end.taken)
        }
        let smallest = shrinker.shrink(end.taken, kind)
        let last = try world(Choices(replaying: smallest), keepsTrace: true)
        return """
            seed \(seed): \(end.fault ?? "")
            \(end.taken.count) choices, shrunk to \(smallest.count), which end with: \(last.fault ?? "nothing")

            \(last.lines.joined(separator: "\n"))

            // For Regressions.swift:
                Regression("\(kind)", \(smallest)),
            """
    }
}
