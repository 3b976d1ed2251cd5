import FaultSupport
import Glibc

/// The process that runs one scenario's faults, so that a crash or hang ends only it:
/// `Faults work SCENARIO RESULTS MOST AFTER`. Appends a line per fault to the file RESULTS, before and after it.
struct Worker {
    private let scenario: Scenario
    private let results: String
    private let most: Int?
    /// The last fault of an earlier worker.
    private let after: String

    init(_ arguments: [String]) throws {
        guard let scenario = Scenario.named(arguments[1]) else { throw WrongResult("no such scenario") }
        (self.scenario, results, most, after) = (scenario, arguments[2], Int(arguments[3]), arguments[4])
    }

    func work() async throws {
        guard let output = fopen(results, "ae") else { throw WrongResult("cannot write \(results)") }
        setvbuf(output, nil, _IOLBF, 0)
        let bench = try await Bench(scenario)
        let counts = try await bench.countCalls()
        if after.isEmpty { fputs("calls \(counts.reduce(0) { $0 + $1.count })\n", output) }
        let struck = counts.filter { scenario.calls?.contains($0.call.description) ?? true }
        for fault in Self.chosen(from: struck, atMost: most, after: after) {
            fputs("try \(fault)\n", output)
            let verdict = "\(await bench.verdict(on: fault))".replacing("\n", with: " ")
            fputs("\(verdict)\n", output)
        }
        fputs("end\n", output)
        fclose(output)
        // Without waiting for what a leak may have left.
        exit(0)
    }

    /// Most faults of OpenSSL's allocations: there are thousands, and their neighbours fail alike.
    private static let mostOfLibrary = 1000

    private static func chosen(
        from counts: [(call: SystemCallName, count: Int)], atMost most: Int?, after: String
    ) -> ArraySlice<Fault> {
        var faults: [Fault] = []
        for (call, count) in counts {
            let all = Fault.all(of: call, count: count)
            let limit = call.description == "allocate_tls" ? mostOfLibrary : .max
            faults += spread(all, atMost: limit)
        }
        let chosen = spread(faults, atMost: most ?? .max)
        guard let last = Fault(after) else { return chosen[...] }
        // Counts may differ a little between workers: go on behind the place where the last one would be.
        let order = { (fault: Fault) in
            (SystemCallName.all.firstIndex(of: fault.call) ?? 0, fault.number)
        }
        if let index = chosen.firstIndex(of: last) { return chosen[(index + 1)...] }
        return chosen[(chosen.firstIndex { order($0) > order(last) } ?? chosen.count)...]
    }

    /// At most `most` of these, spread evenly.
    private static func spread(_ faults: [Fault], atMost most: Int) -> [Fault] {
        guard faults.count > most else { return faults }
        return (0..<most).map { faults[$0 * faults.count / most] }
    }
}
