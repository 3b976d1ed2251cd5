/// For each task the shortest of several runs, in seconds: the one disturbed least by the machine. The tasks alternate,
/// so that a disturbance affects all of them.
func shortest(_ runs: Int, _ works: [() throws -> Void]) throws -> [Double] {
    var best = [Double](repeating: .infinity, count: works.count)
    let clock = ContinuousClock()
    for _ in 0..<runs {
        for (index, work) in works.enumerated() {
            // The next large block joins what the task before it freed (malloc_consolidate of glibc): after a quarter of a
            // million objects of JSONSerialization, 15 ms that would count for whoever comes next.
            keep([UInt8](unsafeUninitializedCapacity: 1 << 20) { _, count in count = 1 })
            let time = try clock.measure(work)
            let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
            best[index] = min(best[index], seconds)
        }
    }
    return best
}

/// Keeps the optimizer from dropping an unused value.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}

func decimals(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard places > 0 else { return "\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// A goal without zeros at its end: 6, 2.5, 0.35.
func mark(_ goal: Double) -> String {
    for places in 0...2 where Double(decimals(goal, places)) == goal { return decimals(goal, places) }
    return decimals(goal, 3)
}

/// One line of the table.
struct Row {
    var work: String
    var goal: String
    var measured: String
    /// `nil` without a goal.
    var isReached: Bool?
}

extension Row {
    /// A multiple of a peer's speed; only reported if `goal` is `nil`.
    static func ratio(
        _ work: String, _ size: Int, ours: Double, _ peer: String, _ theirs: Double, atLeast goal: Double?
    ) -> Row {
        let ratio = theirs / ours
        let figures = "\(megabytes(size, ours)) vs. \(megabytes(size, theirs))"
        return Row(
            work: work, goal: goal.map { "≥ \(mark($0)) × \(peer)" } ?? "– (\(peer))",
            measured: "**\(decimals(ratio, 2)) ×** (\(figures))", isReached: goal.map { ratio >= $0 })
    }

    /// A speed in megabytes per second.
    static func speed(_ work: String, _ size: Int, ours: Double, atLeast goal: Double) -> Row {
        Row(
            work: work, goal: "≥ \(decimals(goal, 0)) MB/s", measured: "**\(megabytes(size, ours))**",
            isReached: Double(size) / 1e6 / ours >= goal)
    }

    private static func megabytes(_ size: Int, _ seconds: Double) -> String {
        "\(decimals(Double(size) / 1e6 / seconds, 0)) MB/s"
    }
}

/// The rows as a Markdown table.
func table(_ rows: [Row]) -> String {
    var text = "| work | must reach | measured | reached |\n|---|---|---|---|\n"
    for row in rows {
        let verdict = row.isReached.map { $0 ? "yes" : "no" } ?? "–"
        text += "| \(row.work) | \(row.goal) | \(row.measured) | \(verdict) |\n"
    }
    return text
}
