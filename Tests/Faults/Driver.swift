import FaultSupport
import Glibc
import TestSupport

/// Runs workers, two at a time, and starts the next one where a crash or hang ended the last.
struct Driver {
    /// The most faults of each scenario; `nil` for all.
    let most: Int?

    /// How long a fault may take before its worker is killed.
    private static let patience = 25

    func run(_ scenarios: [Scenario]) async -> Report {
        await withTaskGroup(of: Report.self) { group in
            var report = Report()
            var waiting = scenarios[...]
            for _ in 0..<2 {
                if let next = waiting.popFirst() { group.addTask { await run(next) } }
            }
            while let part = await group.next() {
                say(part.line)
                for fault in part.faults { say("  \(fault)") }
                report.add(part)
                if let next = waiting.popFirst() { group.addTask { await run(next) } }
            }
            return report
        }
    }

    private func run(_ scenario: Scenario) async -> Report {
        let folder = WorkFolder()
        let start = ContinuousClock.now
        var report = Report(scenario.name)
        var after = ""
        // As many crashes as anybody will look at.
        for _ in 0..<40 {
            folder.empty()
            let words = ["work", scenario.name, folder.file("results"), most.map(String.init) ?? "", after]
            guard let results = try? FolderWatch(folder.path),
                let program = try? Program(builtProgram("Faults"), words, seconds: 86_400)
            else {
                report.faults.append("\(scenario.name): no worker started")
                break
            }
            let isHung = await wait(for: program, results)
            if isHung { program.kill() }
            let end = await program.finish()
            let lines = String(decoding: folder.read("results") ?? [], as: UTF8.self).split(separator: "\n")
            if report.take(lines) { break }
            guard let last = lines.last(where: { $0.hasPrefix("try ") }) else {
                report.faults.append(
                    "\(scenario.name): the worker ended with \(end.status): \(end.errorText.suffix(800))")
                break
            }
            after = String(last.dropFirst(4))
            let words2 = isHung ? "hangs" : "ends the process with \(end.status): \(end.errorText.prefix(400))"
            report.faults.append("\(scenario.name): \(after): \(words2)")
        }
        report.seconds = Int((ContinuousClock.now - start).components.seconds)
        return report
    }

    /// Waits for the worker's end; true if it stands still.
    private func wait(for program: Program, _ results: FolderWatch) async -> Bool {
        while program.isRunning {
            do { try await results.wait(seconds: Self.patience, orEndOf: program) { $0 > 0 } } catch { return true }
        }
        return false
    }
}

/// What came of the faults.
struct Report: CustomStringConvertible {
    let name: String
    var calls = 0
    var absorbed = 0
    var failed = 0
    var missed = 0
    var seconds = 0
    /// What is wrong, a line each.
    var faults: [String] = []

    init(_ name: String = "") {
        self.name = name
    }

    var tried: Int { absorbed + failed + missed + faults.count }

    /// Adds a worker's lines; returns whether it came to its end.
    mutating func take(_ lines: [Substring]) -> Bool {
        var fault: Substring = ""
        for line in lines {
            let word = line.prefix { $0 != " " }
            switch word {
            case "calls": calls = Int(line.dropFirst(6)) ?? 0
            case "try": fault = line.dropFirst(4)
            case "absorbed": absorbed += 1
            case "failed": failed += 1
            case "missed": missed += 1
            case "BAD": faults.append("\(name): \(fault): \(line.dropFirst(4))")
            case "end": return true
            default: break
            }
        }
        return false
    }

    mutating func add(_ other: Report) {
        calls += other.calls
        absorbed += other.absorbed
        failed += other.failed
        missed += other.missed
        faults += other.faults
    }

    var line: String {
        "\(name): \(calls) calls, \(tried) faults: \(absorbed) absorbed, \(failed) reported, \(missed) not reached, "
            + "\(faults.count) wrong; \(seconds) s"
    }

    var description: String {
        "\(calls) calls, \(tried) faults: \(absorbed) absorbed, \(failed) reported, \(missed) not reached, "
            + "\(faults.count) wrong"
    }
}
