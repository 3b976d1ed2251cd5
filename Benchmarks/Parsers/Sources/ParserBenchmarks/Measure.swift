/// For each piece of work the shortest of several runs, in seconds: the one the machine disturbed least. The works take
/// turns, so that a disturbance hits them alike.
func shortest(_ runs: Int, _ works: [() throws -> Void]) throws -> [Double] {
    var best = [Double](repeating: .infinity, count: works.count)
    let clock = ContinuousClock()
    for _ in 0..<runs {
        for (index, work) in works.enumerated() {
            let time = try clock.measure(work)
            let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
            best[index] = min(best[index], seconds)
        }
    }
    return best
}

/// Keeps the optimiser from dropping what nobody reads.
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

struct Row {
    var work: String
    var size: Int
    var ours: Double
    var peer: String
    var theirs: Double
    var target: String
}

func printTable(_ rows: [Row]) {
    print("| work | Sockeye MB/s | peer | peer MB/s | ratio | must reach |")
    print("|---|---:|---|---:|---:|---|")
    for row in rows {
        let megabytes = Double(row.size) / 1e6
        print(
            "| \(row.work) | \(decimals(megabytes / row.ours, 0)) | \(row.peer) | \(decimals(megabytes / row.theirs, 0))"
                + " | \(decimals(row.theirs / row.ours, 2)) | \(row.target) |")
    }
}
