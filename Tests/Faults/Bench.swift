import FaultSupport
import Glibc
import TestSupport

/// One scenario, run again and again in this process.
struct Bench {
    let scenario: Scenario
    private let stage: Stage

    init(_ scenario: Scenario) async throws {
        self.scenario = scenario
        stage = try await Stage()
    }

    func close() async {
        await stage.close()
    }

    // MARK: Counting

    /// How often each call is made: the most of three runs, since tasks and answers race.
    func countCalls() async throws -> [(call: SystemCallName, count: Int)] {
        var most: [SystemCallName: Int] = [:]
        for _ in 0..<3 {
            try await prepare()
            FaultPlan.begin()
            defer { FaultPlan.end() }
            try await scenario.run(stage)
            for call in SystemCallName.all { most[call] = max(most[call] ?? 0, call.count) }
        }
        return SystemCallName.all.compactMap { call in
            guard let count = most[call], count > 0 else { return nil }
            return (call, count)
        }
    }

    private func prepare() async throws {
        stage.folder.empty()
        stage.peer.reset(stage.bytes)
        try await scenario.prepare(stage)
    }

    // MARK: One fault

    /// What a fault did.
    func verdict(on fault: Fault) async -> Verdict {
        do {
            try await prepare()
        } catch {
            return .bad("the preparation failed: \(error)")
        }
        var before = Holdings.settled()
        var (outcome, strikes) = await strike(fault)
        if strikes == 0 { return .missed }
        if let words = wrongness(outcome == nil, fault) { return .bad(words + Self.cause(outcome)) }
        if let outcome, !fault.isNamed(in: outcome) { return .bad("the error does not name the call: \(outcome)") }
        if let words = await againFault(fault) { return .bad(words + Self.cause(outcome)) }
        var leak = before.leak(now: .settled(to: before))
        // A thread's first call of OpenSSL leaves what the next ones use: only what grows each time is a leak.
        for _ in 0..<3 where leak != nil {
            do { try await prepare() } catch { return .bad("the preparation failed: \(error)") }
            before = .settled()
            (outcome, strikes) = await strike(fault)
            _ = await againFault(fault)
            leak = before.leak(now: .settled(to: before))
        }
        if let leak { return .bad(leak + Self.cause(outcome)) }
        return outcome.map { .failed($0) } ?? .absorbed
    }

    private static func cause(_ outcome: String?) -> String {
        outcome.map { " (after: \($0))" } ?? ""
    }

    /// Runs the scenario under the fault; returns the error, if any.
    private func strike(_ fault: Fault) async -> (error: String?, strikes: Int) {
        FaultPlan.begin(fault)
        var words: String?
        do {
            try await scenario.run(stage)
        } catch {
            words = "\(error)"
        }
        return (words, FaultPlan.end())
    }

    /// What is wrong after the same run without a fault, which finds what the failed one left.
    private func againFault(_ fault: Fault) async -> String? {
        do {
            try await scenario.run(stage)
        } catch {
            return "the next run fails: \(error)"
        }
        return wrongness(true, fault).map { "after the next run: \($0)" }
    }

    private func wrongness(_ succeeded: Bool, _ fault: Fault) -> String? {
        let words = scenario.check(stage, succeeded)
        // What cannot be removed stays.
        return fault.call.description == "unlink" && words?.contains("left after a success") == true ? nil : words
    }
}

/// What a fault did to a run.
enum Verdict: CustomStringConvertible {
    /// The run made fewer calls than that.
    case missed
    /// The run succeeded all the same.
    case absorbed
    /// It failed as it should, with this error.
    case failed(String)
    /// Something is wrong.
    case bad(String)

    var description: String {
        switch self {
        case .missed: "missed"
        case .absorbed: "absorbed"
        case .failed(let words): "failed \(words)"
        case .bad(let words): "BAD \(words)"
        }
    }
}

/// What the process holds: nothing of a run may stay.
struct Holdings {
    let descriptors: Int
    let allocations: Int

    private static func now() -> Holdings {
        Holdings(descriptors: openDescriptorCount(), allocations: FaultPlan.liveAllocations)
    }

    /// The holdings once they have not changed for 2 ms, or are those of `goal`: servers and loops close a little later.
    static func settled(to goal: Holdings? = nil) -> Holdings {
        var last = now()
        var quiet = 0
        for _ in 0..<600 {
            if let goal, goal.leak(now: last) == nil { return last }
            if goal == nil, quiet == 4 { return last }
            usleep(500)
            let next = now()
            quiet = next.descriptors == last.descriptors && next.allocations == last.allocations ? quiet + 1 : 0
            last = next
        }
        return last
    }

    /// What is there now and was not before; `nil` if nothing is.
    func leak(now: Holdings) -> String? {
        if now.descriptors > descriptors { return "\(now.descriptors - descriptors) descriptors leaked" }
        if now.allocations > allocations { return "\(now.allocations - allocations) allocations leaked" }
        return nil
    }
}
